#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy, clazy and the warnings of GCC over source files, with the compile database of the
preset "tidy" (configured, its contract tables generated; nothing else has to be built).

  run_linters.py [--jobs N] [--tool NAME]... [--changed | PATH...]

Without a path, the whole tree. A header stands for the source file of its name, or for one that includes
it. Ends with 1 when there is a finding; a finding in a shared header is shown once."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from preludes import Preludes, words_without_file

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/tidy"
PLUGIN = BUILD / "own_code_scope.so"
MOC_STUBS = BUILD / "moc_stubs"
FINDING = re.compile(r"^(\S+?:\d+:\d+): (?:warning|error|fatal error): .*?(?:\[([^\]\s]+)\])?$")
CHATTER = re.compile(r"^(\d+ (warnings?|errors?).* (generated|treated as errors?)\.?|Suppressed .*|Use -header-filter=.*)$")
MOC_INCLUDE = re.compile(r'^#include "(\w+\.moc)"', re.MULTILINE)
# What the database says for clang alone.
CLANG_ONLY = ("-fsanitize=fuzzer-no-link",)


def stop(why):
    sys.exit(f"lint: {why}")


def lines_of(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


class Tree:
    """The C++ files of the repository and the command that compiles each."""

    def __init__(self, checks):
        self.checks = checks
        database = BUILD / "compile_commands.json"
        if not database.exists():
            stop("build/tidy is not configured: cmake --preset tidy")
        known = lines_of("git", "ls-files", "-co", "--exclude-standard", "*.cpp", "*.hpp")
        self.files = sorted(name for name in known if (ROOT / name).exists())
        self.commands = {}
        for entry in json.loads(database.read_text()):
            name = os.path.relpath(entry["file"], ROOT)
            if name in self.files:
                self.commands.setdefault(name, entry)

    def sources(self, chosen):
        result = set()
        for name in chosen:
            if name.endswith(".hpp"):
                result.update(self.source_of_header(name))
            elif name in self.commands:
                result.add(name)
            elif not name.startswith("tests/lint/"):
                stop(f"{name} is part of no target: add it to the CMakeLists.txt beside it")
        return sorted(result)

    def source_of_header(self, header):
        stem = Path(header).stem
        named_alike = [name for name in self.commands if Path(name).stem == stem]
        nearest = sorted(named_alike, key=lambda name: -len(os.path.commonprefix([name, header])))
        if nearest:
            return nearest[:1]
        include = re.compile(rf'#include [<"](?:.*/)?{re.escape(Path(header).name)}[>"]')
        return [name for name in self.commands if include.search((ROOT / name).read_text())][:1]

    def under(self, paths):
        chosen = set()
        for path in paths:
            name = os.path.relpath(os.path.abspath(path), ROOT)
            found = [file for file in self.files if name == "." or file == name or file.startswith(name + "/")]
            if not found:
                stop(f"there is no C++ file at {path}")
            chosen.update(found)
        return self.sources(chosen)

    def changed(self):
        try:
            base = lines_of("git", "merge-base", "main", "HEAD")[0]
        except subprocess.CalledProcessError:
            stop("--changed compares with the branch main, and there is none")
        names = lines_of("git", "diff", "--name-only", base) + lines_of("git", "ls-files", "-o", "--exclude-standard")
        return self.sources(set(names) & set(self.files))

    def with_qt(self, sources):
        return [name for name in sources if "-DQT_CORE_LIB" in self.commands[name]["command"]]


def prepare(tree):
    # An empty file serves a linter as well as what moc writes, and moc takes longer than the linters.
    MOC_STUBS.mkdir(exist_ok=True)
    for name in tree.commands:
        for stub in MOC_INCLUDE.findall((ROOT / name).read_text()):
            (MOC_STUBS / stub).touch()
    plugin_source = ROOT / "tests/lint/own_code_scope.cpp"
    if not PLUGIN.exists() or PLUGIN.stat().st_mtime < plugin_source.stat().st_mtime:
        include = Path(lines_of("clang++-14", "-print-resource-dir")[0]).parents[2] / "include"
        subprocess.run(["clang++-14", "-std=c++17", "-O1", "-fPIC", "-shared", "-fno-rtti", "-isystem", include,
                        plugin_source, "-o", PLUGIN], check=True)


def clang_tidy(tree, preludes, name):
    checks = [f"--checks={tree.checks}"] if tree.checks else []
    return ["clang-tidy-14", "-quiet", f"-load={PLUGIN}", *checks, *for_clang(preludes, name)]


def clazy(tree, preludes, name):
    return ["clazy-standalone", "--checks=level1", *for_clang(preludes, name)]


def for_clang(preludes, name):
    extra = [f"-I{MOC_STUBS}", *preludes.flags(name)]
    return ["-p", BUILD, *(f"--extra-arg={word}" for word in extra), name]


def gcc(tree, preludes, name):
    words = [word for word in words_without_file(tree.commands[name]) if word not in CLANG_ONLY]
    return ["g++-12", "-fsyntax-only", *words, f"-I{MOC_STUBS}", *preludes.flags(name), ROOT / name]


# The command for a file, and the compiler and ending of the precompiled headers that it reads.
TOOLS = {"clang-tidy": (clang_tidy, "clang++-14", "pch"),
         "clazy": (clazy, "clang++-14", "pch"),
         "gcc": (gcc, "g++-12", "gch")}


class Findings:
    def __init__(self):
        self.seen = set()
        self.checks = Counter()

    def take(self, name, done):
        """Prints what this run found and no run before."""
        block = []
        found = False
        for line in done.stdout.splitlines() + done.stderr.splitlines() + [":end"]:
            if CHATTER.match(line):
                continue
            match = FINDING.match(line)
            if match or line == ":end":
                self.show(block)
                block = []
            found = found or bool(match)
            block.append(line)
        if done.returncode != 0 and not found:
            self.checks["the tool failed"] += 1
            print(f"{name}:\n{done.stdout}{done.stderr}", flush=True)

    def show(self, block):
        match = FINDING.match(block[0]) if block else None
        if not match or block[0] in self.seen:
            return
        self.seen.add(block[0])
        self.checks[(match[2] or "compiler").removesuffix(",-warnings-as-errors")] += 1
        print("\n".join(block).replace(f"{ROOT}/", ""), flush=True)


def run_tools(tools, tree, sources, preludes, findings, jobs):
    for tool in tools:
        command, compiler, suffix = TOOLS[tool]
        names = tree.with_qt(sources) if tool == "clazy" else sources
        print(f"{tool}: {len(names)} files", file=sys.stderr, flush=True)
        preludes.make(names, compiler, suffix, CLANG_ONLY if tool == "gcc" else ())

        def run(name):
            return name, subprocess.run(command(tree, preludes, name), cwd=ROOT, capture_output=True, text=True)

        with ThreadPoolExecutor(max(1, jobs)) as pool:
            for name, done in pool.map(run, names):
                findings.take(name, done)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tool", action="append", choices=TOOLS, help="this tool alone; may be repeated")
    parser.add_argument("--checks", help="added to what .clang-tidy says, for example -clang-analyzer-*")
    parser.add_argument("--changed", action="store_true", help="files that differ from main")
    parser.add_argument("paths", nargs="*", metavar="PATH")
    arguments = parser.parse_args()
    tree = Tree(arguments.checks)
    sources = tree.changed() if arguments.changed else tree.under(arguments.paths or [ROOT])
    prepare(tree)
    findings = Findings()
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="preludes-") as folder:
        run_tools(arguments.tool or TOOLS, tree, sources, Preludes(ROOT, Path(folder), tree.commands), findings,
                  arguments.jobs)
    for check, count in findings.checks.most_common():
        print(f"{count:5} {check}")
    print(f"{sum(findings.checks.values())} findings in {len(sources)} files")
    return 1 if findings.checks else 0


if __name__ == "__main__":
    sys.exit(main())
