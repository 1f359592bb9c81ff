# SPDX-License-Identifier: Apache-2.0
"""What the peers written in Python share: requests come as one JSON object per line, an answer goes out as one.

An answer holds what was read as {"1!B2": "text:007"}: the tab's number, the cell, and its kind and value. What is
known besides, when it was asked for, stands beside it under keys that are no cells, "1!B2 format"."""

import datetime
import json
import sys
import traceback

DAY_MS = 86_400_000


def number(value):
    return f"number:{float(value)!r}"


def boolean(value):
    return "boolean:TRUE" if value else "boolean:FALSE"


def date(serial):
    """The moment of a serial of the 1900 date system, after February 1900."""
    moment = datetime.datetime(1899, 12, 30) + datetime.timedelta(milliseconds=round(serial * DAY_MS))
    return "date:" + moment.isoformat(timespec="milliseconds")


def letters(column):
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def place(tab, row, column):
    """Of a cell, all counted from 0."""
    return f"{tab + 1}!{letters(column)}{row + 1}"


def serve(name, handlers):
    say = sys.stdout
    print(json.dumps({"ready": name}), file=say, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"read": handlers[request["do"]](request)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
        print(json.dumps(answer), file=say, flush=True)
