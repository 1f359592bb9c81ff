#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks packaging/vex.json, which says of known vulnerabilities of carried libraries why they do not concern the programs:
its form (OpenVEX 0.2.0), that no program takes what a statement names in `backticks` from a library, and, with a list of
parts, that every library of a statement is one of them.

usage: check_vex.py VEX [--parts NAME.spdx.json] PROGRAM..."""

import json
import re
import subprocess
import sys
from pathlib import Path

STATUSES = {"not_affected", "affected", "fixed", "under_investigation"}
JUSTIFICATIONS = {"component_not_present", "vulnerable_code_not_present", "vulnerable_code_not_in_execute_path",
                  "vulnerable_code_cannot_be_controlled_by_adversary", "inline_mitigations_already_exist"}


def imported(program):
    """What the program takes from libraries, as C++ writes it."""
    return subprocess.run(["nm", "-D", "-C", "--undefined-only", program], check=True, capture_output=True, text=True).stdout


def faults(statement, programs, parts):
    name = statement.get("vulnerability", {}).get("name", "")
    if not re.fullmatch(r"CVE-\d{4}-\d{4,}", name):
        yield f"“{name}” is not the number of a vulnerability"
    if statement.get("status") not in STATUSES:
        yield f"{name}: unknown status"
    if statement.get("status") == "not_affected" and statement.get("justification") not in JUSTIFICATIONS:
        yield f"{name}: unknown justification"
    if statement.get("status") == "affected" and not statement.get("action_statement"):
        yield f"{name}: says nothing of what to do"
    for unused in re.findall(r"`(\w+)`", statement.get("impact_statement", "")):
        yield from (f"{name}: {program} uses {unused}" for program, symbols in programs.items() if re.search(rf"\b{unused}", symbols))
    for part in (part["@id"] for product in statement.get("products", []) for part in product["subcomponents"]):
        if parts is not None and part.rpartition("/")[2] not in parts:
            yield f"{name}: {part} is not a part of the release"


def main(arguments):
    vex = json.loads(Path(arguments.pop(0)).read_text())
    parts = None
    if arguments[:1] == ["--parts"]:
        parts = {package["name"] for package in json.loads(Path(arguments[1]).read_text())["packages"]}
        del arguments[:2]
    if not arguments:
        sys.exit(__doc__)
    missing = [field for field in ("@context", "@id", "author", "timestamp", "version") if not vex.get(field)]
    found = [f"there is no {field}" for field in missing]
    programs = {Path(program).name: imported(program) for program in arguments}
    for statement in vex["statements"]:
        found += faults(statement, programs, parts)
    print("\n".join(found) or f"{len(vex['statements'])} statements hold for {', '.join(programs)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
