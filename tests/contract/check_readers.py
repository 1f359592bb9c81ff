#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the client's readers of answers against the API document: a reader `std::optional<T> readX(const Decoder& in)`
reads every property of its schema, by itself or through another reader that it hands `in` to, and no property that the
document does not have. What is left unread on purpose stands in UNREAD with the reason.
Usage: check_readers.py ROOT OPENAPI.json"""
import json
import pathlib
import re
import sys

# What the client calls otherwise than the document.
SCHEMAS = {
    "CreatedKey": "CreatedAdminKey", "DestinationCheck": "DestinationTestResult", "KeyRecord": "AdminKey",
    "MadeWebhookSecret": "WebhookSecret", "QueuedLeads": "WebhookDeliverResult", "QueuedPushes": "PushResult",
}
UNREAD = {
    "AccountStatistics": {"serverTime": "the answer's Date header is what clocks are compared with",
                          "utcOffsetMinutes": "as it was asked for"},
    "IngestResult": {"deliveryId": "as it was sent", "orderNumber": "as it was sent",
                     "stagedLeads": "the order says how many leads it has"},
    "Product": {"fields": "the program knows the fields from resources/api; fieldsSchema says what the service wants"},
    "Quote": {"idempotencyKey": "as it was sent", "orderNumber": "asked for as an order"},
}
# Parts of several readers: pieces without a schema, and what is read with more thought than a line a property.
PARTS = {"readBudgetStatus", "readOrderNumber", "readRefusal", "readQuoteOutcome", "readEquivalents", "readLead"}

READER = re.compile(r"std::optional<(\w+)> (read\w+)\(const Decoder& (\w+)[^)]*\) \{(.*?)\n\}", re.S)


def properties(schemas, schema):
    if "$ref" in schema:
        return properties(schemas, schemas[schema["$ref"].rsplit("/", 1)[1]])
    found = set(schema.get("properties", {}))
    for kind in ("allOf", "oneOf", "anyOf"):
        for part in schema.get(kind, []):
            found |= properties(schemas, part)
    return found


def readers(root):
    """name -> (type, names read from the whole value, readers that are handed it)"""
    found = {}
    for file in sorted(root.glob("client-core/src/**/*.cpp")):
        for kind, name, value, body in READER.findall(file.read_text()):
            found[name] = (kind, set(re.findall(rf'\b{value}\.\w+(?:<\w+>)?\("(\w+)"', body)),
                           set(re.findall(rf"\b(read\w+)\({value}\b", body)))
    return found


def names_of(found, name):
    _, names, others = found[name]
    return names.union(*(names_of(found, other) for other in others if other in found))


def problems(root, document):
    schemas = document["components"]["schemas"]
    found = readers(root)
    for name in sorted(set(found) - PARTS):
        schema = SCHEMAS.get(found[name][0], found[name][0])
        if schema not in schemas:
            yield f"{name}: the document has no schema {schema}; name the right one in SCHEMAS"
            continue
        wanted, read, left = properties(schemas, schemas[schema]), names_of(found, name), set(UNREAD.get(schema, {}))
        for kind, odd in (("does not read", wanted - read - left), ("reads, but the document lacks,", read - wanted),
                          ("is said in UNREAD to leave, but reads or lacks,", left & (read | (left - wanted)))):
            for prop in sorted(odd):
                yield f"{name} {kind} {schema}.{prop}"
    if len(found) < 25:
        yield f"only {len(found)} readers were found: has their form changed?"


def main():
    found = list(problems(pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())))
    print("\n".join(found) or "every property is read")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
