# SPDX-License-Identifier: Apache-2.0
"""A sheet with misspelled cells is opened, mapped, put right, ordered and its results are read, all
through accessible names and actions. Run under Wayland, where no X server can help."""

import os
import unittest

import scene


class SheetFixed(scene.DesktopTest):
    def test_misspelledRows_putRight_areOrderedAndRead(self):
        sheet = self.home.sheet("Q3 ICPs.csv", 3)
        with sheet.open("a", encoding="utf-8") as more:
            more.write("fliters,Industry 4,CEO,Berlin,20\nfliters,Industry 5,CEO,Berlin,30\n")
        app = self.start("--sandbox", str(sheet))
        app.press("Continue to Map")
        app.press("Continue to Check")
        app.see("Continue to Price With 3 Rows")
        app.press(r"Read .fliters. as .filters.|Fix All \d+ Suggestions")
        app.press("Continue to Price With 5 Rows")
        app.press("Place 5 Orders for .*")
        app.see("Placed: 5")
        app.see("To fix: 0")
        rows = app.see("Rows of the run", "table")
        states = app.wait("the results", lambda: self.settled(rows.column("State")))
        self.assertEqual(states, ["Placed"] * 5)
        numbers = rows.column("Order")
        app.press("View Orders")
        orders = app.see("Orders", "table")
        app.wait("the orders", lambda: set(numbers) == set(orders.column("Order")))
        if "WAYLAND_DISPLAY" in os.environ:
            self.assertNotIn("DISPLAY", os.environ)
        # For a screen reader the window is also there where nobody else sees it, or can type.
        self.assertNotRegex(self.log(), "Loading shell integration failed|failed to create xkb")

    @staticmethod
    def settled(states):
        return states if states and "…" not in states else None


if __name__ == "__main__":
    unittest.main(verbosity=2)
