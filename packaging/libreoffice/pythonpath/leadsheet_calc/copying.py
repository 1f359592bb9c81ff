# SPDX-License-Identifier: Apache-2.0
"""The copy of a spreadsheet that the program reads: without the columns that this extension writes, so that what is
noted beside the rows is no part of them."""

import re
import shutil
import zipfile
from xml.sax.saxutils import unescape

TABLE = re.compile(r"<table:table\b([^>]*)>(.*?)</table:table>", re.S)
NAME = re.compile(r'\btable:name="([^"]*)"')
ROW = re.compile(r"(<table:table-row\b[^>]*(?<!/)>)(.*?)(</table:table-row>)", re.S)
CELL = re.compile(r"<table:(?:covered-)?table-cell\b([^>]*?)(?:/>|>(.*?)</table:(?:covered-)?table-cell>)", re.S)
REPEATED = re.compile(r'\btable:number-columns-repeated="(\d+)"')


def _empty(count):
    return "<table:table-cell/>" if count == 1 else f'<table:table-cell table:number-columns-repeated="{count}"/>'


def _without(cells, columns):
    """The cells of a row, those in `columns` (counted from 0) emptied."""
    parts, at = [], 0
    for cell in CELL.finditer(cells):
        repeated = REPEATED.search(cell.group(1))
        count = int(repeated.group(1)) if repeated else 1
        ours = [column for column in columns if at <= column < at + count]
        if not ours:
            parts.append(cell.group(0))
        elif cell.group(2) is None and not re.search(r"office:value-type|table:formula", cell.group(1)):
            parts.append(_empty(count))
        elif count == 1:
            parts.append(_empty(1))
        else:  # a text that is repeated: as much of it stays as is not ours
            for column in range(at, at + count):
                parts.append(_empty(1) if column in ours else REPEATED.sub("", cell.group(0), 1).replace("  ", " "))
        at += count
    return "".join(parts)


def without_columns(content, tab, columns):
    """content.xml with the columns of the tab emptied; all else stays as it is, byte for byte."""
    if not columns:
        return content
    wanted = frozenset(columns)

    def table(found):
        name = NAME.search(found.group(1))
        if name is None or unescape(name.group(1), {"&quot;": '"', "&apos;": "'"}) != tab:
            return found.group(0)
        body = ROW.sub(lambda row: row.group(1) + _without(row.group(2), wanted) + row.group(3), found.group(2))
        return f"<table:table{found.group(1)}>{body}</table:table>"

    return TABLE.sub(table, content)


def make_copy(stored, copy, tab, columns):
    """From what Calc has stored to what the program reads."""
    if not columns:
        shutil.move(stored, copy)
        return
    with zipfile.ZipFile(stored) as source, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == "content.xml":
                data = without_columns(data.decode("utf-8"), tab, columns).encode("utf-8")
            target.writestr(entry, data)
