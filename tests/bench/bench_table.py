#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table at the end of ./dev bench. Benchmarks append rows to the file that LEADSHEET_BENCH_ROWS names, as lines of
tab-separated fields: what, ours, peer, ratio, "more" or "less" (which is better), target, limit. Prints them as one table
beside the kept ratios, and says which are worse than kept by 10 % or more.
Usage: bench_table.py ROWS [--keep] [--table docs/benchmarks.md]
--keep writes the rows into the kept table; rows that this run did not measure stay as they are."""

import argparse
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "docs/benchmarks.md"
BEGIN, END = "<!-- table: bench_table.py --keep writes it -->\n", "<!-- end of the table -->\n"
MACHINE = re.compile(r"^Machine: .*\n", re.M)
HEAD = ("What", "Leadsheet", "Peer", "Ratio", "Target", "Limit", "")
WORSE = 0.1


@dataclass(frozen=True)
class Row:
    what: str
    ours: str
    peer: str
    ratio: float
    more: bool
    target: float | None = None
    limit: float | None = None

    def keeps(self, bar):
        return bar is None or (self.ratio >= bar if self.more else self.ratio <= bar)

    def verdict(self):
        return "**limit missed**" if not self.keeps(self.limit) else "**target missed**" if not self.keeps(self.target) else ""

    def worse_than(self, kept):
        """By WORSE of the kept ratio, or more."""
        return self.ratio <= kept * (1 - WORSE) if self.more else self.ratio >= kept * (1 + WORSE)

    def cells(self):
        bar = lambda value: "" if value is None else f"{'≥' if self.more else '≤'} {value:.3g}"
        return self.what, self.ours, self.peer, f"{self.ratio:.3g}", bar(self.target), bar(self.limit), self.verdict()


def add(what, ours, peer, ratio, more=False, target=None, limit=None):
    """As addRow() of bench_row.hpp does it."""
    if path := os.environ.get("LEADSHEET_BENCH_ROWS"):
        fields = [what, ours, peer, f"{ratio:.6g}", "more" if more else "less", *("" if bar is None else str(bar) for bar in (target, limit))]
        with open(path, "a", encoding="utf-8") as file:
            file.write("\t".join(fields) + "\n")


def parse(text):
    """The rows of a file of rows; of several with one name the last."""
    rows = {}
    for number, line in enumerate(text.splitlines(), 1):
        fields = line.split("\t")
        if len(fields) != 7 or fields[4] not in ("more", "less"):
            raise ValueError(f"line {number} holds no row: {line!r}")
        bars = [float(field) if field else None for field in fields[5:]]
        rows[fields[0]] = Row(*fields[:3], float(fields[3]), fields[4] == "more", *bars)
    return rows


def kept_lines(text):
    """what -> the cells of its line in the kept table."""
    inner = text[text.index(BEGIN) + len(BEGIN):text.index(END)]
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in inner.splitlines() if line.startswith("|")]
    return {cells[0]: tuple(cells) for cells in lines[2:]}


def compare(rows, kept):
    """The remark of each row: what it was when it was kept, if that was better by WORSE."""
    for row in rows.values():
        if row.what not in kept:
            yield row, "new"
        else:
            before = float(kept[row.what][3])
            yield row, f"WORSE, was {before:.3g}" if row.worse_than(before) else ""


def render(lines):
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (HEAD, ["---", "---", "---", "---:", "---:", "---:", "---"], *lines))


def version(command, pattern=r"(\d+(?:\.\d+)+)"):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    found = re.search(pattern, done.stdout + done.stderr)
    return found and found[1]


def machine():
    """Kind of processor, cores, memory and versions; nothing that names the machine."""
    processor = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    memory = int(re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())[1]) / 2**20
    names = {"GCC": ["g++-12", "--version"], "SQLite": ["pkg-config", "--modversion", "sqlite3"], "Qt": ["pkg-config", "--modversion", "Qt6Core"],
             "Python": ["/usr/bin/python3", "--version"], "Node": ["node", "--version"], "nginx": ["/usr/sbin/nginx", "-v"],
             "LibreOffice": ["soffice", "--version"], "PostgreSQL": ["psql", "--version"]}
    versions = [f"{name} {found}" for name, command in names.items() if (found := version(command))]
    system = re.search(r'^PRETTY_NAME="(.*)"$', Path("/etc/os-release").read_text(), re.M)
    return (f"{processor[1] if processor else platform.machine()}, {os.cpu_count()} processors, {memory:.0f} GB of memory, "
            f"{system[1]}, {', '.join(versions)}")


def keep(path, rows):
    text = path.read_text(encoding="utf-8")
    lines = kept_lines(text) | {row.what: row.cells() for row in rows.values()}
    text = text[:text.index(BEGIN)] + BEGIN + render(lines.values()) + text[text.index(END):]
    path.write_text(MACHINE.sub(lambda _: f"Machine: {machine()}.\n", text), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--table", type=Path, default=TABLE)
    options = parser.parse_args()
    rows = parse(options.rows.read_text(encoding="utf-8"))
    text = options.table.read_text(encoding="utf-8")
    remarks = list(compare(rows, kept_lines(text)))
    table = [HEAD[:6] + ("Kept", ), *(row.cells()[:6] + (" ".join(filter(None, (row.verdict().strip("*"), remark))), ) for row, remark in remarks)]
    widths = [max(len(cells[column]) for cells in table) for column in range(7)]
    for cells in table:
        print("  ".join(cell.rjust(width) if 3 <= at <= 5 else cell.ljust(width) for at, (cell, width) in enumerate(zip(cells, widths, strict=True))).rstrip())
    if worse := [row.what for row, remark in remarks if remark.startswith("WORSE")]:
        print(f"\nWorse than kept by {WORSE:.0%} or more: {'; '.join(worse)}")
    if f"Machine: {machine()}." not in text:
        print("\nThe kept table is of another machine or of other versions.")
    if options.keep:
        keep(options.table, rows)
        print(f"\nKept in {options.table.name}.")


if __name__ == "__main__":
    sys.exit(main())
