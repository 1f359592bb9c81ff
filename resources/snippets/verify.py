# SPDX-License-Identifier: Apache-2.0
import base64
import hashlib
import hmac
import re
import time


def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    """body: the bytes of the request as they came, before any JSON is parsed. Names of headers in
    lower case. Whether the message is genuine and not older than five minutes."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)
