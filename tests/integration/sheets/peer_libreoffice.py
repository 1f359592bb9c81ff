# SPDX-License-Identifier: Apache-2.0
"""Reads and converts sheets with one LibreOffice, which is started once and ended with the requests."""

import os
import signal
import shutil
import subprocess
import sys
import tempfile
import time

from peer import boolean, date, letters, number, place, serve

try:
    import uno
    from com.sun.star.beans import PropertyValue
except ImportError:
    sys.exit("Python's bridge to LibreOffice is missing for /usr/bin/python3: install the Debian package python3-uno")

# com.sun.star.util.NumberFormat, com.sun.star.sheet.CellFlags, com.sun.star.table.CellContentType
DATE, TIME, LOGICAL = 2, 4, 1024
FORMULA_CELLS = 16
# Of a sheet, how much is looked at cell by cell.
LOOK_ROWS, LOOK_COLUMNS = 16, 16
SAVED = {"ods": "calc8", "xlsx": "Calc MS Excel 2007 XML"}


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


class Office:
    def __enter__(self):
        if shutil.which("soffice") is None:
            sys.exit("LibreOffice is missing: install the Debian package libreoffice-calc-nogui")
        pipe = f"peer{os.getpid()}"
        self.profile = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            ["soffice", "--headless", "--norestore", "--nologo", "--nodefault", "--nofirststartwizard",
             f"-env:UserInstallation=file://{self.profile.name}", f"--accept=pipe,name={pipe};urp;"],
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.desktop = None
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        while self.desktop is None:
            if self.process.poll() is not None:
                sys.exit(f"LibreOffice ended with {self.process.returncode} before it could be used")
            try:
                context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                self.desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
            except uno.getClass("com.sun.star.connection.NoConnectException"):
                time.sleep(0.05)
        return self

    def __exit__(self, *_):
        try:
            self.desktop.terminate()
            self.process.wait(60)
        except Exception:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.profile.cleanup()

    def open(self, request):
        options = [option("Hidden", True)]
        if "filter" in request:
            options.append(option("FilterName", "Text - txt - csv (StarCalc)"))
            options.append(option("FilterOptions", request["filter"]))
        document = self.desktop.loadComponentFromURL(uno.systemPathToFileUrl(request["file"]), "_blank", 0, tuple(options))
        if document is None:
            raise ValueError("LibreOffice does not open it")
        return document

    def convert(self, request):
        document = self.open(request)
        document.calculateAll()
        kind = request["to"].rsplit(".", 1)[1]
        document.storeToURL(uno.systemPathToFileUrl(request["to"]), (option("FilterName", SAVED[kind]),))
        document.close(True)
        return {}

    def read(self, request):
        document = self.open(request)
        try:
            return Reading(document, request.get("facts", False)).found
        finally:
            document.close(True)


