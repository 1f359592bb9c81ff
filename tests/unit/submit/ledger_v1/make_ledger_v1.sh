#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Made ledger_v1.sqlite, with programs built from commit 867ebd1, when ledgers had schema 1. The file
# stays as they wrote it: programs of today cannot make it again.
#
# usage: make_ledger_v1.sh FOLDER_OF_THE_PROGRAMS FILE
#
# What is in it: one account under three addresses (by number, by name, and behind a gateway that
# adds a path), and five runs of three sheets:
#   1  q1.csv   127.0.0.1   finished: 3 placed under References, 1 needs a fix
#   2  q1.csv   127.0.0.1   a second order for row 2, on purpose
#   3  q2.csv   gateway     an answer was lost: 1 of unknown outcome (ordered), 1 queued
#   4  q3.csv   localhost   paused by the key's daily spend cap: 3 placed, 3 queued, 1 repeated
#   5  q3.csv   127.0.0.1   first two of the rows that run 4 has queued, placed
set -euo pipefail

programs=$1
target=$(realpath "$2")
place=/srv/leadsheet-demo # its name stands in the ledger
if [ -e "$place" ]; then
    echo "$place is there already" >&2
    exit 2
fi
mkdir -p "$place"
server='' gateway=''
trap 'kill $server $gateway 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$place"

printf '%s\n' 'Industries,Leads,Locations,Ref' \
    'Dentists,100,Berlin,R-1' '"Law Firms, Notaries",50,,R-2' 'Bäckereien,25,München,R-3' \
    'Architects,many,,R-4' >q1.csv
printf '%s\n' 'Industries,Leads' 'Logistics,100' 'Shipping,40' >q2.csv
printf '%s\n' 'Industries,Leads' 'Plumbers,10' 'Roofers,10' 'Painters,10' 'Glaziers,10' 'Tilers,10' \
    'Joiners,10' 'Tilers,10' >q3.csv

# start_server [OPTION...]: on the same database and, the second time, the same port.
port=0
start_server() {
    rm -f ready
    "$programs/leadsheet-server" --port "$port" --database service.db "$@" >ready 2>/dev/null &
    server=$!
    until [ -s ready ]; do sleep 0.05; done
    port=$(python3 -c 'import json; print(json.load(open("ready"))["port"])')
}

# Passes everything below /api on, and loses the answer to every order.
start_gateway() {
    python3 - "$port" >gateway 2>/dev/null <<'PY' &
import http.server, sys, urllib.error, urllib.request

class Gateway(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name not in ("Host", "Accept-Encoding")}
        url = f"http://127.0.0.1:{sys.argv[1]}" + self.path.removeprefix("/api")
        request = urllib.request.Request(url, body or None, headers, method=self.command)
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        content = answer.read()
        if self.command == "POST" and self.path.endswith("/v1/orders"):
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name not in ("Connection", "Content-Length", "Transfer-Encoding"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = pass_on

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
print(server.server_port, flush=True)
server.serve_forever()
PY
    gateway=$!
    until [ -s gateway ]; do sleep 0.05; done
}

# order ADDRESS EXIT_CODE ARGUMENT...
order() {
    local address=$1 expected=$2 code=0
    shift 2
    env -i PATH="$PATH" HOME="$place" LEADSHEET_API_KEY="$key" "$programs/leadsheet" --base-url "$address" \
        --data-dir "$place/data" "$@" --no-results --max-total 1000 --no-color || code=$?
    if [ "$code" != "$expected" ]; then
        echo "exit $code instead of $expected: $*" >&2
        exit 1
    fi
}

start_server --bootstrap-sandbox keys.json --daily-spend-cap 3240
key=$(python3 -c 'import json; print(json.load(open("keys.json"))["accounts"][0]["keys"][0]["secret"])')
start_gateway
order "http://127.0.0.1:$port" 4 submit q1.csv --map reference=Ref
order "http://127.0.0.1:$port" 0 order-again 1 --rows 2
order "http://127.0.0.1:$(cat gateway)/api" 7 submit q2.csv --max-outage 0
order "http://localhost:$port" 6 submit q3.csv
kill "$server"
wait "$server" || true
start_server
ledger=$(find data -name '*.sqlite')
queued=$(sqlite3 "$ledger" 'SELECT group_concat(source_row) FROM
    (SELECT source_row FROM rows WHERE run = 4 AND state = 3 ORDER BY ordinal LIMIT 2)')
order "http://127.0.0.1:$port" 0 submit q3.csv --rows "$queued"

rm -f "$target"
sqlite3 "$ledger" "VACUUM INTO '$target'"
[ "$(sqlite3 "$target" 'PRAGMA user_version')" = 1 ]
sqlite3 "$target" 'SELECT run, state, count(*) FROM rows GROUP BY 1, 2'
