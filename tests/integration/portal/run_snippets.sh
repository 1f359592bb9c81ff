#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_snippets.sh FOLDER SERVER_PROGRAM: compiles and runs the snippets of the portal; FOLDER is what the build has
# made of them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/../../support/npm_ci.sh" "$here/../../../client-core/typescript"
export LEADSHEET_SNIPPETS=$1 LEADSHEET_SERVER=$2
cd "$here"
node --test --test-reporter=spec snippets.test.mjs
