#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows which mutants are found in sample.cpp, that the rewritten source does what the original does until one is switched on, and which of
them its tests notice; and that rooms and explanations name what is there."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import mutants
import schemata
import workshop

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SAMPLE = HERE / "sample.cpp"
MUTANTS = {
    "within": {"count > 0 && count <= most": ["&& -> ||", "> -> >=", "> -> <=", "0 -> 0 + 1", "<= -> <", "<= -> >"]},
    "cost": {"int sum = 0;": ["0 -> 0 + 1"], "i < count": ["< -> <=", "< -> >="],
             "sum += 5;": ["sum += 5 -> (nothing)", "+= -> -=", "5 -> 5 + 1"], "if (!urgent)": ["!urgent -> urgent"],
             "return sum;": ["return sum -> return {}"], "return sum * 3;": ["return sum * 3 -> return {}", "* -> /", "3 -> 3 + 1"]},
    "kindOf": {"return Kind::Large;": ["return Kind::Large -> return {}"], "return Kind::Small;": ["return Kind::Small -> return {}"]},
}
UNNOTICED = {"return sum -> return {}", "return Kind::Small -> return {}"}


def changes(path=SAMPLE):
    found = schemata.changes(str(path), path.name, ["-std=c++20", "-resource-dir", workshop.RESOURCES])
    for number, one in enumerate(found):
        one.id = number
    return found


class Sample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.found = [one for one in changes() if one.function != "main"]
        source, cls.program = Path(cls.folder.name) / "sample.cpp", Path(cls.folder.name) / "sample"
        source.write_text(schemata.rewritten(SAMPLE.read_bytes(), cls.found))
        subprocess.run(["clang++-14", "-std=c++20", "-w", source, HERE / "switch.cpp", "-o", cls.program], check=True)

    def run_it(self, **more):
        return subprocess.run([self.program], env=os.environ | more, timeout=10).returncode

    def test_finds_what_can_be_changed_and_nothing_that_is_known_at_compile_time(self):
        wanted = sorted(f"{function}: {label}" for function, lines in MUTANTS.items() for labels in lines.values() for label in labels)
        self.assertEqual(sorted(f"{one.function}: {one.label}" for one in self.found), wanted)

    def test_names_the_line_that_is_changed(self):
        for function, lines in MUTANTS.items():
            for line, labels in lines.items():
                for label in labels:
                    self.assertTrue(any(one.function == function and line in one.said and one.label == label for one in self.found), label)

    def test_does_what_the_original_does_until_a_mutant_is_switched_on(self):
        self.assertEqual(self.run_it(), 0)
        self.assertEqual(self.run_it(LEADSHEET_MUTANT=str(len(self.found))), 0)

    def test_each_mutant_but_those_that_no_test_looks_at_is_noticed(self):
        unnoticed = {one.label for one in self.found if self.run_it(LEADSHEET_MUTANT=str(one.id)) == 0}
        self.assertEqual(unnoticed, UNNOTICED)

    def test_tells_which_mutants_are_reached(self):
        told = Path(self.folder.name) / "reached"
        self.run_it(LEADSHEET_MUTANTS_REACHED=str(told))
        reached = {int(line) for line in told.read_text().split()}
        self.assertEqual({one.label for one in self.found if one.id not in reached}, UNNOTICED)


class Faults(unittest.TestCase):
    def test_the_change_is_blamed_in_which_the_compiler_finds_a_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "room.cpp"
            source.write_text("struct P { int v; };\nP* make(int a,\n        int b) {\n    return a < b ? new P{a + 1} : new P{2}; }\n")
            found = changes(source)
            for one in found:
                if one.label == "+ -> -":
                    one.text = "missing"
            written = schemata.rewritten(source.read_bytes(), found)
            line = next(number for number, text in enumerate(written.split("\n")) if "missing" in text)
            column = written.split("\n")[line].index("missing") + 1
            blamed = schemata.to_blame(found, written, line + 1 - schemata.PROLOGUE.count("\n"), column)
            self.assertEqual(blamed.label, "+ -> -")


class Kept(unittest.TestCase):
    def test_the_sources_of_all_rooms_are_there_once(self):
        rooms = json.loads((HERE / "rooms.json").read_text(encoding="utf-8"))
        sources = [source for room in rooms.values() for source in room["sources"]]
        self.assertEqual([source for source in sources if not (ROOT / source).exists()], [])
        self.assertEqual(len(sources), len(set(sources)))

    def test_every_explanation_names_a_line_that_is_there(self):
        for said, reason in mutants.explanations().items():
            source, _, rest = said.partition(": ")
            line = rest.partition(": ")[2]
            lines = [one.strip() for one in (ROOT / source).read_text(encoding="utf-8").splitlines() if one.strip()]
            self.assertTrue(any(line.startswith(f"{one}: ") for one in lines), said)
            self.assertTrue(reason.strip(), said)


if __name__ == "__main__":
    unittest.main()
