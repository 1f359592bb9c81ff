# SPDX-License-Identifier: Apache-2.0
"""Writes what a reader must find in a file of the corpus. It is written down beside the code that makes the file,
from what that code means to put in, and never taken from a reader's output."""

import json
import os
from pathlib import Path

FILES = Path(os.environ["CORPUS_FILES"])
EXPECTED = Path(os.environ["CORPUS_EXPECTED"])


def letter(column):
    """"A" for 0, "AA" for 26."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def sheet(rows, name=None, visibility="visible", hidden_rows=(), hidden_columns=(), merged=()):
    """`rows` are lists of cells from row 1 and column A, or a dict of such lists by row number. A cell is None, or
    "kind:text" with "=" before it where it is a formula. Blank rows need not be given."""
    numbered = rows if isinstance(rows, dict) else dict(enumerate(rows, 1))
    described = []
    for number, cells in sorted(numbered.items()):
        row = {"row": number, "cells": {}}
        items = cells.items() if isinstance(cells, dict) else ((letter(c), v) for c, v in enumerate(cells))
        for column, value in items:
            if value is not None:
                row["cells"][column] = value
        if number in hidden_rows:
            row["hidden"] = True
        if row["cells"]:
            described.append(row)
    result = {"visibility": visibility, "rows": described}
    if name is not None:
        result["name"] = name
    if hidden_columns:
        result["hiddenColumns"] = list(hidden_columns)
    if merged:
        result["merged"] = list(merged)
    return result


def write(file, content):
    path = EXPECTED / (file + ".json")
    path.write_text(json.dumps({"file": file, **content}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def expect(file, form, *sheets, made_by, options=None):
    content = {"madeBy": made_by, "format": form}
    if options:
        content["options"] = options
    write(file, {**content, "sheets": list(sheets)})


def refuse(file, code, *words, made_by, options=None):
    """`code` is the name of the refusal, `words` are in its message."""
    content = {"madeBy": made_by}
    if options:
        content["options"] = options
    write(file, {**content, "refused": code, "words": list(words)})


def texts(*values):
    return [None if value is None else "text:" + value for value in values]
