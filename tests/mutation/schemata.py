# SPDX-License-Identifier: Apache-2.0
"""Finds what can be mutated in a C++ source, and writes the source once more with every mutant in it, each behind a switch:
`(leadsheet_mutant(17) ? (a <= b) : (a < b))`. So it is compiled once, and a run picks its mutant by the environment (switch.cpp).

Left out is what has to be known at compile time (constexpr, static_assert, labels, template arguments), what macros make, and
`reserve`, which nothing but time can tell."""

import re
import sys
from collections import Counter
from dataclasses import dataclass, field

sys.path.append("/usr/lib/python3/dist-packages")  # where Debian has it, for other Pythons as well

from clang import cindex
from clang.cindex import CursorKind as Kind
from clang.cindex import TypeKind

PROLOGUE = 'extern "C" bool leadsheet_mutant(int);\n#line 1\n'
NUMBER = re.compile(r"(?:0[xX][0-9a-fA-F']+|\d[\d']*(?:\.\d+)?)(?:[uUlLfFzZ]*|h|min|s|ms|us|ns)\Z")
MACRO_CALL = re.compile(r"[A-Z][A-Z0-9_]+\s*\(")
NO_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)
RELATIONAL = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"]}
COMPOUND = {"+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="]}
LOGICAL = {"&&": ["||"], "||": ["&&"]}
NUMBERS = {TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.UCHAR, TypeKind.SHORT, TypeKind.USHORT, TypeKind.INT, TypeKind.UINT, TypeKind.LONG,
           TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.CHAR16, TypeKind.CHAR32}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.FUNCTION_TEMPLATE, Kind.CONVERSION_FUNCTION}
EXPRESSIONS = {Kind.CALL_EXPR, Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.UNARY_OPERATOR, Kind.UNEXPOSED_EXPR}
SAYS_NOTHING = {"", "{}", "0", "false", "true", "nullptr", "std::nullopt", '""'}


@dataclass
class Change:
    """One mutant: `text` in the place of what stands from `start` to `end`."""

    start: int
    end: int
    text: str
    label: str
    statement: bool
    function: str
    line: int = 0
    said: str = ""  # the whole of it, for people and for survivors.txt
    id: int = 0
    written: list = field(default_factory=list)  # where in the rewritten text: (from, to) of the mutant, (from, to) of both


