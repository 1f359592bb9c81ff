#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the branch coverage of the rooms in which a wrong line costs money (tests/mutation/rooms.json), and below 95 % the places of the
branches that no test takes. A condition has two branches; what a switch without a default does with a value that there is not is none, and
neither is what tests/mutation/branches.txt explains. Ends with 1 when a room is below it.
Usage: coverage_rooms.py COVERAGE PROGRAM...
COVERAGE: of llvm-cov export. PROGRAM: what was run; a room that other programs test as well is printed and not judged."""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

WISHED = 95
ROOT = Path(__file__).resolve().parents[2]
ROOMS = ROOT / "tests" / "mutation" / "rooms.json"
EXPLAINED = ROOT / "tests" / "mutation" / "branches.txt"


@dataclass
class Room:
    """The branches of a room's sources: how many, how many of them some test takes, and file:line of each other."""

    name: str
    programs: list
    covered: int = 0
    branches: int = 0
    missed: list = field(default_factory=list)

    def count(self, name, file, lines, explained):
        """lines: of the source."""
        taken = {}  # by place: a template is counted once for each of its types
        for line, column, _, _, true, false, *_ in file["branches"]:
            sums = taken.setdefault((line, column), [0, 0])
            sums[0] += true
            sums[1] += false
        for (line, _), sums in sorted(taken.items()):
            text = lines[line - 1].strip()
            for way, count in zip(("true", "false"), sums):
                if text.startswith("switch (") or count == 0 and f"{name}: {text}: never {way}" in explained:
                    continue
                self.branches += 1
                if count > 0:
                    self.covered += 1
                else:
                    self.missed.append(f"{name}:{line}: never {way}")

    def share(self):
        return 100 * self.covered / self.branches

    def is_below(self):
        return self.share() < WISHED

    def is_run(self, programs):
        return set(self.programs) <= set(programs)


def belongs(room, file):
    return file in room["sources"] or file.startswith(tuple(room.get("covered", [])))


def explanations():
    """{file: line: never true or never false: why no test can have it otherwise}"""
    lines = EXPLAINED.read_text(encoding="utf-8").splitlines()
    return dict(line.split("  ", 1) for line in lines if line and not line.startswith("#"))


def measured(coverage, rooms, root, explained):
    """A room without a branch is absent."""
    for name, room in rooms.items():
        found = Room(name, room["programs"])
        for file in coverage["data"][0]["files"]:
            name = file["filename"].removeprefix(f"{root}/")
            if belongs(room, name):
                found.count(name, file, (Path(root) / name).read_text(encoding="utf-8").splitlines(), explained)
        if found.branches:
            yield found


def told(room, programs):
    verdict = "" if not room.is_below() else f"below {WISHED} %" if room.is_run(programs) else f"not all of {', '.join(room.programs)} was run"
    lines = [f"| {room.name} | {room.branches} | {room.covered} | {room.share():.1f} % | {verdict} |"]
    if room.is_below() and room.is_run(programs):
        lines += [f"  {place}" for place in dict.fromkeys(room.missed)]
    return lines


def main():
    rooms = json.loads(ROOMS.read_text(encoding="utf-8"))
    programs = sys.argv[2:]
    found = list(measured(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), rooms, ROOT, explanations()))
    print("| Room | Branches | Covered | Share | |\n|---|---|---|---|---|")
    for room in found:
        print("\n".join(told(room, programs)))
    return 1 if any(room.is_below() and room.is_run(programs) for room in found) else 0


if __name__ == "__main__":
    sys.exit(main())
