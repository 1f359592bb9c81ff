# SPDX-License-Identifier: Apache-2.0
"""A fix that the program suggests says that a text means another one, or nothing (`field|means(a,b)`,
`field|empty(a)`). Here that text is replaced in the cell; the program reads the cell again afterwards."""

import re

STEP = re.compile(r"\|(means|empty)\((.*)\)$", re.S)
DIVIDER = re.compile(r"(\s*[,;|\n]\s*)")


def _unescaped(text):
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found.group(1), found.group(1)), text, flags=re.S)


def step_of(fix):
    """(text, what it means); None for a fix that no cell can be given."""
    found = STEP.search(fix)
    if not found:
        return None
    if found.group(1) == "empty":
        return _unescaped(found.group(2)).strip(), ""
    parts = re.fullmatch(r"((?:[^\\,]|\\.)*),(.*)", found.group(2), re.S)
    return (_unescaped(parts.group(1)).strip(), _unescaped(parts.group(2)).strip()) if parts else None


def fixed(cell, fix):
    """The cell's text with the fix; None when it does not fit or changes nothing."""
    step = step_of(fix)
    if step is None:
        return None
    what, by = step
    if what == by:
        return None
    if cell.strip() == what:
        return by
    parts = DIVIDER.split(cell)
    items = [at for at in range(0, len(parts), 2) if parts[at].strip() == what]
    if not items:
        return None
    for at in reversed(items):
        if by:
            parts[at] = by
        else:  # with the divider behind it, or before it at the end
            del parts[at:at + 2]
    if parts and DIVIDER.fullmatch(parts[-1]):
        parts.pop()
    return "".join(parts)


def likely(problem):
    """The fix that is meant in all likelihood."""
    for fix in problem.get("fixes", ()):
        if fix.get("likely"):
            return fix["fix"]
    return None


def fixes_for(problems, text_at):
    """(row, column) -> new text of all likely fixes; text_at(row, column) is what stands there, None when it is not found."""
    made = {}
    for problem in problems:
        fix, column = likely(problem), problem.get("column")
        if fix is None or not column:
            continue
        at = (problem["row"], column)
        before = made.get(at, text_at(*at))
        after = fixed(before, fix) if before is not None else None
        if after is not None:
            made[at] = after
    return made
