# SPDX-License-Identifier: Apache-2.0
"""Sees and works a window as a screen reader does: AT-SPI over its own D-Bus connection.

Nothing is cached, every look asks the program. A press is never waited for, because the program may
answer it only after the dialog that it opens."""

import os
import time

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
EVENTS = "org.a11y.atspi.Event.Object"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
CALL_MS = 120_000
PATIENCE = float(os.environ.get("LEADSHEET_TEST_PATIENCE", "600"))  # seconds; only a hang takes them
KEY_SYMBOL = 3  # of AtspiKeySynthType
KEY_DOWN, KEY_ESCAPE = 0xFF54, 0xFF1B
STATE_ACTIVE, STATE_ENABLED, STATE_SHOWING = 1, 8, 25
# Containers whose children are data; they are read by cell.
DATA_ROLES = {"table", "tree table", "tree", "list"}


def wait_for(what, look, seconds=PATIENCE, alive=None):
    """Looks again and again until `look` gives something true. The bound is for what hangs."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = look()
        except GLib.Error:
            found = None  # what was looked at went away meanwhile
        if found:
            return found
        if alive is not None and not alive():
            raise AssertionError(f"the program ended while waiting for {what}")
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not seen within {seconds} s")
        time.sleep(0.02)


class Node:
    """One accessible object: a widget, a menu entry, a cell."""

    def __init__(self, bus, name, path):
        self.bus, self.owner, self.path = bus, name, path

    def _call(self, interface, method, arguments=None, wait=True):
        call = (self.owner, self.path, interface, method, arguments, None, Gio.DBusCallFlags.NONE)
        if wait:
            return self.bus.call_sync(*call, CALL_MS, None).unpack()
        self.bus.call(*call, CALL_MS, None, None)
        return self.bus.flush_sync(None)

    def _property(self, interface, name):
        asked = GLib.Variant("(ss)", (interface, name))
        return self._call("org.freedesktop.DBus.Properties", "Get", asked)[0]

    @property
    def name(self):
        return self._property(ACCESSIBLE, "Name")

    @property
    def description(self):
        return self._property(ACCESSIBLE, "Description")

    @property
    def role(self):
        return self._call(ACCESSIBLE, "GetRoleName")[0]

    def _has(self, state):
        words = self._call(ACCESSIBLE, "GetState")[0]
        return bool(words[state // 32] >> (state % 32) & 1)

    @property
    def enabled(self):
        return self._has(STATE_ENABLED)

    @property
    def active(self):
        """Of a window: it has the keyboard."""
        return self._has(STATE_ACTIVE)

    @property
    def showing(self):
        return self._has(STATE_SHOWING)

    def children(self):
        return [Node(self.bus, *child) for child in self._call(ACCESSIBLE, "GetChildren")[0]]

    def everything(self):
        """This and all below that is no data, in the order of the window."""
        yield self
        if self.role not in DATA_ROLES:
            for child in self.children():
                yield from child.everything()

    def press(self):
        """Does what a click or Enter would do."""
        actions = [entry[0] for entry in self._call("org.a11y.atspi.Action", "GetActions")[0]]
        for wanted in ("Press", "Toggle", "ShowMenu", "SetFocus"):
            if wanted in actions:
                return self._call("org.a11y.atspi.Action", "DoAction",
                                  GLib.Variant("(i)", (actions.index(wanted),)), wait=False)
        raise AssertionError(f"'{self.name}' cannot be pressed: {actions}")

    def size(self):
        """Rows and columns of a table."""
        table = "org.a11y.atspi.Table"
        return self._property(table, "NRows"), self._property(table, "NColumns")

    def cell(self, row, column):
        at = GLib.Variant("(ii)", (row, column))
        owner, path = self._call("org.a11y.atspi.Table", "GetAccessibleAt", at)[0]
        return Node(self.bus, owner, path)

    def column(self, header):
        """All texts of the column with this header."""
        rows, columns = self.size()
        for at in range(columns):
            asked = GLib.Variant("(i)", (at,))
            if self._call("org.a11y.atspi.Table", "GetColumnDescription", asked)[0] == header:
                return [self.cell(row, at).name for row in range(rows)]
        raise AssertionError(f"'{self.name}' has no column '{header}'")


class Screen:
    """All programs on the accessibility bus of this session. Make it before they start: a program
    only tells of its focus when somebody listens."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                                    None, None, Gio.DBusCallFlags.NONE, CALL_MS, None).unpack()[0]
        flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                 | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self._focused = None
        self.bus.signal_subscribe(None, EVENTS, "StateChanged", None, "focused",
                                  Gio.DBusSignalFlags.NONE, self._focus_moved)
        self._ask(REGISTRY[0], "/org/a11y/atspi/registry", "org.a11y.atspi.Registry",
                  "RegisterEvent", GLib.Variant("(s)", ("object:state-changed:focused",)))

    def _ask(self, owner, path, interface, method, arguments):
        return self.bus.call_sync(owner, path, interface, method, arguments, None,
                                  Gio.DBusCallFlags.NONE, CALL_MS, None).unpack()

    def _focus_moved(self, _bus, owner, path, _interface, _signal, arguments):
        if arguments.unpack()[1] == 1:
            self._focused = Node(self.bus, owner, path)

    def focused(self):
        """What was last told to have the focus."""
        context = GLib.MainContext.default()
        while context.pending():
            context.iteration(False)
        return self._focused

    def type_key(self, symbol):
        """Presses and lets go one key, by its X keysym."""
        self._ask(REGISTRY[0], "/org/a11y/atspi/registry/deviceeventcontroller",
                  "org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent",
                  GLib.Variant("(isu)", (symbol, "", KEY_SYMBOL)))

    def program(self, process):
        """The program with this process id; None while it is not on the bus."""
        for child in Node(self.bus, *REGISTRY).children():
            try:
                found = self._ask("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                  "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                                  GLib.Variant("(s)", (child.owner,)))[0]
            except GLib.Error:
                continue  # killed, and not yet taken from the list
            if found == process:
                return child
        return None
