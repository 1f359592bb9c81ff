# SPDX-License-Identifier: Apache-2.0
"""Workbooks written by openpyxl."""

import datetime

import openpyxl
from openpyxl.styles import PatternFill
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from corpus import FILES, expect, sheet, texts

MADE_BY = "openpyxl"

# (value, format code, what Excel shows in English, kind)
FORMATS = [
    (1234.5, "#,##0.00", "1,234.50", "number"),
    (-1234.5, "#,##0.00;[Red](#,##0.00)", "(1,234.50)", "number"),
    (0.1234, "0%", "12%", "number"),
    (0.1234, "0.00%", "12.34%", "number"),
    (1234, "00000", "01234", "number"),
    (4930123456, "+00 00 000000", "+49 30 123456", "number"),
    (12345.678, "0.00E+00", "1.23E+04", "number"),
    (5, '0 "Stück"', "5 Stück", "number"),
    (5, r"0\ \x", "5 x", "number"),
    (1500000, '0.0,,"M"', "1.5M", "number"),
    (1000000, '#,##0,"k"', "1,000k", "number"),
    (0, "0;-0;;@", "", "number"),
    (-5, "0;-0;;@", "-5", "number"),
    (1200.5, "[$€-407] #,##0.00", "€ 1,200.50", "number"),
    (20, '"$"#,##0.00', "$20.00", "number"),
    (150, '[>=100]"big" 0;"small" 0', "big 150", "number"),
    (5, '[>=100]"big" 0;"small" 0', "small 5", "number"),
    (1.5, "# ?/?", "1 1/2", "number"),
    (2.25, "# ??/??", "2  1/4 ", "number"),
    (7, '[Blue]"qty "0', "qty 7", "number"),
    (3.14159, "0.00", "3.14", "number"),
    (2.5, "0.###", "2.5", "number"),
    (3, "0.###", "3.", "number"),
    ("abc", '"<"@">"', "<abc>", "text"),
    (datetime.datetime(2026, 1, 31), "yyyy-mm-dd", "2026-01-31", "date"),
    (datetime.datetime(2026, 1, 31), "d mmm yyyy", "31 Jan 2026", "date"),
    (datetime.datetime(2026, 1, 31), "dddd, mmmm d", "Saturday, January 31", "date"),
    (datetime.datetime(2026, 1, 31), "mm-dd-yy", "1/31/2026", "date"),  # built-in 14, of the system's locale
    (datetime.datetime(2026, 1, 31), "[$-407]d. mmmm yyyy", "31. January 2026", None),
    (datetime.datetime(2026, 1, 31, 14, 7, 9), "yyyy-mm-dd hh:mm:ss", "2026-01-31 14:07:09", "date"),
    (datetime.datetime(2026, 1, 31, 14, 7, 9), "h:mm AM/PM", "2:07 PM", "time"),
    (datetime.time(8, 30), "hh:mm", "08:30", "time"),
    (datetime.timedelta(hours=36), "[h]:mm", "36:00", "time"),
    (datetime.timedelta(seconds=65), "mm:ss", "01:05", "time"),
    (1, "yyyy", "1900", "date"),
    (60, "d/m/yyyy", "29/2/1900", "date"),
    (61, "d/m/yyyy", "1/3/1900", "date"),
]


def kinds():
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Kinds"
    rows = []
    values = [
        ("Company", "text:Company"),
        ("Müller & Söhne <GmbH> \"x\"", "text:Müller & Söhne <GmbH> \"x\""),
        ("東京 🎈", "text:東京 🎈"),
        ("  spaces  ", "text:  spaces  "),
        ("two\nlines", "text:two\nlines"),
        ("007", "text:007"),
        ("=not a formula", None),
        (42, "number:42"),
        (-0.5, "number:-0.5"),
        (0.1 + 0.2, "number:0.3"),
        (1e20, "number:100000000000000000000"),
        (1e-7, "number:0.0000001"),
        (123456789012345, "number:123456789012345"),
        (True, "boolean:TRUE"),
        (False, "boolean:FALSE"),
        ("#DIV/0!", "error:#DIV/0!"),
        ("#N/A", "error:#N/A"),
        ("=1+1", "=empty:"),
    ]
    for value, wanted in values:
        if wanted is None:
            continue
        page.append([value])
        rows.append([wanted])
    book.save(FILES / "openpyxl_kinds.xlsx")
    expect("openpyxl_kinds.xlsx", "xlsx", sheet(rows, "Kinds"), made_by=MADE_BY)


