# SPDX-License-Identifier: Apache-2.0
"""Adds to every operation what follows from the contract rather than from the operation."""

import copy
from http import HTTPStatus

from .inputs import ContractError
from .operations import METHODS

# Answered before an operation is reached: every operation documents them as its default answer.
BEFORE_THE_OPERATION = {
    "bad_request", "route_not_found", "method_not_allowed", "request_timeout", "endpoint_retired",
    "uri_too_long", "expectation_failed", "header_too_large", "not_implemented",
    "http_version_not_supported",
}


def _header(name):
    return {"$ref": f"#/components/headers/{name}"}


def _parameters(item, operation, document):
    """The operation's parameters, references resolved."""
    found = []
    for parameter in item.get("parameters", []) + operation.get("parameters", []):
        if "$ref" in parameter:
            parameter = document["components"]["parameters"][parameter["$ref"].split("/")[-1]]
        found.append(parameter)
    return found


def _codes(method, item, operation, document):
    key = operation["x-leadsheet-key"]
    codes = {"invalid_parameter", "internal_error", "unavailable"}
    codes.update(operation.get("x-leadsheet-errors", []))
    if key != "none":
        codes |= {"missing_api_key", "invalid_api_key", "expired_api_key", "revoked_api_key",
                  "account_suspended", "rate_limited", "timeout"}
    if key in ("customer", "admin"):
        codes.add("wrong_key_type")
    if "x-leadsheet-scope" in operation:
        codes.add("missing_scope")
    names = {(p["in"], p["name"]) for p in _parameters(item, operation, document)}
    if any(place == "path" for place, _ in names):
        codes.add("not_found")
    for name, code in ((("query", "cursor"), "invalid_cursor"),
                       (("query", "fields"), "unknown_field"),
                       (("header", "If-Match"), "version_conflict")):
        if name in names:
            codes.add(code)
    if "requestBody" in operation:
        codes |= {"malformed_json", "payload_too_large", "unsupported_media_type",
                  "validation_failed"}
    if _idempotent(method, operation):
        codes |= {"idempotency_key_invalid", "idempotency_in_progress", "idempotency_key_reused"}
    return codes


def _idempotent(method, operation):
    return (method == "post" and operation["x-leadsheet-key"] != "none"
            and operation.get("x-leadsheet-idempotency") != "none")


def _response_name(status):
    return "".join(word.capitalize() for word in HTTPStatus(status).phrase.split("-")[0].split())


def problem_responses(error_codes):
    """components.responses: one for each status, and the answers made before the operation."""
    responses = {}
    by_status = {}
    for entry in error_codes["codes"]:
        if entry["code"] not in BEFORE_THE_OPERATION:
            by_status.setdefault(entry["status"], []).append(entry)
    for status, entries in by_status.items():
        headers = {"X-Request-Id": _header("RequestId")}
        if status == 401:
            headers["WWW-Authenticate"] = _header("WwwAuthenticate")
        else:
            headers["RateLimit-Policy"] = _header("RateLimitPolicy")
            headers["RateLimit"] = _header("RateLimit")
        if status in (409, 429, 503):
            headers["Retry-After"] = _header("RetryAfter")
        if status in (404, 409):  # refusals that an idempotency key keeps
            headers["Idempotent-Replayed"] = _header("IdempotentReplayed")
        responses[_response_name(status)] = _problem(
            "; ".join(f"`{e['code']}`: {e['title']}" for e in entries) + ".", headers, entries[0])
    early = [e for e in error_codes["codes"] if e["code"] in BEFORE_THE_OPERATION]
    text = "Refused before the operation was reached. " + "; ".join(
        f"{e['status']} `{e['code']}`: {e['title']}" for e in early) + "."
    headers = {"X-Request-Id": _header("RequestId"), "RateLimit": _header("RateLimit"),
               "RateLimit-Policy": _header("RateLimitPolicy"), "Allow": _header("Allow"),
               "Deprecation": _header("Deprecation"), "Sunset": _header("Sunset")}
    responses["BeforeTheOperation"] = _problem(text, headers, early[1])
    return responses


