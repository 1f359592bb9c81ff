# SPDX-License-Identifier: Apache-2.0
"""Takes the notifications of this session, as a desktop does."""

from gi.repository import Gio, GLib

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
INTERFACE = f"""<node><interface name="{NAME}"><method name="Notify">
<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{{sv}}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
</method></interface></node>"""


class Notifications:
    def __init__(self):
        self._shown = []
        # Nobody else keeps this connection, and with it the name.
        self._bus = bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        bus.register_object(PATH, interface, self._notify, None, None)
        bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                      "RequestName", GLib.Variant("(su)", (NAME, 0)), None,
                      Gio.DBusCallFlags.NONE, 60_000, None)

    def _notify(self, _bus, _sender, _path, _interface, _method, arguments, invocation):
        _, _, _, title, body, _, _, _ = arguments.unpack()
        self._shown.append((title, body))
        invocation.return_value(GLib.Variant("(u)", (len(self._shown),)))

    def shown(self):
        """Title and text of each, oldest first."""
        context = GLib.MainContext.default()
        while context.pending():
            context.iteration(False)
        return self._shown
