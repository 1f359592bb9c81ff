#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that check_tree.py finds folders that include each other and functions that are too long."""

import unittest

from check_tree import check_folders, check_functions


def tree(*includes):
    """"a/x.cpp > b/y.hpp": both files of app/core, the first including the second."""
    texts = {}
    for line in includes:
        source, included = line.split(" > ")
        texts[f"app/core/{source}"] = texts.get(f"app/core/{source}", "") + f'#include "{included}"\n'
    for name in ("map/map.hpp", "sheet/sheet.hpp", "sheet/ods/ods.hpp", "sheet/xlsx/xlsx.hpp", "head.hpp"):
        texts.setdefault(f"app/core/{name}", "#pragma once\n")
    return texts


class FoldersIncludeOneWay(unittest.TestCase):
    def findings(self, *includes, known=None):
        return list(check_folders(tree(*includes), known or {}))

    def test_one_direction_is_fine(self):
        self.assertEqual(self.findings("map/a.cpp > sheet/sheet.hpp", "map/b.cpp > ../sheet/ods/ods.hpp"), [])

    def test_both_directions_are_found_and_the_fewer_are_named(self):
        found = self.findings("map/a.cpp > sheet/sheet.hpp", "map/b.cpp > ../sheet/sheet.hpp", "sheet/c.cpp > map/map.hpp")
        self.assertEqual(len(found), 1)
        self.assertIn("app/core/sheet/c.cpp includes app/core/map/map.hpp", found[0])
        self.assertNotIn("a.cpp", found[0])

    def test_folders_within_a_folder_count_too(self):
        found = self.findings("sheet/ods/a.cpp > sheet/xlsx/xlsx.hpp", "sheet/xlsx/b.cpp > ../ods/ods.hpp")
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("app/core/sheet/ods: includes app/core/sheet/xlsx"), found[0])

    def test_a_folder_and_what_is_in_it_are_one(self):
        self.assertEqual(self.findings("sheet/a.cpp > sheet/ods/ods.hpp", "sheet/ods/b.cpp > ../sheet.hpp"), [])

    def test_files_beside_the_folders_may_include_and_be_included(self):
        self.assertEqual(self.findings("main.cpp > map/map.hpp", "map/a.cpp > ../head.hpp"), [])

    def test_known_pairs_pass_until_they_are_mended(self):
        known = {("app/core/map", "app/core/sheet"): "why"}
        self.assertEqual(self.findings("map/a.cpp > sheet/sheet.hpp", "sheet/c.cpp > map/map.hpp", known=known), [])
        found = self.findings("map/a.cpp > sheet/sheet.hpp", known=known)
        self.assertEqual(len(found), 1)
        self.assertIn("take the pair off", found[0])



class FunctionsAreShort(unittest.TestCase):
    def findings(self, text, known=()):
        return list(check_functions("app/a.cpp", text, {"app/a.cpp": list(known)}))

    def body(self, lines):
        return "{\n" + "    call();\n" * lines + "}\n"

    def test_sixty_lines_are_fine(self):
        self.assertEqual(self.findings("void f(int a) " + self.body(60)), [])

    def test_one_more_is_found_by_name(self):
        found = self.findings("void f() {\n}\n\nResult<int> Book::read(const std::string& a,\n                       int b) " + self.body(61))
        self.assertEqual(found, ["Book::read() has more than 60 lines"])

    def test_functions_inside_a_class_count_by_themselves(self):
        member = "    void f() {\n" + "        call();\n" * 40 + "    }\n"
        self.assertEqual(self.findings("namespace a {\n\nclass B {\n" + member * 3 + "};\n\n}\n"), [])

    def test_members_of_a_constructor_are_not_its_body(self):
        self.assertEqual(self.findings("A::A(int a)\n" + "    , b_(a)\n" * 70 + "    , c_(a) " + self.body(3)), [])

    def test_data_is_not_a_function(self):
        self.assertEqual(self.findings("constexpr auto kAll = std::to_array<Row>({\n" + "    {1},\n" * 80 + "});\n"), [])

    def test_known_ones_pass_until_they_are_short(self):
        self.assertEqual(self.findings("void f() " + self.body(61), ["f"]), [])
        self.assertIn("take it off", self.findings("void f() " + self.body(9), ["f"])[0])


if __name__ == "__main__":
    unittest.main()
