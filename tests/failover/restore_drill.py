#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The drill of docs/operations.md: a base backup and the archive of the write-ahead log bring back the database as it was at a chosen
moment. Places orders before that moment and after it, destroys a table, restores, and starts a leadsheet-server on the result: it has
the orders of before and none of after, and a key that was used before answers with its order.

    restore_drill.py BIN_DIR [--orders 200]"""

import argparse
import json
import os
import pwd
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster import await_that, free_ports, postgres_programs
from failover import Client, Server, wish

SETTINGS = """archive_mode = on
archive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f.part && mv {archive}/%f.part {archive}/%f'
archive_timeout = 60
listen_addresses = ''
unix_socket_directories = '{home}'
"""
RESTORE = """restore_command = 'cp {archive}/%f %p'
recovery_target_time = '{moment}'
recovery_target_action = promote
archive_mode = off
"""


class Database:
    def __init__(self, home, archive):
        self.home, self.archive, self.port = home, archive, free_ports(1)[0]
        user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        self.identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        for folder in (home, archive):
            folder.mkdir(exist_ok=True)
            if user:
                os.chown(folder, user.pw_uid, user.pw_gid)

    def run(self, program, *arguments):
        done = subprocess.run([postgres_programs() / program, *map(str, arguments)], cwd=self.home, check=True, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, **self.identity)
        return done.stdout.strip()

    def append(self, settings, **values):
        with open(self.home / "data/postgresql.conf", "a") as out:
            out.write(settings.format(home=self.home, archive=self.archive, **values))

    def start(self):
        # Its log takes the output: whoever waits for pg_ctl would otherwise wait for the server.
        self.run("pg_ctl", "-D", self.home / "data", "-w", "-l", self.home / "log", "-o", f"-p {self.port}", "start")

    def stop(self):
        if (self.home / "data/postmaster.pid").exists():
            self.run("pg_ctl", "-D", self.home / "data", "-m", "immediate", "-w", "stop")

    def sql(self, text, database="postgres"):
        return self.run("psql", "-XAtqc", text, f"postgresql://leadsheet@/{database}?host={self.home}&port={self.port}")

    def server(self, program, pepper, keys):
        server = Server(program, ["--database", f"postgresql://leadsheet@/postgres?host={self.home}&port={self.port}", "--pepper-file", pepper,
                                  "--port", "0", "--bootstrap-sandbox", keys, "--orders-per-window", "100000000"],
                        self.home.parent / f"{self.home.name}-server.log")
        await_that(lambda: server.url, 60, "a server")
        return server


def drill(programs, folder, count):
    pepper, keys = folder / "pepper", folder / "keys.json"
    pepper.touch(0o600)
    pepper.write_text("a pepper for tests, no secret")
    first, second = (Database(folder / name, folder / "archive") for name in ("first", "restored"))
    servers = []
    try:
        first.run("initdb", "-D", first.home / "data", "-U", "leadsheet", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust")
        first.append(SETTINGS)
        first.start()
        servers.append(first.server(programs / "leadsheet-server", pepper, keys))
        key = json.loads(keys.read_text())["accounts"][0]["keys"][0]["secret"]

        def order(server, name):
            status, body, replayed = Client([server], key).ask("POST", "/v1/orders", wish(name), name)
            assert status == 201, (status, body)
            return body["order_number"], replayed

        before = {f"before-{n}": order(servers[0], f"before-{n}")[0] for n in range(count // 2)}
        begun = time.monotonic()
        first.run("pg_basebackup", "-d", f"postgresql://leadsheet@/postgres?host={first.home}&port={first.port}", "-D", second.home / "data",
                  "--checkpoint=fast", "--wal-method=stream")
        first.run("pg_verifybackup", second.home / "data")
        saved = time.monotonic() - begun
        before |= {f"before-{n}": order(servers[0], f"before-{n}")[0] for n in range(count // 2, count)}
        time.sleep(0.05)  # a moment between two commits
        moment = first.sql("SELECT clock_timestamp()")
        after = [order(servers[0], f"after-{n}")[0] for n in range(count)]
        first.sql("DROP TABLE ledger_entries CASCADE; SELECT pg_switch_wal()")
        await_that(lambda: not list((first.home / "data/pg_wal/archive_status").glob("*.ready")), 60, "the archive")
        servers[0].stop()
        first.stop()

        begun = time.monotonic()
        second.append(SETTINGS + RESTORE, moment=moment)
        (second.home / "data/recovery.signal").touch()
        second.start()
        await_that(lambda: second.sql("SELECT pg_is_in_recovery()") == "f", 60, "the end of the recovery")
        servers.append(second.server(programs / "leadsheet-server", pepper, keys))
        restored = time.monotonic() - begun
        numbers = set(second.sql("SELECT number FROM orders").split())
        assert set(before.values()) <= numbers, "orders of before the moment are missing"
        assert not set(after) & numbers, "orders of after the moment are there"
        assert order(servers[1], "before-0") == (before["before-0"], True), "a key of before does not answer with its order"
        print(f"{count} orders before {moment} are back, {count} of after it are not; the copy took {saved:.1f} s, "
              f"from the restore to a ready server {restored:.1f} s")
    finally:
        for server in servers:
            server.stop()
        first.stop()
        second.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("--orders", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        drill(options.programs.resolve(), folder, options.orders)
    return 0


if __name__ == "__main__":
    sys.exit(main())
