# SPDX-License-Identifier: Apache-2.0
"""make_rich.py FILE.xlsx FILE.xlsm: a workbook with everything a person may have put around a table, and the same with
a macro project in it."""

import datetime
import sys
import zipfile

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

HEADERS = ["Industry", "Country", "Leads", "Price", "Total", "Since", "Active", "Phone", "Postcode", "Note"]
ROWS = [
    ["SaaS", "DE", 50, 0.12, "=C4*D4", datetime.datetime(2026, 1, 31, 14, 7), True, "+49 30 1234567", "01067", "a\nb"],
    ["Retail & more", "US", 1250000.5, -3, "=SUM(C4:C5)", datetime.datetime(1999, 12, 31), False, "007", "00501", " x "],
    ["Müller 🎈", "東京", 123456789012345, 1e-9, '=A4&"-"&B4', datetime.datetime(2026, 3, 1), True, "", None, "=1+1"],
    ["hidden", "FR", 7, 1 / 3, "=NA()", None, None, "@x", "'0123", "-5"],
]


def fill(page):
    page["A1"] = "A title over the table"
    page.merge_cells("A1:D1")
    page["A1"].font = Font(bold=True, size=16, color="FF203864")
    for column, text in enumerate(HEADERS, 1):
        cell = page.cell(3, column, text)
        cell.font = Font(bold=True, color="FFFFFFFF")
        cell.fill = PatternFill("solid", fgColor="FF203864")
        cell.border = Border(bottom=Side("thin"))
    for number, row in enumerate(ROWS, 4):
        for column, value in enumerate(row, 1):
            cell = page.cell(number, column)
            cell.value = value
            if isinstance(value, str) and HEADERS[column - 1] == "Note":
                cell.data_type = "s"
                cell.alignment = Alignment(wrap_text=True, vertical="top")
        page.cell(number, 4).number_format = '#,##0.00 "€"'
        page.cell(number, 6).number_format = "dd.mm.yyyy hh:mm"
        page.cell(number, 9).number_format = "@"
    page.merge_cells("A9:B10")
    page["A9"] = "merged note"
    page["C4"].comment = Comment("how many leads", "A person")
    page["A4"].hyperlink = "https://example.com/?a=1&b=2"
    page["B5"].protection = Protection(locked=False)
    page.column_dimensions["A"].width = 31.5
    page.column_dimensions["D"].hidden = True
    page.row_dimensions[7].hidden = True
    page.row_dimensions[5].height = 33
    page.freeze_panes = "B4"
    page.auto_filter.ref = "A3:J7"
    page.print_title_rows = "3:3"
    choice = DataValidation(type="list", formula1='"DE,US,FR"', allow_blank=True)
    choice.add("B4:B7")
    whole = DataValidation(type="whole", operator="between", formula1="1", formula2="500")
    whole.add("C4:C7")
    page.add_data_validation(choice)
    page.add_data_validation(whole)
    page.conditional_formatting.add("C4:C7", CellIsRule(operator="greaterThan", formula=["100"], font=Font(bold=True)))
    page.conditional_formatting.add("D4:D7", ColorScaleRule("min", start_color="FFFFFFFF", end_type="max", end_color="FFFF0000"))
    chart = BarChart()
    chart.add_data(Reference(page, min_col=3, min_row=3, max_row=7), titles_from_data=True)
    page.add_chart(chart, "B14")


def with_macros(source, target):
    types = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == "[Content_Types].xml":
                data = data.replace(b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", types.encode())
                data = data.replace(b"</Types>", b'<Override PartName="/xl/vbaProject.bin" '
                                    b'ContentType="application/vnd.ms-office.vbaProject"/></Types>')
            elif item.filename == "xl/_rels/workbook.xml.rels":
                data = data.replace(b"</Relationships>", b'<Relationship Id="rIdMacros" Target="vbaProject.bin" Type='
                                    b'"http://schemas.microsoft.com/office/2006/relationships/vbaProject"/></Relationships>')
            new.writestr(item, data)
        new.writestr("xl/vbaProject.bin", bytes(range(256)) * 20)


def main(plain, macros):
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Profiles & more"
    fill(page)
    other = book.create_sheet("Other")
    other["A1"], other["B2"] = "untouched", "='Profiles & more'!C4"
    book.create_sheet("Secret").sheet_state = "hidden"
    book.defined_names.append(DefinedName("Leads", attr_text="'Profiles & more'!$C$4:$C$7"))
    book.save(plain)
    with_macros(plain, macros)


main(*sys.argv[1:])
