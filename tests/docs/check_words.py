# SPDX-License-Identifier: Apache-2.0
"""Holds what people read against docs/glossary.md: a form of the column "Not" is refused in the texts of
the programs, their help, the documents and the contract, and some forms in comments as well. Each finding
names the file, the line, the form and the better word.

usage: check_words.py ROOT"""

import re
import subprocess
import sys
from bisect import bisect_right
from pathlib import Path

CODE = re.compile(r"`([^`]+)`")
CPP = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<directive>^[ \t]*#[ \t]*include[^\n]*)"
    r'|(?P<raw>R"(?P<mark>[^(\s]*)\((?P<body>.*?)\)(?P=mark)")'
    r'|(?P<texts>"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*)'
    r"|(?P<char>'(?:\\.|[^'\\\n])')",
    re.S | re.M)
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]+|u[0-9A-Fa-f]{4}|.)", re.S)
MARKDOWN_CODE = re.compile(r"^ *(```+).*?^ *\1 *$|`[^`\n]+`", re.S | re.M)
# What no word of a form can match; stands for code inside a sentence.
HOLE = "\x01"


class Form:
    def __init__(self, written, better, excepted):
        self.written, self.better = written, better
        self.whole = written.startswith('"')
        self.pattern = pattern_of(written.strip('"'))
        self.excepted = excepted

    def places(self, text):
        if self.whole:
            return [0] if text == self.written.strip('"') else []
        found = [match.span() for match in self.pattern.finditer(text)]
        allowed = [match.span() for one in self.excepted for match in one.finditer(text)] if found else []
        return [start for start, end in found if not any(low < end and start < high for low, high in allowed)]


def pattern_of(form):
    words = []
    for word in form.split():
        optional = word.endswith("(s)")
        word = word.removesuffix("(s)")
        words.append(r"[^\W\d_][\w'’-]*" if word == "…" else re.escape(word) + ("s?" if optional else ""))
    return re.compile(r"(?<![\w-])" + r"\s+".join(words) + r"(?![\w-])", re.I)


