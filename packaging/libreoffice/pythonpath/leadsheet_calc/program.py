# SPDX-License-Identifier: Apache-2.0
"""Runs the program `leadsheet` in the background and reads the lines of its --json."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field

EXIT_DONE, EXIT_INTERRUPTED = 0, 130
# The run is over and says what came of its rows, or the sheet was read and some rows need a fix.
EXIT_SOME_REFUSED, EXIT_SHEET_REFUSED = 4, 3
LOOK_SECONDS = 0.7
STANDARD_PLACES = ("/usr/bin", "/usr/local/bin", "/opt/leadsheet/bin")


@dataclass
class Outcome:
    """What a run of the program said; `exit` is negative when it was killed."""
    exit: int
    records: list = field(default_factory=list)
    said: str = ""  # on standard error

    def of(self, kind):
        return [record for record in self.records if record.get("type") == kind]

    def last(self, kind):
        found = self.of(kind)
        return found[-1] if found else None

    def is_read(self):
        """Whether it went as far as it could with this sheet."""
        return self.exit in (EXIT_DONE, EXIT_SOME_REFUSED)

    def why_not(self):
        """The failure in the program's own words; empty when there are none."""
        error = self.last("error") or {}
        words = [error.get(part, "") for part in ("message", "meaning", "fix")]
        return " ".join(word for word in words if word) or self.said.strip()[-600:]


def records_in(text):
    """The objects of the lines; a line that a kill has cut off is none."""
    found = []
    for line in text.splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            found.append(record)
    return found


def find(named=""):
    """The program's path; None when there is none."""
    if named:
        return named if os.access(named, os.X_OK) else None
    return shutil.which("leadsheet", path=os.pathsep.join([os.environ.get("PATH", ""), *STANDARD_PLACES]))


class Program:
    """Starts `leadsheet` with the same options each time."""

    def __init__(self, path, options=()):
        self.path, self.options = path, list(options)

    def command(self, arguments):
        return [self.path, *self.options, "--json", *arguments]

    def start(self, arguments, done, look=None, looked=None):
        """Calls done(Outcome) from another thread when it ends. While it runs, `look` (more arguments) is asked
        now and then, and looked(Outcome) called."""
        running = Running(self.command(arguments))
        threading.Thread(target=running.wait, args=(done,), daemon=True).start()
        if look:
            threading.Thread(target=running.watch, args=(self.command(look), looked), daemon=True).start()
        return running


class Running:
    def __init__(self, command):
        self.command, self.process, self.over = command, None, threading.Event()
        self.interrupted = False
        self.lock = threading.Lock()

    def wait(self, done):
        try:
            outcome = self._run()
        except OSError as error:
            outcome = Outcome(1, [], str(error))
        self.over.set()
        done(outcome)

    def _run(self):
        # Into files: a pipe that nobody empties would stop the program.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with self.lock:
                if self.interrupted:
                    return Outcome(EXIT_INTERRUPTED)
                # Its own session: what ends Calc from a terminal does not end an order in the middle.
                self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                                start_new_session=True)
            code = self.process.wait()
            out.seek(0)
            err.seek(0)
            return Outcome(code, records_in(out.read().decode("utf-8", "replace")),
                           err.read().decode("utf-8", "replace"))

    def watch(self, command, looked):
        while not self.over.wait(LOOK_SECONDS):
            try:
                found = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, timeout=60)
            except (OSError, subprocess.TimeoutExpired):
                continue
            if not self.over.is_set():
                looked(Outcome(found.returncode, records_in(found.stdout.decode("utf-8", "replace"))))

    def interrupt(self):
        """As Ctrl+C does: what is in flight is finished, then it pauses. A second one stops at once."""
        with self.lock:
            self.interrupted = True
            if self.process is not None and self.process.poll() is None:
                self.process.send_signal(signal.SIGINT)
