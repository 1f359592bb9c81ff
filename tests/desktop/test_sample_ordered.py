# SPDX-License-Identifier: Apache-2.0
"""A first start: welcome, sample sheet, map, check, price, orders, all through accessible names."""

import unittest

import scene


class SampleOrdered(scene.DesktopTest):
    def test_sample_openedAndOrdered_cellsSayPlaced(self):
        app = self.start()
        app.press("Try With Sample Data")
        app.press("Try a Sample Sheet")
        app.see("Continue to Map")
        grid = app.see("Rows of the sheet", "table")
        self.assertGreaterEqual(grid.size()[0], 30)
        shown = [grid.cell(4, column).name for column in range(grid.size()[1])]
        self.assertTrue(any("München" in text for text in shown), shown)

        app.press("Continue to Map")
        app.press("Continue to Check")
        app.press("Continue to Price.*")
        place = app.see(r"Place \d+ Orders? for \$.* of Play Money")
        orders = int(place.name.split()[1])
        self.assertGreater(orders, 10)
        app.press(r"Place \d+ Orders? for .*")
        done = app.see("Done: .*").name
        self.assertIn(str(orders), done)

        rows = app.see("Rows of the run", "table")
        # The cells are read from the ledger beside the window's own thread.
        states = app.wait("every row's state", lambda: self.settled(rows.column("State")))
        self.assertEqual(states.count("Placed"), orders, states)
        numbers = {text for text in rows.column("Order") if text}
        self.assertEqual(len(numbers), orders)
        app.close()
        held, _ = scene.server_has(scene.COMMAND_LINE, self.home)
        self.assertEqual({order["orderNumber"] for order in held}, numbers)

    @staticmethod
    def settled(states):
        return states if states and "…" not in states else None


if __name__ == "__main__":
    unittest.main(verbosity=2)
