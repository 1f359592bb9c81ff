#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which figures the rooms get, and that each has a file of this tree."""

import unittest
from pathlib import Path

import coverage_rooms

ROOT = Path(__file__).resolve().parents[2]


def file(name, covered, total):
    return {"filename": name, "branch_covered": covered, "branch_total": total}


class Rooms(unittest.TestCase):
    def test_a_room_is_the_sum_of_its_files(self):
        summary = {"files": [file("client-core/src/retry/retry_machine.cpp", 9, 10), file("client-core/src/retry/retry_after.cpp", 10, 10),
                             file("client-core/src/retry/names.cpp", 0, 0), file("app/cli/main.cpp", 1, 50)]}
        self.assertEqual([room[:3] for room in coverage_rooms.rooms(summary)], [("retry", 19, 20)])

    def test_every_place_is_in_the_tree(self):
        for places in coverage_rooms.ROOMS.values():
            for place in places:
                folder, _, start = place.rpartition("/")
                self.assertTrue(list((ROOT / folder).glob(f"{start}*.cpp")), place)


if __name__ == "__main__":
    unittest.main()
