#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Serves pages of leads beside nginx serving the same bytes from a file, and watches the server's memory under a
mixed load. Usage: serve_bench.py BIN_DIR [SECONDS of mixed load, default 60]"""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import bench_table

BIN = Path(sys.argv[1]).resolve()
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 60
LEADS, PART, PAGE = 50_000, 10_000, 1_000
ROUNDS, ROUND_SECONDS, CONNECTIONS = 3, 4, 16
GROWTH_TARGET = 1.1  # memory of the last quarter against the second one
PAGE_TARGET = 2  # ms of processor time for a page
FILE_TARGET = 2  # times what a file costs nginx
MEMORY_TARGET = 100  # MB at most, deliveries of 10,000 leads included
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, folder):
        keys = folder / "keys.json"
        plenty = ["--requests-per-window", "1000000000", "--orders-per-window", "1000000000"]
        self.process = subprocess.Popen(
            [BIN / "leadsheet-server", "--port", "0", "--database", folder / "server.db", "--bootstrap-sandbox", keys, *plenty],
            stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]
        accounts = json.loads(keys.read_text())["accounts"]
        self.customer, self.admin = (account["keys"][0]["secret"] for account in accounts)
        self.account = accounts[0]["id"]
        self.made = 0
        self.lock = threading.Lock()

    def number(self):
        with self.lock:
            self.made += 1
            return self.made

    def memory(self):
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


class Client:
    """One connection of its own."""

    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)

    def call(self, method, target, key, body=None, kind="application/json"):
        headers = {"x-api-key": key}
        if method == "POST":
            headers |= {"Idempotency-Key": f"bench-{self.server.number()}", "Content-Type": kind}
            if isinstance(body, dict):
                body = json.dumps(body)
        self.connection.request(method, target, body, headers)
        answer = self.connection.getresponse()
        data = answer.read()
        if answer.status > 299:
            raise RuntimeError(f"{method} {target}: {answer.status} {data[:300]}")
        return data

    def order(self, leads):
        body = {"scrapingOption": "filters", "leadCount": leads, "industries": "Software"}
        number = json.loads(self.call("POST", "/v1/orders", self.server.customer, body))["order_number"]
        self.call("POST", f"/v1/admin/orders/{number}/approve", self.server.admin, {})
        return number

    def ingest(self, number, count):
        first = [self.server.number() for _ in range(count)]
        rows = "".join(json.dumps({"firstName": "Person", "lastName": f"Number {n}", "email": f"p{n}@company{n % 500}.example",
                                   "jobTitle": "Head of Sales", "companyName": f"Company {n % 500}", "country": "DE",
                                   "result": "good", "industry": "Software"}) + "\n" for n in first)
        target = f"/v1/admin/deliveries?orderNumber={number}&deliveryId=part-{self.server.number()}"
        self.call("POST", target, self.server.admin, rows.encode(), "application/x-ndjson")
        self.call("POST", f"/v1/admin/orders/{number}/deliver", self.server.admin, {"part": True})


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_nginx(folder, page):
    (folder / "page.json").write_bytes(page)
    port = free_port()
    (folder / "nginx.conf").write_text(f"""daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{ access_log off; sendfile on; open_file_cache max=10; default_type application/json;
        client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
        server {{ listen 127.0.0.1:{port}; root {folder}; }} }}""")
    folder.chmod(0o755)
    process = subprocess.Popen(["/usr/sbin/nginx", "-c", folder / "nginx.conf", "-p", folder])
    while subprocess.run(["curl", "-sf", "-o", "/dev/null", f"http://127.0.0.1:{port}/page.json"], check=False).returncode != 0:
        time.sleep(0.05)
    return process, port


def cpu(pid):
    pids = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return sum(sum(map(int, Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) for one in pids) / TICKS


def load(url, pid, key):
    before = cpu(pid)
    out = subprocess.run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{ROUND_SECONDS}s", "-H", f"x-api-key: {key}", url],
                         capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in out:
        sys.exit(out)
    requests = int(re.search(r"(\d+) requests in", out).group(1))
    return requests / ROUND_SECONDS, 1e6 * (cpu(pid) - before) / requests


def compare_with_nginx(server, folder):
    if not shutil.which("wrk") or not Path("/usr/sbin/nginx").exists():
        print("nginx or wrk is not installed: no comparison of pages")
        return
    client = Client(server)
    for query in (f"limit={PAGE}", "limit=100", f"limit={PAGE}&fields=id,email"):
        page = client.call("GET", f"/v1/leads?{query}", server.customer)
        nginx, port = start_nginx(folder, page)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            theirs.append(load(f"http://127.0.0.1:{port}/page.json", nginx.pid, server.customer))
            ours.append(load(f"http://127.0.0.1:{server.port}/v1/leads?{query}", server.process.pid, server.customer))
        nginx.terminate()
        nginx.wait(10)
        (rate, micros), (rate_file, micros_file) = (tuple(map(statistics.median, zip(*side))) for side in (ours, theirs))
        whole = query == f"limit={PAGE}"  # why it stays far from a file: docs/adr/2026-11-28-leads-stay-in-columns.md
        bench_table.add(f"GET /v1/leads?{query}, CPU", f"{micros:.0f} µs", f"nginx, file of these bytes, {micros_file:.0f} µs", micros / micros_file,
                        target=FILE_TARGET if whole else None)
        if whole:
            bench_table.add(f"GET /v1/leads?{query}, CPU of a page", f"{micros / 1000:.2f} ms", f"wanted {PAGE_TARGET} ms", micros / 1000 / PAGE_TARGET, target=1)
        print(f"GET /v1/leads?{query}, {len(page) / 1000:.0f} kB: {rate:.0f}/s ({micros:.0f} us of CPU), nginx with a file of "
              f"these bytes {rate_file:.0f}/s ({micros_file:.0f} us): {rate / rate_file:.2f} of its rate")


def mixed_load(server, end, done):
    client = Client(server)
    number = client.order(PART)  # its own: a part that another thread delivers is none here
    turn = 0
    while time.monotonic() < end:
        turn += 1
        steps = [
            lambda: client.call("GET", "/v1/leads?limit=200", server.customer),
            lambda: client.order(10),
            lambda: client.call("POST", "/v1/quotes", server.customer, {"scrapingOption": "filters", "leadCount": 10}),
            lambda: client.call("GET", "/v1/orders?limit=100", server.customer),
            lambda: client.call("GET", "/v1/leads/count?hasEmail=true&country=DE", server.customer),
            lambda: client.ingest(number, 100),
            lambda: client.call("GET", f"/v1/leads/export?format=csv&orderNumber={number}", server.customer) if turn // 8 % 10 == 0 else None,
            lambda: client.call("GET", "/v1/account/ledger?limit=50", server.customer),
        ]
        steps[turn % len(steps)]()
    done.append(turn)


def watch_memory(server):
    end = time.monotonic() + SECONDS
    done, samples = [], []
    threads = [threading.Thread(target=mixed_load, args=(server, end, done)) for _ in range(4)]
    for thread in threads:
        thread.start()
    while time.monotonic() < end:
        samples.append(server.memory())
        time.sleep(SECONDS / 200)
    for thread in threads:
        thread.join()
    quarter = len(samples) // 4
    early, late = statistics.median(samples[quarter:2 * quarter]), statistics.median(samples[-quarter:])
    bench_table.add("memory under a mixed load", f"{max(samples):.0f} MB", f"limit {MEMORY_TARGET} MB", max(samples) / MEMORY_TARGET, limit=1)
    bench_table.add("memory under a mixed load, last quarter", f"{late:.0f} MB", f"second quarter {early:.0f} MB", late / early, limit=GROWTH_TARGET)
    missed = late / early > GROWTH_TARGET or max(samples) > MEMORY_TARGET or len(done) != len(threads)
    print(f"mixed load of {SECONDS} s, {sum(done)} steps: {early:.1f} MB in the second quarter, {late:.1f} MB in the last, at most "
          f"{max(samples):.1f} MB; growth {late / early:.2f} (targets {MEMORY_TARGET} MB, {GROWTH_TARGET}){'  MISSED' if missed else ''}")
    return not missed


def main():
    folder = Path(tempfile.mkdtemp(prefix="leadsheet-serve-"))
    server = Server(folder)
    try:
        client = Client(server)
        credit = {"amount": {"amount": 10**12, "currency": "USD"}, "reason": "benchmark"}
        client.call("POST", f"/v1/admin/accounts/{server.account}/credit", server.admin, credit)
        number = client.order(LEADS)
        for _ in range(LEADS // PART):
            client.ingest(number, PART)
        compare_with_nginx(server, folder)
        flat = watch_memory(server)
    finally:
        code = server.stop()
        shutil.rmtree(folder)
    sys.exit(0 if flat and code == 0 else 1)


main()
