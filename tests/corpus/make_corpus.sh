#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes every file of the corpus anew, with what must be read from it. Run by hand after a change of the generators; the
# results are checked in, so that the tests need none of these programs.
# Needs (Debian): libreoffice-calc-nogui python3-openpyxl python3-uno python3-xlsxwriter nodejs npm, and "xlsx" from npm.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CORPUS_FILES="$here/files" CORPUS_EXPECTED="$here/expected" CORPUS_NODE="$work" PYTHONDONTWRITEBYTECODE=1

rm -rf "$CORPUS_FILES" "$CORPUS_EXPECTED"
mkdir -p "$CORPUS_FILES" "$CORPUS_EXPECTED"
(cd "$work" && npm init -y >/dev/null && npm install --silent --no-audit --no-fund xlsx@0.18.5)
node "$here/generate/by_sheetjs.mjs"
for writer in openpyxl xlsxwriter libreoffice hand_xlsx hand_ods hand_text; do
    echo "by_$writer"
    /usr/bin/python3 "$here/generate/by_$writer.py"
done
echo "$(ls "$CORPUS_FILES" | wc -l) files, $(du -sk "$CORPUS_FILES" | cut -f1) KiB"
