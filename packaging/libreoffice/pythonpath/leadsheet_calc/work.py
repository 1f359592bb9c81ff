# SPDX-License-Identifier: Apache-2.0
"""What the menu does. Each entry is a generator of steps (steps.py) over a document (document.py)."""

import json
import time
from pathlib import Path

from . import fixes, rows, words as say
from .copying import make_copy
from .program import EXIT_INTERRUPTED, EXIT_SHEET_REFUSED
from .steps import Ask, NotWritable, Run, Stop, Work

LONGEST_LIST = 1_000_000
MOST_COMMENTS = 500
MOST_ITEMS = 2000
COMMENT_MARK = "Leadsheet: "
READ_AGAIN = 3
# The program said why it did not begin: nothing of this call was sent.
NOT_BEGUN = (2, 3, 5, 6, 7, 8, 9)


class Actions:
    """The use cases on one document."""

    def __init__(self, document, words):
        self.document, self.words = document, words

    # ---- Reading -------------------------------------------------------------------------------------------------

    def read(self):
        """Copies the tab at hand and has it read; returns (Shot, Reading, Outcome of the check)."""
        words = self.words
        shot = self.document.shoot()
        columns = rows.noted_columns(shot.cells)
        yield Work(lambda: make_copy(shot.stored, shot.copy, shot.tab, columns), words("reading"))
        checked = yield Run(["check", *shot.arguments()], words("reading"))
        sheet = checked.last("sheet")
        if sheet is None or not (checked.is_read() or checked.exit == EXIT_SHEET_REFUSED):
            raise Stop(words("failed", why=checked.why_not()))
        if "headerRow" not in sheet:
            raise Stop(words("noHeader"))
        applied = yield Run(["map", "apply", *shot.arguments()], words("reading"))
        if not applied.is_read():
            raise Stop(words("failed", why=applied.why_not()))
        repeated = {row["row"] for row in checked.of("row") if row.get("repeated")}
        return shot, rows.Reading(shot.cells, sheet, applied.of("mappedRow"), repeated), checked

    def standing(self, reading):
        """(cells, place, number in the copy -> index) as the sheet stands now."""
        cells = self.document.cells()
        place = reading.place(cells)
        if place is None:
            raise Stop(self.words("changedTooMuch"))
        return cells, place, rows.find_rows(reading, cells, place)

    def changed_rows(self, reading):
        """number -> order number of rows that ask for something else than was ordered for them."""
        cells, place, found = self.standing(reading)
        stored = rows.stored_keys(cells, place)
        changed = {}
        for number, at in found.items():
            key, order = reading.rows[number].key, rows.cell_of(cells, place, at, "order")
            # A copy of an ordered row that was made to a new wish counts too: its cells are to be cleared first.
            if key and order and stored.get(at) not in (None, key) and not reading.rows[number].repeated:
                changed[number] = order
        return changed

    def write(self, updates, cells, place, title):
        self.document.write(rows.blocks_of(cells, place.results, updates), self.words(title))

    # ---- Check ---------------------------------------------------------------------------------------------------

    def check(self):
        words = self.words
        while True:
            shot, reading, checked = yield from self.read()
            problems = checked.of("problem")
            cells, place, found = self.standing(reading)
            formula = self.document.formulas()
            spots = [self.spot(problem, reading, place, found) for problem in problems]
            self.document.comment([(at, column, COMMENT_MARK + self.problem_text(problem))
                                   for problem, (at, column) in zip(problems, spots)
                                   if at is not None][:MOST_COMMENTS], COMMENT_MARK, words("undoComments"))
            made = fixes.fixes_for(problems, lambda row, letters: self.shown(row, letters, reading, cells, place, found, formula))
            summary = checked.last("check") or {}
            text = words.count("ready", summary.get("ready", 0)) + " " + words.count("needFix", summary.get("blocked", 0))
            for name, figure in (("repeat", "repeated"), ("already", "alreadyOrdered"), ("ended", "ended"), ("changed", "changed")):
                if summary.get(figure):
                    text += " " + words.count(name, summary[figure])
            if len(problems) > MOST_COMMENTS:
                text += " " + words("firstComments", count=MOST_COMMENTS)
            items = [(self.problem_line(problem, at), at, column) for problem, (at, column) in zip(problems, spots)]
            buttons = (("close", words("close")),)
            if made:
                buttons = (("fix", words.count("fixCells", len(made))), *buttons)
            if (yield Ask(text, buttons, items[:MOST_ITEMS])) != "fix":
                return
            self.fix(made, reading)

    def spot(self, problem, reading, place, found):
        """Where the problem's cell is now; a problem of the whole row is shown at its first used cell."""
        at = found.get(problem["row"])
        column = rows.column_number(problem["column"]) if problem.get("column") else None
        if column in reading.used:
            column = place.used[reading.used.index(column)]
        return at, column if column is not None else place.used[0]

    def shown(self, row, letters, reading, cells, place, found, formula):
        """What a cell shows, if it is one that a text may be put into."""
        column = rows.column_number(letters)
        if row not in found or column not in reading.used:
            return None
        at = found[row], place.used[reading.used.index(column)]
        value = cells[at[0]][at[1]]
        return None if formula(*at) else value if isinstance(value, str) else self.document.shown(*at)

    def fix(self, made, reading):
        """As the sheet stands by now: what was edited since it was read is left alone."""
        _, place, found = self.standing(reading)
        texts = {}
        for (row, letters), text in made.items():
            column = rows.column_number(letters)
            if row in found and column in reading.used:
                texts[found[row], place.used[reading.used.index(column)]] = text
        self.document.set_texts(texts, self.words("undoFixes"))

    def problem_text(self, problem):
        return " ".join(part for part in (problem["reason"], problem.get("fix", "")) if part)

    def problem_line(self, problem, at):
        row = at + 1 if at is not None else problem["row"]
        where = self.words("rowColumn", row=row, column=problem["header"]) if problem.get("header") else self.words("row", row=row)
        return f"{where}: {self.problem_text(problem)}"

    # ---- Price ---------------------------------------------------------------------------------------------------

    def quote(self, shot, reading, changed):
        """Prices the rows, without those that were changed since they were ordered."""
        chosen = []
        if changed:
            numbers = [number for number in reading.rows if number not in changed]
            if not numbers:
                raise Stop(self.words("nothingToOrder") + " " + self.words.count("changed", len(changed)))
            chosen = ["--rows", rows.ranges_of(numbers)]
        # Says more than `quote` about the rows that are left out.
        priced = yield Run(["submit", *shot.arguments(), *chosen, "--no-results", "--dry-run"], self.words("pricing"))
        return priced, chosen

    def price(self):
        words = self.words
        shot, reading, _ = yield from self.read()
        changed = self.changed_rows(reading)
        priced, _ = yield from self.quote(shot, reading, changed)
        quote = priced.last("quote")
        if quote is None:
            raise Stop(words("failed", why=priced.why_not()))
        cap = (yield Run(["account", "cap"], words("pricing"))).last("spendCap") or {}
        yield Ask("\n".join(self.price_lines(priced, changed, cap)), (("close", words("close")),),
                  self.again_items(priced, reading, changed))

    def price_lines(self, priced, changed, cap):
        words, quote = self.words, priced.last("quote")
        lines = [words.count("price", quote["orders"], sum=words.money(quote["quoted"]))]
        if cap.get("daily"):
            lines.append(words("cap", daily=words.money(cap["daily"]), spent=words.money(cap["spentToday"])))
        lines.append(words("balance", before=words.money(quote["balanceBefore"]), after=words.money(quote["balanceAfter"])))
        for name, count in (("already", quote["alreadyOrdered"]), ("ended", quote["ended"]),
                            ("before", sum(1 for row in priced.of("row") if row.get("equivalentOrders"))),
                            ("needFix", quote["needsFix"]), ("changed", len(changed))):
            if count:
                lines.append(words.count(name, count))
        for earlier in priced.of("replaced"):
            lines.append(words.count("replaced" if earlier["givenUp"] else "otherSheet", earlier["rows"], run=earlier["run"]))
        if quote.get("sandbox"):
            lines.append(words("playMoney"))
        return lines

    def again_items(self, priced, reading, changed):
        """What would be bought again, if it were ordered: none of it is."""
        words = self.words
        _, place, found = self.standing(reading)
        items = []
        for row in priced.of("row"):
            at = found.get(row["row"])
            why = words("againBefore", orders=say.orders_text(row)) if row.get("equivalentOrders") else say.row_cells(words, row)["status"]
            items.append((words("row", row=(at + 1 if at is not None else row["row"])) + ": " + why, at, place.used[0]))
        for number, order in changed.items():
            items.append((words("row", row=found[number] + 1) + ": " + words("statusChanged", order=order), found[number], place.used[0]))
        return items[:MOST_ITEMS]

    # ---- Order ---------------------------------------------------------------------------------------------------

    def order(self):
        words = self.words
        before = ""
        for _ in range(READ_AGAIN):
            shot, reading, checked = yield from self.read()
            changed = self.changed_rows(reading)
            priced, chosen = yield from self.quote(shot, reading, changed)
            quote = priced.last("quote")
            if quote is None or not priced.is_read():
                raise Stop(words("failed", why=priced.why_not()))
            if quote["orders"] == 0:
                yield from self.nothing_to_order(reading, priced, changed)
                return
            unused = [column["header"] for column in (checked.last("check") or {}).get("unused", ()) if column.get("header")]
            lines = [before] if before else []
            lines.append(words.count("place", quote["orders"], sum=words.money(quote["quoted"])))
            lines += self.price_lines(priced, changed, {})[1:]
            if unused:
                lines.append(words("unused", columns=", ".join(unused)))
            answer = yield Ask("\n".join(lines), (("order", words("orderNow", sum=words.money(quote["quoted"]))), ("no", words("no"))),
                               self.again_items(priced, reading, changed))
            if answer != "order":
                raise Stop(words("notOrdered"))
            if rows.same_wishes(reading, self.document.cells()):
                yield from self.send(shot, reading, priced, quote, changed, chosen)
                return
            before = words("editedMeanwhile")
        raise Stop(words("changedTooMuch"))

    def send(self, shot, reading, priced, quote, changed, chosen):
        """Places the orders at the price that was agreed to, of the copy that was priced."""
        words = self.words
        settled = {row["row"] for row in priced.of("row")} | set(changed)
        ready = [number for number, row in reading.rows.items() if row.key and not row.repeated and number not in settled]
        self.note_keys(reading, ready)
        outcome = yield self.sending(["submit", *shot.arguments(), *chosen, "--no-results", "--max-total",
                                      say.plain_money(quote["quoted"])], shot, quote["orders"])
        while True:
            self.note_rows(reading, outcome, ready)
            summary = outcome.last("summary") or {}
            run = summary.get("run")
            if run is None:
                break
            left = sum(summary["totals"].get(name, 0) for name in ("unknown", "willRetry", "queued", "ready"))
            if not left or outcome.is_read():
                break
            answer = yield Ask(words("paused", why=outcome.why_not()),
                               (("resume", words("resume")), ("giveUp", words("giveUp")), ("later", words("later"))))
            if answer == "resume":
                outcome = yield self.sending(["resume", str(run), "--no-results"], shot, quote["orders"])
                continue
            if answer == "giveUp":
                yield Run(["discard", str(run)], words("givingUp"))
                outcome = yield Run(["status", str(run), "--rows"], words("givingUp"))
                self.note_rows(reading, outcome, ready)
            break
        said = self.order_text(outcome)
        yield from self.refresh(reading)
        raise Stop(said)

    def sending(self, arguments, shot, orders):
        words, started = self.words, time.time()

        def seen(outcome):
            for run in outcome.of("run"):
                if run["source"] == shot.name and run["rows"]:
                    done = run["rows"].get("placed", 0)
                    text = words("progress", done=words.number(done), all=words.number(orders), sum=words.money(run["held"]))
                    if run["rows"].get("refused"):
                        text += " " + words.count("refused", run["rows"]["refused"])
                    return text, int(1000 * done / max(1, orders))
            return words("progressWaiting", seconds=int(time.time() - started)), 0

        return Run(arguments, words("ordering"), ["status", "--limit", "3"], seen, (("pause", words("pause")),))

    def nothing_to_order(self, reading, priced, changed):
        words = self.words
        noted = {row["row"]: say.row_cells(words, row) for row in priced.of("row")}
        noted.update({number: {"status": words("statusChanged", order=order)} for number, order in changed.items()})
        self.write_numbers(noted, reading, "undoStatus")
        yield from self.refresh(reading)
        yield Ask("\n".join([words("nothingToOrder"), *self.price_lines(priced, changed, {})[2:]]), (("close", words("close")),),
                  self.again_items(priced, reading, changed))

    def note_keys(self, reading, ready):
        """Writes the keys beside their rows and makes sure that they stand there, before anything is sent."""
        words = self.words
        cells, place, found = self.standing(reading)
        if any(number not in found for number in ready):
            raise Stop(words("changedTooMuch"))
        try:
            place = self.document.add_results(place, words("undoStatus"))
            self.write({found[number]: {"key": reading.rows[number].key, "status": words("statusUnknown")} for number in ready},
                       cells, place, "undoStatus")
        except NotWritable:
            raise Stop(words("notWritable")) from None
        cells, place, found = self.standing(reading)
        stored = rows.stored_keys(cells, place)
        if any(stored.get(found.get(number)) != reading.rows[number].key for number in ready):
            raise Stop(words("notWritable"))

    def note_rows(self, reading, outcome, ready):
        """Writes what a run says of its rows, each beside its own."""
        words = self.words
        told = {row["row"]: say.row_cells(words, row) for row in outcome.of("row")}
        if not told and outcome.last("error") and outcome.last("summary") is None and outcome.exit in NOT_BEGUN:
            told = {number: {"status": words("statusOpen")} for number in ready}
        self.write_numbers(told, reading, "undoStatus")

    def write_numbers(self, told, reading, title):
        if not told:
            return
        cells, place, found = self.standing(reading)
        if len(place.results) < len(rows.RESULTS):
            place = self.document.add_results(place, self.words(title))
            cells = self.document.cells()
        self.write({found[number]: cells_of for number, cells_of in told.items() if number in found}, cells, place, title)

    def order_text(self, outcome):
        words = self.words
        summary = outcome.last("summary")
        if summary is None or "totals" not in summary:
            if outcome.of("row") or (summary and summary.get("state") == "Nothing to do"):
                return words("nothingToOrder")
            return words("endedMeanwhile", why=outcome.why_not()) if outcome.exit not in NOT_BEGUN else words("failed", why=outcome.why_not())
        totals = summary["totals"]
        left = sum(totals.get(name, 0) for name in ("unknown", "willRetry", "queued", "ready"))
        text = words.count("placed", totals["placed"], sum=words.money(totals["held"]))
        if totals["refused"]:
            text += " " + words.count("refused", totals["refused"])
        if left:
            text += " " + words.count("left", left)
        if outcome.exit not in (0, 4, EXIT_INTERRUPTED):
            text += " " + outcome.why_not()
        return text

    # ---- Update Status -------------------------------------------------------------------------------------------

    def orders(self):
        """order key -> order, and whether these are all orders of the account."""
        listed = yield Run(["orders", "list", "--limit", str(LONGEST_LIST)], self.words("asking"))
        if not listed.is_read():
            raise Stop(self.words("failed", why=listed.why_not()))
        orders = listed.of("order")
        return {order["idempotencyKey"]: order for order in orders if order.get("idempotencyKey")}, len(orders) < LONGEST_LIST

    def update(self):
        shot, reading, _ = yield from self.read()
        count = yield from self.refresh(reading)
        raise Stop(self.words.count("found", count))

    def refresh(self, reading):
        """Writes beside each row where its order is now; how many there are."""
        orders, isWhole = yield from self.orders()
        cells, place, found = self.standing(reading)
        if not place.results and not any(row.key in orders for row in reading.rows.values()):
            return 0
        if len(place.results) < len(rows.RESULTS):
            place = self.document.add_results(place, self.words("undoStatus"))
            cells = self.document.cells()
        updates = self.statuses(reading, cells, place, found, orders, isWhole)
        self.write(updates, cells, place, "undoStatus")
        return sum(1 for made in updates.values() if made.get("order"))

    def statuses(self, reading, cells, place, found, orders, isWhole):
        words = self.words
        stored = rows.stored_keys(cells, place)
        computed = {at: reading.rows[number].key for number, at in found.items()}
        owners = {}
        for at, key in stored.items():
            if key not in owners or (computed.get(owners[key]) != key and computed.get(at) == key):
                owners[key] = at
        nothing = {name: "" for name in rows.RESULTS}
        updates = {}
        for at, key in stored.items():
            if owners[key] != at:  # a copy of the row, with what stood beside it
                updates[at] = {**nothing, "status": words("statusTwice")} if computed.get(at) == key else nothing
            elif key in orders:
                updates[at] = say.order_cells(words, orders[key])
                if computed.get(at) not in (None, "", key):
                    updates[at]["status"] = words("statusChangedNow", status=updates[at]["status"])
            elif isWhole and rows.cell_of(cells, place, at, "order"):
                updates[at] = {**nothing, "status": words("statusNotOrdered")}
        for number, at in found.items():
            row = reading.rows[number]
            if at not in stored and row.key in orders and row.key not in owners and not row.repeated:
                updates[at] = say.order_cells(words, orders[row.key])
        return updates

    # ---- Get Leads -----------------------------------------------------------------------------------------------

    def leads(self):
        words = self.words
        shot, reading, _ = yield from self.read()
        yield from self.refresh(reading)
        orders, _ = yield from self.orders()
        ours = {order["orderNumber"]: order for order in orders.values()}
        cells, place, _ = self.standing(reading)
        row_of = {}
        for at in range(place.header + 1, len(cells)):
            number = rows.cell_of(cells, place, at, "order")
            if number in ours:
                row_of.setdefault(number, at + 1)
        if not row_of:
            raise Stop(words("noOrders"))
        since = min(ours[number]["createdAt"] for number in row_of)
        file = str(Path(shot.folder) / "leads.jsonl")
        exported = yield Run(["leads", "export", file, "--format", "jsonl", "--delivered-after", since], words("fetching"))
        if not exported.is_read():
            raise Stop(words("failed", why=exported.why_not()))

        def table():
            with open(file, encoding="utf-8") as lines:
                return say.lead_table((json.loads(line) for line in lines if line.strip()), row_of)

        made = yield Work(table, words("fetching"))
        if not made:
            raise Stop(words("noLeads"))
        name = self.document.add_tab(words("leadsTab"), made, words("undoLeads"))
        raise Stop(words.count("leads", len(made) - 1, tab=name))
