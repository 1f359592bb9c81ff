#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walks all leads of an account, one by one, with the C++ client, the TypeScript SDK, the loop of SDKs made by
Stainless and a script on undici, in turn, from one server. Usage: sdk_paging_bench.py BIN_DIR [LEADS]
The SDK is the built one: client-core/typescript/dist."""

import statistics
import sys
from pathlib import Path

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


def main():
    results = {name: [] for name in WALKERS}
    with lead_server(BIN, LEADS) as (url, account, _):
        print(f"{LEADS} leads x 10 fields, page by page")
        for _ in range(ROUNDS):
            for name, command in WALKERS.items():
                results[name].append(run(name, account["key"], [*command, url]))
    middle = lambda name, what: statistics.median(result[what] for result in results[name])
    misses = []
    for ours, theirs, limit in (("TypeScript SDK", "loop of Stainless (openai)", 1.0), ("TypeScript SDK", "node undici", 1.2),
                                ("C++ client", "TypeScript SDK", 1.0)):
        share, processor = (middle(ours, what) / middle(theirs, what) for what in ("seconds", "cpuSeconds"))
        print(f"{ours}: {share:.2f} of the time of {theirs} (limit {limit}), {processor:.2f} of its CPU time")
        if share > limit:
            misses.append(f"{ours} took {share:.2f} of the time of {theirs}, the limit is {limit}")
    if any(result["leads"] != LEADS for walker in results.values() for result in walker):
        misses.append("not every walk saw every lead")
    for miss in misses:
        print(f"MISSED: {miss}")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
