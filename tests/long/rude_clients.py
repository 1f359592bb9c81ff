#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A good client beside many rude ones that have no key, at a server with default options: how long its requests take, and what
the rude ones cost the server and the kernel in memory. Usage: rude_clients.py BIN_DIR [--clients 1000] [--seconds 20] [--answers-only]

--answers-only: times and memory, which a sanitizer changes, are not judged.

Three rounds, each with a server of its own: bodies that come byte by byte, pipelined requests for a large document whose answers
are read slowly, and heads that never end."""

import argparse
import http.client
import json
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ANSWER_TARGET = 2.0  # s; 99 of 100 requests, each on a connection of its own, with their repetitions
REPEATED_AFTER = 1  # s; while all who are there came just now nobody makes room: 503 with that Retry-After
TRIES = 3
SERVER_TARGET = 100  # MB; the resident set
KERNEL_TARGET = 400  # MB; buffers of TCP, of both sides, as all of it is on this machine
PAUSE = 0.05  # s; between the good client's requests
EVERY = 1.0  # s; between the bytes of a rude client
PIPELINED = 8

BODY = b"POST /v1/orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"
DOCUMENT = b"GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * PIPELINED
HEAD = b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: "


class Server:
    def __init__(self, programs, folder):
        keys = folder / "keys.json"
        self.process = subprocess.Popen(
            [programs / "leadsheet-server", "--port", "0", "--database", folder / "server.db", "--bootstrap-sandbox", keys],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]
        self.key = json.loads(keys.read_text())["accounts"][0]["keys"][0]["secret"]

    def memory(self):
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def kernel_memory():
    pages = re.search(r"TCP:.* mem (\d+)", Path("/proc/net/sockstat").read_text())
    return int(pages.group(1)) * resource.getpagesize() / 1e6


class Crowd:
    """Rude clients: each says something at first and goes on byte by byte, or reads so; one that is put out comes back."""

    def __init__(self, port, clients, first, reads):
        self.port, self.first, self.reads = port, first, reads
        self.stopping = threading.Event()
        self.put_out = 0
        self.sockets = [self.come() for _ in range(clients)]
        self.thread = threading.Thread(target=self.go_on, daemon=True)
        self.thread.start()

    def come(self):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(5)
        try:
            client.connect(("127.0.0.1", self.port))
            client.sendall(self.first)
        except OSError:
            pass  # turned away; it tries again
        client.setblocking(False)
        return client

    def is_there(self, client):
        try:
            if self.reads:
                return client.recv(64) != b""
            client.send(b" ")
            client.recv(4096)
            return False  # an answer, or the end: it is refused
        except BlockingIOError:
            return True
        except OSError:
            return False

    def go_on(self):
        while not self.stopping.wait(EVERY):
            for at, client in enumerate(self.sockets):
                if not self.is_there(client):
                    client.close()
                    self.put_out += 1
                    self.sockets[at] = self.come()
                if self.stopping.is_set():
                    return

    def leave(self):
        self.stopping.set()
        self.thread.join()
        for client in self.sockets:
            client.close()


def ask(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request("GET", "/v1/account", headers={"x-api-key": server.key})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (OSError, http.client.HTTPException) as failure:
        return type(failure).__name__
    finally:
        connection.close()


def ask_again(server):
    """The last status, and how often it took to get 200."""
    for tries in range(TRIES):
        status = ask(server)
        if status == 200:
            return status, tries
        time.sleep(REPEATED_AFTER)
    return status, TRIES


def run(name, options, first, reads):
    clients, seconds = options.clients, options.seconds
    with tempfile.TemporaryDirectory(prefix="leadsheet-rude-") as folder:
        server = Server(options.programs.resolve(), Path(folder))
        if ask(server) != 200:
            sys.exit("the good client is refused where nobody is rude")
        kernel_before, kernel, memory = kernel_memory(), 0.0, 0.0
        crowd = Crowd(server.port, clients, first, reads)
        took, refused, repeated = [], [], 0
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            start = time.monotonic()
            status, again = ask_again(server)
            repeated += again
            took.append(time.monotonic() - start)
            if status != 200:
                refused.append(status)
            kernel, memory = max(kernel, kernel_memory() - kernel_before), max(memory, server.memory())
            time.sleep(PAUSE)
        crowd.leave()
        code = server.stop()
    took.sort()
    slow = took[min(len(took) - 1, int(len(took) * 0.99))]
    cheap = slow <= ANSWER_TARGET and memory <= SERVER_TARGET and kernel <= KERNEL_TARGET
    fine = not refused and (cheap or options.answers_only) and code == 0
    print(f"{name}: {clients} clients, {crowd.put_out} put out; {len(took)} good requests, {repeated} repetitions, not answered 200: {refused}; "
          f"p99 {1e3 * slow:.0f} ms (target {1e3 * ANSWER_TARGET:.0f}); server {memory:.0f} MB (target {SERVER_TARGET}), kernel "
          f"{kernel:.0f} MB (target {KERNEL_TARGET}){'' if fine else '  MISSED'}", flush=True)
    return fine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=Path)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--answers-only", action="store_true")
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    rounds = [("slow bodies", BODY, False), ("slow readers", DOCUMENT, True), ("slow heads", HEAD, False)]
    fine = [run(name, options, *how) for name, *how in rounds]
    sys.exit(0 if all(fine) else 1)


main()
