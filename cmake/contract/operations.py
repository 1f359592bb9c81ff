# SPDX-License-Identifier: Apache-2.0
"""Lists the operations of the document and writes operations.hpp."""

from datetime import datetime, timezone

from .headers import array, boolean, camel, header, text
from .inputs import ContractError

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
KEYS = ("none", "any", "customer", "admin")
BUDGETS = ("none", "free", "lookups", "default", "orders")

TYPES = """/// Which keys may call an operation.
enum class KeyRule : std::uint8_t { None, Any, Customer, Admin };

/// Which budget a call draws on. None: no key, no budget. Free: authenticated, but not counted.
enum class Budget : std::uint8_t { None, Free, Lookups, Default, Orders };

/// `path` is the canonical template; `aliases` lists further templates, separated by spaces. Every
/// path that starts with /v1 also exists with /api before it. `scope` is empty when none is needed.
struct OperationInfo {
    std::string_view id;
    std::string_view method;
    std::string_view path;
    KeyRule key;
    std::string_view scope;
    Budget budget;
    bool generatesIdempotencyKey; ///< for a request that sends none
    std::string_view aliases;
    std::string_view errors; ///< every code the operation itself answers with, separated by spaces
    std::string_view query;  ///< its query parameters, separated by spaces
    std::int64_t deprecatedAt; ///< seconds since 1970 UTC; 0 = it is not deprecated
    std::int64_t sunsetAt;     ///< when it begins to answer 410; 0 = that is not planned
};
"""


def operations_of(document):
    """Yields (path, method, operation) of the canonical operations, in document order."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item and "x-leadsheet-alias-of" not in item[method]:
                yield path, method, item[method]


def _moment(operation, name):
    """Seconds since 1970 of a date like 2027-03-01, midnight UTC; 0 when absent."""
    day = operation.get(name)
    if day is None:
        return 0
    return int(datetime.strptime(str(day), "%Y-%m-%d").replace(tzinfo=timezone.utc).timestamp())


def _check_sunset(operation, where, notice_days):
    deprecated = _moment(operation, "x-leadsheet-deprecated")
    sunset = _moment(operation, "x-leadsheet-sunset")
    if bool(deprecated) != bool(operation.get("deprecated")):
        raise ContractError(f"{where}: deprecated and x-leadsheet-deprecated go together")
    if sunset and (not deprecated or sunset - deprecated < notice_days * 86400):
        raise ContractError(f"{where}: the sunset is less than {notice_days} days after the deprecation")


def check_operations(document, scopes, limits):
    notice = next(limit["value"] for limit in limits["limits"] if limit["name"] == "sunsetNoticeDays")
    types = {s["name"]: s["type"] for s in scopes["scopes"]}
    seen = set()
    for path, method, operation in operations_of(document):
        where = f"{method.upper()} {path}"
        name = operation.get("operationId")
        if not name or name in seen:
            raise ContractError(f"{where}: operationId {name!r} is missing or used twice")
        seen.add(name)
        key, budget = operation.get("x-leadsheet-key"), operation.get("x-leadsheet-budget")
        if key not in KEYS or budget not in BUDGETS:
            raise ContractError(f"{where}: x-leadsheet-key {key!r} or -budget {budget!r} unknown")
        if (key == "none") != (budget == "none"):
            raise ContractError(f"{where}: an operation without key has no budget, others have one")
        _check_sunset(operation, where, notice)
        scope = operation.get("x-leadsheet-scope")
        if scope is not None and types.get(scope) != key:
            raise ContractError(f"{where}: scope {scope!r} is unknown or not for a {key} key")


def _query(path, operation, document):
    for parameter in document["paths"][path].get("parameters", []) + operation.get("parameters", []):
        if "$ref" in parameter:
            parameter = document["components"]["parameters"][parameter["$ref"].split("/")[-1]]
        if parameter["in"] == "query":
            yield parameter["name"]


def operations(document):
    rows = []
    for path, method, operation in operations_of(document):
        generated = operation.get("x-leadsheet-idempotency") == "generated"
        rows.append(f"{{{text(operation['operationId'])}, {text(method.upper())}, {text(path)}, "
                    f"KeyRule::{camel(operation['x-leadsheet-key'])}, "
                    f"{text(operation.get('x-leadsheet-scope', ''))}, "
                    f"Budget::{camel(operation['x-leadsheet-budget'])}, {boolean(generated)}, "
                    f"{text(' '.join(operation.get('x-leadsheet-aliases', [])))}, "
                    f"{text(' '.join(operation['x-leadsheet-errors']))}, "
                    f"{text(' '.join(_query(path, operation, document)))}, "
                    f"{_moment(operation, 'x-leadsheet-deprecated')}, "
                    f"{_moment(operation, 'x-leadsheet-sunset')}}}")
    lookup = """[[nodiscard]] constexpr const OperationInfo* findOperation(std::string_view id) {
    for (const OperationInfo& operation : kOperations) {
        if (operation.id == id)
            return &operation;
    }
    return nullptr;
}
"""
    body = f"{TYPES}\n{array('OperationInfo', 'kOperations', rows)}\n{lookup}"
    return header(["array", "cstdint", "string_view"], body)
