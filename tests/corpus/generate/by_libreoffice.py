# SPDX-License-Identifier: Apache-2.0
"""Files written by LibreOffice: one document, saved as ODS and XLSX, and with a password."""

import csv
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import uno
from com.sun.star.beans import NamedValue, PropertyValue
from com.sun.star.lang import Locale

from corpus import FILES, expect, refuse, sheet, texts

MADE_BY = "LibreOffice"
SAVED = {"ods": "calc8", "xlsx": "Calc MS Excel 2007 XML", "xls": "MS Excel 97", "csv": "Text - txt - csv (StarCalc)"}

# (what is put in, number format, what is shown, kind)
TYPED = [
    ("Company & Söhne", None, "Company & Söhne", "text"),
    ("007", None, "007", "text"),
    (1234.5, "#,##0.00", "1,234.50", "number"),
    (-0.5, None, "-0.5", "number"),
    (1234, "00000", "01234", "number"),
    (0.075, "0.0%", "7.5%", "number"),
    (1200.5, "#,##0.00 [$€-407]", "1,200.50 €", "number"),
    (46053, "YYYY-MM-DD", "2026-01-31", "date"),
    (46053, "DD.MM.YYYY", "31.01.2026", "date"),
    (46053.75, "YYYY-MM-DD HH:MM", "2026-01-31 18:00", "date"),
    (0.3541666666666667, "HH:MM", "08:30", "time"),
    (1.5, "[HH]:MM", "36:00", "time"),
    (1, "BOOLEAN", "TRUE", "boolean"),
    ("two\nlines", None, "two\nlines", "text"),
    ("a   b  ", None, "a   b  ", "text"),
    (" tab\there", None, " tab\there", "text"),
    (123456789012, "0", "123456789012", "number"),
    ("=1/0", None, "#DIV/0!", "=error"),
    ("=NA()", None, "#N/A", "=error"),
    ('="a"&"b"', None, "ab", "=text"),
    ("=SUM(1;2)", None, "3", "=number"),
    ("東京 🎈", None, "東京 🎈", "text"),
]


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connect(pipe):
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for _ in range(120):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            time.sleep(1)
    raise SystemExit("LibreOffice did not start")


def fill_typed(page, formats):
    locale = Locale("en", "US", "")
    for row, (value, code, _, _) in enumerate(TYPED):
        page.getCellByPosition(0, row).setString(f"row {row + 1}")
        cell = page.getCellByPosition(1, row)
        if isinstance(value, str) and not value.startswith("="):
            cell.setString(value)
        elif isinstance(value, str):
            cell.setFormula(value)
        else:
            cell.setValue(float(value))
        if code:
            key = formats.queryKey(code, locale, False)
            cell.NumberFormat = key if key >= 0 else formats.addNew(code, locale)
    page.getAnnotations().insertNew(page.getCellByPosition(1, 0).getCellAddress(), "a note is no cell")


def fill_layout(page):
    for column, text in enumerate(["H1", "H2", "H3", "H4", "H5"]):
        page.getCellByPosition(column, 0).setString(text)
    page.getCellByPosition(1, 1).setString("merged")
    page.getCellRangeByPosition(1, 1, 2, 2).merge(True)
    page.getCellByPosition(0, 4).setString("hidden row")
    page.getRows().getByIndex(4).IsVisible = False
    page.getCellByPosition(3, 5).setString("hidden column")
    page.getColumns().getByIndex(3).IsVisible = False
    for row in range(9, 29):
        page.getCellByPosition(0, row).setString("same")
        page.getCellByPosition(1, row).setValue(1.0)
        page.getCellByPosition(2, row).setValue(1.0)
    page.getCellByPosition(4, 39).setString("after a gap")


def main():
    pipe = f"corpus{os.getpid()}"
    with tempfile.TemporaryDirectory() as profile:
        office = subprocess.Popen(["soffice", "--headless", "--norestore", "--nologo",
                                   f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={pipe};urp;"],
                                  start_new_session=True)
        try:
            make(connect(pipe))
            office.wait(60)
        except BaseException:
            os.killpg(office.pid, signal.SIGKILL)
            raise


def make(context):
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (option("Hidden", True),))
    pages = document.getSheets()
    pages.getByIndex(0).setName("Typed")
    pages.insertNewByName("Layout & more", 1)
    pages.insertNewByName("Secret", 2)
    fill_typed(pages.getByIndex(0), document.getNumberFormats())
    fill_layout(pages.getByIndex(1))
    pages.getByIndex(2).getCellByPosition(0, 0).setString("secret")
    pages.getByIndex(2).IsVisible = False
    document.calculateAll()

    def save(file, *more):
        target = uno.systemPathToFileUrl(str(Path(FILES / file).resolve()))
        document.storeToURL(target, (option("FilterName", SAVED[file.rsplit(".", 1)[1]]), *more))

    for file in ("libreoffice.ods", "libreoffice.xlsx", "refused_libreoffice.xls"):
        save(file)
    save("refused_password.ods", option("Password", "secret"))
    keys = (NamedValue("CryptoType", "Standard"), NamedValue("OOXPassword", "secret"))
    save("refused_password.xlsx", option("EncryptionData", uno.Any("[]com.sun.star.beans.NamedValue", keys)))
    save("libreoffice.csv", option("FilterOptions", "59,34,76,1,,0,false,true,false"))
    document.close(True)
    desktop.terminate()


def describe():
    typed = sheet([[f"text:row {row}", f"{kind}:{shown}"] for row, (_, _, shown, kind) in enumerate(TYPED, 1)], "Typed")
    layout = {1: texts("H1", "H2", "H3", "H4", "H5"), 2: {"B": "text:merged"}, 5: texts("hidden row"),
              6: {"D": "text:hidden column"}, 40: {"E": "text:after a gap"}}
    layout.update({row: ["text:same", "number:1", "number:1"] for row in range(10, 30)})
    layout = sheet(layout, "Layout & more", hidden_rows=[5], hidden_columns=["D"], merged=["B2:C3"])
    secret = sheet([texts("secret")], "Secret", "hidden")
    expect("libreoffice.ods", "ods", typed, layout, secret, made_by=MADE_BY)
    expect("libreoffice.xlsx", "xlsx", typed, layout, secret, made_by=MADE_BY)
    # Without "as shown", which the option string does not reach, the file has other texts; what it has is
    # told by another reader of CSV.
    with open(FILES / "libreoffice.csv", encoding="utf-8-sig", newline="") as file:
        plain = [["text:" + cell for cell in row] for row in csv.reader(file, delimiter=";")]
    expect("libreoffice.csv", "delimited", sheet(plain), made_by=MADE_BY)
    refuse("refused_libreoffice.xls", "sheet_unsupported_format", ".xls", made_by=MADE_BY)
    refuse("refused_password.xlsx", "sheet_password_protected", "password", made_by=MADE_BY)
    refuse("refused_password.ods", "sheet_password_protected", "password", made_by=MADE_BY)


main()
describe()
