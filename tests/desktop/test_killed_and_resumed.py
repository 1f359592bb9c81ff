# SPDX-License-Identifier: Apache-2.0
"""The real window is killed while it places orders, started again and resumed: each row is ordered
exactly once, whenever it died."""

import unittest

import scene
from scene import Ledger

ROWS = 200


class KilledAndResumed(scene.DesktopTest):
    def priced(self):
        """A window with a sheet, ready to place its orders."""
        sheet = self.home.sheet("Q3 ICPs.csv", ROWS)
        app = self.start("--sandbox", str(sheet))
        app.press("Continue to Map")
        app.press("Continue to Check")
        app.press("Continue to Price.*")
        app.see(f"Place {ROWS} Orders for .*")
        return app

    def fault(self, app, name):
        app.choose("Try a Fault", name)

    def resume_and_compare(self):
        """Starts again and resumes as the banner offers, then compares with the server. Returns
        how many rows had no known end when the window died."""
        left = Ledger(self.home).count(*Ledger.UNSETTLED)
        app = self.start("--sandbox")
        if left > 0:
            app.see("Run “Q3 ICPs” was interrupted at .*")
            app.press("Check and Resume")
            app.see(r"Done\. .*")
            app.see(f"Placed: {ROWS}")
            app.see(f"The server was asked: {ROWS} orders for {ROWS} placed rows, none twice.")
        self.assertEqual(Ledger(self.home).count(Ledger.PLACED), ROWS)
        app.close()
        orders, _ = scene.server_has(scene.COMMAND_LINE, self.home)
        self.assertEqual(len({order["idempotencyKey"] for order in orders}), ROWS)
        self.assertEqual(len(orders), ROWS, "something was ordered twice")
        return left

    def killed_after(self, placed):
        app = self.priced()
        ledger = Ledger(self.home)
        app.press("Place .*")
        app.wait(f"{placed} orders", lambda: ledger.count(Ledger.PLACED) >= placed
                 and ledger.count(Ledger.PLACED, *Ledger.UNSETTLED) > 0)
        app.kill()
        return self.resume_and_compare()

    def test_killed_asSoonAsOrdersAreApproved_everyRowOrderedOnce(self):
        self.killed_after(0)

    def test_killed_afterTheFirstOrder_everyRowOrderedOnce(self):
        self.killed_after(1)

    def test_killed_inTheMiddle_everyRowOrderedOnce(self):
        self.killed_after(ROWS // 2)

    def test_killed_nearTheEnd_everyRowOrderedOnce(self):
        self.killed_after(ROWS - 10)

    def test_killed_withOrdersInFlight_everyRowOrderedOnce(self):
        app = self.priced()
        self.fault(app, "Slow Network")  # answers take seconds: some are surely on their way
        app.press("Place .*")
        ledger = Ledger(self.home)
        app.wait("orders in flight", lambda: ledger.count(Ledger.SENDING) > 0)
        app.kill()
        self.assertGreater(self.resume_and_compare(), 0)

    def test_crashedByTheFaultMenu_withALostAnswer_everyRowOrderedOnce(self):
        app = self.priced()
        self.fault(app, "Drop the Next Answer")
        self.fault(app, "Slow Network")
        app.press("Place .*")
        ledger = Ledger(self.home)
        app.wait("orders in flight", lambda: ledger.count(Ledger.SENDING) > 0)
        self.fault(app, "Crash the App Now…")
        app.press("Crash Now")
        app.gone()
        self.assertGreater(self.resume_and_compare(), 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
