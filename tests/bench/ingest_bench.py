#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ingests whole deliveries in one call each, in every format, and prints how long that takes, by how much the server's
memory grows, and how long an order that is placed meanwhile waits. Usage: ingest_bench.py BIN_DIR [LEADS a call,
default 50000], with --postgres before a new database, which LEADSHEET_BENCH_POSTGRES names."""

import csv
import gzip
import http.client
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import bench_table

POSTGRES = "--postgres" in sys.argv
ARGUMENTS = [argument for argument in sys.argv[1:] if argument != "--postgres"]
BIN = Path(ARGUMENTS[0]).resolve()
LEADS = int(ARGUMENTS[1]) if len(ARGUMENTS) > 1 else 50_000
GROWTH_TARGET = 40  # MB at most, over the memory before the call
FIELDS = ("firstName", "lastName", "email", "jobTitle", "companyName", "companyDomain", "country", "city", "result", "industry", "phone")


class Server:
    def __init__(self, folder):
        keys = folder / "keys.json"
        database = os.environ.get("LEADSHEET_BENCH_POSTGRES") if POSTGRES else folder / "server.db"
        pepper = folder / "pepper"
        pepper.write_text("0123456789abcdef" * 4)
        pepper.chmod(0o600)
        self.process = subprocess.Popen(
            [BIN / "leadsheet-server", "--port", "0", "--database", database, "--pepper-file", pepper, "--bootstrap-sandbox", keys,
             "--requests-per-window", "1000000"], stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]
        accounts = json.loads(keys.read_text())["accounts"]
        self.customer, self.admin = (account["keys"][0]["secret"] for account in accounts)
        self.account = accounts[0]["id"]

    def memory(self, what):
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{what}:\s+(\d+)", text).group(1)) / 1024

    def forget_peak(self):
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def call(self, method, target, key, body, headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        fields = {"x-api-key": key, "Content-Type": "application/json"} | dict(headers)
        connection.request(method, target, json.dumps(body) if isinstance(body, dict) else body, fields)
        answer = connection.getresponse()
        data = answer.read()
        if answer.status > 299:
            raise RuntimeError(f"{method} {target}: {answer.status} {data[:300]}")
        return json.loads(data)

    def order(self, leads):
        number = self.call("POST", "/v1/orders", self.customer,
                           {"scrapingOption": "filters", "leadCount": leads, "industries": "Software"})["order_number"]
        self.call("POST", f"/v1/admin/orders/{number}/approve", self.admin, {})
        return number


def rows(first):
    return [dict(zip(FIELDS, ("Person", f"Number {n}", f"p{n}@company{n % 500}.example", "Head of Sales", f"Company {n % 500}",
                              f"company{n % 500}.example", "DE", "Cologne", "good", "Software", f"+49221{n:07}"), strict=True))
            for n in range(first, first + LEADS)]


def text_of(leads, kind, number):
    if kind == "json":
        return json.dumps({"orderNumber": number, "deliveryId": "whole", "leads": leads}).encode()
    if kind == "ndjson":
        return "".join(json.dumps(lead) + "\n" for lead in leads).encode()
    out = io.StringIO()
    table = csv.DictWriter(out, FIELDS)
    table.writeheader()
    table.writerows(leads)
    return out.getvalue().encode()


def longest_wait(server, stop, waits):
    while not stop.is_set():
        before = time.monotonic()
        server.call("POST", "/v1/orders", server.customer, {"scrapingOption": "filters", "leadCount": 1, "industries": "Software"})
        waits.append(time.monotonic() - before)


def ingest(server, leads, kind, packed, wanted):
    number = server.order(LEADS)
    body = text_of(leads, kind, number)
    media = {"json": "application/json", "ndjson": "application/x-ndjson", "csv": "text/csv"}[kind]
    target = "/v1/admin/deliveries" + ("" if kind == "json" else f"?orderNumber={number}&deliveryId=whole")
    headers = {"Content-Type": media} | ({"Content-Encoding": "gzip"} if packed else {})
    size = len(body) / 1e6
    body = gzip.compress(body) if packed else body
    server.forget_peak()
    before = server.memory("VmRSS")
    stop, waits = threading.Event(), []
    other = threading.Thread(target=longest_wait, args=(server, stop, waits))
    other.start()
    begun = time.monotonic()
    answer = server.call("POST", target, server.admin, body, headers.items())
    seconds = time.monotonic() - begun
    stop.set()
    other.join()
    growth = server.memory("VmHWM") - before
    right = answer[wanted] == LEADS
    missed = growth > GROWTH_TARGET or not right
    print(f"{LEADS} leads as {kind}{', gzip' if packed else ''}, {size:.1f} MB, all {wanted}: {seconds:.2f} s, {before:.1f} MB before, "
          f"at most {growth:.1f} MB more (target {GROWTH_TARGET}); an order placed meanwhile waited {max(waits):.2f} s"
          f"{'' if right else ' WRONG COUNT'}{'  MISSED' if missed else ''}", flush=True)
    where = " on PostgreSQL" if POSTGRES else ""
    bench_table.add(f"ingest{where} of {LEADS:,} as {kind}{', gzip' if packed else ''}, all {wanted}, memory", f"{max(growth, 0):.1f} MB more",
                    f"limit {GROWTH_TARGET} MB", max(growth, 0) / GROWTH_TARGET, limit=1)
    return number, not missed


def main():
    folder = Path(tempfile.mkdtemp(prefix="leadsheet-ingest-"))
    server = Server(folder)
    good = True
    try:
        credit = {"amount": {"amount": 10**12, "currency": "USD"}, "reason": "benchmark"}
        server.call("POST", f"/v1/admin/accounts/{server.account}/credit", server.admin, credit)
        made = 0
        for kind, packed in (("json", False), ("ndjson", True), ("csv", False), ("json", True)):
            number, fine = ingest(server, rows(made), kind, packed, "accepted")
            made += LEADS
            good = fine and good
        server.call("POST", f"/v1/admin/orders/{number}/deliver", server.admin, {})
        good = ingest(server, rows(made - LEADS), "ndjson", True, "duplicate")[1] and good
        good = ingest(server, [{"email": "nobody"}] * LEADS, "ndjson", True, "rejected")[1] and good
    finally:
        server.process.send_signal(signal.SIGTERM)
        code = server.process.wait(60)
        shutil.rmtree(folder)
    sys.exit(0 if good and code == 0 else 1)


main()
