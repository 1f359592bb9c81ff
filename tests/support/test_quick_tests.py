#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows which tests ./dev quick chooses, on a small tree; and that its rooms are those of this one."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import quick_tests

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "app/core/sheet/ods/cells.cpp": '#include "sheet/ods/cells.hpp"\n',
    "app/core/sheet/ods/cells.hpp": "",
    "app/core/sheet/open.cpp": '#include "leadsheet/app/open.hpp"\n',
    "app/core/include/leadsheet/app/open.hpp": "",
    "tests/unit/app/tst_cells.cpp": "",
    "tests/unit/app/tst_ods_refusals.cpp": "",
    "tests/unit/app/tst_reading.cpp": '#include "opened.hpp"\n',
    "tests/unit/app/opened.hpp": '#include "leadsheet/app/open.hpp"\n',
    "tests/unit/app/opened.cpp": '#include "opened.hpp"\n',
    "tests/unit/app/tst_money.cpp": "",
    "tests/unit/work/tst_plan.cpp": "",
}


class Chosen(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for path, text in FILES.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)
        self.build = self.root / "build"
        (self.build / "Testing/Temporary").mkdir(parents=True)
        tests = [Path(path) for path in FILES if "/tst_" in path]
        commands = [{"file": str(self.root / path),
                     "command": f"c++ -I{self.root}/app/core/include -I{self.root}/app/core -o x/CMakeFiles/unit_{path.parent.name}.dir/o -c x"}
                    for path in tests]
        (self.build / "compile_commands.json").write_text(json.dumps(commands))
        self.shown = json.dumps({"tests": [{"name": f"unit_{path.parent.name}.{path.stem}"} for path in tests]})

    def chosen(self, *files, costs=""):
        (self.build / "Testing/Temporary/CTestCostData.txt").write_text(costs)
        with mock.patch.object(subprocess, "run", return_value=mock.Mock(stdout=self.shown)):
            chosen, left = quick_tests.choose(self.root, self.build, 1, files)
        return [name.partition(".")[2] for name, _ in chosen], left

    def test_names_first_then_folders_then_the_rest_of_the_room(self):
        names, left = self.chosen("app/core/sheet/ods/cells.cpp")
        self.assertEqual(names[:2], ["tst_cells", "tst_ods_refusals"])
        self.assertEqual(sorted(names[2:]), ["tst_money", "tst_reading"])
        self.assertEqual(left, 0)

    def test_a_header_is_found_through_helpers(self):
        self.assertEqual(self.chosen("app/core/sheet/open.cpp")[0][0], "tst_reading")

    def test_a_changed_test_is_the_only_one(self):
        self.assertEqual(self.chosen("tests/unit/work/tst_plan.cpp")[0], ["tst_plan"])

    def test_a_changed_helper_means_the_tests_that_use_it(self):
        self.assertEqual(self.chosen("tests/unit/app/opened.cpp")[0], ["tst_reading"])

    def test_what_does_not_fit_is_left_and_counted(self):
        costs = "unit_app.tst_cells 1 20\nunit_app.tst_ods_refusals 1 25\nunit_app.tst_money 1 5\nunit_app.tst_reading 1 4\n"
        names, left = self.chosen("app/core/sheet/ods/cells.cpp", costs=costs)
        self.assertEqual((names, left), (["tst_cells", "tst_reading", "tst_money"], 1))

    def test_the_nearest_runs_however_long_it_takes(self):
        names, _ = self.chosen("app/core/sheet/ods/cells.cpp", costs="unit_app.tst_cells 1 500\n")
        self.assertEqual(names, ["tst_cells"])


class Rooms(unittest.TestCase):
    def test_rooms_and_their_tests_exist(self):
        for room, folders in quick_tests.ROOMS.items():
            for path in (room, *folders):
                self.assertTrue((ROOT / path).exists(), path)

    def test_every_source_has_a_room(self):
        for part in ("app", "client-core", "server-stub"):
            for source in (ROOT / part).rglob("*.cpp"):
                self.assertTrue(quick_tests.rooms_of(str(source.relative_to(ROOT))), source)


if __name__ == "__main__":
    unittest.main()
