# SPDX-License-Identifier: Apache-2.0
"""Workbooks written by XlsxWriter, which stores formula results, rich text and, when streaming, inline strings."""

import datetime

import xlsxwriter

from corpus import FILES, expect, sheet, texts

MADE_BY = "XlsxWriter"


def rich_and_formulas():
    book = xlsxwriter.Workbook(FILES / "xlsxwriter_rich.xlsx", {"strings_to_formulas": False})
    page = book.add_worksheet("Rich")
    bold = book.add_format({"bold": True})
    page.write_rich_string("A1", "plain ", bold, "bold", " and  ", bold, "last")
    page.write_string("A2", "=1+1")
    page.write_string("A3", "a_x000D_b")  # a person's text that looks like an escape
    page.write_string("A4", "tab\tand \x01 control")
    page.write_string("A5", " lead and trail ")
    page.write_blank("A6", None, bold)
    page.write_url("A7", "https://acme.example/x?a=1&b=2", string="Acme")
    page.write_comment("A7", "a comment is no cell")
    page.write_formula("B1", "=1+1", None, 2)
    page.write_formula("B2", '="x"&"y"', None, "xy")
    page.write_formula("B3", "=TRUE()", None, True)
    page.write_formula("B4", "=1/0", None, "#DIV/0!")
    page.write_formula("B5", "=NA()", None, "#N/A")
    page.write_formula("B6", '=""', None, "")
    page.write_array_formula("B7:B8", "{=A1:A2}", None, 7)
    page.write_number("B8", 8)
    page.write_boolean("C1", True)
    percent = book.add_format({"num_format": 9})
    page.write_number("C2", 0.075, book.add_format({"num_format": 10}))
    page.write_number("C3", 0.5, percent)
    page.write_datetime("C4", datetime.datetime(2026, 1, 31, 14, 30), book.add_format({"num_format": 22}))
    page.write_datetime("C5", datetime.date(2026, 1, 31), book.add_format({"num_format": 14}))
    page.write_datetime("C6", datetime.time(14, 30), book.add_format({"num_format": 18}))
    page.write_number("C7", 1234567.891, book.add_format({"num_format": 4}))
    page.write_number("C8", 12, book.add_format({"num_format": 49}))  # text format on a number
    book.close()
    rows = [
        ["text:plain bold and  last", "=number:2", "boolean:TRUE"],
        ["text:=1+1", "=text:xy", "number:7.50%"],
        ["text:a_x000D_b", "=boolean:TRUE", "number:50%"],
        ["text:tab\tand \x01 control", "=error:#DIV/0!", "date:1/31/2026 14:30"],
        ["text: lead and trail ", "=error:#N/A", "date:1/31/2026"],
        [None, "=empty:", "time:2:30 PM"],
        ["text:Acme", "=number:7", "number:1,234,567.89"],
        [None, "number:8", "number:12"],
    ]
    expect("xlsxwriter_rich.xlsx", "xlsx", sheet(rows, "Rich"), made_by=MADE_BY)


def streamed():
    book = xlsxwriter.Workbook(FILES / "xlsxwriter_inline.xlsx", {"constant_memory": True})
    page = book.add_worksheet()
    rows = []
    for row in range(200):
        page.write_row(row, 0, [f"Firm <{row}> ", row * 3, "ü" * (row % 5), True])
        rows.append([f"text:Firm <{row}> ", f"number:{row * 3}", "text:" + "ü" * (row % 5) if row % 5 else None,
                     "boolean:TRUE"])
    book.close()
    expect("xlsxwriter_inline.xlsx", "xlsx", sheet(rows, "Sheet1"), made_by=MADE_BY + ", constant memory")


def dates_1904_and_layout():
    book = xlsxwriter.Workbook(FILES / "xlsxwriter_layout.xlsx", {"date_1904": True})
    page = book.add_worksheet("Dates")
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    page.write_datetime("A1", datetime.datetime(2026, 1, 31), day)
    page.merge_range("B1:D2", "wide", book.add_format({"align": "center"}))
    page.set_row(3, None, None, {"hidden": True})
    page.set_column("F:G", None, None, {"hidden": True})
    page.write("A4", "hidden row")
    page.write("G5", "hidden column")
    page.freeze_panes(1, 0)
    page.autofilter("A1:D5")
    page.data_validation("A5", {"validate": "list", "source": ["a", "b"]})
    page.add_table("A7:B9", {"columns": [{"header": "Name"}, {"header": "Count"}],
                             "data": [["x", 1], ["y", 2]]})
    page.conditional_format("A1:D5", {"type": "duplicate"})
    other = book.add_worksheet("Other & more")
    other.write("A1", "second")
    book.close()
    rows = {
        1: {"A": "date:31/01/2026", "B": "text:wide"},
        4: {"A": "text:hidden row"},
        5: {"G": "text:hidden column"},
        7: texts("Name", "Count"),
        8: ["text:x", "number:1"],
        9: ["text:y", "number:2"],
    }
    expect("xlsxwriter_layout.xlsx", "xlsx",
           sheet(rows, "Dates", hidden_rows=[4], hidden_columns=["F", "G"], merged=["B1:D2"]),
           sheet([texts("second")], "Other & more"), made_by=MADE_BY)


rich_and_formulas()
streamed()
dates_1904_and_layout()
