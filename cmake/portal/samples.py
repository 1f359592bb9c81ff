# SPDX-License-Identifier: Apache-2.0
"""Example values: of schemas, and of the requests that the snippets send."""

import json

from contract.inputs import ContractError
from contract.operations import operations_of

# What a text holds when neither its schema nor resources/portal/examples.json gives an example.
_FORMATS = {"date-time": "2026-03-01T12:34:56.789Z", "uri": "https://example.com/"}
_PAGES = {"data", "meta"}
JSON = "application/json"


def resolve(document, node):
    """The node with its reference followed; members beside the reference win."""
    while "$ref" in node:
        target = document
        for step in node["$ref"][2:].split("/"):
            target = target[step]
        node = {**target, **{k: v for k, v in node.items() if k != "$ref"}}
    return node


class Samples:
    def __init__(self, document, values):
        self._document = document
        self._values = values  # by the name of the member

    def of(self, schema, whole=True, name=""):
        """A value that fits the schema. Without `whole`, only members that it requires. `name` is
        that of the member, as Schema.member where the schema has a name."""
        owner = schema.get("$ref", "").split("/")[-1]
        schema = resolve(self._document, schema)
        for known in (name, name.split(".")[-1]):
            if known in self._values:
                return self._values[known]
        if "const" in schema:
            return schema["const"]
        if "examples" in schema:
            return schema["examples"][0]
        if "allOf" in schema:
            merged = {}
            for part in schema["allOf"]:
                merged.update(self.of(part, whole))
            return merged
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return self.of(next(s for s in schema[choice] if s.get("type") != "null"), whole, name)
        return self._plain(schema, whole, name, owner)

    def _plain(self, schema, whole, name, owner):
        kind = schema.get("type")
        if isinstance(kind, list):
            if "null" in kind and not {"object", "array"} & set(kind):
                return None
            kind = next(k for k in kind if k != "null")
        if kind == "object" or "properties" in schema:
            required = schema.get("required", [])
            return {member: self.of(inner, whole, f"{owner}.{member}")
                    for member, inner in schema.get("properties", {}).items()
                    if whole or member in required}
        if kind == "array":
            return [self.of(schema["items"], whole, name)]
        if "enum" in schema:
            return schema["enum"][0]
        if "default" in schema:
            return schema["default"]
        if kind == "integer":
            return max(schema.get("minimum", 1), 1)
        if kind == "number":
            return schema.get("minimum", 1.5)
        if kind == "boolean":
            return True
        return _FORMATS.get(schema.get("format"), "text")


class Operation:
    """One operation with the request that its snippets send and the answer they show."""

    def __init__(self, document, samples, examples, path, method, raw):
        self.document, self.raw = document, raw
        self.id, self.path, self.method = raw["operationId"], path, method.upper()
        self.tag = raw["tags"][0]
        self.summary, self.description = raw["summary"], raw.get("description", "")
        self.key, self.scope = raw["x-leadsheet-key"], raw.get("x-leadsheet-scope")
        self.budget, self.errors = raw["x-leadsheet-budget"], raw["x-leadsheet-errors"]
        self.aliases = raw.get("x-leadsheet-aliases", [])
        self.parameters = [resolve(document, p) for p in
                           document["paths"][path].get("parameters", []) + raw.get("parameters", [])]
        own = examples["operations"].get(self.id, {})
        self._samples = samples
        self.body_schema, self.body = self._request(own)
        self.path_values = {p["name"]: samples.of(p["schema"], True, p["name"])
                            for p in self.parameters if p["in"] == "path"}
        self.query = own.get("query", {})
        for name in self.query:
            if not any(p["in"] == "query" and p["name"] == name for p in self.parameters):
                raise ContractError(f"portal/examples.json: {self.id} has no query parameter {name}")
        self.idempotency_key = None
        if raw.get("x-leadsheet-idempotency") == "generated" or own.get("idempotencyKey"):
            self.idempotency_key = examples["values"]["idempotencyKey"]
        self.answers = self._answers(own)

    def _request(self, own):
        content = self.raw.get("requestBody", {}).get("content", {})
        if JSON not in content:
            return None, None
        schema = content[JSON]["schema"]
        if "body" in own:
            return schema, own["body"]
        if "examples" in content[JSON]:
            return schema, next(iter(content[JSON]["examples"].values()))["value"]
        return schema, self._samples.of(schema, False)

    def _answers(self, own):
        """[(status, description, type of content or None, example or None, schema or None)]"""
        answers = []
        for status, answer in self.raw["responses"].items():
            if not status.startswith("2"):
                continue
            answer = resolve(self.document, answer)
            content = answer.get("content", {})
            if not content:
                answers.append((status, answer["description"], None, None, None))
            for kind, media in content.items():
                value = self._samples.of(media["schema"]) if kind == JSON else None
                if isinstance(value, dict):
                    value = {**value, **own.get("answer", {})}
                answers.append((status, answer["description"], kind, value, media["schema"]))
        return answers

    @property
    def paged(self):
        return any(schema and self.method == "GET" and
                   _PAGES <= set(resolve(self.document, schema).get("properties", {}))
                   for _, _, _, _, schema in self.answers)

    @property
    def streamed(self):
        return any(kind in ("text/csv", "application/x-ndjson") for _, _, kind, _, _ in self.answers)

    @property
    def target(self):
        """The path with its example values and query."""
        path = self.path
        for name, value in self.path_values.items():
            path = path.replace("{" + name + "}", str(value))
        return path + ("?" + "&".join(f"{n}={_query_text(v)}" for n, v in self.query.items())
                       if self.query else "")


def _query_text(value):
    if isinstance(value, list):
        return ",".join(map(str, value))
    return json.dumps(value) if isinstance(value, bool) else str(value)


def operations(document, examples):
    """Every operation of the document, in its order."""
    samples = Samples(document, examples["values"])
    found = [Operation(document, samples, examples, path, method, raw)
             for path, method, raw in operations_of(document)]
    for name in list(examples["operations"]) + examples["withoutCpp"]:
        if name not in {operation.id for operation in found}:
            raise ContractError(f"portal/examples.json: there is no operation {name}")
    return found


def events(document, facts, examples):
    """[(event, example body)]"""
    samples = Samples(document, examples["values"])
    found = []
    for event in facts["webhook_events"]["events"]:
        message = document["webhooks"][event["name"]]["post"]["requestBody"]["content"][JSON]
        body = samples.of(message["schema"])
        for member, value in examples["events"].get(event["name"], {}).items():
            known = body["data"][member]
            body["data"][member] = {**known, **value} if isinstance(value, dict) else value
        found.append((event, body))
    return found
