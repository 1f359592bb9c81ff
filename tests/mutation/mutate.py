#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation score: changes one operator or number of a source file at a time, builds what changes into a copy of its test
program, and tells which changes no test notices. Neither the tree nor the build folder is touched: the compiler sees the
changed file in place of the real one (an overlay of clang's), and the changed object is linked ahead of its library.

    mutate.py BUILD_DIR PROGRAM SOURCE... [--classes tst_a,tst_b] [--sample N] [--seed N] [--jobs N]

BUILD_DIR: of a preset that builds with clang, up to date. PROGRAM: for example unit_server_domain. Ends with 1 when a
change survives that tests/mutation/explained.txt does not name (file: line's text: change, a reason after two blanks)."""

import argparse
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds for the tests of one change
# The formatter puts blanks around operators, which templates and references do not have.
OPERATORS = {" < ": [" <= ", " >= "], " > ": [" >= ", " <= "], " <= ": [" < ", " > "], " >= ": [" > ", " < "], " == ": [" != "],
             " != ": [" == "], " && ": [" || "], " || ": [" && "], " + ": [" - "], " - ": [" + "], " * ": [" + "], " / ": [" * "],
             " % ": [" / "], " += ": [" -= "], " -= ": [" += "], "++": ["--"], "true": ["false"], "false": ["true"],
             "std::min": ["std::max"], "std::max": ["std::min"], "if (!": ["if ("]}
NUMBER = re.compile(r"(?<![\w.'\"])\d[\d']*(?![\w.'])")
FOUND = re.compile("|".join(re.escape(one) if not one.isalpha() else rf"\b{one}\b" for one in sorted(OPERATORS, key=len, reverse=True)))
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^\s*#[^\n]*|static_assert\(.*?\);', re.S | re.M)


def changes(text):
    """(place, before, after) of everything that can be changed."""
    code = NO_CODE.sub(lambda found: " " * len(found[0]), text)
    for found in FOUND.finditer(code):
        for after in OPERATORS[found[0]]:
            yield found.start(), found[0], after
    for found in NUMBER.finditer(code):
        yield found.start(), found[0], str(int(found[0].replace("'", "")) + 1)


class Workshop:
    """What it takes to build one program with one source changed."""

    def __init__(self, build, program, source, classes, environment):
        self.build, self.source, self.classes = build, source.resolve(), classes
        self.environment = os.environ | environment
        commands = subprocess.run(["ninja", "-C", build, "-t", "commands", f"bin/{program}"], check=True, capture_output=True,
                                  text=True).stdout.splitlines()
        self.linking = commands[-1].removeprefix(": && ").removesuffix(" && :")
        self.output = f"bin/{program}"
        self.compiling, self.object = next(found for found in map(self.compiles, commands) if found)

    def compiles(self, command):
        """(the words, the object) of the command that compiles the source, by itself or within others."""
        words = shlex.split(command)
        if "-c" not in words or "-o" not in words:
            return None
        unit = Path(words[words.index("-c") + 1])
        if unit.suffix not in (".cpp", ".cxx") or unit != self.source and (
                "Unity" not in unit.parts or f'#include "{self.source}"' not in unit.read_text()):
            return None
        start = next(n for n, word in enumerate(words) if Path(word).name.startswith("clang"))
        words = words[start:]
        for option in ("-MT", "-MF"):
            if option in words:
                del words[words.index(option):words.index(option) + 2]
        return [word for word in words if word not in ("-MD", "-c", str(unit))] + ["-c", str(unit)], words[words.index("-o") + 1]

    def fate(self, text):
        """What becomes of a change: "no code", "killed" or "survives"."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "changed.cpp").write_text(text, encoding="utf-8")
            (folder / "overlay.yaml").write_text(json.dumps(
                {"version": 0, "roots": [{"type": "file", "name": str(self.source), "external-contents": str(folder / "changed.cpp")}]}))
            compiling = [str(folder / "changed.o") if word == self.object else word for word in self.compiling]
            if subprocess.run([*compiling, "-w", "-ivfsoverlay", folder / "overlay.yaml"], cwd=self.build, capture_output=True).returncode:
                return "no code"
            linking = shlex.split(self.linking)
            linking[linking.index(self.output)] = str(folder / "program")
            linking.insert(linking.index("-o"), str(folder / "changed.o"))
            linking = [word for word in linking if word != self.object]
            subprocess.run(linking, cwd=self.build, check=True, capture_output=True)
            for one in self.classes:
                try:
                    if subprocess.run([folder / "program", one], cwd=folder, env=self.environment, capture_output=True, timeout=PATIENCE).returncode:
                        return "killed"
                except subprocess.TimeoutExpired:
                    return "killed"
            return "survives"


def classes_of(build, program):
    """Its test classes, and the environment that ctest gives them."""
    tests = json.loads(subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True, text=True).stdout)
    found = [one for one in tests["tests"] if one["name"].startswith(program + ".")]
    settings = [item for one in found[:1] for value in one["properties"] if value["name"] == "ENVIRONMENT" for item in value["value"]]
    return [one["name"].split(".")[1] for one in found], dict(setting.split("=", 1) for setting in settings)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("program")
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--classes", default="")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    classes, environment = classes_of(options.build, options.program)
    classes = options.classes.split(",") if options.classes else classes
    explained = [line.split("  ")[0] for line in (Path(__file__).parent / "explained.txt").read_text(encoding="utf-8").splitlines()]
    sums, unexplained = Counter(), 0
    for source in options.sources:
        text = source.read_text(encoding="utf-8")
        found = list(changes(text))
        if options.sample:
            found = sorted(random.Random(options.seed).sample(found, min(options.sample, len(found))))
        shop = Workshop(options.build.resolve(), options.program, source, classes, environment)
        if shop.fate(text) != "survives":
            sys.exit(f"{options.program} fails without any change of {source}")
        name = source.resolve().relative_to(ROOT)
        with ThreadPoolExecutor(options.jobs) as pool:
            fates = pool.map(lambda one: shop.fate(text[:one[0]] + one[2] + text[one[0] + len(one[1]):]), found)
            for (place, before, after), fate in zip(found, fates):
                number = text.count("\n", 0, place)
                said = f"{name}: {text.splitlines()[number].strip()}: {before.strip()} -> {after.strip()}"
                if fate == "survives" and said in explained:
                    fate = "explained"
                sums[fate] += 1
                if fate == "survives":
                    unexplained += 1
                    print(f"SURVIVES at line {number + 1}: {said}", flush=True)
        print(f"{name}: {len(found)} changes", flush=True)
    tried = sum(sums.values()) - sums["no code"] - sums["explained"]
    print(f"{sums['killed']} of {tried} changes are noticed ({100 * sums['killed'] / max(1, tried):.0f} %), "
          f"{sums['explained']} more are explained, {sums['no code']} do not compile")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
