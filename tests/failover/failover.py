#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fail-over under load: a primary and two synchronous standbys under Patroni and etcd, two servers on all three by one address, and
clients that place orders all the time, each with its key until somebody acknowledges it. Round by round, something is killed with
SIGKILL. After each, the database that leads then is asked: every acknowledged order, once for each key; the same order when a key is
repeated; the sums of the ledger. Prints the time from the kill to the first good write that began after it.

    failover.py BIN_DIR [--rounds 20] [--seed N] [--synchronous patroni|any] [--ttl 20] [--clients 8] [--memory] [--haproxy]

--synchronous any: commits wait for either standby (ANY 1) and Patroni does not know which; then a primary and a standby are never
killed together, as the one that is left may lack what only the other had. --memory: the databases lie in /dev/shm where that has
room, which makes their start quicker. --haproxy: the servers reach the primary through HAProxy. Ends with 1 where something does not hold."""

import argparse
import collections
import http.client
import json
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from cluster import SYNCHRONOUS, Cluster, await_that, missing

ACCOUNTS = 4
CREDIT = 10**9
PATIENCE = 120  # seconds from a kill to the first good write
CROWD = 160  # clients that order while no commit can be acknowledged: more than two servers have threads
QUICK = 1  # seconds for an answer meanwhile
REQUEST_TIMEOUT = 10
# What is killed in a round, one after the other. "database": the database server of the primary, whose Patroni lives; "primary" and
# "standby": such a machine with all on it.
KINDS = [("database", "server"), ("primary", "standby"), ("standby",), ("server",), ("primary",), ("standby", "server"),
         ("primary", "server"), ("database",), ("server", "other server"), ("primary", "standby", "server", "other server"), ("standby", "other standby")]
LEDGER = """SELECT (SELECT count(*) FROM (SELECT transfer_id FROM ledger_entries GROUP BY transfer_id HAVING sum(amount) <> 0) uneven),
  (SELECT count(*) FROM (SELECT account_id, bucket, sum(amount) AS balance FROM ledger_entries GROUP BY 1, 2) entries
     FULL JOIN ledger_balances balances USING (account_id, bucket) WHERE coalesce(entries.balance, 0) <> coalesce(balances.balance, 0)),
  (SELECT count(*) FROM (SELECT account_id, sum(total) AS ordered FROM orders GROUP BY 1) bought
     JOIN ledger_balances held ON held.account_id = bought.account_id AND held.bucket = 'held' WHERE held.balance <> bought.ordered),
  (SELECT count(*) FROM orders)"""


class Violation(Exception):
    pass


class Server:
    """A leadsheet-server that is started again when it ends, as a service manager does."""

    def __init__(self, program, arguments, log):
        self.command, self.log = [program, *arguments], log
        self.url = None
        self.process = None
        self.stopping = False
        self.starts = 0
        self.thread = threading.Thread(target=self.keep)
        self.thread.start()

    def keep(self):
        while not self.stopping:
            with open(self.log, "ab") as errors:
                self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=errors, text=True)
            line = self.process.stdout.readline()
            if line:
                self.starts += 1
                self.url = ("127.0.0.1", json.loads(line)["port"])
            self.process.wait()
            self.url = None
            time.sleep(0.05 if line else 0.3)

    def kill(self):
        if self.process:
            self.process.send_signal(signal.SIGKILL)

    def stop(self):
        self.stopping = True
        while self.thread.is_alive():
            self.kill()
            self.thread.join(0.1)


class Client:
    """Speaks to one server after the other over connections that it keeps."""

    def __init__(self, servers, key, first=0):
        self.servers, self.key, self.at = servers, key, first
        self.connection = self.address = None

    def ask(self, method, path, body=None, idempotency_key=None):
        """(status, body, whether replayed); status 0 when no answer came."""
        address = self.servers[self.at % len(self.servers)].url
        if not address:
            return 0, None, False
        headers = {"x-api-key": self.key, "Content-Type": "application/json"}
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        try:
            if self.connection is None or address != self.address:
                self.drop()
                self.connection, self.address = http.client.HTTPConnection(*address, timeout=REQUEST_TIMEOUT), address
            self.connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self.connection.getresponse()
            return answer.status, json.loads(answer.read() or "null"), answer.headers.get("Idempotent-Replayed") == "true"
        except (OSError, ValueError, http.client.HTTPException):
            self.drop()
            return 0, None, False

    def drop(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def go_on(self):
        self.drop()
        self.at += 1


def wish(key):
    return {"scrapingOption": "filters", "leadCount": 10, "industries": key}


class Load:
    """Clients that order all the time; what they were told."""

    def __init__(self, servers, keys, clients):
        self.servers, self.keys = servers, keys
        self.acknowledged = {}  # Idempotency-Key -> order number
        self.writes = []  # (when the request that succeeded began, when its answer came)
        self.troubles = collections.Counter()
        self.lock = threading.Lock()
        self.stopping = False
        self.violation = None
        self.threads = [threading.Thread(target=self.order, args=(number,)) for number in range(clients)]
        for thread in self.threads:
            thread.start()

    def order(self, number):
        client = Client(self.servers, self.keys[number % len(self.keys)], number)
        count = 0
        while not self.stopping and not self.violation:
            count += 1
            self.settle(client, f"k{number}-{count}")

    def settle(self, client, key):
        """The same key until it is acknowledged, as a client does that must not buy twice."""
        while not self.violation:
            begun = time.monotonic()
            status, body, _ = client.ask("POST", "/v1/orders", wish(key), key)
            if status == 201:
                with self.lock:
                    self.acknowledged[key] = body["order_number"]
                    self.writes.append((begun, time.monotonic()))
                return
            with self.lock:
                self.troubles[status] += 1
            if status not in (0, 409, 429) and status < 500:
                self.violation = Violation(f"{key} was answered {status}: {body}")
            client.go_on()
            time.sleep(0.05)

    def first_write_since(self, moment):
        with self.lock:
            good = [ended for begun, ended in self.writes if begun > moment]
        return min(good) if good else None

    def known(self):
        with self.lock:
            return dict(self.acknowledged)

    def stop(self):
        self.stopping = True
        for thread in self.threads:
            thread.join()


class Trial:
    def __init__(self, programs, folder, options):
        self.options, self.chance = options, random.Random(options.seed)
        self.cluster = Cluster(folder / "cluster", options.synchronous, options.ttl, options.haproxy)
        self.servers, self.load = [], None
        self.programs, self.folder = programs, folder
        self.times = collections.defaultdict(list)  # kind -> seconds to the first good write

    def start(self):
        begun = time.monotonic()
        self.cluster.start()
        print(f"a cluster after {time.monotonic() - begun:.1f} s", flush=True)
        pepper = self.folder / "pepper"
        pepper.touch(0o600)
        pepper.write_text("a pepper for tests, no secret")
        keys = self.folder / "keys.json"
        arguments = ["--database", self.cluster.uri(), "--pepper-file", pepper, "--port", "0", "--bootstrap-sandbox", keys,
                     "--requests-per-window", "100000000", "--orders-per-window", "100000000"]
        for number in range(2):
            self.servers.append(Server(self.programs / "leadsheet-server", arguments, self.folder / f"server{number}.log"))
            await_that(lambda: self.servers[-1].url, 60, "a server")
        operator = json.loads(keys.read_text())["accounts"][1]["keys"][0]["secret"]
        self.load = Load(self.servers, [self.account(operator) for _ in range(ACCOUNTS)], self.options.clients)

    def account(self, operator):
        def made(path, body):
            status, answer, _ = client.ask("POST", "/v1/admin" + path, body)
            if status not in (200, 201):
                raise Violation(f"{path}: {status} {answer}")
            return answer

        client = Client(self.servers, operator)
        account = made("/accounts", {"name": "Fail-over"})["id"]
        made(f"/accounts/{account}/credit", {"amount": {"amount": CREDIT, "currency": "USD"}, "reason": "test"})
        return made("/keys", {"type": "customer", "name": "Load", "accountId": account, "scopes": ["account:read", "orders:write"]})["secret"]

    def stop(self):
        for server in self.servers:
            server.stop()
        if self.load:
            self.load.violation = self.load.violation or Violation("the trial ended")
            self.load.stop()
        self.cluster.stop()

    def strike(self, kind):
        """Kills what the kind says; when that began, and when all of it was dead."""
        primary = self.cluster.primary()
        standby, other = self.chance.sample(self.cluster.standbys(), 2)
        server = self.chance.randrange(2)
        blows = {"database": primary.kill_server, "primary": primary.kill, "standby": standby.kill, "other standby": other.kill,
                 "server": self.servers[server].kill, "other server": self.servers[1 - server].kill}
        threads = [threading.Thread(target=blows[victim]) for victim in kind]
        moment = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        dead = time.monotonic()
        # With two machines away a third alone acknowledges nothing; so one of them starts again by itself.
        if "primary" in kind and "standby" in kind:
            time.sleep(1)
            standby.start()
        return moment, dead

    def play(self, number):
        kinds = [kind for kind in KINDS if self.options.synchronous == "patroni" or not {"primary", "standby"} <= set(kind)]
        kind = kinds[number % len(kinds)]
        time.sleep(self.chance.uniform(0.3, 1.5))
        moment, dead = self.strike(kind)
        crowd = self.go_alone(number) if "other standby" in kind else []
        written = await_that(lambda: self.load.violation or self.load.first_write_since(dead), PATIENCE, f"a good write after {kind}")
        if self.load.violation:
            raise self.load.violation
        for thread in crowd:
            thread.join()
        self.times[" and ".join(kind)].append(written - moment)
        self.check(self.load.known())
        checked = time.monotonic()
        for node in self.cluster.nodes:
            if not node.patroni:
                node.start()
        self.cluster.await_whole(PATIENCE)
        await_that(lambda: all(server.url for server in self.servers), PATIENCE, "both servers")
        print(f"round {number + 1}: {' and '.join(kind)}: {written - moment:.2f} s, checked after {checked - moment:.1f} s, whole after "
              f"{time.monotonic() - moment:.1f} s, {len(self.load.known())} orders", flush=True)

    def go_alone(self, number):
        """While no standby is there, and nothing can be acknowledged, everything else is answered soon, whoever waits."""
        crowd = [threading.Thread(target=self.load.settle, args=(Client(self.servers, self.load.keys[n % ACCOUNTS], n), f"k{n}-crowd{number}"))
                 for n in range(CROWD)]
        for thread in crowd:
            thread.start()
        time.sleep(2)
        asked = [Client(self.servers, key, at) for at in range(2) for key in self.load.keys]

        def answered():
            begun = time.monotonic()
            good = all(client.ask("GET", path)[0] == 200 for client in asked for path in ("/healthz", "/v1/orders?limit=3"))
            return good and time.monotonic() - begun < QUICK * len(asked)

        await_that(answered, 60, "answers to those who only read, while no standby is there")
        for node in self.cluster.nodes:
            if not node.patroni:
                node.start()
        return crowd

    def check(self, known):
        primary = await_that(self.cluster.primary, PATIENCE, "a primary")
        self.check_rows(primary, known)
        # The newest are those whose commits the kill met.
        names = list(known)
        for key in names[-40:] + self.chance.sample(names, min(20, len(names))):
            self.check_replay(key, known[key])

    def check_rows(self, node, known):
        rows = node.query("SELECT k.key, k.order_number, o.record_json::json->>'industries' FROM idempotency_keys k"
                          " LEFT JOIN orders o ON o.number = k.order_number WHERE k.key LIKE 'k%-%'")
        stored = {key: number for key, number, _ in rows}
        lost = [key for key, number in known.items() if stored.get(key) != number]
        if lost:
            raise Violation(f"{node.name} lacks {len(lost)} acknowledged orders: {lost[:10]}")
        uneven, unequal, wrong, orders = (int(field) for field in node.query(LEDGER)[0])
        again = int(node.query("SELECT count(*) FROM (SELECT record_json FROM orders GROUP BY record_json HAVING count(*) > 1) twice")[0][0])
        if uneven or unequal or wrong or again:
            raise Violation(f"{node.name}: {uneven} transfers do not add up, {unequal} balances are not the sum of their entries, "
                            f"{wrong} accounts hold another sum than they ordered, {again} wishes were bought twice")
        return orders

    def check_replay(self, key, number):
        client = Client(self.servers, self.load.keys[int(key[1:].split("-")[0]) % ACCOUNTS], self.chance.randrange(2))

        def answered():
            status, body, replayed = client.ask("POST", "/v1/orders", wish(key), key)
            client.go_on()
            return (body["order_number"], replayed) if status == 201 else None

        answer = await_that(answered, PATIENCE, f"an answer to {key} once more")
        if answer != (number, True):
            raise Violation(f"{key} bought {number}; once more it was answered {answer}")

    def finish(self):
        """With the load over, every key bought one order, and all three nodes have all of them."""
        self.load.stop()
        known = self.load.known()
        for node in self.cluster.nodes:
            orders = await_that(lambda: self.rows_of(node, known), PATIENCE, f"{node.name} with all of {len(known)} orders")
            if orders != len(known):
                raise Violation(f"{node.name} has {orders} orders of {len(known)} keys")
        return len(known)

    def rows_of(self, node, known):
        try:
            return self.check_rows(node, known)
        except Violation:
            if node is self.cluster.primary():
                raise
            return None  # a standby may be a moment behind


def report(trial, orders, seconds):
    options = trial.options
    failovers, others = [], []
    for kind, some in trial.times.items():
        (failovers if {"database", "primary"} & set(kind.split(" and ")) else others).extend(some)
    for kind, some in trial.times.items():
        print(f"  {kind}: " + ", ".join(f"{one:.2f}" for one in some) + " s")
    print(f"{options.rounds} rounds, synchronous by {options.synchronous}, ttl {options.ttl} s{', HAProxy' if options.haproxy else ''}, seed {options.seed}, {seconds:.0f} s: "
          f"{orders} orders acknowledged, 0 lost, 0 twice; not acknowledged at once: {dict(trial.load.troubles)}")
    for name, some in (("fail-overs", failovers), ("kills without fail-over", others)):
        if some:
            print(f"{len(some)} {name}: first good write after p50 {statistics.median(some):.2f} s, max {max(some):.2f} s")


def memory():
    """A folder in memory, if there is one with room."""
    place = Path("/dev/shm")
    return place if place.is_dir() and shutil.disk_usage(place).free > 4 << 30 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--synchronous", choices=SYNCHRONOUS, default=SYNCHRONOUS[0])
    parser.add_argument("--ttl", type=int, default=20)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--haproxy", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends what was begun, too
    if missing():
        print(f"{', '.join(missing())}: not here; packaging/deb/packages.txt has what tests need", file=sys.stderr)
        return 1
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(dir=memory() if options.memory else None) as name:
        folder = Path(name)
        folder.chmod(0o755)
        trial = Trial(options.programs.resolve(), folder, options)
        try:
            trial.start()
            for number in range(options.rounds):
                trial.play(number)
            report(trial, trial.finish(), time.monotonic() - begun)
        except (Violation, TimeoutError, subprocess.CalledProcessError) as fault:
            print(f"{type(fault).__name__}: {fault}\nagain with: --rounds {options.rounds} --seed {options.seed} "
                  f"--synchronous {options.synchronous} --ttl {options.ttl}")
            print("\n".join(trial.cluster.logs()))
            for log in sorted(folder.glob("server*.log")):
                print(f"--- {log.name}\n{log.read_text(errors='replace')[-3000:]}")
            return 1
        finally:
            trial.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
