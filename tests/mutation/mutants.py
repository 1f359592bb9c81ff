#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation score of the rooms in which a wrong line costs money: every operator, number, condition, return value and statement of their
sources is changed, one at a time, and the tests that reach it have to notice.

    mutants.py BUILD_DIR [--jobs N] [--again] [--only WORD] [ROOM...]

BUILD_DIR: of the preset mutants, with the test programs of rooms.json built. --again: only what survived the last time. --only: only
changes whose line or function has this word. Ends with 1 when a change survives that survivors.txt does not explain."""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
SINGLES = 8  # test functions that are tried one by one, before the rest of a class at once
MEMORY = 4 << 30  # bytes for a test, as some changes fill it


@dataclass
class Test:
    """A test function of a class of a program."""

    program: str
    suite: str
    function: str
    environment: dict
    seconds: float = 0
    reaches: set = field(default_factory=set)


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Bench:
    """Runs tests of programs."""

    def __init__(self, programs, folder, jobs):
        self.programs, self.folder, self.jobs = programs, folder, jobs
        self.killers = Counter()

    def run(self, tests, more, patience):
        """Whether these functions of one class pass; None when time is up."""
        first = tests[0]
        words = [self.programs[first.program], first.suite, *(one.function for one in tests if one.function)]
        process = subprocess.Popen(words, cwd=self.folder, env=os.environ | first.environment | more, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, preexec_fn=limit, start_new_session=True)
        try:
            return process.wait(patience) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return None

    def reached(self, test, number):
        """What a test reaches, and how long it takes."""
        file = self.folder / f"reached_{number}"
        file.unlink(missing_ok=True)
        started = time.monotonic()
        passed = self.run([test], {"LEADSHEET_MUTANTS_REACHED": str(file)}, 300)
        test.seconds = time.monotonic() - started
        if not passed:
            sys.exit(f"{test.program} {test.suite} {test.function} fails without any change")
        test.reaches = {int(line) for line in file.read_text().split()} if file.exists() else set()
        return test

    def functions_of(self, test):
        said = subprocess.run([self.programs[test.program], test.suite, "-functions"], capture_output=True, text=True, cwd=self.folder,
                              env=os.environ | test.environment)
        return [Test(test.program, test.suite, line.removesuffix("()"), test.environment) for line in said.stdout.splitlines() if line.endswith("()")]

    def look(self, suites):
        """The test functions that reach something, the fast ones first."""
        with ThreadPoolExecutor(self.jobs) as pool:
            classes = [one for one in pool.map(self.reached, suites, range(len(suites))) if one.reaches]
            tests = [test for one in classes for test in self.functions_of(one)]
            tests = [one for one in pool.map(self.reached, tests, range(1000, 1000 + len(tests))) if one.reaches]
        return sorted(tests, key=lambda one: one.seconds)

    def killed(self, change, tests):
        """The test that notices, or None."""
        mine = sorted((one for one in tests if change in one.reaches), key=lambda one: one.seconds / (1 + self.killers[(one.suite, one.function)]))
        groups = {}
        for test in mine[SINGLES:]:
            groups.setdefault((test.program, test.suite), []).append(test)
        for group in [*([one] for one in mine[:SINGLES]), *sorted(groups.values(), key=lambda group: sum(one.seconds for one in group))]:
            if not self.run(group, {"LEADSHEET_MUTANT": str(change)}, 5 + 10 * sum(one.seconds for one in group)):
                if len(group) == 1:
                    self.killers[(group[0].suite, group[0].function)] += 1
                return f"{group[0].suite}.{group[0].function}" + (" or the like" if len(group) > 1 else "")
        return None


def suites_of(build, room):
    """The classes of these programs as ctest runs them, the plain ones only."""
    said = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True, text=True).stdout
    suites = []
    for one in json.loads(said)["tests"]:
        program, _, suite = one["name"].partition(".")
        if program in room["programs"] and suite in room.get("classes", [suite]) and suite not in room.get("without", []):
            settings = [item for value in one["properties"] if value["name"] == "ENVIRONMENT" for item in value["value"]]
            environment = dict(setting.split("=", 1) for setting in settings)
            environment.pop("LEADSHEET_RECORD_EXCHANGES", None)
            suites.append(Test(program, suite, "", environment))
    return suites


def explanations():
    """{what is said of a change: why no test can notice it}"""
    lines = (HERE / "survivors.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("  ", 1) for line in lines if line and not line.startswith("#"))


def try_room(name, room, options, explained):
    import workshop # asks for libclang, which looking at the help does not need

    folder = options.build / "rooms" / name.replace(" ", "_")
    shop = workshop.Workshop(options.build, room["programs"], folder, options.jobs)
    every = shop.find(room["sources"])
    refused = shop.compile()
    bench = Bench(shop.link(), folder, options.jobs)
    found = [one for unit in shop.wanted for _, changes in unit.sources.values() for one in changes]
    tests = bench.look(suites_of(options.build, room))
    kept = folder / "fates.json"
    fates = json.loads(kept.read_text()) if kept.exists() and (options.again or options.only) else {}
    tried = [one for one in found if options.only in one.said and not (options.again and fates.get(one.said) == "killed")]
    print(f"{name}: {len(every)} changes, {refused} do not compile, {len(tests)} test functions reach them, {len(tried)} are tried", flush=True)
    reached = {id for test in tests for id in test.reaches}
    with ThreadPoolExecutor(options.jobs) as pool:
        for change, killer in zip(tried, pool.map(lambda one: bench.killed(one.id, tests) if one.id in reached else None, tried)):
            fate = "killed" if killer else "survived" if change.id in reached else "not reached"
            fates[change.said] = fate
            if fate != "killed" and change.said not in explained:
                print(f"{fate.upper()} {change.line}: {change.said}", flush=True)
            kept.write_text(json.dumps(fates))
    for said in sorted(set(explained) - {one.said for one in every}):
        if said.split(":")[0] in room["sources"]:
            print(f"survivors.txt explains what is not there any more: {said}")
    return Counter("explained" if fates[one.said] != "killed" and one.said in explained else fates[one.said] for one in found if one.said in fates)


def row(name, sums):
    points = sums.total()
    return (f"| {name} | {points} | {sums['killed']} | {sums['explained']} | {sums['survived']} | {sums['not reached']} | "
            f"{100 * sums['killed'] / max(1, points - sums['explained']):.1f} % |")


def main():
    rooms = json.loads((HERE / "rooms.json").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(rooms))
    parser.add_argument("--programs", action="store_true", help="only print the test programs that these rooms need")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_intermixed_args()  # `--again ROOM` as well as `ROOM --again`
    options.build = options.build.resolve()
    unknown = [name for name in options.rooms if name not in rooms]
    if unknown:
        sys.exit(f"mutants: {', '.join(unknown)}: the rooms are {', '.join(rooms)}")
    if options.programs:
        print("\n".join(sorted({program for name in options.rooms or rooms for program in rooms[name]["programs"]})))
        return 0
    explained, table, bad = explanations(), ["| Room | Changes | Killed | Explained | Survived | Not reached | Score |", "|---|---|---|---|---|---|---|"], False
    for name in options.rooms or rooms:
        sums = try_room(name, rooms[name], options, explained)
        bad = bad or sums["survived"] + sums["not reached"] > 0
        table.append(row(name, sums))
        print("\n".join(table), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
