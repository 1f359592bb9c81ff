# SPDX-License-Identifier: Apache-2.0
"""What every test of the real window begins with. Usage of the tests: in_session.py test_….py, with
LEADSHEET_TEST_BIN naming the folder of the programs."""

import os
import unittest
from pathlib import Path

from desktop_app import DesktopApp, Home, Ledger, server_has  # noqa: F401

PROGRAMS = Path(os.environ["LEADSHEET_TEST_BIN"])
DESKTOP = PROGRAMS / "leadsheet-desktop"
COMMAND_LINE = PROGRAMS / "leadsheet"


class DesktopTest(unittest.TestCase):
    """One home a test; what was shown is printed when the test fails."""

    def run(self, result=None):
        self.result = result
        return super().run(result)

    def setUp(self):
        self.home = Home()
        self.addCleanup(self.home.close)
        self.apps = []
        self.addCleanup(self._end)

    def start(self, *arguments):
        app = DesktopApp(DESKTOP, self.home, *arguments)
        self.apps.append(app)
        return app

    def log(self):
        """What the programs wrote to their terminal so far."""
        return (self.home.folder / "desktop.log").read_text(errors="replace")

    def _end(self):
        failed = any(test is self for test, _ in self.result.errors + self.result.failures)
        for app in self.apps:
            if failed and app.process.poll() is None:
                print(f"{self.id()}: the window showed\n{app.words()}")
            app.close()
        if failed:
            print(self.log()[-5000:])
