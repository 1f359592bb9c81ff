#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the contract's C++ tables and the API document out of resources/api.

A file is written only when its content changes, so that nothing is rebuilt without need.
"""

import argparse
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from contract import document as doc  # noqa: E402
from contract import embed, headers, inputs, operations, product_header  # noqa: E402


def write(path, content):
    data = content.encode("utf-8")
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--api", type=Path, required=True, help="the folder resources/api")
    parser.add_argument("--headers", type=Path, help="write the C++ tables into this folder")
    parser.add_argument("--document", type=Path, help="write the API document, as JSON, here")
    parser.add_argument("--products", type=Path, help="write the answer of GET /v1/products here")
    parser.add_argument("--embed", type=Path, help="write the C++ source that holds both here")
    parser.add_argument("--stamp", type=Path, help="touch this file at the end")
    arguments = parser.parse_args()

    facts = inputs.load_neighbours(arguments.api)
    document, places = doc.build(arguments.api / "openapi", facts)
    if arguments.headers:
        tables = {
            "error_codes": headers.error_codes(facts),
            "scopes": headers.scopes(facts),
            "limits": headers.limits(facts),
            "lead_fields": headers.lead_fields(facts),
            "lead_rules": headers.lead_rules(facts),
            "platforms": headers.platforms(facts),
            "webhook_events": headers.webhook_events(facts),
            "products": product_header.products(facts),
            "synonyms": headers.synonyms(facts),
            "operations": operations.operations(document),
            "document": embed.HEADER,
        }
        for name, content in tables.items():
            write(arguments.headers / f"{name}.hpp", content)
    if arguments.document:
        write(arguments.document, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    products = embed.product_list(facts, document)
    if arguments.products:
        write(arguments.products, json.dumps(products, ensure_ascii=False, indent=1) + "\n")
    if arguments.embed:
        write(arguments.embed, embed.source(document, products, places))
    if arguments.stamp:
        arguments.stamp.parent.mkdir(parents=True, exist_ok=True)
        arguments.stamp.touch()


if __name__ == "__main__":
    try:
        main()
    except inputs.ContractError as error:
        sys.exit(f"contract: {error}")
