# SPDX-License-Identifier: Apache-2.0
"""Runs a test in a display and a D-Bus session of its own. Usage: in_session.py [--wayland] TEST.py [ARGUMENT...]

The display takes whatever number is free, and is there before the session is: what the session
starts by itself (the accessibility registry) needs it too. With --wayland the test's programs have a
Wayland compositor, and no X server."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@contextlib.contextmanager
def running(*command, **options):
    process = subprocess.Popen(command, **options, **QUIET)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def x_display(_runtime):
    told, tells = os.pipe()
    with running("Xvfb", "-displayfd", str(tells), "-screen", "0", "1280x800x24", "-nolisten", "tcp",
                 "-noreset", pass_fds=[tells]):
        os.close(tells)
        with os.fdopen(told) as line:
            number = line.readline().strip()
        if not number:
            sys.exit("Xvfb did not start")
        yield {"DISPLAY": ":" + number, "QT_QPA_PLATFORM": "xcb"}


@contextlib.contextmanager
def wayland_display(runtime):
    socket = Path(runtime) / "wayland-test"
    with running("weston", "--backend=headless-backend.so", "--no-config", "--idle-time=0",
                 "--width=1280", "--height=800", "--socket=" + socket.name,
                 env=dict(os.environ, XDG_RUNTIME_DIR=runtime)) as weston:
        while not socket.exists():
            if weston.poll() is not None:
                sys.exit("weston did not start")
            time.sleep(0.02)
        yield {"WAYLAND_DISPLAY": socket.name, "QT_QPA_PLATFORM": "wayland"}


def bus_settings(runtime):
    """A session like any other, whose socket is also below the runtime folder: what runs in a chroot
    has that one."""
    file = Path(runtime) / "session.conf"
    file.write_text("<busconfig><include>/usr/share/dbus-1/session.conf</include>"
                    f"<listen>unix:dir={runtime}</listen></busconfig>", encoding="utf-8")
    return file


def main():
    test = sys.argv[1:]
    display = x_display
    if test[0] == "--wayland":
        display = wayland_display
        test.pop(0)
    with tempfile.TemporaryDirectory(prefix="leadsheet-session-") as runtime, display(runtime) as shown:
        environment = dict(os.environ, XDG_RUNTIME_DIR=runtime)
        for inherited in ("DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY"):
            environment.pop(inherited, None)
        environment.update(shown)
        return subprocess.run(["dbus-run-session", "--config-file", bus_settings(runtime), "--", sys.executable, "-B", *test],
                              env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
