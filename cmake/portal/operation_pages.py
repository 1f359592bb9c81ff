# SPDX-License-Identifier: Apache-2.0
"""The reference of the operations: an index, and a page for each group."""

from . import snippets
from .page import Page
from .pages import pretty
from .samples import JSON, resolve

_BUDGETS = {"none": "no budget", "free": "no budget, but a key is needed", "default": "the budget `default`",
            "orders": "the budget `orders`", "lookups": "the budget `lookups`"}
_KEYS = {"none": "none", "any": "of a customer or an admin", "customer": "of a customer", "admin": "of an admin"}
_SERVICE = {"service": "Service", "mcp": "Assistants (MCP)", "admin-orders": "Admin: orders",
            "admin-accounts": "Admin: accounts"}


def title_of(tag):
    return _SERVICE.get(tag, tag.capitalize())


def type_of(document, schema):
    """A few words: string, array of Lead, one of `a`, `b`."""
    name = schema.get("$ref", "").split("/")[-1]
    schema = resolve(document, schema)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return " or ".join(dict.fromkeys(type_of(document, s) for s in schema[choice]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema and len(schema["enum"]) <= 6:
        return "one of " + ", ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "object" if "properties" in schema or "allOf" in schema else "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"array of {type_of(document, schema['items'])}"
    return name if kind == "object" and name else kind


def members(document, schema):
    """[(name, schema, required)] of an object, those of its parts included."""
    schema = resolve(document, schema)
    found = []
    for part in schema.get("allOf", []):
        found += members(document, part)
    required = schema.get("required", [])
    return found + [(name, inner, name in required) for name, inner in schema.get("properties", {}).items()]


def _parameters(page, operation):
    rows = [[f"`{p['name']}`", p["in"], type_of(operation.document, p["schema"]), "yes" if p.get("required") else "no",
             " ".join(p.get("description", "").split())] for p in operation.parameters]
    if rows:
        page.table(["Parameter", "In", "Type", "Required", "Meaning"], rows)


def _body(page, operation):
    if operation.body_schema is None:
        return
    schema = resolve(operation.document, operation.body_schema)
    rows = [[f"`{name}`", type_of(operation.document, inner), "yes" if required else "no",
             " ".join(resolve(operation.document, inner).get("description", "").split())]
            for name, inner, required in members(operation.document, operation.body_schema)]
    if rows:
        page.table(["Member of the body", "Type", "Required", "Meaning"], rows)
    elif "oneOf" in schema:
        page.text("The body depends on the product: [Products](docs/products) lists the fields.")
    others = [kind for kind in operation.raw["requestBody"]["content"] if kind != JSON]
    if others:
        page.text("The body may also be " + " or ".join(f"`{kind}`" for kind in others) + ".")


def _facts(operation):
    facts = [f"Key: {_KEYS[operation.key]}"]
    if operation.scope:
        facts.append(f"scope [`{operation.scope}`](docs/limits#{operation.scope.replace(':', '-')})")
    facts.append(f"draws on {_BUDGETS[operation.budget]}")
    if operation.raw.get("x-leadsheet-idempotency") == "generated":
        facts.append("send an `Idempotency-Key`, so that a repeated request orders once")
    if operation.aliases:
        facts.append("also " + ", ".join(f"`{alias}`" for alias in operation.aliases))
    return "; ".join(facts) + "."


def _operation(page, operation, cpp):
    page.heading(2, operation.summary, operation.id)
    line = f"{operation.method} {operation.path}"
    page.raw(f'<p class="route"><span class="badge {operation.method.lower()}">{operation.method}</span> '
             f"<code>{operation.path}</code> <span class=\"id\">{operation.id}</span></p>\n", f"`{line}` ({operation.id})\n")
    if operation.raw.get("deprecated"):
        page.text("**Deprecated.**")
    if operation.description:
        page.text(operation.description)
    page.text(_facts(operation))
    tabs = [("curl", "sh", snippets.curl(operation))]
    if operation.id in cpp:
        tabs.append(("C++", "cpp", cpp[operation.id]))
    tabs.append(("TypeScript", "ts", snippets.typescript(operation)))
    page.tabs(operation.id, tabs)
    if operation.id not in cpp:
        page.text("The C++ library does not have this operation.")
    _parameters(page, operation)
    _body(page, operation)
    for status, description, kind, example, _ in operation.answers:
        if example is not None:
            page.fold(f"Answer {status}: {description.rstrip('.')}", "json", pretty(example))
        else:
            page.text(f"Answer {status}: {description}" + (f" (`{kind}`)" if kind else ""))
    page.raw("<details><summary>Errors</summary>\n")
    page.text(", ".join(f"[`{code}`](docs/errors#{code})" for code in operation.errors))
    page.raw("</details>\n")


def pages(document, operations, cpp):
    """The index and a page for each group, in the order of the document's tags."""
    index = Page("docs/operations", "All operations", "Every operation of the API by group.", "Operations")
    found = [index]
    for tag in document["tags"]:
        mine = [operation for operation in operations if operation.tag == tag["name"]]
        if not mine:
            continue
        path = f"docs/operations/{tag['name']}"
        index.heading(2, title_of(tag["name"]), tag["name"])
        index.text(tag["description"])
        page = Page(path, title_of(tag["name"]), tag["description"], "Operations")
        for target in (index, page):
            prefix = path if target is index else ""
            target.table(["Operation", "Request", "Does"],
                         [[f"[{o.id}]({prefix}#{o.id})", f"`{o.method} {o.path}`", o.summary + "."] for o in mine])
        for operation in mine:
            _operation(page, operation, cpp)
        found.append(page)
    return found
