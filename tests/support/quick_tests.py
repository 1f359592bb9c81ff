#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Chooses the tests for a few changed files, for ./dev quick.

usage: quick_tests.py BUILD_FOLDER JOBS FILE...   (prints "build TARGET" and "test NAME" lines; why, on standard error)

A file's tests are those of its room (ROOMS), in this order, as long as they fit in BUDGET by what they took the last
time:
  1. a test that was changed itself;
  2. tests whose name shares a word with the file's (tst_admin_orders with orders.cpp) or its folder's (tst_ods_cells
     with app/core/sheet/ods), most words first, and the file's before its folder's;
  3. tests that include the file's header, directly or through helpers and other headers, nearest first;
  4. the rest of the room's tests, the quickest first.
What is outside of the room, and what did not fit, is left to ./dev test.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

BUDGET = 30.0  # seconds of all jobs together; building takes its part of the minute
UNKNOWN = 3.0  # seconds of a test that has not run yet
FAR = 1000
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)

# What is changed there, and the folders of its tests. The longest fitting one counts.
ROOMS = {
    "app/accounts": ["tests/unit/cli"],
    "app/cli": ["tests/unit/cli", "tests/integration/cli"],
    "app/core": ["tests/unit/app"],
    "app/desktop": ["tests/gui"],
    "app/sandbox": ["tests/gui"],
    "app/text": ["tests/unit/app"],
    "app/work": ["tests/unit/work"],
    "client-core": ["tests/unit/client"],
    "client-core/submit": ["tests/unit/submit"],
    "resources/api": ["tests/unit/contract"],
    "resources/messages.json": ["tests/unit/app"],
    "resources/sheets": ["tests/unit/app"],
    "resources/translations": ["tests/unit/app"],
    "server-stub": ["tests/unit/server/api"],
    "server-stub/src/api/mcp": ["tests/unit/server/mcp"],
    "server-stub/src/domain": ["tests/unit/server/domain"],
    "server-stub/src/egress": ["tests/unit/server/egress"],
    "server-stub/src/http": ["tests/unit/server/http"],
    "server-stub/src/mcp": ["tests/unit/server/mcp"],
    "server-stub/src/outreach": ["tests/unit/server/outreach"],
    "server-stub/src/store": ["tests/unit/server/store"],
    "server-stub/src/webhook": ["tests/unit/server/webhook"],
}


def rooms_of(path):
    fitting = [room for room in ROOMS if path == room or path.startswith(room + "/")]
    return ROOMS[max(fitting, key=len)] if fitting else []


def words_of(path):
    words = re.split(r"[_.]", os.path.basename(path).split(".")[0].removeprefix("tst_"))
    return {word.removesuffix("s") for word in words if len(word) > 2}


def shared_words(path, test):
    """Words that the name of a test has in common with the file's, which count twice, and with its folder's."""
    names = words_of(test)
    return 2 * len(names & words_of(path)) + len(names & words_of(os.path.dirname(path)))


class Sources:
    """Which file includes which, by the include folders of a test's own command."""

    def __init__(self, root):
        self.root = root

    @lru_cache(maxsize=None)
    def includes(self, path, folders):
        try:
            text = (self.root / path).read_text(encoding="utf-8")
        except (FileNotFoundError, UnicodeDecodeError):
            return ()
        found = []
        for name in INCLUDE.findall(text):
            for folder in (os.path.dirname(path), *folders):
                candidate = os.path.normpath(os.path.join(folder, name))
                if (self.root / candidate).is_file():
                    found.append(candidate)
                    break
        return tuple(found)

    def distance(self, start, wanted, folders):
        """How many includes lead from a file to one of `wanted`."""
        seen, edge, steps = {start}, [start], 0
        while edge:
            if any(path in wanted for path in edge):
                return steps
            edge = [one for path in edge for one in self.includes(path, folders) if one not in seen and not seen.add(one)]
            steps += 1
        return FAR


def test_classes(root, build):
    """(program, class) -> (source, include folders) of every test class."""
    classes = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = os.path.relpath(entry["file"], root)
        program = re.search(r" -o \S*CMakeFiles/(\w+)\.dir/", entry["command"])
        name = Path(source).stem
        if source.startswith("tests/") and name.startswith("tst_") and program:
            folders = [os.path.relpath(word[2:], root) for word in shlex.split(entry["command"]) if word.startswith("-I/")]
            classes[program[1], name] = (source, tuple(one for one in folders if not one.startswith("..")))
    return classes


def entries(build):
    """Every ctest entry of a test class: its name, program and class. The same class on other databases is left out."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    for test in json.loads(shown.stdout)["tests"]:
        program, _, name = test["name"].partition(".")
        if name.startswith("tst_"):
            yield test["name"], program, name


def past_seconds(build):
    try:
        lines = (build / "Testing/Temporary/CTestCostData.txt").read_text().split("\n")
    except FileNotFoundError:
        return {}
    fields = (line.split() for line in lines)
    return {one[0]: float(one[2]) for one in fields if len(one) == 3}


def own_headers(sources, path):
    """The file itself, and for a source the header that it implements: what it includes first."""
    folders = ("app/core", "app/core/include", "app/text/include", "app/work/include", "client-core/include", "client-core/src",
               "client-core/submit/include", "client-core/submit/src", "server-stub/include", "server-stub/src")
    return {path, *sources.includes(path, folders)[:1]}


def ranked(path, candidates, sources):
    """(rank, ...) -> entry, the smaller the nearer."""
    headers = own_headers(sources, path)
    folders_of_room = rooms_of(path)
    for entry, (source, folders) in candidates:
        if source == path:
            yield (1, 0), entry
        elif shared := shared_words(path, source):
            yield (2, -shared), entry
        elif (steps := sources.distance(source, headers, folders)) < FAR:
            yield (3, steps), entry
        else:
            yield (4, folders_of_room.index(os.path.dirname(source))), entry


def choose(root, build, jobs, files):
    sources = Sources(root)
    classes = test_classes(root, build)
    seconds = past_seconds(build)
    all_entries = [((name, program), classes[program, klass]) for name, program, klass in entries(build) if (program, klass) in classes]
    ranks = defaultdict(lambda: (9, 0))
    for path in files:
        folders = rooms_of(path)
        if path.startswith("tests/"):
            helper = own_headers(sources, path)
            near = [one for one in all_entries if one[1][0] == path or
                    not Path(path).stem.startswith("tst_") and sources.distance(one[1][0], helper, one[1][1]) < FAR]
        else:
            near = [one for one in all_entries if os.path.dirname(one[1][0]) in folders]
        if not near:
            print(f"{path}: no test is known for it here", file=sys.stderr)
        for rank, entry in ranked(path, near, sources):
            ranks[entry] = min(ranks[entry], rank)
    chosen, left, spent = [], 0, 0.0
    for entry in sorted(ranks, key=lambda one: (ranks[one], seconds.get(one[0], UNKNOWN), one)):
        cost = seconds.get(entry[0], UNKNOWN)
        if chosen and spent + cost > BUDGET * jobs:
            left += 1
            continue
        spent += cost
        chosen.append(entry)
    return chosen, left


def main():
    build, jobs = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    root = Path(__file__).resolve().parents[2]
    chosen, left = choose(root, build, jobs, sys.argv[3:])
    for program in sorted({program for _, program in chosen}):
        print("build", program)
    for name, _ in chosen:
        print("test", name)
    if left:
        print(f"{left} more tests of the room do not fit in the time; ./dev test runs them", file=sys.stderr)


if __name__ == "__main__":
    main()
