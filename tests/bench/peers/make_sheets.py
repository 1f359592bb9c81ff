#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the sheets of sheet_bench.py with other programs: inline strings by openpyxl, shared strings and ODS by
LibreOffice, CSV by Python. Eight columns: four of text, three of numbers, one of dates. Files that exist are kept.
Usage: make_sheets.py FOLDER ROWS"""

import csv
import datetime
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl

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


def convert(source, path, target):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to",
                        target, "--outdir", folder, source], check=True, capture_output=True)
        shutil.move(Path(folder) / f"{source.stem}.{target}", path)


def make(folder, count):
    """The four files for `count` rows, the header not counted."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {kind: folder / f"{count}-{kind}" for kind in ("inline.xlsx", "shared.xlsx", "sheet.ods", "sheet.csv")}
    inline = files["inline.xlsx"]
    jobs = {"sheet.csv": lambda part: write_csv(part, count),
            "inline.xlsx": lambda part: write_inline(part, count),
            "shared.xlsx": lambda part: convert(inline, part, "xlsx"),
            "sheet.ods": lambda part: convert(inline, part, "ods")}
    for kind, job in jobs.items():
        if not files[kind].exists():
            part = files[kind].with_name("part-" + files[kind].name)
            job(part)
            part.rename(files[kind])
    return files


if __name__ == "__main__":
    for made in make(Path(sys.argv[1]), int(sys.argv[2])).values():
        print(made, made.stat().st_size)
