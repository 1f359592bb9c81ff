# SPDX-License-Identifier: Apache-2.0
"""Reads the facts under resources/api and refuses the ones that contradict each other."""

import json
import re
from pathlib import Path

FIELD_KINDS = {"text", "list", "integer", "decimal", "boolean", "url", "money", "stringMap"}
LEAD_FORMATS = {"email", "url", "domain", "country"}
LEAD_MEMBERS = {"name", "type", "nullable", "description", "set", "format", "min", "max", "maxLength"}
# Of a delivered lead, where its column says nothing else.
LEAD_TEXT_LENGTH, LEAD_LIST_ITEMS = 4_000, 1_000
LEAD_KINDS = {"text", "integer", "decimal", "boolean", "timestamp", "list"}
FIELD_MEMBERS = {
    "name", "kind", "required", "minItems", "maxItems", "maxLength", "min", "max", "scale",
    "set", "format", "title", "description", "example",
}
FORMATS = {"domain", "url", "id"}
NEIGHBOURS = ("error_codes", "scopes", "limits", "lead_fields", "platforms", "products",
              "webhook_events", "synonyms")


class ContractError(Exception):
    """A fact that is missing, misspelt or contradicts another; the text names file and place."""


def _no_duplicates(pairs):
    seen = {}
    for name, value in pairs:
        if name in seen:
            raise ContractError(f"member {name!r} occurs twice in one object")
        seen[name] = value
    return seen


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_no_duplicates)
    except (json.JSONDecodeError, ContractError, UnicodeDecodeError) as error:
        raise ContractError(f"{path.name}: {error}") from error


def load_neighbours(folder):
    """Returns {name: parsed JSON} for the data files, checked."""
    facts = {name: read_json(Path(folder) / f"{name}.json") for name in NEIGHBOURS}
    _check_codes(facts["error_codes"])
    _check_scopes(facts["scopes"])
    _check_limits(facts["limits"])
    _check_lead_fields(facts["lead_fields"])
    _check_platforms(facts["platforms"], facts["lead_fields"])
    _check_products(facts["products"], limits_of(facts))
    _check_events(facts["webhook_events"], limits_of(facts))
    _check_synonyms(facts["synonyms"], facts["products"])
    return facts


def limits_of(facts):
    return {limit["name"]: limit["value"] for limit in facts["limits"]["limits"]}


def _unique(file, what, names, pattern):
    seen = set()
    for name in names:
        if not re.fullmatch(pattern, name):
            raise ContractError(f"{file}: {what} {name!r} is not spelt like {pattern}")
        if name in seen:
            raise ContractError(f"{file}: {what} {name!r} occurs twice")
        seen.add(name)
    return seen


def _check_codes(data):
    file = "error_codes.json"
    snake = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
    _unique(file, "code", [c["code"] for c in data["codes"] + data["localCodes"]], snake)
    _unique(file, "field code", [c["code"] for c in data["fieldCodes"]], snake)
    for entry in data["codes"]:
        if not 400 <= entry["status"] <= 599:
            raise ContractError(f"{file}: {entry['code']}: status {entry['status']} is no error")
    for entry in data["localCodes"]:
        if "status" in entry:
            raise ContractError(f"{file}: local code {entry['code']} must not have a status")
    if [c["status"] for c in data["codes"]] != sorted(c["status"] for c in data["codes"]):
        raise ContractError(f"{file}: the contract's codes are not sorted by status")


def _check_scopes(data):
    file = "scopes.json"
    names = _unique(file, "scope", [s["name"] for s in data["scopes"]], r"[a-z]+:[a-z]+")
    types = {s["name"]: s["type"] for s in data["scopes"]}
    for scope in data["scopes"]:
        if scope["type"] not in ("customer", "admin"):
            raise ContractError(f"{file}: {scope['name']}: unknown type {scope['type']!r}")
        if (scope["type"] == "admin") != scope["name"].startswith("admin:"):
            raise ContractError(f"{file}: {scope['name']}: name and type disagree")
        for implied in scope["implies"]:
            if implied not in names or types[implied] != scope["type"]:
                raise ContractError(f"{file}: {scope['name']} implies unknown scope {implied!r}")


def _check_limits(data):
    file = "limits.json"
    _unique(file, "limit", [limit["name"] for limit in data["limits"]], r"[a-z][A-Za-z0-9]*")
    for limit in data["limits"]:
        if type(limit["value"]) is not int or limit["value"] < 0:
            raise ContractError(f"{file}: {limit['name']}: the value is not a natural number")


def _check_lead_fields(data):
    file = "lead_fields.json"
    _unique(file, "field", [f["name"] for f in data["fields"]], r"[a-z][A-Za-z]*")
    for field in data["fields"]:
        if field["type"] not in LEAD_KINDS:
            raise ContractError(f"{file}: {field['name']}: unknown type {field['type']!r}")
        unknown = set(field) - LEAD_MEMBERS
        if unknown:
            raise ContractError(f"{file}: {field['name']}: unknown member {sorted(unknown)[0]!r}")
        if field.get("format", "url") not in LEAD_FORMATS:
            raise ContractError(f"{file}: {field['name']}: unknown format {field['format']!r}")