class Finder:
    """Everything that can be changed in one parsed source."""

    def __init__(self, path, text):
        self.path, self.bytes, self.found = path, text, []

    def text(self, start, end):
        return self.bytes[start:end].decode("utf-8")

    def add(self, cursor, text, label, function, end=None, statement=False):
        start = cursor.extent.start.offset
        end = end or cursor.extent.end.offset
        if not MACRO_CALL.match(self.text(start, end)):
            self.found.append(Change(start, end, on_one_line(text), label, statement, function))

    def visit(self, cursor, function=None, result=None):
        """function: the name of the one around; result: its type, None in a lambda."""
        if cursor.location.file is None or cursor.location.file.name != self.path:
            if cursor.kind != Kind.TRANSLATION_UNIT:
                return
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        if cursor.kind == Kind.STATIC_ASSERT or self.known_early(cursor, start, end):
            return
        if cursor.kind in FUNCTIONS:
            function, result = cursor.spelling, cursor.result_type
        elif cursor.kind == Kind.LAMBDA_EXPR:
            result = None
        children = list(cursor.get_children())
        if function is not None:
            self.look_at(cursor, children, function, result)
        for number, child in enumerate(children):
            if cursor.kind == Kind.CASE_STMT and number == 0:
                continue
            if cursor.kind == Kind.FOR_STMT and child.kind in (Kind.UNARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR) and number < len(children) - 1:
                continue  # a step that is left out only costs time until it is killed
            self.visit(child, function, result)

    def known_early(self, cursor, start, end):
        if cursor.kind in FUNCTIONS | {Kind.VAR_DECL}:
            head = self.text(start, min(end, cursor.location.offset))
            return re.search(r"\b(constexpr|consteval|constinit)\b", head) is not None or start == end
        if cursor.kind == Kind.DECL_STMT:
            return self.text(start, end).startswith("constexpr")
        return cursor.kind in (Kind.ENUM_DECL, Kind.PARM_DECL, Kind.TEMPLATE_TYPE_PARAMETER, Kind.TEMPLATE_NON_TYPE_PARAMETER, Kind.FIELD_DECL)

    def look_at(self, cursor, children, function, result):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        text = self.text(start, end)
        if cursor.kind in (Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL) or (cursor.kind in (Kind.CALL_EXPR, Kind.UNEXPOSED_EXPR) and NUMBER.match(text)):
            if NUMBER.match(text) and not any(one.start == start and one.end == end for one in self.found[-3:]):
                self.add(cursor, f"{text} + {re.sub(r'^[0-9a-fxA-FX.]+', '1', text) if re.search('(h|min|s)$', text) else 1}", f"{text} -> {text} + 1", function)
        elif cursor.kind == Kind.CXX_BOOL_LITERAL_EXPR and text in ("true", "false"):
            other = "false" if text == "true" else "true"
            self.add(cursor, other, f"{text} -> {other}", function)
        elif cursor.kind == Kind.BINARY_OPERATOR:
            self.binary(cursor, children, function)
        elif cursor.kind == Kind.CALL_EXPR and cursor.spelling.startswith("operator") and len(children) == 3:
            self.overloaded(cursor, children, function)
        elif cursor.kind == Kind.UNARY_OPERATOR and text.startswith("!") and len(children) == 1:
            self.add(cursor, f"static_cast<bool>({text[1:]})", f"{text} -> {text[1:]}", function)
        elif cursor.kind == Kind.RETURN_STMT:
            self.returned(cursor, children, function, result)
        self.condition(cursor, children, function)
        self.statements(cursor, children, function)

    def binary(self, cursor, children, function):
        if len(children) != 2:
            return
        left, right = (self.text(child.extent.start.offset, child.extent.end.offset) for child in children)
        operator = self.text(children[0].extent.end.offset, children[1].extent.start.offset).strip()
        others = RELATIONAL.get(operator, []) + LOGICAL.get(operator, [])
        if all(child.type.get_canonical().kind in NUMBERS for child in children):
            others = others + ARITHMETIC.get(operator, [])
        for other in others:
            self.add(cursor, f"({left}) {other} ({right})", f"{operator} -> {other}", function)

    def overloaded(self, cursor, children, function):
        # In the order of the text, and by its operator: `a != b` may call `b == a`.
        sides = sorted((children[0], children[2]), key=lambda child: child.extent.start.offset)
        left, right = (self.text(child.extent.start.offset, child.extent.end.offset) for child in sides)
        operator = self.text(sides[0].extent.end.offset, sides[1].extent.start.offset).strip()
        if operator in RELATIONAL or operator in ARITHMETIC:
            for other in (RELATIONAL | ARITHMETIC)[operator]:
                self.add(cursor, f"({left}) {other} ({right})", f"{operator} -> {other}", function)

    def returned(self, cursor, children, function, result):
        if not children or result is None:
            return
        value = self.text(children[0].extent.start.offset, children[0].extent.end.offset)
        kind = result.get_canonical().kind
        end = self.end_of_statement(cursor)
        if end is None or value in SAYS_NOTHING or kind in (TypeKind.VOID, TypeKind.LVALUEREFERENCE, TypeKind.AUTO) or result.spelling == "auto":
            return
        if kind != TypeKind.BOOL:
            self.add(cursor, "return {};", f"return {value} -> return {{}}", function, end, True)
        elif children[0].kind != Kind.BINARY_OPERATOR and not value.startswith("!"):
            self.add(cursor, f"return !({value});", f"return {value} -> return !({value})", function, end, True)

    def condition(self, cursor, children, function):
        """`if (found(x))` has no operator to change, so that it is turned round as a whole."""
        if cursor.kind not in (Kind.IF_STMT, Kind.CONDITIONAL_OPERATOR, Kind.WHILE_STMT) or not children:
            return
        asked = children[0]
        text = self.text(asked.extent.start.offset, asked.extent.end.offset)
        if asked.kind.is_expression() and asked.kind not in (Kind.BINARY_OPERATOR, Kind.CXX_BOOL_LITERAL_EXPR) and not text.startswith("!"):
            self.add(asked, f"!({text})", f"{text} -> !({text})", function)

    def statements(self, cursor, children, function):
        if cursor.kind == Kind.COMPOUND_STMT:
            bodies = children
        elif cursor.kind == Kind.IF_STMT:
            bodies = children[1:]
        elif cursor.kind in (Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.WHILE_STMT, Kind.CASE_STMT, Kind.DEFAULT_STMT):
            bodies = children[-1:]
        else:
            return
        for body in bodies:
            end = self.end_of_statement(body) if body.kind in EXPRESSIONS else None
            text = self.text(body.extent.start.offset, body.extent.end.offset)
            if end is None or re.search(r"[.>]reserve\(", text) or text.startswith("static_cast<void>"):
                continue
            self.add(body, ";", f"{text} -> (nothing)", function, end, True)
            if body.kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
                for operator, others in COMPOUND.items():
                    left, sign, right = text.partition(f" {operator} ")
                    for other in others if sign else []:
                        self.add(body, f"{left} {other} {right};", f"{operator} -> {other}", function, end, True)

    def end_of_statement(self, cursor):
        end = cursor.extent.end.offset
        found = re.compile(rb"\s*;").match(self.bytes, end)
        return found.end() if found else None


