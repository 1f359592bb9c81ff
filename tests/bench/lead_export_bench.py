#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports the same leads with Leadsheet and with a node script, in turn, from one server, and prints the ratios of
their medians. Usage: lead_export_bench.py BIN_DIR [LEADS]"""

import hashlib
import statistics
import sys
from pathlib import Path

import bench_table
from lead_server import HERE, NODE, lead_server, run

BIN = Path(sys.argv[1]).resolve()
LEADS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
ROUNDS = 3


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(file.read()).hexdigest()


def main():
    with lead_server(BIN, LEADS) as (url, account, folder):
        print(f"{LEADS} leads x 10 fields into CSV")
        ours, theirs, files = [], [], set()
        for _ in range(ROUNDS):
            ours.append(run("leadsheet", account["key"],
                            [BIN / "bench_lead_export", url, account["account"], folder / "ours.csv"]))
            theirs.append(run("node undici, csv-stringify", account["key"],
                              [NODE, HERE / "peers/export_undici.mjs", url, folder / "theirs.csv"]))
            files |= {digest(folder / name) for name in ("ours.csv", "theirs.csv")}
    middle = lambda results, what: statistics.median(result[what] for result in results)
    share, processor = (middle(ours, what) / middle(theirs, what) for what in ("seconds", "cpuSeconds"))
    memory = max(result["peakMegabytes"] for result in ours)
    print(f"{share:.2f} of its time (target 0.5), {processor:.2f} of its CPU time, {memory} MB (limit 60)")
    bench_table.add(f"export of {LEADS:,} leads", f"{middle(ours, 'seconds'):.2f} s", f"undici {middle(theirs, 'seconds'):.2f} s", share, target=0.33, limit=0.5)
    bench_table.add(f"export of {LEADS:,} leads, CPU", f"{middle(ours, 'cpuSeconds'):.2f} s", f"undici {middle(theirs, 'cpuSeconds'):.2f} s", processor)
    bench_table.add(f"export of {LEADS:,} leads, memory", f"{memory} MB", "limit 60 MB", memory / 60, limit=1)
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
