#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists every text that the programs can print, one a line, sorted, with {} for what differs.

    list_texts.py [CHECKOUT]

Two lists of two commits, compared with diff, show which texts a change has altered: moving a text
to another file or to resources/messages.json changes nothing. Texts are literals with a letter and
a blank; literals joined with + are one text.
"""
import json
import pathlib
import re
import sys

ROOMS = ("app", "client-core/src", "client-core/submit", "server-stub/src")
TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)'
    r'|(?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)'
    r'|(?P<raw>(?:u8|u|U|L)?R"(?P<mark>[^(\s]*)\((?P<body>.*?)\)(?P=mark)")'
    r'|(?P<text>(?:u8|u|U|L)?"(?:\\.|[^"\\\n])*")'
    r"|(?P<char>'(?:\\.|[^'\\\n])+')"
    r'|(?P<word>[A-Za-z_]\w*|\d[\w.\']*)'
    r'|(?P<sign><<|>>|\+=|\+\+|==|!=|&&|\|\||->|::|\S)',
    re.S | re.M)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
OPENING = {"(": ")", "[": "]", "{": "}"}
DIVIDING = {",", ";", "?", ":", "=", "+=", "<<", "==", "!=", "&&", "||", "<", ">", "return", "{", "}"}


def unescaped(literal):
    body = literal[literal.index('"') + 1:-1]

    def plain(match):
        code = match.group(1)
        if code[0] in "xuU":
            return chr(int(code[1:], 16))
        return ESCAPES.get(code, code)

    return re.sub(r"\\(x[0-9A-Fa-f]+|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", plain, body)


def tokens_of(source):
    for match in TOKEN.finditer(source):
        if match.group("comment") or match.group("directive"):
            continue
        if match.group("raw"):
            yield "text", match.group("body")
        elif match.group("text"):
            yield "text", unescaped(match.group("text"))
        else:
            yield "code", match.group(0)


def nested(tokens):
    """Lists for what stands in brackets; both brackets are left out."""
    root = []
    stack = [(root, "")]
    for kind, value in tokens:
        if kind == "code" and value in OPENING:
            inner = []
            stack[-1][0].append(("inner", inner))
            stack.append((inner, OPENING[value]))
        elif kind == "code" and value == stack[-1][1] and len(stack) > 1:
            stack.pop()
        else:
            stack[-1][0].append((kind, value))
    return root


def collect(tokens, found):
    operand, operands = [], []

    def end_operand():
        if operand:
            operands.append(list(operand))
            operand.clear()

    def end_text():
        end_operand()
        parts = []
        for tokens_here in operands:
            # Wrappers say nothing: std::string("x"), tr("x"), QStringLiteral("x").
            inner = [value for kind, value in tokens_here if kind == "inner"]
            plain = all(kind == "text" for kind, _ in tokens_here)
            wrapped = (len(inner) == 1 and tokens_here[-1][0] == "inner" and inner[0] and
                       all(kind == "text" for kind, _ in inner[0]))
            if plain:
                parts.append("".join(value for _, value in tokens_here))
            elif wrapped:
                parts.append("".join(value for _, value in inner[0]))
            else:
                parts.append("{}")
                for kind, value in tokens_here:
                    if kind == "inner":
                        collect(value, found)
                    elif kind == "text":
                        found.add(value)
        found.add("".join(parts))
        operands.clear()

    for kind, value in tokens:
        if kind == "code" and value in DIVIDING:
            end_text()
        elif kind == "code" and value == "+":
            end_operand()
        else:
            operand.append((kind, value))
    end_text()


def is_text(text):
    return re.search(r"[^\W\d_]{2}", text.replace("{}", "")) and " " in text.strip()


def texts_of(root):
    found = set()
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in (".cpp", ".hpp"):
                collect(nested(tokens_of(path.read_text(encoding="utf-8"))), found)
    messages = root / "resources/messages.json"
    if messages.exists():
        for entry in json.loads(messages.read_text(encoding="utf-8"))["messages"]:
            found.update(entry["en"].values() if isinstance(entry["en"], dict) else [entry["en"]])
    marks = re.compile(r"%L?[1-9n]|\{\w*\}")
    return sorted({json.dumps(marks.sub("{}", text), ensure_ascii=False)
                   for text in found if is_text(text)})


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]
    print("\n".join(texts_of(root)))
