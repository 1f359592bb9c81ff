#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which figures the rooms get, when one is too low, and that what they name is in the tree."""

import json
import tempfile
import unittest
from pathlib import Path

import coverage_rooms

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"retry": {"sources": ["retry/machine.cpp"], "covered": ["retry/after"], "programs": ["unit_client"]},
         "money": {"sources": ["money.cpp"], "programs": ["unit_client", "unit_server_domain"]}}


SOURCE = "if (a)\n    b = c ? d : e;\nswitch (f) {\n" + 20 * "while (g)\n"


def file(name, *branches):
    """branches: (line, how often true, how often false) of conditions, or (line, column, …) of one of several in a line."""
    rows = [(line, places[0] if len(places) == 3 else 1, *places[-2:]) for line, *places in branches]
    return name, [[line, column, line, column + 5, true, false, 0, 0, 4] for line, column, true, false in rows]


def measured(*files, explained=()):
    with tempfile.TemporaryDirectory() as folder:
        for name, _ in files:
            source = Path(folder) / name
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(SOURCE)
        told = [{"filename": f"{folder}/{name}", "branches": branches} for name, branches in files]
        return list(coverage_rooms.measured({"data": [{"files": told}]}, ROOMS, folder, explained))


class Rooms(unittest.TestCase):
    def test_a_room_is_the_sum_of_its_files(self):
        (room,) = measured(file("retry/machine.cpp", (2, 3, 0)), file("retry/after.cpp", (1, 1, 1)), file("retry/names.cpp", (1, 0, 0)), file("money.cpp"))
        self.assertEqual((room.name, room.branches, room.covered, room.missed), ("retry", 4, 3, ["retry/machine.cpp:2: never false"]))

    def test_a_template_is_counted_once(self):
        (room,) = measured(file("retry/machine.cpp", (2, 7, 1, 0), (2, 7, 0, 1), (2, 9, 0, 0)))
        self.assertEqual((room.branches, room.covered), (4, 2))

    def test_what_cannot_be_is_no_branch(self):
        explained = {"retry/machine.cpp: if (a): never true": "why"}
        (room,) = measured(file("retry/machine.cpp", (1, 0, 1), (2, 0, 1), (3, 0, 9)), explained=explained)
        self.assertEqual((room.branches, room.missed), (3, ["retry/machine.cpp:2: never true"]))
        (taken,) = measured(file("retry/machine.cpp", (1, 1, 1)), explained=explained)
        self.assertEqual(taken.branches, 2)

    def test_what_is_missed_is_told_only_below_the_wish(self):
        (low,) = measured(file("retry/machine.cpp", (1, 0, 0), *[(line, 1, 1) for line in range(4, 13)]))
        (right,) = measured(file("retry/machine.cpp", (1, 0, 1), *[(line, 1, 1) for line in range(4, 13)]))
        self.assertEqual(coverage_rooms.told(low, ["unit_client"]), ["| retry | 20 | 18 | 90.0 % | below 95 % |",
                                                                     "  retry/machine.cpp:1: never true", "  retry/machine.cpp:1: never false"])
        self.assertEqual(coverage_rooms.told(right, ["unit_client"]), ["| retry | 20 | 19 | 95.0 % |  |"])

    def test_a_room_is_not_judged_by_a_part_of_its_tests(self):
        (room,) = measured(file("money.cpp", (1, 0, 1)))
        self.assertTrue(room.is_run(["unit_server_domain", "unit_client", "unit_app"]))
        self.assertFalse(room.is_run(["unit_client"]))
        self.assertEqual(coverage_rooms.told(room, ["unit_client"]),
                         ["| money | 2 | 1 | 50.0 % | not all of unit_client, unit_server_domain was run |"])

    def test_every_explanation_names_a_line_that_is_there(self):
        for said, reason in coverage_rooms.explanations().items():
            name, _, rest = said.partition(": ")
            lines = [line.strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
            self.assertTrue(any(rest in (f"{line}: never true", f"{line}: never false") for line in lines), said)
            self.assertTrue(reason.strip(), said)

    def test_every_further_place_is_in_the_tree(self):
        for room in json.loads(coverage_rooms.ROOMS.read_text(encoding="utf-8")).values():
            for place in room.get("covered", []):
                folder, _, start = place.rpartition("/")
                self.assertTrue(list((ROOT / folder).glob(f"{start}*.cpp")), place)


if __name__ == "__main__":
    unittest.main()
