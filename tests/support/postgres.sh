#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# postgres.sh start FOLDER   makes a PostgreSQL server for tests; FOLDER/uri names its database "postgres"
# postgres.sh stop FOLDER    ends it and removes what it had
# A private cluster in a temporary folder, reached by a socket there and, with the password "leadsheet", on a free
# loopback port. It keeps nothing over a crash of the machine, which makes it quick, unless LEADSHEET_POSTGRES_DURABLE is
# set, for measurements.
set -euo pipefail
action=${1:?start or stop}
folder=${2:?a folder}
place=$folder/place

bin=
for candidate in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V -r) "$(dirname "$(command -v initdb || echo /nowhere/initdb)")"; do
    [[ -x $candidate/initdb ]] && { bin=$candidate; break; }
done
[[ $bin ]] || { echo "postgres.sh: there is no PostgreSQL server here; install the package postgresql" >&2; exit 1; }

# A server refuses to run as root.
as_server=()
[[ $(id -u) != 0 ]] || as_server=(setpriv --reuid=postgres --regid=postgres --clear-groups)

stop() {
    [[ -f $place ]] || return 0
    local home
    home=$(<"$place")
    [[ -d $home/data ]] && (cd "$home" && "${as_server[@]}" "$bin/pg_ctl" -D "$home/data" -m immediate -w stop) >/dev/null 2>&1 || true
    rm -rf "$home"
    rm -f "$place" "$folder/uri" "$folder/tcp"
}

start() {
    stop
    mkdir -p "$folder"
    local home port
    home=$(mktemp -d)
    chmod 755 "$home"
    mkdir "$home/data"
    echo leadsheet >"$home/password"
    [[ $(id -u) != 0 ]] || chown -R postgres "$home"
    cd "$home"
    "${as_server[@]}" "$bin/initdb" -D data -U leadsheet --pwfile=password -E UTF8 --locale=C.UTF-8 -N \
        --auth-local=trust --auth-host=scram-sha-256 >"$home/initdb.log" 2>&1 || { cat "$home/initdb.log" >&2; exit 1; }
    cat >>"$home/data/postgresql.conf" <<EOF
autovacuum_naptime = 5s
max_connections = 300
shared_buffers = 64MB
jit = off
listen_addresses = '127.0.0.1'
unix_socket_directories = '$home'
EOF
    [[ -n ${LEADSHEET_POSTGRES_DURABLE:-} ]] ||
        printf '%s = off\n' fsync synchronous_commit full_page_writes >>"$home/data/postgresql.conf"
    for _ in 1 2 3 4 5; do
        port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
        if "${as_server[@]}" "$bin/pg_ctl" -D data -w -l "$home/log" -o "-p $port" start >/dev/null 2>&1 </dev/null; then
            echo "$home" >"$place"
            echo "postgresql://leadsheet@/postgres?host=$home&port=$port" >"$folder/uri"
            echo "postgresql://leadsheet:leadsheet@127.0.0.1:$port/postgres" >"$folder/tcp"
            return
        fi
    done
    cat "$home/log" >&2
    exit 1
}

"$action"
