#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every n-th call fails: the command line orders a sheet, writes its results and exports leads from a real server, each time
with another single call of the system that fails, or with all calls from one on. Whatever it ends with, it says why; a file
it was to write is whole or absent; and the same command without a fault brings everything to its end, each wish ordered
once. Prints what was tried; ends with 1 where that does not hold.

    every_call.py BIN_DIR SHIM [--calls pread,write] [--points 3] [--only 'submit write:7+']

--points: how many n of each kind of call (0 = every one). SHIM: what nth_call.c was built to."""

import argparse
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from two_computers import Service, Violation

KINDS = ["malloc", "pread", "write", "fsync", "rename", "connect", "getaddrinfo"]
ROWS = 3
HEADER = "scrapingOption,leadCount,industries,jobTitles,locations\n"
SCENES = ["submit", "export", "results"]
SCOPES = ["account:read", "orders:write", "leads:read"]
SUBMIT = ["submit", "wishes.csv", "--max-total", "10000", "--max-outage", "0", "--results", "ordered.csv"]
EXPORT = ["leads", "export", "leads.csv"]
RESULTS = ["results", "--output", "again.csv"]
DONE, FAULT, NO_LEDGER, NOT_READ, NEWER_RUN, OFFLINE, STORAGE = 0, 1, 2, 3, 6, 7, 10
# What a program may end with, by what failed. Without memory it may also end at once (abort), as if it had been killed.
EXPECTED = {"malloc": {DONE, FAULT, NOT_READ, OFFLINE, STORAGE, -signal.SIGABRT}, "pread": {DONE, NOT_READ, STORAGE},
            "write": {DONE, STORAGE}, "fsync": {DONE, STORAGE}, "rename": {DONE, STORAGE}, "connect": {DONE, OFFLINE},
            "getaddrinfo": {DONE, OFFLINE}}


def sheet(folder):
    (folder / "wishes.csv").write_text(
        HEADER + "".join(f"filters,{10 + row},Industry {row},CTO,Germany\n" for row in range(ROWS)), encoding="utf-8")


class Computer:
    """A folder in which the command line runs."""

    def __init__(self, suite, home):
        self.suite, self.home = suite, home
        home.mkdir()

    def run(self, words, key, fault=None):
        """(exit code, what it said on standard error, counts of calls by kind)"""
        kept = {name: os.environ[name] for name in ("PATH", "UBSAN_OPTIONS") if name in os.environ}
        environment = {**kept, "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "config"),
                       "XDG_DATA_HOME": str(self.home / "data"), "XDG_RUNTIME_DIR": str(self.home), "LC_ALL": "C.UTF-8", "TZ": "UTC",
                       "LEADSHEET_API_KEY": key, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "LD_PRELOAD": str(self.suite.shim),
                       "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
        counts = self.home / "counts"
        counts.write_bytes(bytes(4096))
        if fault is not None:
            environment |= {"LEADSHEET_FAIL_CALL": fault, "LEADSHEET_FAIL_COUNTS": str(counts)}
        done = subprocess.run([self.suite.program, *words, "--base-url", self.suite.url], cwd=self.home, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        text = done.stderr[-3000:].decode("utf-8", "replace")
        return done.returncode, text, dict(zip(KINDS, struct.unpack("7Q", counts.read_bytes()[:56])))

    def finish(self, words, key, allowed=(DONE,)):
        code, text, _ = self.run(words, key)
        if code not in allowed:
            raise Violation(f"afterwards, without a fault, {' '.join(words)} ended with {code}:\n{text}")


class Suite:
    """A server, and a computer that has ordered from it."""

    def __init__(self, programs, shim, folder):
        self.program, self.shim, self.folder = programs / "leadsheet", shim, folder
        self.service = Service(programs, folder, False, ["--simulate-fulfilment"])
        # Not an address for curl, which therefore asks for it as for any name; this computer for the client, so that http will do.
        self.url = self.service.urls[0].replace("127.0.0.1", "127.0.0.256")

    def prepare(self):
        self.key = self.service.account(SCOPES)
        self.prepared = Computer(self, self.folder / "prepared")
        sheet(self.prepared.home)
        self.prepared.finish(SUBMIT, self.key)
        deadline = time.monotonic() + 60
        while any(one["status"] != "delivered" for one in self.service.orders(self.key)):
            if time.monotonic() > deadline:
                raise Violation("the orders were not delivered")
            time.sleep(0.05)
        self.whole = {}
        for words, name in (EXPORT, "leads.csv"), (RESULTS, "again.csv"):
            self.prepared.finish(words, self.key)
            self.whole[name] = (self.prepared.home / name).read_bytes()

    def submit(self, fault):
        computer, key = Computer(self, Path(tempfile.mkdtemp(dir=self.folder)) / "home"), self.service.account(SCOPES)
        sheet(computer.home)
        code, text, counts = computer.run(SUBMIT, key, fault)
        placed = self.service.orders(key)
        results = computer.home / "ordered.csv"
        if results.exists() and results.read_text(encoding="utf-8-sig").count("\n") != ROWS + 1:
            raise Violation(f"ended with {code}, and the results file is not whole:\n{text}")
        if code == DONE and (len(placed) != ROWS or not results.exists()):
            raise Violation(f"ended with 0 after {len(placed)} orders:\n{text}")
        if code != DONE:
            computer.finish(["resume"], key, (DONE, NO_LEDGER, NEWER_RUN))
            computer.finish(SUBMIT[:-2] + ["--no-results"], key)
            computer.finish(["results", "--output", "ordered.csv", "--overwrite"], key)
        orders = self.service.orders(key)
        if sorted(one["leadCount"] for one in orders) != [10 + row for row in range(ROWS)]:
            raise Violation(f"ended with {code}, and {len(orders)} orders in the end:\n{text}")
        lines = results.read_text(encoding="utf-8-sig")
        if missing := [one["order_number"] for one in orders if one["order_number"] not in lines]:
            raise Violation(f"ended with {code}, and the results do not name {missing}:\n{lines}{text}")
        return code, text, counts

    def written(self, words, name, with_ledger, fault):
        """A file that is either whole or absent."""
        computer = Computer(self, Path(tempfile.mkdtemp(dir=self.folder)) / "home")
        if with_ledger:
            shutil.copytree(self.prepared.home / "data", computer.home / "data")
            sheet(computer.home)
        code, text, counts = computer.run(words, self.key, fault)
        file = computer.home / name
        if file.exists() and file.read_bytes() != self.whole[name]:
            raise Violation(f"ended with {code}, and {name} is not whole:\n{text}")
        if code == DONE and not file.exists():
            raise Violation(f"ended with 0 without {name}:\n{text}")
        if code != DONE:
            computer.finish(words + ["--overwrite"] * file.exists(), self.key)
        if file.read_bytes() != self.whole[name]:
            raise Violation(f"ended with {code}, and {name} is another one afterwards:\n{text}")
        return code, text, counts

    def export(self, fault):
        return self.written(EXPORT, "leads.csv", False, fault)

    def results(self, fault):
        return self.written(RESULTS, "again.csv", True, fault)

    def attempt(self, scene, fault):
        """The exit code; raises Violation."""
        code, text, _ = getattr(self, scene)(fault)
        kind = fault.split(":")[0]
        if code not in EXPECTED[kind]:
            raise Violation(f"ended with {code}:\n{text}")
        if code == FAULT and "not enough memory" not in text:
            raise Violation(f"does not say that memory ran out:\n{text}")
        if code > DONE and "leadsheet: " not in text:
            raise Violation(f"ended with {code} without a word of why:\n{text}")
        return code


def chosen(count, points):
    """So many numbers of 1 to count, evenly, the first and the last among them."""
    if points == 0 or points >= count:
        return range(1, count + 1)
    return sorted({1 + (count - 1) * index // max(1, points - 1) for index in range(points)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("shim", type=Path)
    parser.add_argument("--calls", default=",".join(KINDS[1:]))
    parser.add_argument("--points", type=int, default=0)
    parser.add_argument("--only")
    options = parser.parse_args()
    begun, ends, problems = time.monotonic(), Counter(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        suite = Suite(options.programs.resolve(), options.shim.resolve(), folder)
        try:
            suite.prepare()
            wanted = [tuple(options.only.split(" "))] if options.only else []
            for scene in () if wanted else SCENES:
                _, _, counts = getattr(suite, scene)("none:0")
                wanted += [(scene, f"{kind}:{number}{more}") for kind in options.calls.split(",")
                           for number in chosen(counts[kind], options.points) for more in ("", "+")]
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                for (scene, fault), tried in [(one, pool.submit(suite.attempt, *one)) for one in wanted]:
                    try:
                        ends[f"{scene} {fault.split(':')[0]} {tried.result()}"] += 1
                    except Violation as violation:
                        problems += 1
                        print(f"VIOLATION: {scene}, {fault}: {violation}\nagain with: --only '{scene} {fault}'", flush=True)
        finally:
            suite.service.stop()
    for end, times in sorted(ends.items()):
        print(f"{times:6} x {end}")
    print(f"{sum(ends.values())} calls failed, {problems} times with a violation, {time.monotonic() - begun:.0f} s")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
