# SPDX-License-Identifier: Apache-2.0
"""The extension in LibreOffice Calc, with the real program and the real server. Needs LEADSHEET_PROGRAM and LEADSHEET_SERVER."""

import ctypes
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from calc import Calc, wait_for
from service import Connection, Service

ROOT = Path(__file__).resolve().parents[3]
HEADER = ["Product", "Lead Count", "Industries", "Keywords", "Mine"]
PR_SET_CHILD_SUBREAPER = 36
STATUS, ORDER, KEY = "Leadsheet status", "Leadsheet order number", "Leadsheet key"


def setUpModule():
    global service, connection, calc, folder, made
    folder = tempfile.TemporaryDirectory(prefix="leadsheet-calc-data-")
    extension = Path(folder.name) / "leadsheet.oxt"
    subprocess.run([sys.executable, str(ROOT / "packaging/libreoffice/build.py"), str(extension)], check=True)
    service = Service(os.environ["LEADSHEET_SERVER"])
    connection = Connection(service)
    settings = {"program": os.environ["LEADSHEET_PROGRAM"],
                "options": ["--base-url", connection.url, "--data-dir", str(data())]}
    # Nobody reaps the killed Calc then, as in a container without an init: it stays a process that has ended.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    calc = Calc(extension, settings, {"LEADSHEET_API_KEY": service.customer, "TMPDIR": str(temporary())})
    made = 0


def data():
    """Where the program keeps what it does."""
    return Path(folder.name) / "data"


def temporary():
    """Where Calc has its temporary files."""
    path = Path(folder.name) / "tmp"
    path.mkdir(exist_ok=True)
    return path


def tearDownModule():
    said = calc.said()
    calc.stop()
    connection.shutdown()
    connection.server_close()
    service.stop()
    folder.cleanup()
    if "Traceback" in said:
        raise AssertionError(said)


def table(count, *more):
    """Rows that no other test orders."""
    global made
    made += count
    return [HEADER, *[["filters", 10 + at, "Software, IT", f"case {made - count + at}", f"note {at}"] for at in range(count)], *more]


