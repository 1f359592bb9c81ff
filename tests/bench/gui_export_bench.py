#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports the same leads with the command line and with the window's export job, in turn, from one server, and prints
the ratio of their rates. Usage: gui_export_bench.py BIN_DIR [LEADS]"""

import filecmp
import os
import statistics
import sys
import time
from pathlib import Path

import bench_table
from lead_server import lead_server, run

BIN = Path(sys.argv[1]).resolve()
LEADS = int(sys.argv[2]) if len(sys.argv) > 2 else 600_000
ROUNDS = 5
LEAST, MOST = 0.9, 1.1
FIELDS = "id,fullName,jobTitle,email,companyName,companyDomain,city,country,result,hasPhone"


def command_line(url, key, folder):
    """Wall time of the whole program, its start included."""
    command = [str(BIN / "leadsheet"), "leads", "export", str(folder / "cli.csv"), "--base-url", url, "--data-dir",
               str(folder), "--fields", FIELDS, "--overwrite"]
    started = time.monotonic()
    child = os.posix_spawn(command[0], command, dict(os.environ, LEADSHEET_API_KEY=key, NO_PROXY="*"),
                           file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    status, usage = os.wait4(child, 0)[1:]
    if status != 0:
        sys.exit("leadsheet failed")
    seconds, processor = time.monotonic() - started, usage.ru_utime + usage.ru_stime
    print(f"{'command line':28}{seconds:9.2f} s{processor:9.2f} s of CPU")
    return {"seconds": seconds, "cpuSeconds": processor}


def main():
    with lead_server(BIN, LEADS) as (url, account, folder):
        print(f"{LEADS} leads x 10 fields into CSV")
        window, line, same = [], [], True
        for _ in range(ROUNDS):
            line.append(command_line(url, account["key"], folder))
            window.append(run("window", account["key"],
                              [BIN / "bench_gui_export", url, account["account"], folder / "gui.csv"]))
            same = same and filecmp.cmp(folder / "gui.csv", folder / "cli.csv", shallow=False)
    middle = lambda results, what: statistics.median(result[what] for result in results)
    rate, processor = middle(line, "seconds") / middle(window, "seconds"), \
        middle(window, "cpuSeconds") / middle(line, "cpuSeconds")
    print(f"the window exports at {rate:.2f} of the command line's rate (limits {LEAST} to {MOST}), with "
          f"{processor:.2f} of its CPU time")
    bench_table.add("export in the window, rate", f"{middle(window, 'seconds'):.2f} s", f"command line {middle(line, 'seconds'):.2f} s", rate, more=True,
                    limit=LEAST)
    misses = []
    if not LEAST <= rate:
        misses.append(f"the window exports at {rate:.2f} of the command line's rate, the limit is {LEAST}")
    if rate > MOST:
        print(f"(the command line is behind the window by more than {MOST}: look at its start)")
    if not same or any(result["leads"] != LEADS for result in window):
        misses.append("the files differ, or hold other leads than there are")
    for miss in misses:
        print(f"MISSED: {miss}")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
