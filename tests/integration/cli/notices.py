# SPDX-License-Identifier: Apache-2.0
"""notices.py FILE: a desktop that writes each notification it is asked to show into FILE, a JSON line each. FILE is there
once it listens."""

import json
import sys
from pathlib import Path

from gi.repository import GLib

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "desktop"))
from notifications import Notifications  # noqa: E402

SHOWN = Path(sys.argv[1])


class Written(Notifications):
    def _notify(self, *call):
        super()._notify(*call)
        with SHOWN.open("a", encoding="utf-8") as file:
            file.write(json.dumps(dict(zip(("title", "body"), self._shown[-1]))) + "\n")


desktop = Written()
SHOWN.touch()
GLib.MainLoop().run()
