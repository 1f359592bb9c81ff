# SPDX-License-Identifier: Apache-2.0
"""Makes the schemas that follow from the data files: enumerations, orders by product, the lead."""

import copy

from .headers import camel
from .inputs import LEAD_LIST_ITEMS, LEAD_TEXT_LENGTH, ContractError, limits_of

# No control characters but tab and line ends: they cannot be shown, and not every store keeps a NUL.
CONTROL = r"\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F"
BLANK = r"[ \t\r\n]*"
_ALNUM = r"(?:[A-Za-z0-9]|[^\u0000-\u007F])"
_LABEL = rf"{_ALNUM}(?:(?:{_ALNUM}|-){{0,61}}{_ALNUM})?"
_URL_REST = r'[^\u0000-\u0020\u007F"<>\\]'
FORMATS = {
    "domain": rf"{_LABEL}(?:\.{_LABEL})+",
    "url": rf"[Hh][Tt][Tt][Pp][Ss]?://(?!:)(?![^/?#]*@(?:[/?#]|$))(?![/?#]){_URL_REST}+",
    "id": r"[A-Za-z0-9_-]{1,64}",
}
# A list with at least one item, in either form.
NOT_EMPTY = {"type": ["array", "string"], "minItems": 1, "pattern": r"[^\s,]"}
# Null instead of one of these would be a guard that was lost.
GUARDS = ("quoteId", "maxPrice")
WELL_KNOWN = {
    "id": "Id", "orderNumber": "OrderNumber", "product": "ProductId", "deliveredAt": "Timestamp",
    "result": "LeadResult",
}


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def _escape(value):
    return "".join("\\" + c if c in r"\.+*?()[]{}|^$" else c for c in value)


def _list(field, allowed):
    """An array of texts, or one text with commas in which blank items are dropped."""
    most, length, least = field["maxItems"], field["maxLength"], field.get("minItems", 0)
    items = {"type": "string", "minLength": 1, "maxLength": length}
    if allowed:
        items = {"type": "string", "enum": allowed}
        choice = "|".join(_escape(value) for value in allowed)
        item = rf"{BLANK}(?:(?:{choice}){BLANK})?"
    elif "format" in field:
        items["pattern"] = f"^{FORMATS[field['format']]}$"
        inner = FORMATS[field["format"]].replace("<>", "<>,")
        item = rf"{BLANK}(?:{inner}{BLANK})?"
    else:
        items["pattern"] = rf"^(?=[\s\S]*\S)[^{CONTROL}]*$"
        item = rf"[^,{CONTROL}]{{0,{length}}}"
    array = {"title": "Array", "type": "array", "minItems": least, "maxItems": most,
             "items": items}
    something = r"(?=[\s\S]*[^\s,])" if least else ""
    text = {"title": "Comma-separated", "type": "string", "minLength": least,
            "maxLength": most * (length + 2),
            "pattern": rf"^{something}{item}(?:,{item}){{0,{most - 1}}}$"}
    return {"oneOf": [array, text]}


def _text(field, allowed):
    if allowed:
        return {"type": "string", "enum": allowed}
    pattern = f"^[^{CONTROL}]*$"
    if "format" in field:
        pattern = f"^{FORMATS[field['format']]}$"
    return {"type": "string", "maxLength": field["maxLength"], "pattern": pattern}


def _digits(least, most):
    """A pattern of the whole numbers from 0 or 1 to `most`, as they are written without signs."""
    text = str(most)
    kinds = ["0"] if least <= 0 else []
    kinds += ["[1-9]" + "[0-9]" * rest for rest in range(len(text) - 1)]
    for at, digit in enumerate(text):
        lowest, highest = 1 if at == 0 else 0, int(digit) - 1
        if lowest <= highest:
            one = str(lowest) if lowest == highest else f"[{lowest}-{highest}]"
            kinds.append(text[:at] + one + "[0-9]" * (len(text) - at - 1))
    return "|".join([*kinds, text])


def _number(field):
    if field["kind"] == "integer":
        # A spreadsheet's automation sends the text of a cell.
        empty = "" if field.get("required") else "?"
        return {"type": ["integer", "string"], "format": "int64", "minimum": field["min"],
                "maximum": field["max"],
                "pattern": f"^(?:{_digits(field['min'], field['max'])}){empty}$"}
    unit = 10 ** field["scale"]
    return {"type": "number", "minimum": field["min"] / unit, "maximum": field["max"] / unit,
            "multipleOf": 1 / unit}


def field_schema(field, sets):
    """JSON Schema of one order member."""
    kind, allowed = field["kind"], list(sets[field["set"]]) if "set" in field else []
    if kind == "list":
        schema = _list(field, allowed)
    elif kind == "text":
        schema = _text(field, allowed)
    elif kind == "url":
        schema = {"type": "string", "maxLength": field["maxLength"],
                  "pattern": f"^{FORMATS['url']}$"}
    elif kind in ("integer", "decimal"):
        schema = _number(field)
    else:
        schema = {"boolean": {"type": "boolean"}, "money": ref("Money"),
                  "stringMap": ref("Metadata")}[kind]
    if not field.get("required") and field["name"] not in GUARDS:
        schema = _or_null(schema)
    schema["description"] = field["description"]
    schema["examples"] = [field["example"]]
    return schema


