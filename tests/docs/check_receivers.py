# SPDX-License-Identifier: Apache-2.0
"""Runs the receivers of docs/webhook-receivers.md as they stand there: what is genuine is kept once
and answered 204, what is not is answered 401 and not kept, and the worker handles each message
once. Languages that are not installed are left out; Python never is."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw="
BODY = json.dumps({"type": "order.delivered", "data": {"order": {"order_number": "LS-1", "status": "delivered"}}}).encode()
PATIENCE = 120  # seconds; a loaded machine starts programs slowly
RECEIVERS = {
    "python": ("receiver.py", "verify.py", lambda port: ["python3", "receiver.py", str(port)]),
    "js": ("receiver.mjs", "verify.mjs", lambda port: ["node", "receiver.mjs", str(port)]),
    "php": ("receiver.php", "verify.php", lambda port: ["php", "-S", f"127.0.0.1:{port}", "receiver.php"]),
}


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def headers(name, body, when=None, secret=SECRET):
    when = int(time.time()) if when is None else when
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, f"{name}.{when}.".encode() + body, hashlib.sha256).digest()).decode()
    return {"webhook-id": name, "webhook-timestamp": str(when), "webhook-signature": "v1," + signature}


def post(port, sent, body):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", "/", body, sent)
    status = connection.getresponse().status
    connection.close()
    return status


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start(command, folder):
    """The process and its port. Another program may take the port first; then another one is tried."""
    surroundings = os.environ | {"WEBHOOK_SECRET_FILE": str(folder / "secret")}
    for _ in range(5):
        port = free_port()
        with open(folder / "log", "wb") as log:
            process = subprocess.Popen(command(port), cwd=folder, env=surroundings, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return process, port
            except OSError:
                time.sleep(0.02)
        process.kill()
        process.wait()
    sys.exit(f"{command(0)} does not start:\n{(folder / 'log').read_text(errors='replace')}")


def faults_of(port, folder):
    now = int(time.time())
    cases = (
        ("a genuine message", headers("msg_1", BODY), BODY, 204),
        ("the same again", headers("msg_1", BODY), BODY, 204),
        ("another one", headers("msg_2", BODY), BODY, 204),
        ("a changed body", headers("msg_3", BODY), BODY + b" ", 401),
        ("another secret", headers("msg_4", BODY, secret="whsec_" + base64.b64encode(b"x" * 24).decode()), BODY, 401),
        ("an old one", headers("msg_5", BODY, now - 3600), BODY, 401),
        ("no signature", {}, BODY, 401),
        ("a name with a path", headers("../msg_6", BODY), BODY, 400),
        ("too much", {}, b"x" * ((1 << 20) + 1), 413),
    )
    for what, sent, body, wanted in cases:
        try:
            got = post(port, sent, body)
        except (BrokenPipeError, ConnectionResetError):
            got = 413 if wanted == 413 else 0  # refused before all of it was sent
        if got != wanted:
            yield f"{what} is answered {got}, not {wanted}"
    kept = sorted(file.name for file in (folder / "inbox").iterdir())
    if kept != ["msg_1.json", "msg_2.json"]:
        yield f"the inbox holds {kept}"
    elif any((folder / "inbox" / name).read_bytes() != BODY for name in kept):
        yield "a message was not kept as it came"
    first, second = (
        subprocess.run(["python3", "worker.py"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE) for _ in range(2)
    )
    if first.stdout != "LS-1 delivered\n" * 2 or first.returncode != 0:
        yield f"the worker said {first.stdout!r} {first.stderr}"
    if second.stdout:
        yield f"the worker handled messages twice: {second.stdout!r}"
    if post(port, headers("msg_1", BODY), BODY) != 204 or (folder / "inbox/msg_1.json").stat().st_size != 0:
        yield "a repeat of a handled message is kept again"


def main():
    root = Path(sys.argv[1])
    page = (root / "docs/webhook-receivers.md").read_text(encoding="utf-8")
    worker = blocks(page, "python")[1]
    faults = []
    for language, (name, snippet, command) in RECEIVERS.items():
        if shutil.which(command(0)[0]) is None:
            print(f"{name}: {command(0)[0]} is not installed")
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "inbox").mkdir()
            (folder / "secret").write_text(SECRET + "\n")
            (folder / name).write_text(blocks(page, language)[0], encoding="utf-8")
            (folder / "worker.py").write_text(worker, encoding="utf-8")
            shutil.copy(root / "resources/snippets" / snippet, folder)
            process, port = start(command, folder)
            try:
                faults += [f"{name}: {fault}" for fault in faults_of(port, folder)]
            finally:
                process.kill()
                process.wait()
    print("\n".join(faults) or "every receiver does what the page says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
