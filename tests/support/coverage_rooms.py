#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the branch coverage of the rooms in which a mistake costs money, and their files below the wish.
Usage: coverage_rooms.py SUMMARY (of gcovr --json-summary)"""

import json
import sys
from pathlib import Path

WISHED = 95
ROOMS = {
    "domain": ("server-stub/src/domain/",),
    "money": ("server-stub/src/domain/money", "client-core/src/model/money", "app/core/money/", "server-stub/src/store/operations/ledger"),
    "pricing": ("app/work/src/pricing", "client-core/submit/src/quoting", "client-core/submit/src/quote_answers", "client-core/submit/src/approval"),
    "row identity": ("client-core/submit/src/row_identity",),
    "retry": ("client-core/src/retry/",),
    "pacing": ("client-core/src/pacing/", "server-stub/src/outreach/pace"),
    "ledger": ("client-core/submit/src/",),
    "idempotency": ("server-stub/src/api/idempotency",),
}


def rooms(summary):
    """(room, branches covered, branches, its files as (covered, branches, name)); a room without a file is absent."""
    for room, places in ROOMS.items():
        files = [(file["branch_covered"], file["branch_total"], file["filename"]) for file in summary["files"]
                 if file["filename"].startswith(places) and file["branch_total"] > 0]
        if files:
            yield room, sum(file[0] for file in files), sum(file[1] for file in files), files


def main():
    print("Branches covered, of rooms in which a mistake costs money:")
    for room, covered, total, files in rooms(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))):
        share = 100 * covered / total
        print(f"{room:14}{share:6.1f} % of {total:5}{'' if share >= WISHED else f'  below {WISHED} %'}")
        for covered, total, name in sorted(files, key=lambda file: file[0] - file[1]):
            if 100 * covered < WISHED * total:
                print(f"{'':14}{100 * covered / total:6.1f} % of {total:5}  {name}")


if __name__ == "__main__":
    main()
