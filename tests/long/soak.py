#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs client and server under a mixed load and watches their memory and open handles: after the warm-up both have to
stay flat. Usage: soak.py BIN_DIR [--seconds 1800] [--warm-up S] [--orders-per-second 10] [--postgres]

--postgres: on a PostgreSQL database, made for this run, instead of SQLite."""

import argparse
import contextlib
import http.server
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

FAIL_EVERY = 37  # of the receiver's messages
ROOT = Path(__file__).resolve().parents[2]
GROWTH_MB = 4  # over the measured time, beside GROWTH_SHARE of the memory in use: allocators and caches settle
GROWTH_SHARE = 0.05
GROWTH_HANDLES = 3
SHORTEST_JUDGED = 120  # seconds; over less of them caches that fill look like growth


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes messages, and now and then does not."""

    protocol_version = "HTTP/1.1"
    came, failed = 0, 0
    lock = threading.Lock()

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with Receiver.lock:
            Receiver.came += 1
            fails = Receiver.came % FAIL_EVERY == 0
            Receiver.failed += fails
        self.send_response(503 if fails else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Watched:
    """Memory (MB) and open handles of one process over time."""

    def __init__(self, name, pid, connections=lambda: 0):
        self.name, self.pid, self.samples, self.connections = name, pid, [], connections

    def sample(self, at):
        text = Path(f"/proc/{self.pid}/status").read_text()
        memory = int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024
        threads = int(re.search(r"Threads:\s+(\d+)", text).group(1))
        # Those to the database are a pool with an upper limit, which fills when the machine is busy.
        handles = len(os.listdir(f"/proc/{self.pid}/fd")) - self.connections()
        self.samples.append((at, memory, handles, threads))

    def growth(self, column, since):
        """The line through the samples after `since`: (its growth over that time, the mean)."""
        kept = [(row[0], row[column]) for row in self.samples if row[0] >= since]
        times, values = zip(*kept)
        slope = statistics.linear_regression(times, values).slope
        return slope * (times[-1] - times[0]), statistics.fmean(values)


def connections_of(postgres_home):
    """Counts the connections that a PostgreSQL server has with its clients."""
    postmaster = (postgres_home / "data/postmaster.pid").read_text().split()[0]

    def count():
        found = 0
        for pid in Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split():
            with contextlib.suppress(OSError):
                found += " leadsheet " in Path(f"/proc/{pid}/cmdline").read_text()
        return found

    return count


@contextlib.contextmanager
def database_in(folder, postgres):
    """What the server gets as --database, and what counts its connections."""
    if not postgres:
        yield folder / "server.db", lambda: 0
        return
    script, place = ROOT / "tests/support/postgres.sh", folder / "postgres"
    folder.chmod(0o755)  # its server is another user's
    subprocess.run([script, "start", place], check=True)
    try:
        yield (place / "uri").read_text().strip(), connections_of(Path((place / "place").read_text().strip()))
    finally:
        subprocess.run([script, "stop", place], check=True)


def judge(watched, since, seconds):
    missed = False
    for process in watched:
        for column, what, limit in ((1, "MB", None), (2, "handles", GROWTH_HANDLES), (3, "threads", GROWTH_HANDLES)):
            grown, mean = process.growth(column, since)
            limit = limit if limit is not None else GROWTH_MB + GROWTH_SHARE * mean
            bad = grown > limit
            missed |= bad
            hourly = grown * 3600 / max(seconds - since, 1)
            print(f"{'MISSED' if bad else 'ok':6} {process.name:6} {mean:8.1f} {what:8} on average, grew {grown:+6.2f} "
                  f"({hourly:+.1f} an hour), allowed {limit:.1f}")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bin", type=Path)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--warm-up", type=float, help="default: a fifth of the time, 120 to 300 s, at most half of it")
    parser.add_argument("--orders-per-second", type=int, default=10)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    warm_up = options.warm_up if options.warm_up is not None else min(max(options.seconds / 5, 120), 300, options.seconds / 2)
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="leadsheet-soak-") as folder, database_in(Path(folder), options.postgres) as (database, connections):
        keys, pepper = Path(folder) / "keys.json", Path(folder) / "pepper"
        pepper.touch(0o600)
        pepper.write_text("a pepper for tests, no secret")
        plenty = ["--requests-per-window", "1000000000", "--orders-per-window", "1000000000"]
        server = subprocess.Popen(
            [options.bin / "leadsheet-server", "--port", "0", "--database", database, "--pepper-file", pepper, "--bootstrap-sandbox", keys,
             "--simulate-fulfilment", "--allow-http-destinations", "--allow-loopback-destinations", *plenty],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        url = json.loads(server.stdout.readline())["url"]
        # The server says more while it runs; a full pipe would hold it up.
        threading.Thread(target=lambda: [None for _ in server.stdout], daemon=True).start()
        secret = json.loads(keys.read_text())["accounts"][0]["keys"][0]["secret"]
        client = subprocess.Popen(
            [options.bin / "soak_client", url, f"http://127.0.0.1:{receiver.server_port}/hook", str(options.orders_per_second)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ, LEADSHEET_API_KEY=secret))
        watched = [Watched("server", server.pid, connections), Watched("client", client.pid)]
        begun, told = time.monotonic(), 0.0
        pause = min(2.0, options.seconds / 20)
        while (at := time.monotonic() - begun) < options.seconds and client.poll() is None and server.poll() is None:
            for process in watched:
                process.sample(at)
            if at - told >= 30:
                told = at
                print(f"{at:6.0f} s " + ", ".join(f"{p.name} {p.samples[-1][1]:.1f} MB {p.samples[-1][2]} handles" for p in watched), flush=True)
            time.sleep(pause)
        died = client.poll() is not None or server.poll() is not None
        client.stdin.close()
        counts = json.loads(client.stdout.readline() or "{}")
        client.wait(120)
        server.send_signal(signal.SIGTERM)
        server.wait(120)
    counts |= {"received": Receiver.came, "refused": Receiver.failed}
    print(f"{options.seconds:.0f} s, of which {warm_up:.0f} s warm-up: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    idle = [what for what in ("orders", "repeats", "polls", "leads", "messages", "received") if not counts.get(what)]
    failed = died or client.returncode != 0 or server.returncode != 0 or (idle and options.seconds > 30) or not counts.get("orders")
    if failed:
        print(f"MISSED client ended with {client.returncode}, server with {server.returncode}, never happened: {idle}")
    if options.seconds - warm_up < SHORTEST_JUDGED:
        print(f"Not judged: growth shows over {SHORTEST_JUDGED} s behind the warm-up, or more.")
    elif not failed:
        failed = judge(watched, warm_up, options.seconds)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
