# SPDX-License-Identifier: Apache-2.0
"""What a screen reader finds on the Leads page: a table with named columns, a cell for each value,
filters that say what they are, and a count that follows them."""

import json
import re
import subprocess
import unittest

import scene

ORDERS = 3


class LeadsRead(scene.DesktopTest):
    def test_leads_delivered_areReadByCellAndFiltered(self):
        app = self.start("--sandbox", str(self.home.sheet("Q3 ICPs.csv", ORDERS)))
        app.press("Continue to Map")
        app.press("Continue to Check")
        app.press("Continue to Price.*")
        app.press(f"Place {ORDERS} Orders for .*")
        app.see(r"Done\. .*")
        app.press("View Leads")
        grid = app.see("Leads", "table")
        # Delivered after seconds, and fetched by the page by itself.
        names = app.wait("leads of every order", lambda: self.read_whole(grid))
        self.assertNotIn("", names)
        app.press("Good")
        counted = app.see(r"[\d,]+ of [\d,]+ leads?").name
        good = int(re.match(r"[\d,]+", counted).group().replace(",", ""))
        results = app.wait("the filtered rows", lambda: self.only(grid, good, "Good"))
        self.assertEqual(len(results), good)
        app.close()
        self.assertLessEqual(set(names), self.owned())

    @staticmethod
    def read_whole(grid):
        """The names once leads of all orders are there and no cell waits for its row."""
        orders = set(grid.column("Order"))
        if len(orders - {"…", ""}) < ORDERS or "…" in orders:
            return None
        return grid.column("Name")

    @staticmethod
    def only(grid, rows, result):
        found = grid.column("Result")
        return found if len(found) == rows and set(found) <= {result} else None

    def owned(self):
        """By the command line, once no window is open."""
        done = subprocess.run(
            [scene.COMMAND_LINE, "leads", "list", "--sandbox", "--json", "--limit", "10000",
             "--fields", "fullName", "--data-dir", self.home.data],
            env=self.home.environment, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return {line["fullName"] for line in lines if line["type"] == "lead"}


if __name__ == "__main__":
    unittest.main(verbosity=2)
