#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Divides a target's sources into groups that can be compiled as one file each.

usage: unity_groups.py SIZE SOURCE...   (sources in CMake's order; a list FILE:GROUP;... is printed)

Files of a group must not define the same file-local name (names of unnamed namespaces, static
functions, macros), and none may call by that name what another file defines: an overload must mean
the same as when each file is compiled alone. A name that is found too much only makes the groups
worse. A file that says `unity: alone` in a comment is compiled by itself.
"""
import re
import sys

ALIAS = re.compile(r"^using\s+(\w+)\s*=")
LOCAL_NAME = [
    re.compile(r"^(?:template\s*<.*>\s*)?(?:struct|class|enum class|enum|union)\s+(?:\[\[\w+\]\]\s+)?(\w+)"),
    ALIAS,
    re.compile(r"^[\w:<>,&*\s\[\]]*?\b(\w+)\s*(?:\(|=|\{|\[|;|$)"),
]
MACRO = re.compile(r"^#define\s+(\w+)")
CALLED = re.compile(r"(?<![\w.:>~])(\w+)\s*[({<]|\b(k[A-Z]\w+)")
STATIC = re.compile(r"^static\s[\w:<>,&*\s]*?\b(\w+)\s*[({=;\[]")


def local_names(path):
    """What a file keeps to itself and what it calls, or None when it must be compiled alone."""
    names = set()
    called = set()
    depth_end = None
    with open(path, encoding="utf-8") as source:
        for line in source:
            if "unity: alone" in line:
                return None
            if line.startswith("namespace {"):
                depth_end = "}"
                continue
            if depth_end and line.startswith("}") and ("namespace" in line or line.strip() == "}"):
                if "namespace" in line:
                    depth_end = None
                continue
            if not line.lstrip().startswith(("//", "#")):
                called.update(found[1] or found[2] for found in CALLED.finditer(line))
            found = MACRO.match(line)
            if found:
                names.add(found.group(1))
            if line[:1] in " \t\n#/}":
                continue
            if depth_end:
                for pattern in LOCAL_NAME:
                    found = pattern.match(line)
                    if found:
                        names.add(found.group(1))
                        break
            else:
                found = STATIC.match(line) or ALIAS.match(line)
                if found:
                    names.add(found.group(1))
    return names, called


def main():
    size = int(sys.argv[1])
    groups = []  # (names, called, files)
    alone = []
    for path in sys.argv[2:]:
        found = local_names(path)
        if found is None:
            alone.append(path)
            continue
        names, called = found
        for group in groups:
            if len(group[2]) < size and not group[0] & (names | called) and not group[1] & names:
                group[0].update(names)
                group[1].update(called)
                group[2].append(path)
                break
        else:
            groups.append((set(names), set(called), [path]))
    parts = []
    for number, (_, _, files) in enumerate(groups):
        parts += [f"{path}:{number}" for path in files]
    parts += [f"{path}:alone" for path in alone]
    print(";".join(parts), end="")


main()