def forms(root):
    """All forms, and those that are refused in comments too."""
    everywhere, commented = [], []
    for number, line in enumerate((root / "docs/glossary.md").read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| ") or len(cells) != 4 or cells[0] in ("Term", "Write"):
            continue
        term = cells[3] not in ("texts", "too")  # the table of terms has no column for the place
        better, refused, excepted = (cells[0], cells[2], cells[3]) if term else (cells[0], cells[1], cells[2])
        if not CODE.findall(refused):
            sys.exit(f"docs/glossary.md:{number}: {better} has no form that is refused")
        allowed = [pattern_of(one) for one in CODE.findall(excepted)]
        made = [Form(one, better, allowed) for one in CODE.findall(refused)]
        everywhere += made
        if cells[3] == "too":
            commented += made
    return everywhere, commented


def plain(literal):
    return ESCAPE.sub(lambda match: " " if match[1] in "ntr" else match[1] if len(match[1]) == 1 else HOLE, literal)


def pieces_of(source):
    """(kind, text, offsets): texts joined as the compiler joins them; offsets says where each part begins
    in the text and in the file."""
    for match in CPP.finditer(source):
        if match["texts"]:
            text, offsets = "", []
            for part in LITERAL.finditer(match[0]):
                offsets.append((len(text), match.start() + part.start()))
                text += plain(part[1])
            yield "text", text, offsets
        elif match["raw"]:
            yield "text", match["body"], [(0, match.start("body"))]
        elif match["comment"]:
            words = re.sub(r"\n[ \t]*(?=\S)|//[/!]?<?|/\*+|\*/", lambda part: " " * len(part[0]), match[0])
            yield "comment", words, [(0, match.start())]


def joined_comments(source):
    """Comments that follow each other on lines of their own, as one text."""
    block, at, end = "", [], None
    for kind, text, offsets in pieces_of(source):
        if kind != "comment":
            yield kind, text, offsets
            continue
        start = offsets[0][1]
        if block and not source[end:start].strip():
            at.append((len(block) + 1, start))
            block += " " + text
        else:
            if block:
                yield "comment", block, at
            block, at = text, [(0, start)]
        end = start + len(text)
    if block:
        yield "comment", block, at


def markdown(source):
    hidden = MARKDOWN_CODE.sub(lambda match: re.sub(r"[^\n]", HOLE, match[0]), source)
    yield "text", hidden, [(0, 0)]


def values(source, keys):
    for match in re.finditer(rf'"(?:{keys})": "((?:\\.|[^"\\])*)"', source):
        yield "text", plain(match[1]), [(0, match.start(1))]


def elements(source, name, kind):
    for match in re.finditer(rf"<{name}>([^<]*)</{name}>", source):
        yield kind, match[1], [(0, match.start(1))]


def yaml(source):
    # Names and schemas hold no form; sentences go over several lines.
    yield "text", source, [(0, 0)]


def reader_of(path):
    """How the texts of a file are found; None where nobody reads it."""
    if path.endswith((".cpp", ".hpp")) and path.startswith(("app/", "client-core/", "server-stub/")):
        return joined_comments
    if path == "docs/glossary.md":
        return None
    if re.fullmatch(r"(docs/[^/]+|resources/help/en/[^/]+|README|CONTRIBUTING|ROADMAP)\.md", path):
        return markdown
    if path == "resources/messages.json":
        return lambda source: values(source, "en|one|other|window")
    if path == "resources/translations/leadsheet_en.ts":
        return lambda source: elements(source, "numerusform", "text")
    if path == "resources/translations/leadsheet_de.ts":
        return lambda source: elements(source, "source", "label")
    if path.startswith("resources/api/"):
        return yaml if path.endswith(".yaml") else lambda source: values(source, "about|description|title")
    if path.startswith(("packaging/man/", "packaging/completions/", "packaging/desktop/")):
        return yaml
    return None


def findings(root):
    everywhere, commented = forms(root)
    refused = {"text": [form for form in everywhere if not form.whole], "comment": commented,
               "label": [form for form in everywhere if form.whole]}
    any_of = {kind: re.compile("|".join(form.pattern.pattern for form in some), re.I) for kind, some in refused.items()}
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"],
                            capture_output=True, text=True, check=True).stdout.split("\n")
    seen = 0
    for path in sorted(filter(None, listed)):
        reader = reader_of(path)
        if not reader or not (root / path).is_file():
            continue
        source = (root / path).read_text(encoding="utf-8")
        for kind, text, offsets in reader(source):
            seen += 1
            for form in refused[kind] if any_of[kind].search(text) else ():
                for place in form.places(text):
                    part = offsets[bisect_right([start for start, _ in offsets], place) - 1]
                    line = source.count("\n", 0, part[1] + place - part[0]) + 1
                    yield f"{path}:{line}: {form.written.strip(chr(34))!r}: write {form.better!r}"
    if seen < 5000:
        yield f"only {seen} texts were found"


def check_self():
    """The reader of C++ joins literals, and leaves out code."""
    source = 'say("This is "\n    "no amount.");\n/// A list that\n/// is no more.\nint isNo = 1;\n'
    kinds = [(kind, re.sub(r"\s+", " ", text).strip()) for kind, text, _ in joined_comments(source)]
    assert ("comment", "A list that is no more.") in kinds, kinds
    assert ("text", "This is no amount.") in kinds, kinds
    form = Form("is no …", "is not a …", [pattern_of("there is no …")])
    assert form.places("It is no amount.") and not form.places("There is no amount.")
    assert Form('"May"', "scope", []).places("May") and not Form('"May"', "scope", []).places("May 5")


def main():
    check_self()
    root = Path(sys.argv[1]).resolve()
    faults = list(findings(root))
    print("\n".join(faults) or "the words hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
