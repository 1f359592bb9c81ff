#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_browser.sh LEADSHEET_PROGRAM [PICTURES_FOLDER]: looks at the portal of a sandbox with Debian's Chromium
# (LEADSHEET_CHROMIUM names another one): ./dev portal.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/../../support/npm_ci.sh" "$here"
export LEADSHEET_PROGRAM=$1 LEADSHEET_PICTURES=${2:-}
cd "$here"
node --test --test-reporter=spec browser.test.mjs
