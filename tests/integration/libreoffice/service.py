# SPDX-License-Identifier: Apache-2.0
"""The real server in a process that can be killed and started again on its database, and a connection to it that can
be slow and calls back before each create."""

import http.client
import json
import signal
import subprocess
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Service:
    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory(prefix="leadsheet-service-")
        keys = Path(self.folder.name) / "keys.json"
        self.launch("--bootstrap-sandbox", str(keys))
        customer, admin = json.loads(keys.read_text())["accounts"]
        self.customer, self.admin = customer["keys"][0]["secret"], admin["keys"][0]["secret"]

    def launch(self, *more):
        self.process = subprocess.Popen([self.program, "--port", "0", "--database", str(Path(self.folder.name) / "server.db"), *more],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.port = json.loads(self.process.stdout.readline())["port"]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.process.stdout.close()
        self.folder.cleanup()

    def call(self, method, path, body=None, key=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, json.dumps(body) if body is not None else None,
                           {"x-api-key": key or self.customer, "content-type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status >= 300:
            raise AssertionError(f"{method} {path}: {answer.status} {text[:300]}")
        return json.loads(text) if text else None

    def orders(self):
        found, cursor = [], ""
        while True:
            page = self.call("GET", f"/v1/orders?limit=1000{cursor}")
            found += page["data"]
            if not page["meta"].get("nextCursor"):
                return found
            cursor = "&cursor=" + page["meta"]["nextCursor"]

    def deliver(self, number, names):
        """Approves the order, ingests a lead per name and delivers them."""
        leads = [{"email": f"{name}@example.com", "firstName": name, "result": "good", "phone": "+49301234", "companyName": "=1+1"} for name in names]
        self.call("POST", f"/v1/admin/orders/{number}/approve", {}, self.admin)
        self.call("POST", "/v1/admin/deliveries", {"orderNumber": number, "deliveryId": "d1", "leads": leads, "final": True}, self.admin)
        self.call("POST", f"/v1/admin/orders/{number}/deliver", {}, self.admin)


class Connection(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, service):
        super().__init__(("127.0.0.1", 0), Handler)
        self.service, self.delay, self.creates, self.on_create = service, 0.0, 0, None
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def created(self):
        with self.lock:
            self.creates += 1
            call, count = self.on_create, self.creates
        if call:
            call(count)
        if self.delay:
            time.sleep(self.delay)

    def handle_error(self, *_):
        pass  # a client that was killed


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def forward(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.command == "POST" and self.path == "/v1/orders":
            self.server.created()
        connection = http.client.HTTPConnection("127.0.0.1", self.server.service.port, timeout=60)
        try:
            connection.request(self.command, self.path, body, {name: value for name, value in self.headers.items() if name.lower() != "host"})
            answer = connection.getresponse()
            data = answer.read()
        except OSError:
            self.close_connection = True
            return
        finally:
            connection.close()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = forward

    def log_message(self, *_):
        pass
