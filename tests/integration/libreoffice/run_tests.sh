#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh [PROGRAM SERVER]: the parts of the extension for LibreOffice Calc; with the two programs also all of it,
# in a LibreOffice without a display.
set -euo pipefail
cd "$(dirname "$0")"
# Only the system's Python has the bridge to LibreOffice.
/usr/bin/python3 -B test_parts.py
if [ $# -eq 2 ]; then
    LEADSHEET_PROGRAM=$(realpath "$1") LEADSHEET_SERVER=$(realpath "$2") /usr/bin/python3 -B test_calc.py
fi
