# SPDX-License-Identifier: Apache-2.0
"""Builds test programs out of rewritten sources, without touching the tree or the build folder's own objects: the compiler sees the
rewritten file in place of the real one (an overlay of clang's), and the objects are linked ahead of their library."""

import json
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import schemata

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FAULT = re.compile(r"^(?P<file>/[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>.*)$", re.M)
RESOURCES = subprocess.run(["clang-14", "-print-resource-dir"], check=True, capture_output=True, text=True).stdout.strip()


class Unit:
    """What is compiled at once: one source, or those that a unity file includes."""

    def __init__(self, file, words, place):
        self.file, self.words, self.object = file, words, place
        self.sources = {}  # path: (text, changes)
        self.programs = set()  # that it is part of

    def parse_arguments(self):
        """Without the precompiled header: sources include what they need."""
        words, kept, n = self.words[1:-2], [], 0
        while n < len(words):
            if words[n] == "-Xclang":
                n += 2
            elif words[n] == "-o":
                n += 2
            elif words[n] in ("-Winvalid-pch", "-Werror", "-c"):
                n += 1
            else:
                kept.append(words[n])
                n += 1
        return [*kept, "-w", "-resource-dir", RESOURCES]


class Workshop:
    def __init__(self, build, programs, folder, jobs):
        self.build, self.programs, self.folder, self.jobs = build, programs, folder, jobs
        self.linking, self.units = {}, {}
        for program in programs:
            commands = subprocess.run(["ninja", "-C", build, "-t", "commands", f"bin/{program}"], check=True, capture_output=True,
                                      text=True).stdout.splitlines()
            self.linking[program] = commands[-1].removeprefix(": && ").removesuffix(" && :")
            for command in commands:
                self.note(program, command)

    def note(self, program, command):
        words = shlex.split(command)
        if "-c" not in words or "-o" not in words or "-x" in words and "c++-header" in words:
            return
        file = Path(words[words.index("-c") + 1])
        if file.suffix not in (".cpp", ".cxx"):
            return
        words = words[next(n for n, word in enumerate(words) if Path(word).name.startswith("clang")):]
        for option in ("-MT", "-MF"):
            if option in words:
                del words[words.index(option):words.index(option) + 2]
        place = words[words.index("-o") + 1]
        words = [word for word in words if word not in ("-MD", "-c", str(file))] + ["-c", str(file)]
        included = re.findall(r'#include "(/[^"]+\.cpp)"', file.read_text(encoding="utf-8")) if "Unity" in file.parts else [str(file)]
        unit = Unit(file, words, place)
        for source in included:
            self.units.setdefault(source, unit).programs.add(program)

    def find(self, sources):
        """All changes of these sources, numbered."""
        units = {source: self.units[str(ROOT / source)] for source in sources}
        with ThreadPoolExecutor(self.jobs) as pool:
            found = pool.map(lambda source: schemata.changes(str(ROOT / source), source, units[source].parse_arguments()), sources)
        every = []
        for source, changes in zip(sources, found):
            for change in changes:
                change.id = len(every)
                every.append(change)
            units[source].sources[str(ROOT / source)] = ((ROOT / source).read_bytes(), changes)
        self.wanted = list({id(unit): unit for unit in units.values()}.values())
        return every

    def compile(self):
        """Compiles what was found. What the compiler refuses is left out; returns how many changes that were."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(self.jobs) as pool:
            return sum(pool.map(self.compile_unit, self.wanted))

    def compile_unit(self, unit):
        number, refused = self.wanted.index(unit), 0
        overlay = self.folder / f"overlay_{number}.json"
        while True:
            roots, texts = [], {}
            for n, (path, (text, changes)) in enumerate(unit.sources.items()):
                texts[path] = schemata.rewritten(text, changes)
                file = self.folder / f"{number}_{n}_{Path(path).name}"
                file.write_text(texts[path], encoding="utf-8")
                roots.append({"type": "file", "name": path, "external-contents": str(file)})
            overlay.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}))
            words = [str(self.object(number)) if word == unit.object else word for word in unit.words]
            built = subprocess.run([*words, "-w", "-Wno-error", "-Wno-c++11-narrowing", "-ferror-limit=0", "-ivfsoverlay", overlay], cwd=self.build,
                                   capture_output=True, text=True)
            if built.returncode == 0:
                for _, changes in unit.sources.values():
                    changes[:] = [one for one in changes if one.written]
                return refused
            refused += self.leave_out(unit, texts, built.stderr)

    def leave_out(self, unit, texts, said):
        blamed = {}
        for fault in FAULT.finditer(said):
            if fault["file"] in texts:
                change = schemata.to_blame(unit.sources[fault["file"]][1], texts[fault["file"]], int(fault["line"]), int(fault["column"]))
                if change is not None:
                    blamed[change.id] = fault["file"]
        if not blamed:
            raise RuntimeError(f"{unit.file} cannot be compiled:\n{said[-3000:]}")
        for path, (_, changes) in unit.sources.items():
            changes[:] = [one for one in changes if one.id not in blamed]
        return len(blamed)

    def object(self, number):
        return self.folder / f"unit_{number}.o"

    def link(self):
        """{program: its path}"""
        switch = self.folder / "switch.o"
        subprocess.run(["clang++-14", "-std=c++20", "-O1", "-fPIC", "-c", HERE / "switch.cpp", "-o", switch], check=True)
        made = {}
        for program, command in self.linking.items():
            words = shlex.split(command)
            made[program] = self.folder / program
            words[words.index(f"bin/{program}")] = str(made[program])
            ours = [self.object(n) for n, unit in enumerate(self.wanted) if program in unit.programs]
            words = [word for word in words if word not in [unit.object for unit in self.wanted]]
            at = words.index("-o")
            words[at:at] = [str(one) for one in (*ours, switch)]
            linked = subprocess.run(words, cwd=self.build, capture_output=True, text=True)
            if linked.returncode:
                raise RuntimeError(linked.stderr[-3000:])
        return made
