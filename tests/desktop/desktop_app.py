# SPDX-License-Identifier: Apache-2.0
"""The real leadsheet-desktop in folders of its own, worked by accessible names."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from accessibility import KEY_DOWN, KEY_ESCAPE, Screen, wait_for


class Home:
    """Folders and environment of one imagined person."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="leadsheet-desktop-")
        self.folder = Path(self._folder.name)
        self.data = self.folder / "leadsheet"
        self.environment = dict(
            os.environ, HOME=str(self.folder), LC_ALL="C.UTF-8",
            QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", NO_PROXY="*")
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            self.environment[f"XDG_{name}_HOME"] = str(self.folder / name.lower())

    def sheet(self, name, rows):
        """A sheet whose rows can all be ordered, no two the same."""
        lines = ["Product,Industry,Job title,Location,Lead count"]
        lines += [f"filters,Industry {row},CEO,Berlin,{10 + row % 90}" for row in range(1, rows + 1)]
        file = self.folder / name
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return file

    def close(self):
        self._folder.cleanup()


class DesktopApp:
    """One running process. Every look fails at once when that process has ended."""

    def __init__(self, program, home, *arguments):
        self.screen = Screen()
        self.log = open(home.folder / "desktop.log", "ab")
        self.process = subprocess.Popen(
            [program, "--data-dir", home.data, *arguments], env=home.environment,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.root = self.wait("the window", lambda: self.screen.program(self.process.pid))

    def wait(self, what, look):
        return wait_for(what, look, alive=lambda: self.process.poll() is None)

    def find(self, name, role=None):
        """What is shown with this name (a pattern for the whole of it), or None."""
        for window in self.root.children():
            for node in window.everything():
                if re.fullmatch(name, node.name) and (role is None or node.role == role):
                    if node.showing:
                        return node
        return None

    def see(self, name, role=None):
        return self.wait(f"'{name}'", lambda: self.find(name, role))

    def press(self, name):
        def pressed():
            node = self.find(name)
            if node is None or not node.enabled:
                return False
            node.press()
            return True
        self.wait(f"'{name}', to be pressed", pressed)

    def choose(self, button, entry):
        """Opens the button's menu and takes an entry. A menu is on no list of windows: it tells of
        itself by the focus that the keys move."""
        self.press(button)
        def reached():
            before = self.screen.focused()
            self.screen.type_key(KEY_DOWN)
            at = self._focus_after(before)
            return at if at and at.role.endswith("menu item") and at.name == entry else None
        found = self.wait(f"'{entry}' in the menu", reached)
        self.screen.type_key(KEY_ESCAPE)  # an entry that is pressed this way leaves its menu open
        found.press()

    def _focus_after(self, before, seconds=2):
        """What has the focus next, or still has it: the menu may not be open yet."""
        end = time.monotonic() + seconds
        while self.screen.focused() is before and time.monotonic() < end:
            time.sleep(0.02)
        return self.screen.focused()

    def words(self):
        """All that is shown, for a failure's report."""
        shown = []
        for window in self.root.children():
            shown += [f"{node.role}: {node.name}" for node in window.everything()
                      if node.name and node.showing]
        return "\n".join(shown)

    def kill(self):
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.gone()

    def gone(self):
        self.process.wait(600)
        self.log.close()

    def close(self):
        if self.process.poll() is None:
            self.kill()


class Ledger:
    """What the window wrote down about its rows, read beside it while it works."""

    # As leadsheet/submit/row.hpp numbers them.
    SENDING, PLACED = 4, 5
    UNSETTLED = (3, SENDING, 8, 9)  # queued, sending, unknown, will retry

    def __init__(self, home):
        files = list(home.data.rglob("*ledger*.sqlite"))
        if len(files) != 1:
            raise AssertionError(f"one ledger was expected: {files}")
        self.file = files[0]

    def count(self, *states):
        marks = ",".join("?" * len(states))
        base = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=60)
        try:
            return base.execute(f"SELECT count(*) FROM rows WHERE state IN ({marks})",
                                states).fetchone()[0]
        finally:
            base.close()


def server_has(command_line, home):
    """The sandbox's orders and account as the command line shows them, once no window is open."""
    def ask(*words):
        done = subprocess.run([command_line, *words, "--sandbox", "--json", "--data-dir", home.data],
                              env=home.environment, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()]
    orders = [line for line in ask("orders", "list", "--limit", "100000") if line["type"] == "order"]
    account = next(line for line in ask("account") if line["type"] == "account")
    return orders, account
