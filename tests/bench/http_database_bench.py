#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""GETs and orders a second over HTTP of 1, 2 and 4 servers on one PostgreSQL database of this machine, with a key for each server,
and the processor time of each in microseconds, of the servers and of the database.
Usage: http_database_bench.py BIN_DIR [seconds per measurement, default 4], with LEADSHEET_BENCH_POSTGRES the URI of a database
that is new, and wrk installed."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import bench_table

BIN = Path(sys.argv[1]).resolve()
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 4
DATABASE = os.environ.get("LEADSHEET_BENCH_POSTGRES", "")
CONNECTIONS = 32  # of all servers together
PLENTY = str(10**9)
READS_TARGET = 40_000  # on a machine with cores to spare; see docs/operations.md for what two give
COST_TARGET = 2e6 / READS_TARGET  # microseconds, for two cores
TICKS = os.sysconf("SC_CLK_TCK")
ORDER = json.dumps({"scrapingOption": "filters", "leadCount": 10, "industries": "Software"})


class Server:
    def __init__(self, folder, keys):
        self.process = subprocess.Popen(
            [BIN / "leadsheet-server", "--port", "0", "--database", DATABASE, "--pepper-file", folder / "pepper", *keys,
             "--requests-per-window", PLENTY, "--orders-per-window", PLENTY], stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def call(server, method, target, key, body=None):
    command = ["curl", "-sSf", "-X", method, "-H", f"x-api-key: {key}", f"http://127.0.0.1:{server.port}{target}"]
    if body is not None:
        command += ["-H", "Content-Type: application/json", "-H", f"Idempotency-Key: bench-{os.urandom(8).hex()}", "-d", json.dumps(body)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def cpu(pid):
    """Seconds, with those of its children that live and of those that it has waited for."""
    total = 0
    for one in [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]:
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:  # an autovacuum that ended meanwhile
            continue
        total += sum(map(int, fields[11:15 if one == pid else 13]))
    return total / TICKS


def postmaster():
    place = subprocess.run(["psql", "-Atc", "SHOW data_directory", DATABASE], capture_output=True, text=True, check=True).stdout.strip()
    return int((Path(place) / "postmaster.pid").read_text().split()[0])


def rate(servers, keys, target, script=None):
    """Of all servers together, as many wrk as servers; a second, and microseconds of the servers and of the database."""
    each = CONNECTIONS // len(servers)
    database = postmaster()
    before = sum(cpu(server.process.pid) for server in servers), cpu(database)
    runs = []
    for server, key in zip(servers, keys):
        command = ["wrk", "-t1", f"-c{each}", f"-d{SECONDS}s", "-H", f"x-api-key: {key}"]
        command += ["-s", script] if script else []
        runs.append(subprocess.Popen([*command, f"http://127.0.0.1:{server.port}{target}"], stdout=subprocess.PIPE, text=True))
    total, count = 0.0, 0
    for run in runs:
        out = run.communicate()[0]
        if "Non-2xx" in out or run.returncode != 0:
            sys.exit(out)
        total += float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1))
        count += int(re.search(r"(\d+) requests in", out).group(1))
    after = sum(cpu(server.process.pid) for server in servers), cpu(database)
    return total, *(1e6 * (then - now) / count for then, now in zip(after, before))


def main():
    if not DATABASE or not shutil.which("wrk"):
        print("LEADSHEET_BENCH_POSTGRES is not set or wrk is not installed: GETs and orders over HTTP on PostgreSQL are not measured")
        return
    folder = Path(tempfile.mkdtemp(prefix="leadsheet-http-"))
    (folder / "pepper").write_text(os.urandom(32).hex())
    (folder / "pepper").chmod(0o600)
    script = folder / "order.lua"
    script.write_text(f'wrk.method = "POST"\nwrk.body = [[{ORDER}]]\nwrk.headers["Content-Type"] = "application/json"\n')
    reads, orders = {}, {}
    servers = [Server(folder, ["--bootstrap-sandbox", folder / "keys.json"])]
    try:
        accounts = json.loads((folder / "keys.json").read_text())["accounts"]
        admin = accounts[1]["keys"][0]["secret"]
        keys = []
        for number in range(4):
            account = call(servers[0], "POST", "/v1/admin/accounts", admin, {"name": f"Bench {number}"})["id"]
            key = call(servers[0], "POST", "/v1/admin/keys", admin, {"accountId": account, "type": "customer", "name": "bench", "scopes": ["orders:read", "orders:write"]})
            credit = {"amount": {"amount": 10**12, "currency": "USD"}, "reason": "benchmark"}
            call(servers[0], "POST", f"/v1/admin/accounts/{account}/credit", admin, credit)
            keys.append(key["secret"])
        print(f"{'servers':>7} {'orders/s':>9} {'server':>9} {'database':>9} {'GETs/s':>9} {'server':>9} {'database':>9}   ({CONNECTIONS} connections)")
        for count in (1, 2, 4):
            while len(servers) < count:
                servers.append(Server(folder, []))
            rate(servers, keys, "/v1/orders?limit=10")  # connections and statements
            orders[count] = rate(servers, keys, "/v1/orders", script)
            reads[count] = rate(servers, keys, "/v1/orders?limit=10")
            line = [figure for what in (orders, reads) for figure in what[count]]
            print(f"{count:7} " + " ".join(f"{figure:9.0f}" + ("" if at % 3 == 0 else " µs") for at, figure in enumerate(line)), flush=True)
    finally:
        for server in servers:
            server.stop()
        shutil.rmtree(folder)
    cost = sum(reads[1][1:])
    reads, orders = ({count: figures[0] for count, figures in what.items()} for what in (reads, orders))
    most = max(reads.values())
    bench_table.add("GETs over HTTP on PostgreSQL, at most", f"{most:.0f}/s", f"wanted {READS_TARGET}/s", most / READS_TARGET, more=True, target=1)
    bench_table.add("GET over HTTP on PostgreSQL, CPU", f"{cost:.0f} µs", f"wanted {COST_TARGET:.0f} µs", cost / COST_TARGET, target=1)
    bench_table.add("GETs over HTTP on PostgreSQL, four servers", f"{reads[4]:.0f}/s", f"one {reads[1]:.0f}/s", reads[4] / reads[1], more=True, target=1)
    bench_table.add("orders over HTTP on PostgreSQL, four servers", f"{orders[4]:.0f}/s", f"one {orders[1]:.0f}/s", orders[4] / orders[1], more=True, target=1)


main()