def programs(command):
    """The processes of the program that run this command now, with this test's data and no other's."""
    found = []
    for folder_ in Path("/proc").iterdir():
        if folder_.name.isdigit():
            try:
                words = (folder_ / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if words[0] == os.environ["LEADSHEET_PROGRAM"] and command in words and str(data()) in words:
                found.append(int(folder_.name))
    return found


class Story(unittest.TestCase):
    def setUp(self):
        connection.delay, connection.on_create, connection.creates = 0.0, None, 0
        self.before = len(service.orders())

    def tearDown(self):
        for window in calc.windows():
            window.click("Close")

    def placed(self):
        return len(service.orders()) - self.before

    def assertOwnRows(self, sheet, count):
        bought = {order["order_number"]: order for order in service.orders()}
        rows = [record for record in sheet.records() if record["Keywords"].startswith("case")]
        for record in rows:
            if record[ORDER]:
                self.assertEqual(bought[record[ORDER]]["request"]["keywords"], [record["Keywords"]])
                self.assertEqual(bought[record[ORDER]]["idempotencyKey"], record[KEY])
        self.assertEqual(len({record[ORDER] for record in rows} - {""}), count)
        self.assertEqual(self.placed(), count)

    def order(self, sheet):
        calc.choose(sheet, "order")
        calc.window("Order for").click("Order for")

    def test_menu_and_toolbar_offer_what_there_is(self):
        addons = calc.configuration("/org.openoffice.Office.Addons/AddonUI")
        menu = addons.getByName("OfficeMenuBar").getByName("org.leadsheet.calc").getByName("Submenu")
        titles = [menu.getByName(name).getByName("Title") for name in sorted(menu.getElementNames())]
        self.assertEqual(titles, ["Check", "Price", "Order…", "Update Status", "Get Leads", None, "Settings…"])
        bar = addons.getByName("OfficeToolBar").getByName("org.leadsheet.calc")
        self.assertEqual([bar.getByName(name).getByName("Title") for name in sorted(bar.getElementNames())], titles[:5])
        states = calc.configuration("/org.openoffice.Office.UI.CalcWindowState/UIElements/States")
        self.assertEqual(states.getByName("private:resource/toolbar/addon_org.leadsheet.calc").getByName("UIName"), "Leadsheet")

    def test_check_problems_stand_at_their_cells_and_are_fixed_in_one_step(self):
        sheet = calc.new(table(2, ["filters", "many", "Software", "case x"], ["filters", 10, "Sofware, IT", "case y"]))
        calc.choose(sheet, "check")
        window = calc.window("Fix")
        self.assertIn("3 rows can be ordered. 1 row needs a fix.", window.text)
        comments = sheet.comments()
        self.assertIn((3, 1), comments)
        self.assertRegex(comments[3, 1], "^Leadsheet: ")
        window.click("Fix 1 Cell")
        calc.close()
        self.assertEqual(sheet.cells()[4][2], "Software, IT")
        self.assertEqual(set(sheet.comments()), {(3, 1)})
        undo = sheet.model.getUndoManager()
        while undo.isUndoPossible() and undo.getCurrentUndoActionTitle() != "Leadsheet: fixes":
            undo.undo()
        undo.undo()
        self.assertEqual(sheet.cells()[4][2], "Sofware, IT")
        sheet.close()

    def test_order_price_status_after_sorting_and_leads(self):
        sheet = calc.new(table(12))
        text = calc.run(sheet, "price")
        self.assertIn("12 orders would cost", text)
        self.assertEqual(self.placed(), 0)
        self.order(sheet)
        self.assertIn("12 orders are placed", calc.close())
        self.assertOwnRows(sheet, 12)
        self.assertEqual(set(sheet.column(STATUS)), {"Ordered: pending review"})
        calc.choose(sheet, "order")
        self.assertIn("There is nothing to order.", calc.close())

        sheet.sort(1, False)
        second = sheet.records()[1]
        service.deliver(second[ORDER], ["Ann", "Bob"])
        sheet.tab.Rows.insertByIndex(1, 2)
        sheet.tab.Columns.insertByIndex(0, 1)
        self.assertIn("12 orders of this sheet were found.", calc.run(sheet, "status"))
        self.assertOwnRows(sheet, 12)
        found = [record for record in sheet.records() if record[ORDER] == second[ORDER]]
        self.assertEqual([(record["Leadsheet leads delivered"], record["Leadsheet held"], record[STATUS]) for record in found], [(2.0, 0.0, "Ordered: delivered")])
        self.assertGreater(found[0]["Leadsheet charged"], 0)

        self.assertIn("2 leads are in the tab Leads.", calc.run(sheet, "leads"))
        leads = sheet.records(sheet.model.Sheets.getByName("Leads"))
        self.assertEqual([(lead["Row"], lead["firstName"], lead["orderNumber"], lead["phone"], lead["companyName"]) for lead in leads],
                         [(5.0, name, second[ORDER], "+49301234", "=1+1") for name in ("Ann", "Bob")])
        sheet.close()

    def test_order_sheet_sorted_extended_and_edited_meanwhile_keeps_each_answer_at_its_row(self):
        sheet = calc.new(table(16))
        connection.delay = 0.05
        self.order(sheet)
        wait_for("some orders", lambda: connection.creates > 4)
        sheet.sort(1, False)
        sheet.tab.Rows.insertByIndex(4, 1)
        sheet.tab.Columns.insertByIndex(1, 1)
        edited = sheet.records()[0]["Keywords"]
        sheet.tab.getCellByPosition(2, 1).setValue(99)
        self.assertIn("16 orders are placed", calc.close())
        self.assertOwnRows(sheet, 16)
        calc.run(sheet, "status")
        said = {record["Keywords"]: record[STATUS] for record in sheet.records()}
        self.assertEqual(said.pop(edited), "Ordered: pending review. The row was changed since.")
        self.assertEqual(set(said.values()), {"Ordered: pending review"})
        calc.choose(sheet, "order")
        self.assertIn("1 row was changed since it was ordered.", calc.close())
        self.assertOwnRows(sheet, 16)
        sheet.close()

    def test_order_protected_tab_orders_nothing(self):
        sheet = calc.new(table(2))
        sheet.tab.setName("--json=2 & \"more\"")
        sheet.tab.protect("")
        self.order(sheet)
        self.assertIn("cannot be written", calc.close())
        self.assertEqual(self.placed(), 0)
        sheet.close()

    def test_price_row_that_would_be_bought_again_is_named(self):
        rows = table(1)
        sheet = calc.new(rows)
        self.order(sheet)
        calc.close()
        number = sheet.column(ORDER)[0]
        other = calc.new([HEADER, ["Filters", 77, "it,SOFTWARE", rows[1][3].upper(), ""], *table(1)[1:]])
        calc.choose(other, "price")
        window = calc.window("Close")
        self.assertIn("1 order would cost", window.text)
        self.assertIn("1 row would be bought again", window.text)
        self.assertIn(f"Row 2: ordered before as {number}", window.lines)
        calc.close()
        sheet.close()
        other.close()

    def test_order_program_killed_in_the_middle_is_ordered_once(self):
        sheet = calc.new(table(20))
        connection.delay = 0.05
        connection.on_create = lambda count: [os.kill(pid, signal.SIGKILL) for pid in programs("submit")] if count == 8 else None
        self.order(sheet)
        self.assertIn("The program ended in the middle.", calc.close())
        self.assertTrue(0 < self.placed() < 20)
        connection.delay, connection.on_create = 0.0, None
        sheet.sort(1, False)
        self.order(sheet)
        calc.close()
        self.assertOwnRows(sheet, 20)
        sheet.close()

    def test_order_calc_killed_in_the_middle_is_ordered_once(self):
        sheet = calc.new(table(16))
        connection.delay = 0.05
        self.order(sheet)
        wait_for("some orders", lambda: connection.creates > 4)
        # As saving in between or the recovery of LibreOffice keeps it.
        file = str(Path(folder.name) / "kept.ods")
        sheet.save(file)
        calc.kill()
        copies = list(temporary().glob("leadsheet-calc-copy-*"))
        self.assertEqual([stat.S_IMODE(copy.stat().st_mode) for copy in copies], [0o700])
        connection.delay = 0.0
        wait_for("the program to end", lambda: not programs("submit"))
        calc.start()
        sheet = calc.open(file)
        self.assertTrue(all(status.startswith("Unknown outcome") for status in sheet.column(STATUS)))
        sheet.sort(1, False)
        calc.choose(sheet, "order")
        window = calc.window("Order for", "Close")
        if "Close" not in window.buttons:
            window.click("Order for")
        calc.close()
        self.assertOwnRows(sheet, 16)
        self.assertEqual([copy for copy in copies if copy.exists()], [])
        sheet.close()

    def test_order_server_killed_in_the_middle_is_ordered_once(self):
        sheet = calc.new(table(16))
        connection.delay = 0.02

        def kill(count):
            if count == 6:
                service.kill()
                service.launch()

        connection.on_create = kill
        self.order(sheet)
        self.assertIn("16 orders are placed", calc.close())
        self.assertOwnRows(sheet, 16)
        sheet.close()

    def pause(self):
        """Creates wait from here on until Pause has been chosen, so that there is something left."""
        held, first = threading.Event(), connection.creates + 4
        connection.on_create = lambda count: held.wait(60) if count >= first else None
        return held, first

    def pause_at(self, gate):
        held, first = gate
        wait_for("some orders", lambda: connection.creates >= first)
        calc.window("Pause").click("Pause")
        wait_for("the pause", lambda: any("Pausing" in window.text for window in calc.windows()))
        held.set()
        return calc.window("Resume")

    def test_order_paused_resumed_and_the_rest_given_up_is_ordered_when_it_is_chosen_again(self):
        sheet = calc.new(table(60))
        gate = self.pause()
        self.order(sheet)
        window = self.pause_at(gate)
        first = self.placed()
        self.assertTrue(0 < first < 60)
        self.assertIn("Not ordered yet: choose Order again.", sheet.column(STATUS))
        gate = self.pause()
        window.click("Resume")
        window = self.pause_at(gate)
        second = self.placed()
        self.assertTrue(first < second < 60)
        connection.on_create = None
        window.click("Give Up")
        calc.close()
        self.assertEqual(self.placed(), second)
        self.order(sheet)
        self.assertIn(f"{60 - second} orders are placed", calc.close())
        self.assertOwnRows(sheet, 60)
        sheet.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
