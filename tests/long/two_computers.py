#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two computers order the same wishes at the same time, each spelled differently at random (case, order of lists, blanks,
normal form, order of rows), while the real programs that do so are killed at random moments. In the end the server is
asked: one order for each wish, and no wish left out. Prints its seed; ends with 1 where that does not hold.

    two_computers.py BIN_DIR [--runs 10] [--wishes 500] [--kills 8] [--seed N] [--postgres]

--kills: on each computer, in each run. --postgres: two servers on one PostgreSQL database, made for this run, instead
of one server on SQLite; the computers go from one to the other."""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 600  # seconds for one start of the program
WORDS = ["Software", "Café", "Zürich", "Straße", "Food & Drink", "Maschinenbau", "Ωmega", "Łódź", "office", "R&D", "東京 IT",
         "Énergie", "Logistics", "Health Care"]
BLANKS = [" ", "  ", "\u00a0", "\u3000", "\u2003 "]
HEADER = "scrapingOption,leadCount,industries,jobTitles,locations\n"
DONE, NO_LEDGER, NEWER_RUN = 0, 2, 6  # exit codes of the command line


class Violation(Exception):
    pass


def wish(number):
    """(industries, titles, places, count): another one for each number, however it is folded."""
    some = random.Random(number)
    return ([f"{some.choice(WORDS)} {number}"] + some.sample(WORDS, some.randint(0, 3)),
            some.sample(["CTO", "VP Sales", "Head of Marketing", "Geschäftsführer"], some.randint(1, 3)),
            some.sample(["Germany", "Österreich", "France", "Perú"], some.randint(1, 3)), 10 + number % 40)


def respelled(text, chance):
    text = chance.choice([str, str.upper, str.lower, str.title, str.swapcase])(text)
    text = "".join(chance.choice(BLANKS) if letter == " " else letter for letter in text)
    text = unicodedata.normalize(chance.choice(["NFC", "NFD"]), text)
    return chance.choice(["", " ", "\u00a0"]) + text + chance.choice(["", "  "])


def cell(items, chance):
    items = items + ([chance.choice(items)] if chance.random() < 0.2 else [])
    return '"' + chance.choice([",", ", "]).join(respelled(item, chance) for item in chance.sample(items, len(items))) + '"'


def sheet(wishes, chance):
    rows = [f"filters,{count},{cell(industries, chance)},{cell(titles, chance)},{cell(places, chance)}\n"
            for industries, titles, places, count in (wish(number) for number in wishes)]
    chance.shuffle(rows)
    return HEADER + "".join(rows)


def ask(url, key, body=None):
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(),
                                     {"x-api-key": key, "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


class Service:
    """One server on SQLite, or two on one PostgreSQL database."""

    def __init__(self, programs, folder, postgres, more=(), orders=10**8):
        self.postgres = folder / "postgres" if postgres else None
        database = str(folder / "server.db")
        if postgres:
            subprocess.run([ROOT / "tests/support/postgres.sh", "start", self.postgres], check=True)
            database = (self.postgres / "uri").read_text().strip()
        pepper = folder / "pepper"
        pepper.touch(0o600)
        pepper.write_text("a pepper for tests, no secret")
        keys = folder / "keys.json"
        self.command = [programs / "leadsheet-server", "--database", database, "--pepper-file", pepper, "--port", "0",
                        "--bootstrap-sandbox", keys, "--requests-per-window", "100000000", "--orders-per-window", str(orders), *more]
        count = 2 if postgres else 1
        self.servers, self.urls = [None] * count, [None] * count
        for number in range(count):
            self.start(number)
        self.operator = json.loads(keys.read_text())["accounts"][1]["keys"][0]["secret"]

    def start(self, number):
        self.servers[number] = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.urls[number] = json.loads(self.servers[number].stdout.readline())["url"]

    def kill(self, number):
        self.servers[number].kill()
        self.servers[number].wait()

    def account(self, scopes=("account:read", "orders:write"), credit=10**9):
        admin = self.urls[0] + "/v1/admin"
        account = ask(admin + "/accounts", self.operator, {"name": "Storm"})["id"]
        ask(f"{admin}/accounts/{account}/credit", self.operator,
            {"amount": {"amount": credit, "currency": "USD"}, "reason": "test"})
        return ask(admin + "/keys", self.operator,
                   {"type": "customer", "name": "Storm", "accountId": account,
                    "scopes": list(scopes)})["secret"]

    def orders(self, key):
        cursor, orders = "", []
        while True:
            page = ask(f"{self.urls[0]}/v1/orders?limit=1000{cursor}", key)
            orders += page["data"]
            if not page["meta"]["nextCursor"]:
                return orders
            cursor = "&cursor=" + page["meta"]["nextCursor"]

    def stop(self):
        for number in range(len(self.servers)):
            self.kill(number)
        if self.postgres:
            subprocess.run([ROOT / "tests/support/postgres.sh", "stop", self.postgres], check=True)


class Computer:
    """A folder of its own, in which the command line is started, killed and started again."""

    def __init__(self, programs, home, service, key, wishes, chance):
        self.program, self.home, self.service, self.wishes, self.chance = programs / "leadsheet", home, service, wishes, chance
        self.starts = self.kills = 0
        self.problem = None
        home.mkdir()
        kept = {name: os.environ[name] for name in ("PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
        self.environment = {**kept, "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"),
                            "XDG_DATA_HOME": str(home / "data"), "XDG_RUNTIME_DIR": str(home), "LC_ALL": "C.UTF-8",
                            "TZ": "UTC", "LEADSHEET_API_KEY": key, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
        self.write()

    def write(self):
        (self.home / "wishes.csv").write_text(sheet(self.wishes, self.chance), encoding="utf-8")

    def start(self, words):
        self.starts += 1
        url = self.chance.choice(self.service.urls).replace("127.0.0.1", self.chance.choice(["127.0.0.1", "localhost"]))
        return subprocess.Popen([self.program, *words, "--base-url", url], cwd=self.home, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_to_end(self, words, allowed):
        process = self.start(words)
        out, err = process.communicate(timeout=PATIENCE)
        if process.returncode not in allowed:
            raise Violation(f"{' '.join(words)} ended with {process.returncode}:\n{out[-2000:]}{err[-2000:]}")
        return out

    def submit(self, *more):
        return ["submit", "wishes.csv", "--max-total", "10000000", "--no-results", *more]

    def suffer(self, kills, life):
        """Killed so often, at moments of a life that long; and between two of them the sheet may be spelled differently."""
        while self.kills < kills:
            if self.chance.random() < 0.3:
                self.write()
            words = ["resume", "--no-results"] if self.chance.random() < 0.4 else self.submit()
            process = self.start(words)
            try:
                out, err = process.communicate(timeout=self.chance.uniform(0.05, life))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                self.kills += 1
                process.communicate()
                continue
            if process.returncode not in (DONE, NEWER_RUN, NO_LEDGER if words[0] == "resume" else DONE):
                raise Violation(f"{' '.join(words)} ended with {process.returncode}:\n{out[-2000:]}{err[-2000:]}")
            if not self.left():
                return

    def left(self):
        """How many rows there are to send, as the program sees it."""
        out = self.run_to_end(["diff", "wishes.csv", "--json"], (DONE,))
        found = [json.loads(line) for line in out.splitlines() if '"diff"' in line][-1]
        return found["new"] + found["unfinished"]

    def play(self, kills, life):
        try:
            self.suffer(kills, life)
            self.run_to_end(self.submit(), (DONE,))
            self.run_to_end(["resume", "--no-results"], (DONE, NEWER_RUN))
        except Exception as problem:  # told by the main thread
            self.problem = problem

    def check(self):
        """Nothing is left, and no row was refused for another reason than that it is ordered."""
        out = self.run_to_end(self.submit("--json"), (DONE,))
        lines = [json.loads(line) for line in out.splitlines()]
        quote = [line for line in lines if line["type"] == "quote"][-1]
        if quote["orders"] or quote["needsFix"] or quote["alreadyOrdered"] + quote["orderedBefore"] != len(self.wishes):
            raise Violation(f"the command line sees {quote}")


def play(programs, folder, service, options, number, seed):
    key = service.account()
    wishes = range(options.wishes)
    life = 0.4 + options.wishes / 100
    computers = [Computer(programs, folder / f"{number}-{name}", service, key, wishes, random.Random(f"{seed} {name}"))
                 for name in ("first", "second")]
    threads = [threading.Thread(target=computer.play, args=(options.kills, life)) for computer in computers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for computer in computers:
        if computer.problem:
            raise computer.problem
        computer.check()
    orders = service.orders(key)
    marks = {order["mark"] for order in orders}
    counts = sorted(order["leadCount"] for order in orders)
    if len(orders) != options.wishes or len(marks) != options.wishes:
        raise Violation(f"{len(orders)} orders of {len(marks)} wishes instead of {options.wishes}")
    if counts != sorted(wish(one)[3] for one in wishes):
        raise Violation("the orders are not those of the sheet")
    return sum(one.kills for one in computers), sum(one.starts for one in computers), len(orders)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--wishes", type=int, default=500)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    programs = options.programs.resolve()
    kills = starts = orders = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        service = Service(programs, folder, options.postgres)
        try:
            for number in range(options.runs):
                try:
                    killed, started, placed = play(programs, folder, service, options, number, options.seed + number)
                except Violation as violation:
                    print(f"VIOLATION in run {number + 1}: {violation}\nagain with: --runs 1 --wishes {options.wishes} "
                          f"--kills {options.kills} --seed {options.seed + number}{' --postgres' if options.postgres else ''}")
                    return 1
                kills, starts, orders = kills + killed, starts + started, orders + placed
        finally:
            service.stop()
    print(f"{options.runs} runs of {options.wishes} wishes on two computers, {'PostgreSQL, two servers' if options.postgres else 'SQLite'}, "
          f"seed {options.seed}: {kills} kills, {starts} starts, {orders} orders, {time.monotonic() - begun:.0f} s: "
          "one order for each wish, none refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
