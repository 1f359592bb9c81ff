# SPDX-License-Identifier: Apache-2.0
"""Precompiled system headers for the linters: most of a run is reading Qt and Boost again for every file.
A prelude includes what the files of one group include from outside the repository. It changes no
finding, because it holds nothing of ours."""

import os
import re
import shlex
import subprocess
from collections import defaultdict
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# Fewer files than this are read faster without a prelude.
WORTH_IT = 4
# result.hpp declares tl::expected [[nodiscard]] before its header.
LEFT_OUT = {"tl/expected.hpp"}


def words_without_file(entry):
    words = shlex.split(entry["command"])
    output = words.index("-o")
    return words[1:output]


class Preludes:
    """make() compiles the preludes for the files of a run; flags() is what a file needs to use its own."""

    def __init__(self, root, folder, commands):
        self.root = root
        self.folder = folder
        self.commands = commands
        self.made = []
        self.by_file = {}

    def make(self, names, compiler, suffix, dropped=()):
        groups = defaultdict(list)
        for name in names:
            groups[self.group(name)].append(name)
        self.by_file = {}
        for group, members in groups.items():
            if len(members) < WORTH_IT:
                continue
            header = self.folder / f"prelude_{len(self.made)}.hpp"
            self.made.append(header)
            header.write_text(self.text(members))
            flags = [word for word in group if word not in dropped] + self.include_flags(members)
            done = subprocess.run([compiler, *flags, "-x", "c++-header", header, "-o", f"{header}.{suffix}"],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError(f"{header} does not compile:\n{done.stderr}")
            self.by_file.update(dict.fromkeys(members, header))

    def flags(self, name):
        return ["-include", str(self.by_file[name])] if name in self.by_file else []

    def group(self, name):
        """Files may share a prelude when these words of their commands agree."""
        return tuple(sorted({word for word in words_without_file(self.commands[name])
                             if word.startswith(("-D", "-f", "-g", "-O", "-std"))
                             and not word.startswith("-DLEADSHEET_")}))

    def include_flags(self, names):
        flags = {}
        for name in names:
            words = words_without_file(self.commands[name])
            for word, following in zip(words, words[1:] + [""]):
                if word == "-isystem":
                    flags[following] = None
        return [part for folder in flags for part in ("-isystem", folder)]

    def text(self, names):
        found = set()
        for name in names:
            words = words_without_file(self.commands[name])
            folders = [Path(word[2:]) for word in words if word.startswith("-I")]
            self.collect(self.root / name, folders, found, set())
        # Qt comes last: its macros (slots, emit) are words elsewhere.
        ordered = sorted(found - LEFT_OUT, key=lambda header: (bool(re.match(r"Q[A-Zt]", header)), header))
        lines = [f"#if __has_include(<{header}>)\n#include <{header}>\n#endif" for header in ordered]
        return "\n".join(["#pragma once", *lines, ""])

    def collect(self, file, folders, found, seen):
        """Adds the headers from outside that `file` includes, directly or through headers of ours."""
        if file in seen:
            return
        seen.add(file)
        for bracket, header in INCLUDE.findall(file.read_text()):
            places = ([file.parent] if bracket == '"' else []) + folders
            ours = next((place / header for place in places if (place / header).is_file()), None)
            if ours:
                self.collect(Path(os.path.normpath(ours)), folders, found, seen)
            elif bracket == "<":
                found.add(header)