def formats():
    book = openpyxl.Workbook()
    page = book.active
    rows = []
    for value, code, shown, kind in FORMATS:
        if kind is None:
            continue
        cell = page.cell(row=len(rows) + 1, column=2, value=value)
        cell.number_format = code
        page.cell(row=len(rows) + 1, column=1, value=code if not code.startswith("=") else "'" + code)
        rows.append(["text:" + code, kind + ":" + shown])
    book.save(FILES / "openpyxl_formats.xlsx")
    expect("openpyxl_formats.xlsx", "xlsx", sheet(rows, "Sheet"), made_by=MADE_BY)


def dates_1904():
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    page = book.active
    for row, day in enumerate([datetime.datetime(2026, 1, 31), datetime.datetime(1904, 1, 2),
                               datetime.datetime(2026, 1, 31, 18)], 1):
        page.cell(row=row, column=1, value=day).number_format = "yyyy-mm-dd hh:mm"
    book.save(FILES / "openpyxl_dates_1904.xlsx")
    rows = [["date:2026-01-31 00:00"], ["date:1904-01-02 00:00"], ["date:2026-01-31 18:00"]]
    expect("openpyxl_dates_1904.xlsx", "xlsx", sheet(rows, "Sheet"), made_by=MADE_BY)


def hidden_and_merged():
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Q3 plan"
    for row in range(1, 7):
        page.append([f"a{row}", f"b{row}", f"c{row}", f"d{row}"])
    page.row_dimensions[3].hidden = True
    page.column_dimensions["C"].hidden = True
    page.merge_cells("A5:B6")
    old = book.create_sheet("old")
    old.append(["gone"])
    old.sheet_state = "hidden"
    deep = book.create_sheet("very old")
    deep["B2"] = "deep"
    deep.sheet_state = "veryHidden"
    book.save(FILES / "openpyxl_hidden.xlsx")
    rows = [texts(f"a{r}", f"b{r}", f"c{r}", f"d{r}") for r in range(1, 7)]
    rows[4][1] = rows[5][0] = rows[5][1] = None  # openpyxl empties what a merged cell covers
    expect("openpyxl_hidden.xlsx", "xlsx",
           sheet(rows, "Q3 plan", hidden_rows=[3], hidden_columns=["C"], merged=["A5:B6"]),
           sheet([texts("gone")], "old", "hidden"),
           sheet({2: {"B": "text:deep"}}, "very old", "veryHidden"), made_by=MADE_BY)


def gaps_and_styled_blanks():
    book = openpyxl.Workbook()
    page = book.active
    page["C2"] = "c2"
    page["AB5"] = "ab5"
    page["A900"] = "a900"
    for row in range(1, 50):
        page.cell(row=row, column=8).fill = PatternFill("solid", fgColor="FFFF00")
    book.save(FILES / "openpyxl_gaps.xlsx")
    expect("openpyxl_gaps.xlsx", "xlsx",
           sheet({2: {"C": "text:c2"}, 5: {"AB": "text:ab5"}, 900: {"A": "text:a900"}}, "Sheet"), made_by=MADE_BY)


def streamed():
    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet("Stream")
    rows = []
    for row in range(1, 301):
        page.append([f"Firm {row}", row, row / 4])
        rows.append([f"text:Firm {row}", f"number:{row}", f"number:{row / 4:g}"])
    book.save(FILES / "openpyxl_streamed.xlsx")
    expect("openpyxl_streamed.xlsx", "xlsx", sheet(rows, "Stream"), made_by=MADE_BY + ", write only")


kinds()
formats()
dates_1904()
hidden_and_merged()
gaps_and_styled_blanks()
streamed()
