#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the rules of docs/architecture.md that a compiler cannot: who may include whom, which
library is known where, that no two folders of a room include each other, licence lines, the length of
files and functions, and text that must never be committed."""

import collections
import os.path
import re
import subprocess
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
MAX_LINES = 500
MAX_FUNCTION_LINES = 60  # of the body

# Longer functions that are no shorter apart: most are one switch. The list may only get shorter.
LONG_FUNCTIONS = {
    "app/cli/failure.cpp": ["wordsFor"],
    "app/cli/session/run_execution.cpp": ["execute"],
    "app/desktop/account/account_session.cpp": ["wordsFor"],
    "app/desktop/submit/source_phrases.cpp": ["matterWords"],
    "server-stub/src/api/metrics.cpp": ["Metrics::text"],
    "server-stub/src/program/options.cpp": ["parseOptions"],
    "server-stub/src/store/operations/staged_leads.cpp": ["Tx::movePublication"],
}
PRODUCT = ["app", "client-core", "server-stub"]

# (folders the rule is about, pattern of includes that are refused there, why)
RULES = [
    (["client-core"], r"^(Q[A-Z]|Qt)", "the client library knows no Qt"),
    (["client-core/include", "client-core/src", "client-core/testing"], r"sqlite3|^leadsheet/submit/",
     "the client library knows neither SQLite nor the submission layer"),
    (["client-core"], r"^leadsheet/(server|app)/", "the client library knows neither server nor app"),
    (["server-stub"], r"^(Q[A-Z]|Qt)", "the server knows no Qt"),
    (["app/text"], r"^(Q[A-Z]|Qt|leadsheet/(submit|server|accounts)/)", "app/text knows texts only"),
    (["server-stub"], r"^leadsheet/(?!server/|contract/)", "the server shares data with the client, not code"),
    (["app/core"], r"^(Q[A-Z]\w*(Widget|Dialog|Window|View|Button)|QtWidgets)", "app/core has no widgets"),
    (["app/core", "app/accounts", "app/work", "app/cli"], r"^leadsheet/server/", "the server is started by app/sandbox only"),
    (["app/work"], r"^(Q[A-Z]|Qt)|^(\.\./)+(cli|desktop)/", "app/work knows neither Qt nor the faces over it"),
    (["app/core", "app/text", "app/accounts", "app/sandbox"], r"^leadsheet/work/", "app/work is above"),
]

# (pattern of includes, folders that may use them, why)
CONFINED = [
    (r"^curl/", ["client-core/src/transport", "server-stub/src/egress"],
     "libcurl is known in client-core/src/transport and server-stub/src/egress only"),
    (r"^boost/beast|^boost/asio", ["server-stub/src/http"], "the HTTP engine is known in server-stub/src/http only"),
    (r"^Q(Tcp|Ssl)\w*", ["tests"], "the product has its sockets from Boost.Asio and libcurl"),
    (r"^sqlite3\.h", ["server-stub/src/store", "client-core/submit/src", "app/core/leads/cache", "tests"],
     "SQL is known in the stores only"),
    (r"^libpq-fe\.h", ["server-stub/src/store/postgres", "tests"], "libpq is known in server-stub/src/store/postgres only"),
    (r"^zlib\b", ["app/core", "client-core/src/resource/admin_deliveries.cpp", "server-stub/src/api", "tests"],
     "zlib is known in app/core (workbooks), client-core/src/resource/admin_deliveries.cpp and server-stub/src/api (packed bodies) only"),
    (r"^(expat|uchardet|isa-l)\b", ["app/core", "tests"], "sheet libraries are known in app/core only"),
    (r"^unicode\b", ["app/core", "client-core/submit/src", "server-stub/src/domain", "tests"],
     "ICU is known in app/core and where identities and marks are folded only"),
    (r"^Q(Message|Progress)?(Dialog|Box)$", ["app/desktop/dialogs", "tests"], "a dialog is a FormDialog, a question is ask()"),
    (r"^boost/json", ["client-core/src", "client-core/submit/src", "server-stub/src", "app", "tests"],
     "JSON stays out of public headers"),
]

# Within these, arrows between folders have one direction: when each of two includes the other, they are one
# folder with two names.
ROOMS = ["app/accounts", "app/cli", "app/core", "app/desktop", "app/sandbox", "app/text", "app/work",
         "client-core/src", "client-core/submit/src", "server-stub/src"]

# Folders that do include each other, and why. The list may only get shorter.
MUTUAL = {}

PUBLIC_HEADERS = ["client-core/include", "client-core/submit/include", "server-stub/include", "app/core/include", "app/text/include",
                  "app/work/include"]
PRIVATE_LIBRARIES = r"^(boost/|curl/|sqlite3|zlib|unicode/|uchardet|expat|isa-l)"

FORBIDDEN_TEXT = [
    (re.compile(r"sk_live_[A-Za-z0-9]{16,}"), "a literal API key"),
    (re.compile(r"\b(TODO|FIXME|XXX)\b"), "an open end"),
]


def under(path, folders):
    return any(path == f or path.startswith(f + "/") for f in folders)


def check_includes(path, text):
    for included in INCLUDE.findall(text):
        for folders, pattern, why in RULES:
            if under(path, folders) and re.search(pattern, included):
                yield f"includes {included}: {why}"
        for pattern, folders, why in CONFINED:
            if re.search(pattern, included) and not under(path, folders):
                yield f"includes {included}: {why}"
        if under(path, PUBLIC_HEADERS) and re.search(PRIVATE_LIBRARIES, included):
            yield f"includes {included}: a public header shows no third-party library"


def folder_arrow(source, target):
    """The two folders that part the ways to two files; None when one of the files stands where they part."""
    one, other = source.split("/"), target.split("/")
    same = len(os.path.commonprefix([one, other]))
    if same >= len(one) - 1 or same >= len(other) - 1:
        return None
    return "/".join(one[:same + 1]), "/".join(other[:same + 1])


def folder_arrows(texts):
    """(folder, folder) -> the includes from one to the other, within each room; `texts` is path -> text."""
    arrows = collections.defaultdict(list)
    for room in ROOMS:
        for path in sorted(texts):
            if not path.startswith(room + "/"):
                continue
            for included in INCLUDE.findall(texts[path]):
                nearby = os.path.normpath(os.path.join(os.path.dirname(path), included))
                found = [one for one in (nearby, f"{room}/{included}") if one in texts and one.startswith(room + "/")]
                arrow = folder_arrow(path, found[0]) if found else None
                if arrow:
                    arrows[arrow].append(f"{path} includes {found[0]}")
    return arrows


def check_folders(texts, known=None):
    known = MUTUAL if known is None else known
    arrows = folder_arrows(texts)
    mutual = {pair for pair in arrows if pair[::-1] in arrows and pair < pair[::-1]}
    for pair in sorted(mutual - known.keys()):
        fewer = min(arrows[pair], arrows[pair[::-1]], key=len)
        yield (f"{pair[0]}: includes {pair[1]}, which includes it: move what both need to one of them or below both; "
               f"the fewer are: {', '.join(fewer)}")
    for pair in sorted(known.keys() - mutual):
        yield f"{pair[0]}: no longer includes {pair[1]} and is included by it: take the pair off MUTUAL in check_tree.py"


def functions(text):
    """(name, lines of the body) of each function, by the indentation that clang-format gives."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.endswith("{") or line.lstrip().startswith("//"):
            at += 1
            continue
        first = at
        while first > 0 and lines[first - 1].strip() and not re.search(r"[;}{]$|//|^\s*(public|private|protected|signals):", lines[first - 1]):
            first -= 1
        head = " ".join(part.strip() for part in lines[first:at + 1])
        indent = lines[first][:len(lines[first]) - len(lines[first].lstrip())]
        end = next((n for n in range(at + 1, len(lines)) if lines[n].startswith(indent + "}")), len(lines))
        if re.match(r"(inline )?(namespace|class|struct|enum|union|extern)\b|template.*\b(class|struct) \w+( final)?( :.*)? \{$", head):
            at += 1  # what it holds is looked at
            continue
        name = re.match(r"[^(=]*?([\w:~]+)\(", head)
        if name and not lines[end].startswith(indent + "})"):
            yield name[1], end - at - 1
        at = end + 1


def check_functions(path, text, known=None):
    known = (LONG_FUNCTIONS if known is None else known).get(path, [])
    long = [name for name, length in functions(text) if length > MAX_FUNCTION_LINES]
    for name in long:
        if name not in known:
            yield f"{name}() has more than {MAX_FUNCTION_LINES} lines"
    for name in set(known) - set(long):
        yield f"{name}() is not that long: take it off LONG_FUNCTIONS in check_tree.py"


def check_file(root, path):
    if path == "tests/architecture/check_tree.py":
        return
    try:
        text = (root / path).read_text(encoding="utf-8")
    except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
        return
    lines = text.split("\n")
    translation = path.startswith("resources/translations/")
    source = not translation and path.endswith((".cpp", ".hpp", ".py", ".sh", ".cmake", ".ts", ".mjs")) or path.endswith("CMakeLists.txt")
    if source and not any("SPDX-License-Identifier: " in line for line in lines[:3]):
        yield "has no SPDX-License-Identifier in its first lines"
    written = not translation and not path.startswith("client-core/typescript/src/generated/")
    if written and path.endswith((".cpp", ".hpp", ".ts")) and len(lines) > MAX_LINES + 1:
        yield f"has {len(lines) - 1} lines, more than {MAX_LINES}: more than one idea"
    if path.endswith((".cpp", ".hpp")):
        yield from check_includes(path, text)
        if under(path, PRODUCT):
            yield from check_functions(path, text)
        if path.endswith(".hpp") and "#pragma once" not in text:
            yield "has no #pragma once"
    if not path.startswith("LICENSE"):
        for pattern, what in FORBIDDEN_TEXT:
            for number, line in enumerate(lines, 1):
                if pattern.search(line):
                    yield f"line {number} holds {what}"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"],
                            capture_output=True, text=True, check=True).stdout.split("\n")
    findings = [f"{path}: {finding}" for path in sorted(filter(None, listed)) for finding in check_file(root, path)]
    sources = {path: root / path for path in listed if path.endswith((".cpp", ".hpp", ".cpp.in"))}
    findings += check_folders({path: file.read_text(encoding="utf-8") for path, file in sources.items() if file.exists()})
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings in {len([p for p in listed if p])} files")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
