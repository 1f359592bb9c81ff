#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the sheets of sheet_bench.py with other programs: inline strings by openpyxl (inline.xlsx) and by XlsxWriter in
constant memory (constant.xlsx), shared strings and ODS by LibreOffice, CSV by Python. Eight columns: four of text, three
of numbers, one of dates. Files that exist are kept.
Usage: make_sheets.py FOLDER ROWS [KIND,...]"""

import csv
import datetime
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl
import xlsxwriter

INDUSTRIES = ["Software, SaaS", "Medical devices", "Logistics & freight", "Machine tools", "Banking", "E-commerce"]
CITIES = ["Berlin", "São Paulo", "Łódź", "New York", "東京", "Zürich", "Göteborg", "Austin"]
HEADER = ["Company", "City", "Industry", "Title", "Employees", "Revenue", "Leads", "Date"]
FIRST_DAY = datetime.date(2026, 1, 1)


def revenue(i):
    """Whole amounts are integers, so that every format shows the same text."""
    cents = i * 104729 % 10000000
    return cents // 100 if cents % 100 == 0 else cents / 100


def rows(count):
    for i in range(count):
        yield [f"Company {i} GmbH", CITIES[i % 8], INDUSTRIES[i % 6], f"Head of Marketing {i % 97}", i * 7919 % 50000,
               revenue(i), 100 + i % 900, FIRST_DAY + datetime.timedelta(days=i % 700)]


def write_csv(path, count):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        writer.writerows(rows(count))


def write_inline(path, count):
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("ICPs")
    sheet.append(HEADER)
    for row in rows(count):
        sheet.append(row)
    book.save(path)


def write_constant(path, count):
    book = xlsxwriter.Workbook(str(path), {"constant_memory": True})
    sheet = book.add_worksheet("ICPs")
    date = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet.write_row(0, 0, HEADER)
    for number, row in enumerate(rows(count), 1):
        sheet.write_row(number, 0, row[:7])
        sheet.write_datetime(number, 7, row[7], date)
    book.close()


def convert(source, path, target):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to",
                        target, "--outdir", folder, source], check=True, capture_output=True)
        shutil.move(Path(folder) / f"{source.stem}.{target}", path)


def make(folder, count, kinds):
    """The files for `count` rows, the header not counted."""
    folder.mkdir(parents=True, exist_ok=True)
    inline = folder / f"{count}-inline.xlsx"
    jobs = {"inline.xlsx": lambda part: write_inline(part, count),
            "constant.xlsx": lambda part: write_constant(part, count),
            "shared.xlsx": lambda part: convert(inline, part, "xlsx"),
            "sheet.ods": lambda part: convert(inline, part, "ods"),
            "sheet.csv": lambda part: write_csv(part, count)}
    wanted = [kind for kind in jobs if kind in kinds or kind == "inline.xlsx"]
    files = {kind: folder / f"{count}-{kind}" for kind in wanted}
    for kind, file in files.items():
        if not file.exists():
            part = file.with_name("part-" + file.name)
            jobs[kind](part)
            part.rename(file)
    return files


if __name__ == "__main__":
    chosen = sys.argv[3].split(",") if len(sys.argv) > 3 else ["inline.xlsx", "constant.xlsx", "shared.xlsx", "sheet.ods",
                                                               "sheet.csv"]
    for made in make(Path(sys.argv[1]), int(sys.argv[2]), chosen).values():
        print(made, made.stat().st_size)
