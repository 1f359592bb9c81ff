# SPDX-License-Identifier: Apache-2.0
"""The parts of the extension that need no LibreOffice."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

from fakes import HEADER, ROOT, WORDS, FakeDocument, FakeProgram, FakeService, drive, money
from leadsheet_calc import copying, fixes, program, rows, words


def table(count, *more):
    return [HEADER, *[["filters", float(10 + at), f"case {at}", at] for at in range(count)], *more]


class Scene(unittest.TestCase):
    def scene(self, cells):
        self.document, self.service = FakeDocument(cells), FakeService()
        self.program = FakeProgram(self.service, self.document)

    def run_(self, name, answers=(), said=None):
        return drive(self.document, self.program, name, answers, said)

    def assertOwnRows(self):
        """Each row that has an order has that of its own key."""
        ordered = 0
        for record in self.document.records():
            if record.get("Leadsheet order number"):
                order = {"scrapingOption": record["Product"], "leadCount": int(record["Lead count"]), "keywords": [record["Keywords"]]}
                key = rows.row_identity(order)[1]
                self.assertEqual(record["Leadsheet order number"], self.service.orders[key]["orderNumber"])
                ordered += 1
        return ordered


class Ordering(Scene):
    def test_order_rows_are_bought_once_however_often_it_is_chosen(self):
        self.scene(table(5))
        self.assertEqual(self.run_("order", ["order"]), "5 orders are placed, 0.40 USD held.")
        self.assertEqual(self.assertOwnRows(), 5)
        self.assertIn("nothing to order", self.run_("order"))
        self.assertEqual(len(self.service.sent), 5)

    def test_order_declined_sends_nothing(self):
        self.scene(table(2))
        said = []
        self.assertEqual(self.run_("order", ["no"], said), "Nothing was ordered.")
        self.assertIn("Not part of any order: Mine.", said[0].text)
        self.assertEqual(self.service.sent, [])
        self.assertEqual(len(self.document.cells()[0]), len(HEADER))

    def test_order_sum_that_was_agreed_to_is_the_most(self):
        self.scene(table(3))
        self.run_("order", ["order"])
        submit = next(call for call in self.program.calls if call[0] == "submit" and "--dry-run" not in call)
        self.assertEqual(submit[submit.index("--max-total") + 1], "0.24 USD")

    def test_order_edited_while_asked_is_asked_again(self):
        self.scene(table(2))
        said = []

        def edit():
            self.document.table[1][1] = 77.0
            return "order"

        self.run_("order", [edit, "order"], said)
        self.assertIn("edited since it was priced", said[1].text)
        self.assertEqual(self.assertOwnRows(), 2)

    def test_order_rows_sorted_and_inserted_meanwhile_get_their_own_results(self):
        self.scene(table(20))

        def mix():
            self.document.sort(lambda row: row[1], True)
            self.document.table.insert(3, [""])
            for at, row in enumerate(self.document.table):
                row.insert(0, "Note" if at == 0 else at)

        self.service.during = mix
        self.run_("order", ["order"])
        self.assertEqual(self.assertOwnRows(), 20)

    def test_order_program_killed_in_the_middle_goes_on(self):
        self.scene(table(6))
        self.service.faults = [None, None, "killed"]
        self.assertIn("The program ended in the middle", self.run_("order", ["order"]))
        records = self.document.records()
        self.assertEqual(sum(1 for record in records if record["Leadsheet order number"]), 3)
        self.assertEqual(sum(1 for record in records if record["Leadsheet status"].startswith("Unknown outcome")), 3)
        self.document.sort(lambda row: row[1], True)
        self.run_("order", ["order"])
        self.assertEqual(len(self.service.orders), 6)
        self.assertEqual(self.assertOwnRows(), 6)

    def test_order_tab_that_cannot_be_written_orders_nothing(self):
        self.scene(table(2))
        self.document.protected = True
        self.assertIn("cannot be written", self.run_("order", ["order"]))
        self.assertEqual(self.service.sent, [])

    def test_order_row_changed_since_is_left_out(self):
        self.scene(table(2))
        self.run_("order", ["order"])
        self.document.table[1][1] = 99.0
        said = []
        self.run_("order", ["order"], said)
        self.assertEqual(len(self.service.sent), 2)
        self.assertIn("1 row was changed since it was ordered", said[0].text)
        self.assertRegex(self.document.records()[0]["Leadsheet status"], "The row was changed since")

    def test_order_copy_of_a_row_is_bought_once(self):
        self.scene(table(1))
        self.run_("order", ["order"])
        self.document.table.append(list(self.document.table[1]))
        self.run_("order", ["order"])
        self.assertEqual(len(self.service.orders), 1)
        self.assertEqual([record["Leadsheet status"] for record in self.document.records()],
                         ["Ordered: pending review", "In the sheet twice: it is ordered once."])

    def test_order_refused_row_says_why(self):
        self.scene(table(2))
        self.service.faults = ["refused"]
        self.assertEqual(self.run_("order", ["order"]), "1 order is placed, 0.08 USD held. 1 was refused.")
        self.assertEqual(self.document.records()[0]["Leadsheet status"], "Refused: No.")


class Others(Scene):
    def test_check_problems_are_comments_and_fixes_are_one_undo(self):
        self.scene(table(1, ["filters", "ten", "x", ""]))
        said = []
        self.run_("check", ["fix"], said)
        self.assertEqual(said[0].items, [("Row 3, Lead count: Not a number. Write digits.", 2, 1)])
        self.assertEqual(said[0].buttons[0], ("fix", "Fix 1 Cell"))
        self.assertEqual(self.document.table[2][1], "10")
        self.assertEqual(self.document.undone, ["Leadsheet: fixes"])

    def test_check_formula_is_not_overwritten_by_a_fix(self):
        self.scene(table(1, ["filters", "ten", "x", ""]))
        self.document.calculated = {(2, 1)}
        said = []
        self.run_("check", said=said)
        self.assertEqual([name for name, _ in said[0].buttons], ["close"])

    def test_price_says_sum_cap_and_balance(self):
        self.scene(table(3))
        said = []
        self.run_("price", said=said)
        self.assertEqual(said[0].text.split("\n")[:3], ["3 orders would cost 0.24 USD.",
            "The key may spend 50.00 USD per day; 0.00 USD of that has been spent today.", "Available: 10.00 USD, afterwards 9.76 USD."])

    def test_update_other_computer_has_ordered_is_found_by_key(self):
        self.scene(table(3))
        self.run_("order", ["order"])
        self.document = FakeDocument([HEADER, *table(3)[:0:-1]])
        self.program = FakeProgram(self.service, self.document)
        self.assertEqual(self.run_("update"), "3 orders of this sheet were found.")
        self.assertEqual(self.assertOwnRows(), 3)

    def test_update_nothing_ordered_writes_nothing(self):
        self.scene(table(3))
        self.assertEqual(self.run_("update"), "0 orders of this sheet were found.")
        self.assertEqual(self.document.undone, [])


class Rows(unittest.TestCase):
    def test_keys_are_those_of_the_shared_table(self):
        for case in json.loads((ROOT / "tests/contract/marks.json").read_text(encoding="utf-8"))["keys"]:
            made = rows.row_identity(case["request"], case["occurrence"], case["generation"], case["reference"])
            self.assertEqual(made, (case["body"], case["key"]), case["group"])

    def test_columns_are_counted_as_people_write_them(self):
        for at, letters in ((0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")):
            self.assertEqual((rows.column_letters(at), rows.column_number(letters)), (letters, at))

    def test_cells_below_each_other_are_written_at_once(self):
        texts = {(3, 1): "b", (2, 1): "a", (5, 1): "c", (3, 0): "d"}
        self.assertEqual(rows.runs_of(texts), [(3, 0, ["d"]), (2, 1, ["a", "b"]), (5, 1, ["c"])])

    def test_ranges_are_short(self):
        self.assertEqual(rows.ranges_of([7, 2, 3, 4]), "2-4,7")

    def test_blocks_keep_what_stands_between(self):
        cells = (("h", "k", "s", "", "o"), ("a", "", "", "", ""), ("b", "k1", "old", "", 5.0), ("c", "", "", "", ""))
        made = rows.blocks_of(cells, {"key": 1, "status": 2, "order": 4}, {1: {"status": "new"}, 3: {"order": "x"}})
        self.assertEqual(made, [(1, 1, (("", "new"), ("k1", "old"), ("", ""))), (1, 4, (("",), (5.0,), ("x",)))])

    def test_rows_that_only_look_the_same_are_not_guessed_after_a_move(self):
        cells = (("Product", "Count"), ("filters", 1.0), ("", 1.0))
        sheet = {"headerRow": 1, "columns": [{"target": "leadCount", "column": "B"}]}
        orders = [{"row": at, "blocked": False, "order": {"scrapingOption": product, "leadCount": 1}} for at, product in ((2, "filters"), (3, "other"))]
        reading = rows.Reading(cells, sheet, orders)
        self.assertEqual(rows.find_rows(reading, cells, reading.place(cells)), {2: 1, 3: 2})
        moved = (cells[0], ("", ""), *cells[1:])
        self.assertEqual(rows.find_rows(reading, moved, reading.place(moved)), {})


class Fixes(unittest.TestCase):
    def test_fixed_cells(self):
        for cell, fix, after in (("Sofware, IT", "industries|means(Sofware,Software)", "Software, IT"), ("-", "industries|empty(-)", ""),
                                 ("IT; n/a", "industries|empty(n/a)", "IT"), ("n/a; IT", "industries|empty(n/a)", "IT"),
                                 ("1-50", "companySizes|means(1-50,1-10\\, 11-50)", "1-10, 11-50"), ("Softwares", "industries|means(Sofware,Software)", None),
                                 ("a(b)", "industries|means(a\\(b\\),c)", "c"), ("x", "leadCount|number(comma)", None), ("x", "a|means(x,x)", None)):
            self.assertEqual(fixes.fixed(cell, fix), after, (cell, fix))


class Copies(unittest.TestCase):
    CONTENT = ('<table:table table:name="A &amp; B" table:style-name="x"><table:table-row a="1"><table:table-cell><text:p>h</text:p></table:table-cell>'
               '<table:table-cell office:value-type="string" table:number-columns-repeated="3"><text:p>same</text:p></table:table-cell>'
               '<table:table-cell table:number-columns-repeated="1000"/></table:table-row><table:table-row b="2"/></table:table>')

    def test_columns_of_the_tab_are_emptied(self):
        made = copying.without_columns(self.CONTENT, "A & B", [2])
        self.assertEqual(made.count("same"), 2)
        self.assertIn("</table:table-cell><table:table-cell/><table:table-cell", made)
        self.assertIn('<table:table-row b="2"/>', made)
        self.assertIn('table:number-columns-repeated="1000"', made)

    def test_other_tabs_stay(self):
        self.assertEqual(copying.without_columns(self.CONTENT, "B", [2]), self.CONTENT)


class Programs(unittest.TestCase):
    def start(self, script, **more):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name) / "leadsheet"
        file.write_text("#!/bin/sh\n" + script)
        file.chmod(0o755)
        self.outcomes = []
        return program.Program(str(file)).start(["x"], self.outcomes.append, **more)

    def outcome(self):
        end = time.monotonic() + 20
        while not self.outcomes and time.monotonic() < end:
            time.sleep(0.01)
        return self.outcomes[0]

    def test_lines_are_read_and_a_torn_one_is_none(self):
        self.start("""echo '{"type":"a"}'; echo nonsense; printf '{"type":'; echo trouble >&2; exit 4""")
        outcome = self.outcome()
        self.assertEqual((outcome.exit, outcome.records, outcome.why_not()), (4, [{"type": "a"}], "trouble"))

    def test_interrupt_is_ctrl_c(self):
        running = self.start("""trap 'echo "{\\"type\\":\\"summary\\"}"; exit 130' INT; while :; do sleep 0.01; done""")
        while running.process is None:
            time.sleep(0.01)
        time.sleep(0.05)
        running.interrupt()
        self.assertEqual((self.outcome().exit, self.outcome().of("summary")), (130, [{"type": "summary"}]))

    def test_missing_program_is_said(self):
        outcomes = self.outcomes = []
        program.Program("/nowhere/leadsheet").start(["x"], outcomes.append)
        self.assertIn("/nowhere/leadsheet", self.outcome().why_not())


class Texts(unittest.TestCase):
    def test_both_languages_have_the_same_places(self):
        import string
        for name, text in WORDS.table.items():
            places = [{field for _, field, _, _ in string.Formatter().parse(text[language]) if field} for language in ("en", "de")]
            self.assertEqual(*places, name)

    def test_names_in_the_sources_are_in_the_table_and_the_reverse(self):
        sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "packaging/libreoffice").rglob("*.py"))
        for name in WORDS.table:
            self.assertRegex(sources, f'"{name.removesuffix("One").removesuffix("Many")}"')

    def test_german_is_said_throughout(self):
        german = words.Words("de-AT", WORDS.table)
        document, service = FakeDocument(table(2)), FakeService()
        fake = FakeProgram(service, document)
        said = [drive(document, fake, name, ["order"], words=german) for name in ("check", "price", "order", "update")]
        self.assertEqual(said[2:], ["2 Aufträge sind erteilt, 0,16 USD reserviert.", "2 Aufträge dieser Tabelle wurden gefunden."])
        self.assertEqual({record["Leadsheet status"] for record in document.records()}, {"Bestellt: pending review"})

    def test_money(self):
        self.assertEqual(WORDS.money(money(123456)), "1,234.56 USD")
        self.assertEqual(words.Words("de-DE", WORDS.table).money(money(123456)), "1.234,56 USD")
        self.assertEqual(words.plain_money({"amount": 500, "currency": "JPY"}), "500 JPY")


class Extension(unittest.TestCase):
    def test_build_same_sources_give_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("one.oxt", "two.oxt")]
            for file in files:
                subprocess.run([sys.executable, str(ROOT / "packaging/libreoffice/build.py"), str(file)], check=True)
            self.assertEqual(*[file.read_bytes() for file in files])
            with zipfile.ZipFile(files[0]) as made:
                self.assertRegex(made.read("description.xml").decode(), r'<version value="\d+\.\d+\.\d+"/>')


if __name__ == "__main__":
    unittest.main()