def on_one_line(text):
    """So that lines keep their numbers; without comments, which would swallow what follows."""
    text = NO_CODE.sub(lambda found: " " if found[0].startswith(("//", "/*")) else found[0], text)
    return text if 'R"' in text else re.sub(r"\s*\n\s*", " ", text)


def changes(path, name, arguments):
    """What can be changed in the source at `path`, which is `name` in the tree."""
    unit = cindex.Index.create().parse(path, args=arguments)
    errors = [str(one) for one in unit.diagnostics if one.severity >= cindex.Diagnostic.Error]
    if errors:
        raise RuntimeError("\n".join(errors[:5]))
    with open(path, "rb") as file:
        text = file.read()
    finder = Finder(path, text)
    finder.visit(unit.cursor)
    lines, counts = text.decode("utf-8").splitlines(), Counter()
    found = sorted(finder.found, key=lambda one: (one.start, -one.end))
    unique = {(one.start, one.end, one.text): one for one in found}
    for one in unique.values():
        one.line = text.count(b"\n", 0, one.start) + 1
        said = f"{name}: {one.function}: {lines[one.line - 1].strip()}: {on_one_line(one.label)}"
        counts[said] += 1
        one.said = said if counts[said] == 1 else f"{said} ({counts[said]})"
    return list(unique.values())


def rewritten(text, found):
    """The source (bytes) with these changes behind switches. Fills in where each was written."""
    places = {}
    for one in found:
        one.written = []
        places.setdefault((one.start, one.end), []).append(one)
    spans = sorted(places, key=lambda span: (span[0], -span[1]))
    # What overlaps without being within, as a macro's arguments may, is left to the outer one.
    out, size = [], 0

    def say(piece):
        nonlocal size
        out.append(piece)
        size += len(piece)
        return size

    def write(start, end, inner):
        at = start
        while inner:
            span = inner.pop(0)
            if span[0] < at or span[1] > end:
                continue
            say(text[at:span[0]].decode("utf-8"))
            within = []
            while inner and inner[0][0] < span[1]:
                within.append(inner.pop(0))
            write_place(span, within)
            at = span[1]
        say(text[at:end].decode("utf-8"))

    def write_place(span, within):
        changed, begin = places[span], size
        statement = changed[0].statement
        say("{ " if statement else "(")
        for one in changed:
            say(f"if (leadsheet_mutant({one.id})) {{ " if statement else f"leadsheet_mutant({one.id}) ? (")
            start = size
            one.written = [(start, say(one.text))]
            say(" } else " if statement else ") : ")
        say("{ " if statement else "(")
        write(*span, within)
        say(" } }" if statement else "))")
        for one in changed:
            one.written.append((begin, size))

    say(PROLOGUE)
    write(0, len(text), spans)
    return "".join(out)


def to_blame(found, written, line, column):
    """The change in whose text, or else around whose text, the compiler found a fault."""
    lines = written.split("\n")
    place = sum(len(one) + 1 for one in lines[:line - 1 + PROLOGUE.count("\n")]) + column - 1
    for which in (0, 1):
        around = [one for one in found if one.written and one.written[which][0] <= place <= one.written[which][1]]
        if around:
            return min(around, key=lambda one: one.written[which][1] - one.written[which][0])
    return None
