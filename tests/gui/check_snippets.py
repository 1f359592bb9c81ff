# SPDX-License-Identifier: Apache-2.0
"""Runs the code that the window offers for verifying webhooks: it must take what is genuine and
refuse every forgery. Languages that are not installed are left out; Python never is."""

import base64
import hashlib
import hmac
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw="
OTHER = "whsec_" + base64.b64encode(b"another secret of enough length").decode()
BODY = '{"type":"webhook.test","data":{"name":"Müller"}}'

# Each reads a case as JSON from its input and prints "genuine" or "refused".
RUNNERS = {
    "verify.py": (["python3"], "run.py", """
import json, sys
{code}
case = json.load(sys.stdin)
print("genuine" if is_genuine(case["secret"], case["headers"], case["body"].encode()) else "refused")
"""),
    "verify.mjs": (["node"], "run.mjs", """
{code}
import {{ readFileSync }} from "node:fs";
const one = JSON.parse(readFileSync(0, "utf8"));
console.log(isGenuine(one.secret, one.headers, Buffer.from(one.body, "utf8")) ? "genuine" : "refused");
"""),
    "verify.php": (["php"], "run.php", """{code}
$case = json_decode(file_get_contents('php://stdin'), true);
echo is_genuine($case['secret'], $case['headers'], $case['body']) ? 'genuine' : 'refused';
"""),
    "verify.rb": (["ruby"], "run.rb", """
require "json"
{code}
one = JSON.parse($stdin.read)
puts(genuine?(one["secret"], one["headers"], one["body"]) ? "genuine" : "refused")
"""),
    "Verify.java": (["java"], "Run.java", """{imports}
public class Run {{
    public static void main(String[] all) throws Exception {{
        Map<String, String> headers = new java.util.HashMap<>();
        for (int i = 2; i + 1 < all.length; i += 2) headers.put(all[i], all[i + 1]);
        byte[] body = all[1].getBytes(StandardCharsets.UTF_8);
        System.out.println(Verify.isGenuine(all[0], headers, body) ? "genuine" : "refused");
    }}
}}
{code}"""),
}


def signed(secret, when, body=BODY, name="msg_1"):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{name}.{when}.{body}".encode()
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {"webhook-id": name, "webhook-timestamp": str(when), "webhook-signature": "v1," + signature}


def cases():
    now = int(time.time())
    good = signed(SECRET, now)
    both = dict(good)
    both["webhook-signature"] = signed(OTHER, now)["webhook-signature"] + " " + good["webhook-signature"]
    yield "genuine", SECRET, good, BODY, True
    yield "second of two signatures", SECRET, both, BODY, True
    yield "other secret", OTHER, good, BODY, False
    yield "other body", SECRET, good, BODY + " ", False
    yield "other id", SECRET, good | {"webhook-id": "msg_2"}, BODY, False
    yield "too old", SECRET, signed(SECRET, now - 3600), BODY, False
    yield "too new", SECRET, signed(SECRET, now + 3600), BODY, False
    yield "no time", SECRET, good | {"webhook-timestamp": "soon"}, BODY, False
    yield "other version", SECRET, good | {"webhook-signature": good["webhook-signature"].replace("v1,", "v2,")}, BODY, False
    for missing in good:
        yield "without " + missing, SECRET, {k: v for k, v in good.items() if k != missing}, BODY, False


def program(folder, snippet, runner):
    code = snippet.read_text(encoding="utf-8")
    _, name, frame = runner
    lines = code.splitlines()
    imports = "\n".join(line for line in lines if line.startswith("import "))
    rest = "\n".join(line for line in lines if not line.startswith("import "))
    if snippet.suffix == ".java":
        text = frame.format(imports=imports, code=rest.replace("public final class", "final class"))
    else:
        text = frame.replace("{{", "{").replace("}}", "}").replace("{code}", code)
    path = Path(folder) / name
    path.write_text(text, encoding="utf-8")
    return path


def verdict(command, path, secret, headers, body):
    case = json.dumps({"secret": secret, "headers": headers, "body": body})
    arguments = []
    if path.suffix == ".java":
        arguments = [secret, body] + [part for pair in headers.items() for part in pair]
    done = subprocess.run(command + [str(path)] + arguments, input=case, capture_output=True, text=True, encoding="utf-8")
    return done.stdout.strip() or "failed: " + done.stderr


def main():
    folder = Path(sys.argv[1])
    files = sorted(f.name for f in folder.iterdir() if f.is_file())
    faults = [] if files == sorted(RUNNERS) else [f"{files} are there, {sorted(RUNNERS)} are run"]
    for name, runner in RUNNERS.items():
        if shutil.which(runner[0][0]) is None:
            print(f"{name}: {runner[0][0]} is not installed")
            continue
        with tempfile.TemporaryDirectory() as place:
            path = program(place, folder / name, runner)
            for what, secret, headers, body, genuine in cases():
                said = verdict(runner[0], path, secret, headers, body)
                if said != ("genuine" if genuine else "refused"):
                    faults.append(f"{name}: {what}: {said}")
    print("\n".join(faults) or "every verdict is right")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