def _or_null(schema):
    """Null says the same as leaving the member out."""
    if "oneOf" in schema:
        return {**schema, "oneOf": [*schema["oneOf"], {"type": "null"}]}
    if "$ref" in schema:
        return {"oneOf": [schema, {"type": "null"}]}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    result = {**schema, "type": [*types, "null"]}
    if "enum" in schema:
        result["enum"] = [*schema["enum"], None]
    return result


def _at_least_one(names):
    """Written as if and else: makers of types take an anyOf beside properties for a union."""
    given = {"type": "object", "required": [names[0]], "properties": {names[0]: NOT_EMPTY}}
    if len(names) == 1:
        return given
    rest = _at_least_one(names[1:])
    return {"if": given, "else": rest}


# Members of a request to buy that are no part of the order. The first of them are fields, too.
ORDER_GUARDS = {"duplicates": ref("DuplicateGuard"),
                "acknowledgeDuplicateOf": ref("AcknowledgedOrders")}


def _list_texts(fields):
    """What answers repeat of the lists, which may be sent back with them."""
    return {f"{field['name']}Text": {"description": f"{field['name']} once more, as in answers; left out.",
                                     "type": ["string", "null"], "maxLength": 300_000, "readOnly": True}
            for field in fields if field["kind"] == "list"}


def order_schema(product, facts, leave_out=(), add=None, texts=True):
    """The closed schema of an order for one product."""
    data = facts["products"]
    own = product["fields"]
    common = [f for f in data["commonFields"] if f["name"] not in leave_out]
    properties = {"scrapingOption": {"type": "string", "const": product["id"],
                                     "description": "Selects the product."}}
    for field in common[:1] + own + common[1:]:
        properties[field["name"]] = field_schema(field, data["sets"])
    properties.update(copy.deepcopy(ORDER_GUARDS if add is None else add))
    if texts:
        properties.update(_list_texts(own + common))
    required = ["scrapingOption"] + [f["name"] for f in common[:1] + own if f.get("required")]
    schema = {"type": "object", "title": product["title"], "description": product["description"],
              "additionalProperties": False, "required": required, "properties": properties}
    if product.get("requiredAny"):
        schema.update(_at_least_one(product["requiredAny"]))
    schema["examples"] = [_example(product, common)]
    return schema


def _example(product, common):
    example = {"scrapingOption": product["id"]}
    wanted = [f for f in common if f["name"] in ("leadCount", "externalRef")]
    for field in wanted[:1] + product["fields"] + wanted[1:]:
        example[field["name"]] = field["example"]
    return example


def _lead(fields):
    kinds = {"text": {"type": "string", "maxLength": 4000},
             "integer": {"type": "integer", "format": "int64"},
             "decimal": {"type": "number"}, "boolean": {"type": "boolean"},
             "timestamp": {"type": "string", "format": "date-time"},
             "list": {"type": "array", "maxItems": 1000,
                      "items": {"type": "string", "maxLength": 4000}}}
    properties = {}
    for field in fields:
        if field["name"] in WELL_KNOWN:
            schema = ref(WELL_KNOWN[field["name"]])
        else:
            schema = copy.deepcopy(kinds[field["type"]])
        if field["nullable"]:
            schema["type"] = [schema["type"], "null"]
        schema["description"] = field["description"]
        properties[field["name"]] = schema
    return {"type": "object", "description": "A lead, with the columns that were asked for.",
            "properties": properties}


# Given by the service at ingest, not by the caller.
GIVEN = {"id", "orderNumber", "product", "deliveredAt", "hasEmail", "hasPhone", "externalRef"}


# Any of these makes a row a lead.
NAMING = ("firstName", "lastName", "fullName", "email", "phone", "linkedinUrl", "companyName",
          "companyDomain")
LEAD_FORMATS = {"email": r'[^\u0000-\u0020\u007F@,;<>"]+@' + FORMATS["domain"],
                "url": FORMATS["url"], "domain": FORMATS["domain"], "country": "[A-Z]{2}"}


