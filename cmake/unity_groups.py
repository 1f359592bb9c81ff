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
BORROWED = re.compile(r"^(?:namespace\s+(\w+)\s*=\s*|using\s+(?=[\w:]+::(\w+);))([\w:]+);")
LOCAL_NAME = [
    re.compile(r"^(?:template\s*<.*>\s*)?(?:struct|class|enum class|enum|union)\s+(?:\[\[\w+\]\]\s+)?(\w+)"),
    ALIAS,
    re.compile(r"^[\w:<>,&*\s\[\]]*?\b(\w+)\s*(?:\(|=|\{|\[|;|$)"),
]
VARIABLE = re.compile(r"^[\w:<>,&*\s]*?\b(\w+)\s*(?:=|\{|\[|;)(?!.*\) (?:const )?\{$)")
MACRO = re.compile(r"^#define\s+(\w+)")
CALLED = re.compile(r"(?<![\w.:>~])(\w+)\s*[({<]|\b(k[A-Z]\w+)")
STATIC = re.compile(r"^static\s[\w:<>,&*\s]*?\b(\w+)\s*[({=;\[]")


def local_names(path):
    """Names a file keeps to itself, names it calls, its variables, all its words and the
    namespaces and names it borrows; None when it must be compiled alone."""
    borrowed = {}
    names = set()
    called = set()
    words = set()
    variables = set()
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
                words.update(re.findall(r"\w+", line))
            found = MACRO.match(line)
            if found:
                names.add(found.group(1))
            if line[:1] in " \t\n#/}":
                continue
            found = BORROWED.match(line)
            if found:
                borrowed[found.group(1) or found.group(2)] = found.group(3)
                continue
            if depth_end:
                found = VARIABLE.match(line)
                if found:
                    variables.add(found.group(1))
                for pattern in LOCAL_NAME:
                    found = pattern.match(line)
                    if found:
                        names.add(found.group(1))
                        break
            else:
                found = STATIC.match(line) or ALIAS.match(line)
                if found:
                    names.add(found.group(1))
    return names, called, variables, words, borrowed


class Group:
    def __init__(self):
        self.names, self.called, self.variables, self.words = set(), set(), set(), set()
        self.borrowed = {}
        self.files = []

    def clashes(self, names, called, variables, words, borrowed):
        """A variable may not have the name of anything elsewhere: locals would hide it. Borrowing
        the same thing under the same name is no clash."""
        return (any(self.borrowed.get(short, meant) != meant for short, meant in borrowed.items())
                or self.names & borrowed.keys() or self.borrowed.keys() & names
                or self.names & (names | called) or self.called & names
                or self.variables & words or self.words & variables)

    def add(self, path, names, called, variables, words, borrowed):
        self.names |= names
        self.called |= called
        self.variables |= variables
        self.words |= words
        self.borrowed |= borrowed
        self.files.append(path)


def main():
    size = int(sys.argv[1])
    groups = []
    alone = []
    for path in sys.argv[2:]:
        found = local_names(path)
        if found is None:
            alone.append(path)
            continue
        for group in groups:
            if len(group.files) < size and not group.clashes(*found):
                break
        else:
            group = Group()
            groups.append(group)
        group.add(path, *found)
    parts = []
    for number, group in enumerate(groups):
        parts += [f"{path}:{number}" for path in group.files]
    parts += [f"{path}:alone" for path in alone]
    print(";".join(parts), end="")


main()
