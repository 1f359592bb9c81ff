# SPDX-License-Identifier: Apache-2.0
"""notices.py FILE: a desktop that writes each notice it is asked to show into FILE, a JSON line each. FILE is there once it listens."""

import json
import sys

from gi.repository import Gio, GLib

INTERFACE = """<node><interface name="org.freedesktop.Notifications"><method name="Notify">
<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
<arg type="u" direction="out"/></method></interface></node>"""
NAME, PLACE = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"


def notify(bus, sender, path, interface, method, arguments, call):
    program, _, _, title, body, *_ = arguments.unpack()
    with open(sys.argv[1], "a", encoding="utf-8") as shown:
        shown.write(json.dumps({"program": program, "title": title, "body": body}) + "\n")
    call.return_value(GLib.Variant("(u)", (1,)))


def acquired(bus, name):
    open(sys.argv[1], "w", encoding="utf-8").close()


def connected(bus, name):
    bus.register_object(PLACE, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], notify, None, None)


Gio.bus_own_name(Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, connected, acquired, None)
GLib.MainLoop().run()
