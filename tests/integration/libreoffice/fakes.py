# SPDX-License-Identifier: Apache-2.0
"""A spreadsheet and a program that answer as the real ones do, in memory, and what drives a use case over them."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "packaging/libreoffice/pythonpath"), str(ROOT / "client-core/python")]
sys.dont_write_bytecode = True

from leadsheet_calc import rows, work  # noqa: E402
from leadsheet_calc.program import Outcome  # noqa: E402
from leadsheet_calc.steps import Ask, Run, Stop, Work  # noqa: E402
from leadsheet_calc.words import Words  # noqa: E402
from order_identity import row_identity  # noqa: E402

WORDS = Words("en", __import__("json").loads((ROOT / "packaging/libreoffice/texts.json").read_text(encoding="utf-8")))
HEADER = ["Product", "Lead count", "Keywords", "Mine"]
PRICE = 8


def money(amount):
    return {"amount": amount, "currency": "USD"}


class FakeShot:
    folder, stored, name, tab = "/none", "/none/stored", "sheet.ods", "Sheet1"

    def __init__(self, cells):
        self.cells = cells

    copy = "/none/sheet.ods"

    def arguments(self):
        return [self.copy, "--tab", self.tab]


class FakeDocument:
    def __init__(self, table):
        self.table = [list(row) for row in table]
        self.comments, self.undone, self.protected, self.selected = {}, [], False, None
        self.tabs, self.calculated = {}, set()

    def shoot(self):
        self.shot = FakeShot(self.cells())
        return self.shot

    def cells(self):
        width = max(map(len, self.table))
        return tuple(tuple([*row, *[""] * (width - len(row))]) for row in self.table)

    def put(self, row, column, value):
        cells = self.table[row]
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = value

    def write(self, blocks, title):
        self.undone.append(title)
        for row, column, values in blocks:
            for down, line in enumerate(values):
                for right, value in enumerate(line):
                    if not self.protected:
                        self.put(row + down, column + right, value)

    def add_results(self, place, title):
        missing = [name for name in rows.RESULTS if name not in place.results]
        first, results = len(self.cells()[0]), dict(place.results)
        for at, name in enumerate(missing):
            self.put(place.header, first + at, rows.RESULTS[name])
            results[name] = first + at
        return rows.Place(place.header, place.used, results)

    def shown(self, row, column):
        return str(self.table[row][column])

    def formulas(self):
        return lambda row, column: (row, column) in self.calculated

    def set_texts(self, texts, title):
        self.undone.append(title)
        for (row, column), text in texts.items():
            self.put(row, column, text)

    def comment(self, comments, mark, title):
        self.comments = {(row, column): text for row, column, text in comments}

    def add_tab(self, name, table, title):
        self.tabs[name] = table
        return name

    def sort(self, key, reverse=False):
        self.table[1:] = sorted(self.table[1:], key=key, reverse=reverse)

    def records(self):
        header, *lines = self.cells()
        return [dict(zip(header, line)) for line in lines if any(line)]


class FakeService:
    """Its orders, by key."""

    def __init__(self):
        self.orders, self.sent, self.faults, self.during = {}, [], [], lambda: None

    def order(self, key, status="pending_review", delivered=0):
        self.orders.setdefault(key, {"type": "order", "orderNumber": f"LS-{len(self.orders):010d}", "status": status,
                                     "idempotencyKey": key, "held": money(PRICE), "charged": money(0), "deliveredLeads": delivered,
                                     "createdAt": "2026-01-01T00:00:00Z"})
        return self.orders[key]


class FakeProgram:
    """Reads the columns of HEADER; a count that is no number needs a fix."""

    def __init__(self, service, document):
        self.service, self.document = service, document
        self.calls = []

    def lines(self):
        for number, line in enumerate(self.document.shot.cells[1:], 2):
            if line[0] == "":
                continue
            blocked = not isinstance(line[1], float)
            order = {"scrapingOption": line[0], "leadCount": int(line[1]) if not blocked else 0, "keywords": [str(line[2])]}
            yield number, blocked, order, row_identity(order)[1]

    def run(self, arguments):
        self.calls.append(arguments)
        name = "".join(word.capitalize() for word in arguments[:2] if word.isalpha())
        return getattr(self, name)(arguments)

    def Check(self, _):
        records = [{"type": "sheet", "headerRow": 1, "columns": [
            {"target": target, "column": letter} for target, letter in
            (("scrapingOption", "A"), ("leadCount", "B"), ("keywords", "C"))]}]
        seen = set()
        for number, blocked, order, key in self.lines():
            if blocked:
                records.append({"type": "problem", "row": number, "column": "B", "header": "Lead count", "reason": "Not a number.",
                                "fix": "Write digits.", "fixes": [{"fix": "leadCount|means(ten,10)", "likely": True}]})
            else:
                records.append({"type": "row", "row": number, "repeated": key in seen})
                seen.add(key)
        records.append({"type": "check", "ready": len(seen), "blocked": 0, "unused": [{"header": "Mine"}]})
        return Outcome(0, records)

    def MapApply(self, _):
        return Outcome(0, [{"type": "mappedRow", "row": number, "blocked": blocked, "order": order}
                           for number, blocked, order, _ in self.lines()])

    def chosen(self, arguments):
        wanted = None
        if "--rows" in arguments:
            wanted = set()
            for part in arguments[arguments.index("--rows") + 1].split(","):
                first, _, last = part.partition("-")
                wanted.update(range(int(first), int(last or first) + 1))
        seen = set()
        for number, blocked, order, key in self.lines():
            if not blocked and key not in seen and (wanted is None or number in wanted):
                seen.add(key)
                yield number, order, key

    def Quote(self, arguments):
        new = [key for _, _, key in self.chosen(arguments) if key not in self.service.orders]
        already = sum(1 for _, _, key in self.chosen(arguments) if key in self.service.orders)
        return Outcome(0, [{"type": "quote", "orders": len(new), "quoted": money(PRICE * len(new)), "alreadyOrdered": already,
                            "orderedBefore": 0, "ended": 0, "needsFix": 0, "balanceBefore": money(1000),
                            "balanceAfter": money(1000 - PRICE * len(new))}])

    def AccountCap(self, _):
        return Outcome(0, [{"type": "spendCap", "daily": money(5000), "spentToday": money(0)}])

    def Submit(self, arguments):
        if "--dry-run" in arguments:
            return self.Quote(arguments)
        records, placed, code = [], 0, 0
        for number, order, key in self.chosen(arguments):
            fault = self.service.faults.pop(0) if self.service.faults else None
            if fault == "killed":
                self.service.order(key)
                return Outcome(-9, [])
            state = "Already Ordered" if key in self.service.orders else "Placed"
            if fault == "refused":
                records.append({"type": "row", "row": number, "state": "Refused", "key": key, "message": "No."})
                continue
            made = self.service.order(key)
            if state == "Placed":
                placed += 1
                self.service.sent.append(key)
            records.append({"type": "row", "row": number, "state": state, "key": key, "orderNumber": made["orderNumber"], "held": money(PRICE)})
        self.service.during()
        totals = {"placed": placed, "refused": sum(1 for one in records if one["state"] == "Refused"), "held": money(PRICE * placed)}
        return Outcome(code, [*records, {"type": "summary", "run": 1, "totals": totals}])

    def OrdersList(self, _):
        return Outcome(0, list(self.service.orders.values()))


def drive(document, program, name, answers=(), said=None, words=WORDS):
    """Runs a use case to its end; what it says."""
    answers, said = list(answers), said if said is not None else []
    work.make_copy = lambda *_: None
    steps = getattr(work.Actions(document, words), name)()
    value = None
    try:
        while True:
            step = steps.send(value)
            value = None
            if isinstance(step, Work):
                value = step.do()
            elif isinstance(step, Run):
                value = program.run(step.arguments)
            elif isinstance(step, Ask):
                said.append(step)
                value = answers.pop(0) if answers else step.buttons[-1][0]
                if callable(value):
                    value = value()
    except StopIteration:
        return said[-1].text if said else ""
    except Stop as stop:
        return str(stop)
