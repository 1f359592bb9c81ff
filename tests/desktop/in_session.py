# SPDX-License-Identifier: Apache-2.0
"""Runs a test in a display and a D-Bus session of its own. Usage: in_session.py TEST.py [ARGUMENT...]

The display takes whatever number is free, and is there before the session is: what the session
starts by itself (the accessibility registry) needs it too."""

import os
import subprocess
import sys
import tempfile


def main():
    told, tells = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(tells), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[tells], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(tells)
    try:
        with os.fdopen(told) as line:
            number = line.readline().strip()
        if not number:
            sys.exit("Xvfb did not start")
        with tempfile.TemporaryDirectory(prefix="leadsheet-session-") as runtime:
            environment = dict(os.environ, DISPLAY=":" + number, XDG_RUNTIME_DIR=runtime)
            for inherited in ("DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY"):
                environment.pop(inherited, None)
            return subprocess.run(["dbus-run-session", "--", sys.executable, "-B", *sys.argv[1:]],
                                  env=environment).returncode
    finally:
        display.terminate()
        display.wait()


if __name__ == "__main__":
    sys.exit(main())
