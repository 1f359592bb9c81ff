#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Submits a sample sheet with realistic mess in it to the built-in sandbox, twice.
# usage: run_demo.sh BIN_DIR [--window]   --window: then opens the desktop app, where there is a display
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bin=$(cd "${1:?usage: run_demo.sh BIN_DIR [--window]}" && pwd)
program=$bin/leadsheet
window=${2:-}
sample=$root/resources/samples/icp_q3.csv
folder=$(mktemp -d "${TMPDIR:-/tmp}/leadsheet-demo-XXXXXX")
export XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config
cp "$sample" "$folder/ICP list Q3.csv"
cd "$folder"

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\033[1m' dim=$'\033[2m' plain=$'\033[0m'; else bold='' dim='' plain=''; fi
heading() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

# show EXPECTED... -- ARGUMENTS...: shows the command and runs it; other exit codes end the demo.
show() {
    local expected=() word line=leadsheet code=0
    while [[ $1 != -- ]]; do expected+=("$1"); shift; done
    shift
    for word in "$@"; do
        [[ $word == *' '* ]] && word="'$word'"
        line+=" $word"
    done
    printf '%s$ %s%s\n' "$dim" "$line" "$plain"
    "$program" "$@" || code=$?
    for word in "${expected[@]}"; do [[ $code == "$word" ]] && return; done
    printf 'The demo stopped: exit code %s was not expected here.\n' "$code" >&2
    exit 1
}

sheet='ICP list Q3.csv'
heading '1. Check: what is in the sheet, and what keeps rows from being ordered'
show 0 4 -- check "$sheet"
heading '2. Quote: what the server would charge; nothing is spent'
show 0 4 -- quote "$sheet" --sandbox
heading '3. Submit: one order per row, at most $5,000.00 of play money'
show 0 4 -- submit "$sheet" --sandbox --max-total 5000
heading '4. Submit the same sheet again: nothing is ordered twice'
show 0 4 -- submit "$sheet" --sandbox --max-total 5000
heading '5. The orders, as the server has them'
show 0 -- orders list --sandbox --limit 10
heading 'Done'
cat <<TXT
  Results   $folder/ICP list Q3.results.csv
  Sandbox   $folder/data  ${dim}(delete the folder when you have seen enough)${plain}
  Next      $program --help
TXT
if [[ $window == --window && -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    printf '\nOpening the window with the same sheet and sandbox. The program is %s\n' "$bin/leadsheet-desktop"
    exec "$bin/leadsheet-desktop" --sandbox "$folder/$sheet"
elif [[ $window == --window ]]; then
    printf '  Window    %s  %s(there is no display here, so it was not opened)%s\n' "$bin/leadsheet-desktop" "$dim" "$plain"
fi