def _ingest_field(field):
    """What a delivery may bring of a column: nothing, null, or a value that fits."""
    length = field.get("maxLength", LEAD_TEXT_LENGTH)
    if field["type"] == "list":
        schema = {"type": "array", "maxItems": LEAD_LIST_ITEMS,
                  "items": {"type": "string", "minLength": 1, "maxLength": length,
                            "pattern": rf"^(?=[\s\S]*[^ \t\r\n])[^{CONTROL}]*$"}}
    elif field["type"] in ("integer", "decimal"):
        kind = {"type": "integer", "format": "int64"}
        if field["type"] == "decimal":
            kind = {"type": "number", "multipleOf": 0.01}
        schema = {**kind, "minimum": field["min"], "maximum": field["max"]}
    elif "set" in field:
        schema = {"type": "string", "enum": [*field["set"], ""]}
    else:
        content = f"[^{CONTROL}]*"
        if "format" in field:
            content = f"(?:{BLANK}|{LEAD_FORMATS[field['format']]})"
        elif field["name"] == "resultReason":
            content = "(?!erased$)" + content
        schema = {"type": "string", "maxLength": length, "pattern": f"^{content}$"}
    return {**_or_null(schema), "description": field["description"]}


def _names_somebody(names):
    """One of these is neither blank nor null; written as if and else, see _at_least_one()."""
    said = {"type": "string", "pattern": r"[^ \t\r\n]"}
    given = {"type": "object", "required": [names[0]], "properties": {names[0]: said}}
    return given if len(names) == 1 else {"if": given, "else": _names_somebody(names[1:])}


def _ingest_lead(fields):
    properties = {field["name"]: _ingest_field(field) for field in fields
                  if field["name"] not in GIVEN}
    return {"type": "object", "properties": properties,
            "description": "A lead to ingest: it names a person or a company, and its texts have at most "
                           "120,000 bytes together. `result` is unknown when absent.",
            "additionalProperties": False, "minProperties": 1, **_names_somebody(NAMING)}


def generated_schemas(facts):
    """Returns {name: schema} of everything that comes out of the data files."""
    def enum(description, values):
        return {"type": "string", "description": description, "enum": values}

    scopes = facts["scopes"]["scopes"]
    products = facts["products"]
    codes = facts["error_codes"]
    fields = facts["lead_fields"]["fields"]
    result = {
        "ErrorCode": enum("Stable; new codes may be added.", [c["code"] for c in codes["codes"]]),
        "FieldErrorCode": enum("What is wrong with one member; new codes may be added.",
                               [c["code"] for c in codes["fieldCodes"]]),
        "Scope": enum("What a customer key may do; new scopes may be added.",
                      [s["name"] for s in scopes if s["type"] == "customer"]),
        "AdminScope": enum("What an admin key may do; new scopes may be added.",
                           [s["name"] for s in scopes if s["type"] == "admin"]),
        "ProductId": enum("Selects the product.", [p["id"] for p in products["products"]]),
        "Currency": enum("ISO 4217.", [products["currency"]]),
        "LeadField": enum("A selectable column of a lead.", [f["name"] for f in fields]),
        "Lead": _lead(fields),
        "IngestLead": _ingest_lead(fields),
        "WebhookEventType": enum("Kind of a message. There may be more: ignore those you do not know.",
                                 [e["name"] for e in facts["webhook_events"]["events"]]),
    }
    key = {**ref("IdempotencyKey"), "description": "The key the order will be sent with."}
    for product in products["products"]:
        name = camel(product["id"])
        result[f"{name}Order"] = order_schema(product, facts)
        result[f"{name}QuoteItem"] = order_schema(product, facts, ("quoteId", "maxPrice"),
                                                  {"idempotencyKey": key})
    return result


def setting_places(node, facts, pointer=""):
    """[(limit, JSON Pointer)]: where the document has what an operator may set."""
    settings = {limit["name"] for limit in facts["limits"]["limits"] if limit["setting"]}
    settings.add("defaultPageSize")  # follows maxPageSize where that is smaller
    if isinstance(node, list):
        children = enumerate(node)
    elif not isinstance(node, dict):
        return []
    elif node.get("$limit") in settings:
        return [(node["$limit"], pointer)]
    else:
        # Orders come from products.json, where leadCount has the limit's value.
        if "pattern" in node and pointer.endswith("/properties/leadCount"):
            return [("maxLeadCount", f"{pointer}/maximum")]
        children = node.items()
    return [place for name, child in children
            for place in setting_places(child, facts, f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}")]


def fill(node, facts):
    """Replaces {$limit: name}, {$platforms: ids}, {$products: suffix} and $productMapping by what
    they stand for."""
    limits = limits_of(facts)
    products = [(p["id"], camel(p["id"])) for p in facts["products"]["products"]]
    if isinstance(node, list):
        return [fill(item, facts) for item in node]
    if not isinstance(node, dict):
        return node
    if "$limit" in node:
        if node["$limit"] not in limits:
            raise ContractError(f"openapi: limit {node['$limit']!r} is not in limits.json")
        return limits[node["$limit"]]
    if "$platforms" in node:
        return [p[node["$platforms"]] for p in facts["platforms"]["platforms"]]
    if "$products" in node:
        return [ref(name + node["$products"]) for _, name in products]
    if "$productMapping" in node:
        return {id: ref(name + node["$productMapping"])["$ref"] for id, name in products}
    return {name: fill(value, facts) for name, value in node.items()}