class Reading:
    def __init__(self, document, facts):
        self.found = {}
        self.formats = document.getNumberFormats()
        self.types = {}
        pages = document.getSheets()
        for tab in range(pages.getCount()):
            page = pages.getByIndex(tab)
            self.found[f"{tab + 1}! name"] = page.getName()
            cursor = page.createCursor()
            cursor.gotoEndOfUsedArea(False)
            end = cursor.getRangeAddress()
            area = page.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
            self.cells(tab, page, area)
            if facts:
                self.facts(tab, page, end)
        if facts:
            for name in document.NamedRanges.getElementNames():
                self.found[f"name {name}"] = document.NamedRanges.getByName(name).getContent()

    def cells(self, tab, page, area):
        for row, values in enumerate(area.getDataArray()):
            for column, value in enumerate(values):
                # None is an error, which only a formula has.
                if value not in ("", None):
                    self.found[place(tab, row, column)] = self.value(page, row, column, value)
        for block in area.queryContentCells(FORMULA_CELLS).getRangeAddresses():
            for row in range(block.StartRow, block.EndRow + 1):
                for column in range(block.StartColumn, block.EndColumn + 1):
                    cell = page.getCellByPosition(column, row)
                    self.found[place(tab, row, column)] = self.formula(cell.getFormula(), cell.getString())

    def formula(self, text, result):
        # What it makes of a truth value in XLSX.
        if text in ("=TRUE()", "=FALSE()"):
            return boolean(text == "=TRUE()")
        return f"formula:{text} -> {result}"

    def value(self, page, row, column, value):
        if isinstance(value, str):
            return f"text:{value}"
        kind = self.kind_of(page.getCellByPosition(column, row).NumberFormat)
        if kind & LOGICAL:
            return boolean(value)
        return date(value) if kind & (DATE | TIME) else number(value)

    def kind_of(self, key):
        if key not in self.types:
            self.types[key] = self.formats.getByKey(key).Type
        return self.types[key]

    def facts(self, tab, page, end):
        found = self.found
        at = f"{tab + 1}!"
        found[f"{at} visible"] = str(page.IsVisible)
        found[f"{at} charts"] = str([page.Charts.getByIndex(i).HasColumnHeaders for i in range(page.Charts.getCount())])
        found[f"{at} drawn"] = str(sorted(page.DrawPage.getByIndex(i).getShapeType()
                                          for i in range(page.DrawPage.getCount())))
        for entry in page.ConditionalFormats.getConditionalFormats():
            found[f"{at}{entry.Range.RangeAddressesAsString} condition"] = str(
                [entry.getByIndex(i).getType() for i in range(entry.getCount())])
        notes = page.getAnnotations()
        for index in range(notes.getCount()):
            note = notes.getByIndex(index)
            found[f"{place(tab, note.Position.Row, note.Position.Column)} comment"] = note.getString()
        for column in range(min(end.EndColumn + 1, LOOK_COLUMNS)):
            width = page.Columns.getByIndex(column)
            found[f"{at}{letters(column)} column"] = f"{width.Width} {width.IsVisible}"
        for row in range(min(end.EndRow + 1, LOOK_ROWS)):
            height = page.Rows.getByIndex(row)
            found[f"{at}{row + 1} row"] = f"{height.Height} {height.IsVisible}"
            self.merged(tab, page, row, end.EndColumn)
        for group in page.getUniqueCellFormatRanges():
            self.look(tab, group, end)

    def merged(self, tab, page, row, last):
        if not page.getCellRangeByPosition(0, row, last, row).getIsMerged():
            return
        for column in range(last + 1):
            cell = page.getCellByPosition(column, row)
            if cell.getIsMerged():
                area = page.createCursorByRange(cell)
                area.collapseToMergedArea()
                self.found[f"{place(tab, row, column)} merged"] = area.AbsoluteName

    def look(self, tab, group, end):
        """Of cells that look the same. Asking for each cell would take a hundred times as long."""
        names = ("CellBackColor", "CellStyle", "CharColor", "CharHeight", "CharWeight", "HoriJustify", "IsTextWrapped",
                 "NumberFormat", "Validation")
        look = dict(zip(names, group.getPropertyValues(names)))
        look["NumberFormat"] = self.formats.getByKey(look["NumberFormat"]).FormatString
        look["HoriJustify"] = look["HoriJustify"].value
        rule = look.pop("Validation")
        if rule.Type.value != "ANY":
            look["Validation"] = f"{rule.Type.value} {rule.getFormula1()} {rule.getFormula2()}"
        for block in group.getRangeAddresses():
            for row in range(block.StartRow, min(block.EndRow, end.EndRow, LOOK_ROWS) + 1):
                for column in range(block.StartColumn, min(block.EndColumn, end.EndColumn, LOOK_COLUMNS) + 1):
                    self.found[f"{place(tab, row, column)} look"] = str(look)


def main():
    with Office() as office:
        serve("LibreOffice", {"read": office.read, "convert": office.convert})


main()
