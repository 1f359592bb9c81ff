# SPDX-License-Identifier: Apache-2.0
"""Lists the operations of the document and writes operations.hpp."""

from .headers import array, boolean, camel, header, text
from .inputs import ContractError

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
KEYS = ("none", "any", "customer", "admin")
BUDGETS = ("none", "free", "default", "orders")

TYPES = """/// Which keys may call an operation.
enum class KeyRule : std::uint8_t { None, Any, Customer, Admin };

/// Which budget a call draws on. None: no key, no budget. Free: authenticated, but not counted.
enum class Budget : std::uint8_t { None, Free, Default, Orders };

/// `path` is the canonical template; `aliases` lists further templates, separated by spaces. Every
/// path that starts with /v1 also exists with /api before it. `scope` is empty when none is needed.
struct OperationInfo {
    std::string_view id;
    std::string_view method;
    std::string_view path;
    KeyRule key;
    std::string_view scope;
    Budget budget;
    bool idempotencyKeyRequired;
    std::string_view aliases;
    std::string_view errors; ///< every code the operation itself answers with, separated by spaces
    std::string_view query;  ///< its query parameters, separated by spaces
};
"""


def operations_of(document):
    """Yields (path, method, operation) of the canonical operations, in document order."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item and "x-leadsheet-alias-of" not in item[method]:
                yield path, method, item[method]


def check_operations(document, scopes):
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
        required = operation.get("x-leadsheet-idempotency") == "required"
        rows.append(f"{{{text(operation['operationId'])}, {text(method.upper())}, {text(path)}, "
                    f"KeyRule::{camel(operation['x-leadsheet-key'])}, "
                    f"{text(operation.get('x-leadsheet-scope', ''))}, "
                    f"Budget::{camel(operation['x-leadsheet-budget'])}, {boolean(required)}, "
                    f"{text(' '.join(operation.get('x-leadsheet-aliases', [])))}, "
                    f"{text(' '.join(operation['x-leadsheet-errors']))}, "
                    f"{text(' '.join(_query(path, operation, document)))}}}")
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
