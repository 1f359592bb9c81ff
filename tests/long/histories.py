#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Linearizability: clients order, cancel and read the balance at two servers on one PostgreSQL database while the servers are
killed. Each history of an account has to be explained by one order of its requests, each at one moment between its call and
its answer (Wing & Gong, with memory as in porcupine), in a model of 40 lines: key -> order, budget, balance. A request
without an answer happened at any time after its call, or never. Prints its seed; ends with 1 where that does not hold.

    histories.py BIN_DIR [--rounds 20] [--requests 12] [--clients 5] [--seed N]"""

import argparse
import http.client
import json
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from two_computers import Service, ask

KEYS, BUDGET, LEADS = 12, 30, 10
NEVER = float("inf")


class Request(NamedTuple):
    called: float
    answered: float  # NEVER: without an answer
    act: str
    about: object  # key of a creation, order number of a cancellation
    answer: object = None


class Account(NamedTuple):
    """What the model knows of an account."""
    available: int
    held: int = 0
    used: int = 0  # of the budget for creating orders
    orders: tuple = ()  # (key, number or None while no answer named it, cancelled)


def create(account, request, price):
    """The account afterwards, or None when this answer cannot be."""
    answer, orders = request.answer, dict((one[0], one) for one in account.orders)
    if account.used == BUDGET:
        return account if answer is None or answer == (429,) else None
    account = account._replace(used=account.used + 1)
    if answer is not None and answer[0] == 409:  # one with this key is running
        return account if answer[1] == BUDGET - account.used else None
    there = orders.get(request.about)
    if there is None and account.available < price:
        return account if answer is None or answer == (402, BUDGET - account.used) else None
    if answer is not None and (answer[0] != 201 or answer[2] != BUDGET - account.used):
        return None
    number = answer and answer[1]
    if there is None:
        orders[request.about] = (request.about, number, False)
        account = account._replace(available=account.available - price, held=account.held + price)
    elif number is not None:
        if there[1] not in (None, number):
            return None
        orders[request.about] = (request.about, number, there[2])
    return account._replace(orders=tuple(sorted(orders.values())))


def cancel(account, request, price):
    orders = list(account.orders)
    place = next((n for n, one in enumerate(orders) if one[1] == request.about), None)
    if place is None or orders[place][2]:
        return account if request.answer in (None, 409) and place is not None else None
    if request.answer not in (None, 200):
        return None
    orders[place] = (*orders[place][:2], True)
    return account._replace(available=account.available + price, held=account.held - price, orders=tuple(orders))


def balance(account, request, _):
    return account if request.answer in (None, (account.available, account.held)) else None


STEPS = {"create": create, "cancel": cancel, "balance": balance}


def explained(history, account, price):
    """Whether some order of the requests gives these answers."""
    history = sorted(history)
    answered = sum(1 << n for n, one in enumerate(history) if one.answered != NEVER)
    waiting, seen = [(0, account)], set()
    while waiting:
        done, account = waiting.pop()
        if done & answered == answered:
            return True
        first = min(one.answered for n, one in enumerate(history) if not done >> n & 1)
        for n, one in enumerate(history):
            if one.called > first:
                break
            after = None if done >> n & 1 else STEPS[one.act](account, one, price)
            if after is not None and (done | 1 << n, after) not in seen:
                seen.add((done | 1 << n, after))
                waiting.append((done | 1 << n, after))
    return False


def check_the_checker():
    """Histories of which it is known whether they can be."""
    rich = Account(100)
    placed = Request(0, 2, "create", "a", (201, "LS-1", BUDGET - 1))
    again = placed._replace(called=3, answered=4)
    cancelled = Request(3, 4, "cancel", "LS-1", 200)
    known = [
        (True, [placed, again._replace(answer=(201, "LS-1", BUDGET - 2))]),
        (False, [placed, again._replace(answer=(201, "LS-2", BUDGET - 2))]),  # one key, two orders
        (False, [placed, again._replace(answer=(201, "LS-1", BUDGET - 1))]),  # the budget forgot one
        (True, [placed, Request(1, 3, "balance", None, (100, 0))]),  # both at once: either may be first
        (False, [placed, Request(3, 4, "balance", None, (100, 0))]),  # an old balance
        (True, [placed._replace(answered=NEVER, answer=None), Request(5, 6, "balance", None, (100, 0))]),
        (True, [placed._replace(answered=NEVER, answer=None), Request(5, 6, "balance", None, (90, 10))]),
        (False, [placed._replace(answered=NEVER, answer=None), Request(5, 6, "balance", None, (90, 10)),
                 Request(7, 8, "balance", None, (100, 0))]),  # lost after it was seen
        (False, [placed, cancelled, cancelled._replace(called=5, answered=6)]),  # released twice
        (True, [placed, cancelled, cancelled._replace(called=5, answered=6, answer=409), Request(7, 8, "balance", None, (100, 0))]),
        (False, [placed._replace(answer=(402, BUDGET - 1))]),
    ]
    for expected, history in known:
        if explained(history, rich, 10) != expected:
            raise AssertionError(f"the checker is wrong about {history}")


class Client(threading.Thread):
    def __init__(self, service, key, requests, numbers, chance):
        super().__init__()
        self.service, self.key, self.requests, self.numbers, self.chance = service, key, requests, numbers, chance
        self.history, self.problem = [], None

    def send(self, method, path, body=None, headers=()):
        """(status, document, headers), or None when nobody knows; ConnectionRefusedError: surely not done."""
        line = http.client.HTTPConnection(self.chance.choice(self.service.urls).removeprefix("http://"), timeout=60)
        try:
            line.connect()
            try:
                line.request(method, path, None if body is None else json.dumps(body),
                             {"x-api-key": self.key, "Content-Type": "application/json", **dict(headers)})
                answer = line.getresponse()
                document = json.loads(answer.read())
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                return None
            return (answer.status, document, answer.headers) if answer.status < 500 else None
        finally:
            line.close()

    def create(self, key):
        done = self.send("POST", "/v1/orders", wish(key), {"Idempotency-Key": f"key-{key}"})
        if done is None or done[0] == 429:
            return done and (429,)
        left = int(re.search(r'"orders";r=(\d+)', done[2]["RateLimit"])[1])
        if done[0] == 402 or done[1].get("code") == "idempotency_in_progress":
            return done[0], left
        if done[0] not in (200, 201):
            raise AssertionError(f"creating was answered {done[:2]}")
        self.numbers.append(done[1]["order_number"])
        return 201, done[1]["order_number"], left

    def cancel(self, number):
        done = self.send("POST", f"/v1/orders/{number}/cancel", {})
        return done and done[0]

    def balance(self, _):
        done = self.send("GET", "/v1/account")
        return done and (done[1]["balance"]["available"]["amount"], done[1]["balance"]["held"]["amount"])

    def one(self):
        act = self.chance.choices(["create", "cancel", "balance"], [6, 2 if self.numbers else 0, 3])[0]
        about = {"create": lambda: self.chance.randrange(KEYS), "cancel": lambda: self.chance.choice(self.numbers),
                 "balance": lambda: None}[act]()
        called = time.monotonic()
        try:
            answer = getattr(self, act)(about)
        except ConnectionRefusedError:
            time.sleep(0.02)
            return
        self.history.append(Request(called, NEVER if answer is None else time.monotonic(), act, about, answer))

    def run(self):
        try:
            while len(self.history) < self.requests:
                self.one()
        except Exception as problem:  # told by the main thread
            self.problem = problem


def wish(key):
    return {"scrapingOption": "filters", "leadCount": LEADS, "industries": [f"Industry {key}"], "locations": ["Germany"]}


def play(service, options, price, seed):
    """The history of one account: one server dies on the way and is started again."""
    chance = random.Random(seed)
    credit = price * chance.randint(3, KEYS)
    key, numbers = service.account(("account:read", "orders:write"), credit), []
    clients = [Client(service, key, options.requests, numbers, random.Random(f"{seed} {n}")) for n in range(options.clients)]
    for client in clients:
        client.start()
    time.sleep(chance.uniform(0.01, 0.2))
    victim = chance.randrange(2)
    service.kill(victim)
    service.urls[victim] = service.urls[1 - victim]
    service.start(victim)
    for client in clients:
        client.join()
        if client.problem:
            raise client.problem
    history = [one for client in clients for one in client.history]
    return history, explained(history, Account(credit), price)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--requests", type=int, default=12)
    parser.add_argument("--clients", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    check_the_checker()
    begun, answers = time.monotonic(), Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        service = Service(options.programs.resolve(), folder, True, orders=BUDGET)
        try:
            price = ask(service.urls[0] + "/v1/orders", service.account(), wish(0))["price"]["amount"]
            for number in range(options.rounds):
                history, right = play(service, options, price, options.seed + number)
                for one in history:
                    answers["no answer" if one.answer is None else
                            f"{one.act} {one.answer[0] if one.act == 'create' else one.answer or ''}".strip()
                            if one.act != "balance" else "balance"] += 1
                if not right:
                    print("VIOLATION: no order of these requests gives these answers:\n" +
                          "\n".join(map(str, sorted(history))) +
                          f"\nagain with: --rounds 1 --requests {options.requests} --clients {options.clients} --seed {options.seed + number}")
                    return 1
        finally:
            service.stop()
    if not all(answers[kind] for kind in ("create 201", "create 402", "create 429", "cancel 200", "balance", "no answer")):
        print(f"too little happened: {dict(answers)}")
        return 1
    print(f"{options.rounds} histories of {options.clients} clients at two servers, seed {options.seed}, {options.rounds} kills, "
          f"{time.monotonic() - begun:.0f} s: {dict(sorted(answers.items()))}; each can be explained")
    return 0


if __name__ == "__main__":
    sys.exit(main())
