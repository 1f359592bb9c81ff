# SPDX-License-Identifier: Apache-2.0
"""What makes a row of a sheet this order and no other, with nothing but the standard library: the canonical body, the
order key that is sent as Idempotency-Key, and the mark that the service finds equivalent orders by. The same as
client-core/submit derives; tests/contract/marks.json holds every derivation to the other ones.

Numbers with a fraction are given as Decimal (json.loads(text, parse_float=Decimal)) or as float."""

import hashlib
import json
import unicodedata
from base64 import b32encode
from decimal import Decimal

KEY_SCHEME_VERSION = 1
# How an order is paid for and guarded is no part of what is ordered.
GUARDS = {"quoteId", "maxPrice", "duplicates", "acknowledgeDuplicateOf"}
# Members that do not narrow whom an order finds.
NOT_IN_MARK = GUARDS | {"leadCount", "excludeOwned", "externalRef", "notes", "autoDeliver", "metadata"}
# Unicode: White_Space, Default_Ignorable_Code_Point.
SPACE = {*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
IGNORED = {0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
           *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
           *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)}


def list_fields(catalogue):
    """The names of the fields that are lists, of resources/api/products.json."""
    fields = catalogue["commonFields"] + [field for product in catalogue["products"] for field in product["fields"]]
    return {field["name"] for field in fields if field["kind"] == "list"}


def decimal_text(number):
    text = format(Decimal(str(number)), "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def json_text(value):
    if isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        return decimal_text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    if isinstance(value, dict):
        # In the order of the names' bytes, which is that of their code points.
        return "{" + ",".join(f"{json_text(name)}:{json_text(value[name])}" for name in sorted(value)) + "}"
    return json.dumps(value, ensure_ascii=False)


def canonical_body(request):
    """The bytes that are hashed and, before price guards are added, sent; as text."""
    return json_text({name: value for name, value in request.items() if name not in GUARDS})


def sized(text):
    return f"{len(text.encode())}:{text}"


def order_key(body, occurrence=0, generation=0, reference=""):
    text = f"leadsheet order key {KEY_SCHEME_VERSION}"
    if reference:
        text += " reference " + sized(unicodedata.normalize("NFC", reference))
    else:
        text += " body " + sized(unicodedata.normalize("NFC", body)) + sized(str(occurrence))
    digest = hashlib.sha256((text + sized(str(generation))).encode()).digest()
    return f"ls{KEY_SCHEME_VERSION}-" + b32encode(digest[:20]).decode().lower()


def row_identity(request, occurrence=0, generation=0, reference=""):
    """The body and the key of a row. A Reference goes along as externalRef and decides the key alone."""
    reference = reference.strip(" \t\r\n")
    body = canonical_body({**request, "externalRef": reference} if reference else request)
    return body, order_key(body, occurrence, generation, reference)


def folded(text):
    before = None
    while before != text:  # NFKC_Casefold is what this comes to rest at
        before = text
        text = "".join(c for c in unicodedata.normalize("NFKC", text) if ord(c) not in IGNORED).casefold()
        text = unicodedata.normalize("NFC", text)
    words = "".join(" " if ord(c) in SPACE else c for c in text).split(" ")
    return " ".join(word for word in words if word)


def mark_values(name, given, lists):
    if isinstance(given, bool):
        return [] if not given and name in ("requireEmail", "requirePhone") else [str(given).lower()]
    if isinstance(given, (int, float, Decimal)):
        return [decimal_text(given)]
    items = given.split(",") if isinstance(given, str) and name in lists else given
    items = [items] if isinstance(items, str) else items
    return [text for text in map(folded, items) if text]


def order_mark(request, lists):
    text = "leadsheet mark 1\n"
    for name in sorted(request):
        # Answers repeat each list as text: industriesText beside industries.
        left_out = name in NOT_IN_MARK or (name.endswith("Text") and isinstance(request.get(name[:-len("Text")]), list))
        values = [] if left_out else sorted({v.encode() for v in mark_values(name, request[name], lists)})
        if values:
            text += f"{name}:{len(values)}\n"
            text += "".join(f"{len(value)}:{value.decode()}\n" for value in values)
    return "m1-" + hashlib.sha256(text.encode()).hexdigest()[:32]