def _check_platforms(data, lead_fields):
    file = "platforms.json"
    _unique(file, "platform", [p["id"] for p in data["platforms"]], r"[a-z]+")
    columns = {f["name"] for f in lead_fields["fields"]}
    for platform in data["platforms"]:
        numbers = [platform["batchSize"], *(n for limit in platform["limits"]
                                            for n in (limit["calls"], limit["seconds"]))]
        if not platform["limits"] or any(type(n) is not int or n < 1 for n in numbers):
            raise ContractError(f"{file}: {platform['id']}: a limit is not a positive number")
        for name in platform["columns"]:
            if name not in columns:
                raise ContractError(f"{file}: {platform['id']}: there is no lead column {name!r}")


def _check_field(file, where, field, sets):
    name = f"{where}.{field['name']}"
    unknown = set(field) - FIELD_MEMBERS
    if unknown:
        raise ContractError(f"{file}: {name}: unknown member {sorted(unknown)[0]!r}")
    if field["kind"] not in FIELD_KINDS:
        raise ContractError(f"{file}: {name}: unknown kind {field['kind']!r}")
    if "format" in field and field["format"] not in FORMATS:
        raise ContractError(f"{file}: {name}: unknown format {field['format']!r}")
    if "set" in field and field["set"] not in sets:
        raise ContractError(f"{file}: {name}: unknown set {field['set']!r}")
    needs = {"list": ("maxItems", "maxLength"), "text": ("maxLength",), "url": ("maxLength",),
             "integer": ("min", "max"), "decimal": ("min", "max", "scale"),
             "stringMap": ("maxItems", "maxLength")}
    for member in needs.get(field["kind"], ()) + ("title", "description", "example"):
        if member not in field:
            raise ContractError(f"{file}: {name}: {member} is missing")


def _check_products(data, limits):
    file = "products.json"
    _unique(file, "product", [p["id"] for p in data["products"]], r"[a-z]+(_[a-z]+)*")
    spelling = r"[a-z][A-Za-z]*"
    common = _unique(file, "common field", [f["name"] for f in data["commonFields"]], spelling)
    for field in data["commonFields"]:
        _check_field(file, "commonFields", field, data["sets"])
    count = next(f for f in data["commonFields"] if f["name"] == "leadCount")
    if (count["min"], count["max"]) != (limits["minLeadCount"], limits["maxLeadCount"]):
        raise ContractError(f"{file}: leadCount is not bounded by minLeadCount and maxLeadCount")
    for product in data["products"]:
        own = _unique(file, f"{product['id']} field", [f["name"] for f in product["fields"]],
                      spelling)
        if own & common:
            raise ContractError(f"{file}: {product['id']}: {sorted(own & common)[0]!r} is common")
        for field in product["fields"]:
            _check_field(file, product["id"], field, data["sets"])
        for name in product.get("requiredAny", []):
            if name not in own:
                raise ContractError(f"{file}: {product['id']}: requiredAny names unknown {name!r}")
        _check_tiers(file, product)


def _check_tiers(file, product):
    tiers = product["tiers"]
    starts = [tier["fromLeads"] for tier in tiers]
    if starts[0] != 1 or starts != sorted(set(starts)):
        raise ContractError(f"{file}: {product['id']}: tiers must rise from 1 without repeats")
    prices = [tier["unitPriceMicros"] for tier in tiers]
    prices += list(product["surcharges"].values())
    if any(type(price) is not int or price < 0 for price in prices):
        raise ContractError(f"{file}: {product['id']}: a price is not a natural number")
    if set(product["surcharges"]) != {"requireEmail", "requirePhone"}:
        raise ContractError(f"{file}: {product['id']}: surcharges for requireEmail, requirePhone")


def _check_events(data, limits):
    file = "webhook_events.json"
    _unique(file, "event", [e["name"] for e in data["events"]], r"[a-z]+\.[a-z_]+")
    steps = data["retrySeconds"]
    if steps != sorted(steps) or steps[0] != 0 or not limits["webhookTimeoutSeconds"]:
        raise ContractError(f"{file}: retrySeconds must rise from 0")


def _check_synonyms(data, products):
    file = "synonyms.json"
    lists = {f["name"] for p in products["products"] for f in p["fields"] if f["kind"] == "list"}
    taken = {}
    for group in data["groups"]:
        if group["where"] not in ("whole", "words"):
            raise ContractError(f"{file}: {group['name']}: unknown place {group['where']!r}")
        for field in group["fields"]:
            if field not in lists:
                raise ContractError(f"{file}: {group['name']}: no product has a list {field!r}")
            if taken.setdefault(field, group["where"]) != group["where"]:
                raise ContractError(f"{file}: {field}: two groups look at it in different ways")
            _unique(file, f"word of {field}", [w for words in group["synonyms"] for w in words],
                    r"[!-@\[-~]+( [!-@\[-~]+)*")
