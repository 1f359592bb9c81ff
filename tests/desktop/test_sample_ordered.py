# SPDX-License-Identifier: Apache-2.0
"""A first start: welcome, sample sheet, map, check, price, orders, all through accessible names."""

import shlex
import subprocess
import unittest

import scene
from notifications import Notifications


class SampleOrdered(scene.DesktopTest):
    def test_sample_openedAndOrdered_cellsSayPlaced(self):
        notifications = Notifications()
        app = self.start()
        app.press("Try With Sample Data")  # which opens the sheet at once
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
        self.look_elsewhere(app)
        app.press(r"Place \d+ Orders? for .*")
        app.see(r"Done\. .*")
        app.see(f"Placed: {orders}")
        [(run, done)] = app.wait("a notification", notifications.shown)
        self.assertEqual(run, "icp_q3")
        self.assertRegex(done, f"^Done: {orders} orders placed, ")

        rows = app.see("Rows of the run", "table")
        # The cells are read from the ledger beside the window's own thread.
        states = app.wait("every row's state", lambda: self.settled(rows.column("State")))
        self.assertEqual(states.count("Placed"), orders, states)
        numbers = {text for text in rows.column("Order") if text}
        self.assertEqual(len(numbers), orders)
        app.close()
        held, _ = scene.server_has(scene.COMMAND_LINE, self.home)
        self.assertEqual({order["orderNumber"] for order in held}, numbers)

    def look_elsewhere(self, app):
        """Another program's window comes to the front."""
        elsewhere = scene.Home()
        self.addCleanup(elsewhere.close)
        other = scene.DesktopApp(scene.DESKTOP, elsewhere, str(elsewhere.sheet("other.csv", 1)))
        self.apps.append(other)
        app.wait("another window", lambda: not any(window.active for window in app.root.children()))

    def test_copiedCommands_ofEveryStep_areTakenByTheCommandLine(self):
        app = self.start("--sandbox", str(self.home.sheet("Q3 ICPs.csv", 5)))
        commands = []
        for button in ("Continue to Map", "Continue to Check", "Continue to Price.*", "Place .*"):
            app.see(button)
            app.wait("an enabled button", lambda name=button: app.find(name).enabled)
            app.press("Copy as Command")
            # The notice of the step before may still be there.
            commands.append(app.wait("a new command", lambda: self.copied(app, commands)))
            if button != "Place .*":
                app.press(button)
        app.close()
        self.assertIn("--sandbox", commands[-1])
        for command in commands:
            words = shlex.split(command)
            self.assertEqual(words.pop(0), "leadsheet")
            if words[0] == "submit":
                words.append("--dry-run")
            done = subprocess.run([scene.COMMAND_LINE, *words], env=self.home.environment,
                                  capture_output=True, text=True, timeout=600)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")

    @staticmethod
    def copied(app, before):
        said = app.find("Copied: leadsheet .*")
        command = said.name.removeprefix("Copied: ") if said else None
        return command if command and command not in before else None

    @staticmethod
    def settled(states):
        return states if states and "…" not in states else None


if __name__ == "__main__":
    unittest.main(verbosity=2)
