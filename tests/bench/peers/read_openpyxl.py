#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads an XLSX file with openpyxl in read-only mode and counts what it holds. Usage: read_openpyxl.py FILE [ROWS]"""

import itertools
import json
import sys

import openpyxl

most = int(sys.argv[2]) if len(sys.argv) > 2 else None
book = openpyxl.load_workbook(sys.argv[1], read_only=True, data_only=True)
rows = cells = 0
for row in itertools.islice(book.worksheets[0].iter_rows(values_only=True), most):
    rows += 1
    cells += sum(value is not None for value in row)
print(json.dumps({"rows": rows, "cells": cells}))