def _problem(description, headers, entry):
    pointer = {"validation_failed": "/leadCount", "invalid_parameter": "limit"}.get(entry["code"])
    errors = []
    if pointer:
        errors = [{"pointer": pointer, "code": "out_of_range", "detail": "It must be at least 1."}]
    example = {
        "type": f"urn:leadsheet:error:{entry['code']}", "title": entry["title"],
        "status": entry["status"], "detail": f"{entry['title']}.", "instance": "/v1/orders",
        "code": entry["code"], "requestId": "req_7f3k2m9q4t6w8y0a1b2c3d4e",
        "retryable": entry["retryable"], "errors": errors,
    }
    return {"description": description, "headers": headers, "content": {
        "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"},
                                     "example": example}}}


def _expand(path, method, item, document, table):
    operation = item[method]
    where = f"{method.upper()} {path}"
    codes = _codes(method, item, operation, document)
    unknown = codes - set(table)
    if unknown:
        raise ContractError(f"{where}: error code {sorted(unknown)[0]!r} is not in error_codes.json")
    early = codes & BEFORE_THE_OPERATION
    if early:
        raise ContractError(f"{where}: {sorted(early)[0]!r} is never the answer of an operation")
    ordered = [code for code in table if code in codes]
    operation["x-leadsheet-errors"] = ordered
    responses = operation.setdefault("responses", {})
    headers = {"X-Request-Id": _header("RequestId")}
    if operation["x-leadsheet-key"] == "none":
        operation["security"] = []
    else:
        headers["RateLimit-Policy"] = _header("RateLimitPolicy")
        headers["RateLimit"] = _header("RateLimit")
    if _idempotent(method, operation):
        generated = operation.get("x-leadsheet-idempotency") == "generated"
        name = "IdempotencyKeyRequired" if generated else "IdempotencyKey"
        operation.setdefault("parameters", []).append({"$ref": f"#/components/parameters/{name}"})
        headers["Idempotent-Replayed"] = _header("IdempotentReplayed")
    if not any(str(status).startswith("2") for status in responses):
        raise ContractError(f"{where}: no answer of success is described")
    for response in responses.values():
        response["headers"] = {**headers, **response.get("headers", {})}
    for code in ordered:
        status = str(table[code]["status"])
        name = _response_name(table[code]["status"])
        if "content" in responses.get(status, {}):
            # A refusal of the operation's own kind (JSON-RPC) beside the problem.
            problem = document["components"]["responses"][name]
            responses[status]["content"].update(problem["content"])
        else:
            responses[status] = {"$ref": f"#/components/responses/{name}"}
    responses["default"] = {"$ref": "#/components/responses/BeforeTheOperation"}


def apply(document, error_codes):
    table = {entry["code"]: entry for entry in error_codes["codes"]}
    document["components"].setdefault("responses", {}).update(problem_responses(error_codes))
    aliases = {}
    for path, item in document["paths"].items():
        if not path.startswith("/v1/"):
            item["servers"] = [{"url": "/", "description": "Only without a prefix."}]
        for method in METHODS:
            if method not in item:
                continue
            _expand(path, method, item, document, table)
            for alias in item[method].get("x-leadsheet-aliases", []):
                aliases.setdefault(alias, []).append((method, item))
    for alias, sources in aliases.items():
        if alias in document["paths"]:
            raise ContractError(f"{alias} is an alias and a path of its own")
        target = document["paths"][alias] = {}
        for method, item in sources:
            if "parameters" in item:
                target["parameters"] = copy.deepcopy(item["parameters"])
            operation = copy.deepcopy(item[method])
            operation.pop("x-leadsheet-aliases")
            operation["x-leadsheet-alias-of"] = operation["operationId"]
            operation["operationId"] += "Alias"
            operation["summary"] = f"{operation.get('summary', '')} (same operation, other path)"
            target[method] = operation
