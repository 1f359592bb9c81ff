# SPDX-License-Identifier: Apache-2.0
"""A LibreOffice Calc without a display, with the extension in a profile of its own. Its menu is chosen and its windows are
answered as a person would, by what is written on the buttons."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import uno
    from com.sun.star.beans import PropertyValue
except ImportError:
    sys.exit("Python's bridge to LibreOffice is missing for /usr/bin/python3: install the Debian package python3-uno")

PATIENCE = 120
STEP = 0.02
BUTTON, LABEL, LIST, ITEM = 44, 30, 29, 31


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def wait_for(what, look):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(STEP)
    raise AssertionError(f"waited {PATIENCE} s for {what() if callable(what) else what}")


class Window:
    def __init__(self, context):
        self.context = context
        self.parts = []
        self.walk(context, 0)

    def walk(self, context, depth):
        for index in range(min(context.getAccessibleChildCount(), 50)):
            child = context.getAccessibleChild(index).getAccessibleContext()
            self.parts.append((child.getAccessibleRole(), child.getAccessibleName(), child))
            if depth < 3 and child.getAccessibleRole() != BUTTON:
                self.walk(child, depth + 1)

    @property
    def buttons(self):
        return [name for role, name, _ in self.parts if role == BUTTON]

    @property
    def text(self):
        return "\n".join(name for role, name, _ in self.parts if role == LABEL)

    @property
    def lines(self):
        return [name for role, name, _ in self.parts if role not in (BUTTON, LABEL) and ": " in name]

    def click(self, begins):
        for role, name, context in self.parts:
            if role == BUTTON and name.startswith(begins):
                context.doAccessibleAction(0)
                return
        raise AssertionError(f"no button {begins!r}, only {self.buttons}: {self.text}")


class Calc:
    def __init__(self, extension, settings, environment):
        self.folder = Path(tempfile.mkdtemp(prefix="leadsheet-calc-test-"))
        self.places = [f"-env:UserInstallation={(self.folder / 'profile').as_uri()}",
                       f"-env:UNO_SHARED_PACKAGES_CACHE={(self.folder / 'shared/cache').as_uri()}"]
        self.environment = {**os.environ, **environment}
        # Root may install for everybody only; "everybody" is a folder of this test then.
        shared = ["--shared"] if os.geteuid() == 0 else []
        added = subprocess.run(["unopkg", "add", "--suppress-license", *shared, *self.places, str(extension)],
                               capture_output=True, text=True, env=self.environment)
        if added.returncode != 0:
            sys.exit(f"the extension cannot be installed: {added.stdout}{added.stderr}")
        user = self.folder / "profile/user"
        user.mkdir(parents=True, exist_ok=True)
        self.settings = user / "leadsheet.json"
        self.settings.write_text(json.dumps(settings), encoding="utf-8")
        self.starts = 0
        self.start()

    def start(self):
        self.starts += 1
        pipe = f"leadsheet{os.getpid()}x{self.starts}"
        with open(self.folder / "calc.log", "ab") as log:
            self.process = subprocess.Popen(
                ["soffice", "--headless", "--norestore", "--nologo", "--nodefault", "--nofirststartwizard", *self.places,
                 f"--accept=pipe,name={pipe};urp;"],
                start_new_session=True, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)

        def resolved():
            if self.process.poll() is not None:
                sys.exit(f"LibreOffice ended with {self.process.returncode} before it could be used")
            try:
                return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            except uno.getClass("com.sun.star.connection.NoConnectException"):
                return None

        self.context = wait_for("LibreOffice", resolved)
        self.desktop = self.service("com.sun.star.frame.Desktop")
        self.toolkit = self.service("com.sun.star.awt.Toolkit")

    def service(self, name):
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def configuration(self, path):
        provider = self.service("com.sun.star.configuration.ConfigurationProvider")
        return provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", (option("nodepath", path),))

    def kill(self):
        """Without a word to anybody, and not the programs that it started."""
        for pid in subprocess.run(["pgrep", "-s", str(self.process.pid)], capture_output=True, text=True).stdout.split():
            with contextlib.suppress(ProcessLookupError):  # one of them may end with the one before it
                os.kill(int(pid), signal.SIGKILL)
        self.process.wait()

    def stop(self):
        try:
            self.desktop.terminate()
            self.process.wait(20)
        except Exception:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def said(self):
        return (self.folder / "calc.log").read_text(errors="replace")

    def new(self, table):
        # Without a window it cannot have a frame that is shown.
        model = self.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (option("Hidden", True),))
        return Sheet(self, model, table)

    def open(self, file):
        return Sheet(self, self.desktop.loadComponentFromURL(Path(file).as_uri(), "_blank", 0, (option("Hidden", True),)))

    def choose(self, sheet, command):
        url = uno.createUnoStruct("com.sun.star.util.URL")
        url.Complete = "org.leadsheet.calc:" + command
        _, url = self.service("com.sun.star.util.URLTransformer").parseStrict(url)
        frame = sheet.model.CurrentController.Frame
        frame.queryDispatch(url, "_self", 0).dispatch(url, ())

    def windows(self):
        found = []
        for index in range(self.toolkit.getTopWindowCount()):
            try:
                context = self.toolkit.getTopWindow(index).getAccessibleContext()
                if context is not None and context.getAccessibleName() == "Leadsheet":
                    found.append(Window(context))
            except Exception:  # closed just now
                continue
        return found

    def window(self, *buttons):
        """The window that has one of these buttons, by their beginnings."""
        def look():
            for window in self.windows():
                if any(name.startswith(buttons) for name in window.buttons):
                    return window
            return None
        return wait_for(lambda: f"a window with {buttons}, there is {[(w.text, w.buttons) for w in self.windows()]}", look)

    def close(self):
        """Reads what a use case said at its end, and closes it."""
        window = self.window("Close")
        text = window.text
        window.click("Close")
        wait_for("the window to close", lambda: not self.windows())
        return text

    def run(self, sheet, command):
        self.choose(sheet, command)
        return self.close()


class Sheet:
    def __init__(self, calc, model, table=None):
        self.calc, self.model = calc, model
        self.tab = model.Sheets.getByIndex(0)
        if table:
            self.put(0, 0, table)

    def put(self, row, column, table):
        width = max(map(len, table))
        filled = tuple(tuple(float(v) if isinstance(v, int) else v for v in [*r, *[""] * (width - len(r))]) for r in table)
        self.tab.getCellRangeByPosition(column, row, column + width - 1, row + len(table) - 1).setDataArray(filled)

    def cells(self, tab=None):
        tab = tab or self.tab
        cursor = tab.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.getRangeAddress()
        return tab.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow).getDataArray()

    def records(self, tab=None):
        header, *rows = self.cells(tab)
        return [dict(zip(header, row)) for row in rows if any(value != "" for value in row)]

    def column(self, header):
        return [record.get(header, "") for record in self.records()]

    def sort(self, column, ascending):
        end = len(self.cells())
        width = len(self.cells()[0])
        field = uno.createUnoStruct("com.sun.star.table.TableSortField")
        field.Field, field.IsAscending = column, ascending
        fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
        area = self.tab.getCellRangeByPosition(0, 0, width - 1, end - 1)
        uno.invoke(area, "sort", ((option("SortFields", fields), option("ContainsHeader", True)),))

    def comments(self):
        notes = self.tab.getAnnotations()
        return {(note.Position.Row, note.Position.Column): note.getString() for note in map(notes.getByIndex, range(notes.getCount()))}

    def save(self, file):
        self.model.storeToURL(Path(file).as_uri(), (option("FilterName", "calc8"),))

    def close(self):
        self.model.close(True)
