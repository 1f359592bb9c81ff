#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walks all leads of an account, one by one, with the C++ client, the TypeScript SDK, the loop of SDKs made by
Stainless and a script on undici, in turn, from one server; and the SDK, Stainless's and Stripe's from pages that are
kept in memory, where the SDKs' own loops are all that differs. Usage: sdk_paging_bench.py BIN_DIR [LEADS]
The SDK is the built one: client-core/typescript/dist."""

import json
import os
import statistics
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import bench_table
from lead_server import HERE, NODE, lead_server, run

BIN = Path(sys.argv[1]).resolve()
LEADS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
ROUNDS = 3
WALKERS = {
    "C++ client": [BIN / "bench_lead_paging"],
    "TypeScript SDK": [NODE, HERE / "page_sdk.mjs"],
    "loop of Stainless (openai)": [NODE, HERE / "peers/page_stainless.mjs"],
    "node undici": [NODE, HERE / "peers/page_undici.mjs"],
}
KEPT_PAGES = {
    "TypeScript SDK, kept pages": [NODE, HERE / "page_sdk.mjs"],
    "Stainless, kept pages": [NODE, HERE / "peers/page_stainless.mjs"],
    "Stripe, kept pages": [NODE, HERE / "peers/page_stripe.mjs"],
}


@contextmanager
def page_server(url, key):
    server = subprocess.Popen([NODE, HERE / "page_server.mjs", url, str(LEADS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True, env=dict(os.environ, LEADSHEET_API_KEY=key, NO_PROXY="*"))
    try:
        yield json.loads(server.stdout.readline())["url"]
    finally:
        server.stdin.close()
        server.wait(60)


def walk(results, walkers, url, key):
    for _ in range(ROUNDS):
        for name, command in walkers.items():
            results[name].append(run(name, key, [*command, url]))


def main():
    results = {name: [] for name in [*WALKERS, *KEPT_PAGES]}
    with lead_server(BIN, LEADS) as (url, account, _):
        print(f"{LEADS} leads x 10 fields, page by page")
        walk(results, WALKERS, url, account["key"])
        with page_server(url, account["key"]) as kept:
            walk(results, KEPT_PAGES, kept, account["key"])
    middle = lambda name, what: statistics.median(result[what] for result in results[name])
    misses = []
    for ours, theirs, limit in (("TypeScript SDK", "loop of Stainless (openai)", 1.0), ("TypeScript SDK", "node undici", 1.2),
                                ("C++ client", "TypeScript SDK", 1.0),
                                ("TypeScript SDK, kept pages", "Stainless, kept pages", 1.0),
                                ("TypeScript SDK, kept pages", "Stripe, kept pages", 1.0)):
        share, processor = (middle(ours, what) / middle(theirs, what) for what in ("seconds", "cpuSeconds"))
        print(f"{ours}: {share:.2f} of the time of {theirs} (limit {limit}), {processor:.2f} of its CPU time")
        bench_table.add(f"walk of {LEADS:,} leads, {ours}, beside {theirs}", f"{middle(ours, 'seconds'):.2f} s", f"{middle(theirs, 'seconds'):.2f} s", share,
                        limit=limit)
        if share > limit:
            misses.append(f"{ours} took {share:.2f} of the time of {theirs}, the limit is {limit}")
    if any(result["leads"] != LEADS for walker in results.values() for result in walker):
        misses.append("not every walk saw every lead")
    for miss in misses:
        print(f"MISSED: {miss}")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
