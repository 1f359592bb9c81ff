# SPDX-License-Identifier: Apache-2.0
"""Reads workbooks with openpyxl, and CSV and JSON Lines with Python's own modules."""

import csv
import datetime
import json
import sys

from peer import boolean, letters, number, place, serve

try:
    import openpyxl
    from openpyxl.utils.escape import unescape
except ModuleNotFoundError:
    sys.exit("openpyxl is missing for /usr/bin/python3: install the Debian package python3-openpyxl")


def value_of(cell):
    value = cell.value
    if cell.data_type == "f":
        return f"formula:{getattr(value, 'text', value)}"
    if cell.data_type == "b":
        return boolean(value)
    if cell.data_type == "e":
        return f"error:{value}"
    if isinstance(value, datetime.datetime):
        return "date:" + value.isoformat(timespec="milliseconds")
    if isinstance(value, (int, float)):
        return number(value)
    # It leaves the escapes of control characters to its caller.
    return f"text:{unescape(value)}" if isinstance(value, str) else f"{type(value).__name__}:{value}"


def look_of(cell):
    font, fill, side = cell.font, cell.fill, cell.alignment
    edges = [edge and edge.style for edge in (cell.border.left, cell.border.bottom)]
    return repr((cell.number_format, font.name, font.sz, font.b, font.i, font.color and font.color.rgb,
                 fill.patternType, fill.fgColor.rgb, side.horizontal, side.vertical, side.wrapText,
                 edges, cell.protection.locked, cell.style))


def sheet_facts(tab, page):
    yield f"{tab}! state", page.sheet_state
    yield f"{tab}! merged", sorted(str(range_) for range_ in page.merged_cells.ranges)
    yield f"{tab}! frozen", page.freeze_panes
    yield f"{tab}! filter", page.auto_filter.ref
    yield f"{tab}! titles", [page.print_title_rows, page.print_area]
    yield f"{tab}! tables", sorted((table.name, table.ref) for table in page.tables.values())
    yield f"{tab}! charts", len(page._charts)
    yield f"{tab}! protection", page.protection.sheet
    for letter, column in sorted(page.column_dimensions.items()):
        yield f"{tab}!{letter} column", [column.width, column.hidden, column.min, column.max]
    for index, row in sorted(page.row_dimensions.items()):
        if row.hidden or row.height is not None or row.outlineLevel:
            yield f"{tab}!{index} row", [row.hidden, row.height, row.outlineLevel]
    for rule in page.data_validations.dataValidation:
        yield f"{tab}!{rule.sqref} validation", [rule.type, rule.formula1, rule.formula2, rule.allow_blank]
    for ranges in page.conditional_formatting:
        yield f"{tab}!{ranges.sqref} condition", [(rule.type, rule.formula, rule.operator, rule.priority)
                                                  for rule in ranges.rules]


def read_workbook(request):
    book = openpyxl.load_workbook(request["file"], keep_vba=request["file"].endswith(".xlsm"))
    found = {}
    for index, page in enumerate(book.worksheets):
        found[f"{index + 1}! name"] = page.title
        for cell in page._cells.values():
            at = place(index, cell.row - 1, cell.column - 1)
            if cell.value is not None:
                found[at] = value_of(cell)
            if not request.get("facts"):
                continue
            if cell.value is not None or cell.has_style:
                found[f"{at} look"] = look_of(cell)
            if cell.comment:
                found[f"{at} comment"] = cell.comment.text
            if cell.hyperlink:
                found[f"{at} link"] = str(cell.hyperlink.target)
        if request.get("facts"):
            found.update((key, str(fact)) for key, fact in sheet_facts(index + 1, page))
    if request.get("facts"):
        for name in book.defined_names.definedName:
            found[f"name {name.name} {name.localSheetId}"] = name.attr_text
        found["macros"] = str(book.vba_archive is not None and "xl/vbaProject.bin" in book.vba_archive.namelist())
    return found


def read_csv(request):
    with open(request["file"], encoding=request.get("encoding", "utf-8-sig"), newline="") as file:
        rows = list(csv.reader(file, delimiter=request.get("delimiter", ","), strict=True))
    return {place(0, row, column): f"text:{text}"
            for row, cells in enumerate(rows) for column, text in enumerate(cells) if text}


def read_json_lines(request):
    kinds = {str: lambda text: f"text:{text}", bool: boolean, int: number, float: number,
             type(None): lambda _: "null"}
    with open(request["file"], "rb") as file:
        rows = [json.loads(line) for line in file.read().split(b"\n")[:-1]]
    return {f"{row + 1} {member}": kinds[type(value)](value)
            for row, members in enumerate(rows) for member, value in members.items()}


serve(f"openpyxl {openpyxl.__version__}",
      {"read": read_workbook, "csv": read_csv, "jsonl": read_json_lines})
