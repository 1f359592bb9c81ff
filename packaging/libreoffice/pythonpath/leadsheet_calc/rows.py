# SPDX-License-Identifier: Apache-2.0
"""Which row is which. What is known of a row was read from a copy; until it is written, people sort, insert and edit.
A row is found again by the order key that stands beside it, or else by what its cells hold, never by its position."""

from collections import Counter, defaultdict
from dataclasses import dataclass

try:
    from .order_identity import row_identity  # as it is built
except ImportError:
    from order_identity import row_identity

# What this extension writes, found by these headers wherever they stand.
RESULTS = {"key": "Leadsheet key", "status": "Leadsheet status", "order": "Leadsheet order number",
           "held": "Leadsheet held", "charged": "Leadsheet charged", "currency": "Leadsheet currency",
           "leads": "Leadsheet leads delivered"}
# A header row is looked for this far down: the program does so too.
HEADER_ROWS = 60


def text_of(value):
    if value is None:
        return ""
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value).strip()


def column_number(letters):
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def column_letters(column):
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _numbered(header):
    """The header's names, each with how often it came before."""
    seen, names = Counter(), []
    for cell in header:
        name = text_of(cell)
        names.append((name, seen[name]))
        seen[name] += 1
    return names


def result_columns(header):
    """name -> column of the columns that this extension writes."""
    titles = {title: name for name, title in RESULTS.items()}
    found = {}
    for column, cell in enumerate(header):
        name = titles.get(text_of(cell))
        if name:
            found.setdefault(name, column)
    return found


def noted_columns(cells):
    """All columns that a copy leaves out."""
    for row in cells[:HEADER_ROWS]:
        if RESULTS["key"] in map(text_of, row):
            titles = set(RESULTS.values())
            return [column for column, cell in enumerate(row) if text_of(cell) in titles]
    return []


@dataclass
class Row:
    number: int  # in the copy, as a person counts
    key: str = ""  # empty when the row cannot be ordered
    repeated: bool = False  # asks for the same as a row further up


@dataclass
class Place:
    """Where the sheet stands now."""
    header: int
    used: list
    results: dict


class Reading:
    """What the program made of a copy of the sheet, whose cells were `cells`."""

    def __init__(self, cells, sheet, orders, repeated=()):
        self.cells = cells
        self.header = sheet["headerRow"] - 1
        used = set()
        for column in sheet["columns"]:
            used.add(column_number(column["column"]))
            used.update(column_number(other["column"]) for other in column.get("with", ()))
        self.used = sorted(used)
        names = _numbered(cells[self.header])
        self.names = [names[column] if column < len(names) else ("", 0) for column in self.used]
        reference = [column_number(column["column"]) for column in sheet["columns"]
                     if column["target"] in ("reference", "externalRef")]
        self.rows = {}
        for order in orders:
            row = Row(order["row"], repeated=order["row"] in repeated)
            if not order["blocked"]:
                named = text_of(cells[row.number - 1][reference[0]]) if reference else ""
                row.key = row_identity(order["order"], reference=named)[1]
            self.rows[row.number] = row

    def print_of(self, cells, at, used):
        row = cells[at]
        return tuple(row[column] if column < len(row) else "" for column in used)

    def prints(self):
        return {number: self.print_of(self.cells, number - 1, self.used) for number in self.rows}

    def place(self, cells):
        """Where the header row and the columns are in the cells of now; None when they cannot be told."""
        for at, row in enumerate(cells[:max(HEADER_ROWS, self.header + HEADER_ROWS)]):
            columns = {name: column for column, name in enumerate(_numbered(row))}
            used = []
            for column, name in zip(self.used, self.names):
                used.append(columns.get(name) if name[0] else column)
            if None not in used and any(name[0] for name in self.names):
                return Place(at, used, result_columns(row))
        return None


def stored_keys(cells, place):
    """index of row -> the key that stands beside it."""
    column = place.results.get("key")
    if column is None:
        return {}
    found = {}
    for at in range(place.header + 1, len(cells)):
        key = text_of(cells[at][column]) if column < len(cells[at]) else ""
        if key:
            found[at] = key
    return found


def cell_of(cells, place, at, name):
    column = place.results.get(name)
    return text_of(cells[at][column]) if column is not None and column < len(cells[at]) else ""


def find_rows(reading, cells, place):
    """number in the copy -> index now, of all rows that can be told."""
    stored = stored_keys(cells, place)
    by_key, by_print = defaultdict(list), defaultdict(list)
    for at, key in stored.items():
        by_key[key].append(at)
    for at in range(place.header + 1, len(cells)):
        by_print[reading.print_of(cells, at, place.used)].append(at)
    prints = reading.prints()
    found = {}
    alike = defaultdict(list)
    for number, row in reading.rows.items():
        alike[prints[number]].append(number)
    still = [reading.print_of(cells, at, place.used) for at in range(place.header + 1, len(cells))] == [
        reading.print_of(reading.cells, at, reading.used) for at in range(reading.header + 1, len(reading.cells))]
    for held, numbers in alike.items():
        places = list(by_print[held])
        keys = {reading.rows[number].key for number in numbers}
        if len(keys) > 1:
            # Cells that look the same and are not: merged cells above make the difference. Only while nothing has moved.
            if still:
                shift = place.header - reading.header
                found.update((number, number - 1 + shift) for number in numbers)
            continue
        key = next(iter(keys))
        ours = [at for at in places if key and stored.get(at) == key]
        free = [at for at in places if at not in stored]
        other = [at for at in places if at in stored and at not in ours]
        # Which of equal rows is ordered makes no difference; the one that has been noted as ordered stays it.
        numbers.sort(key=lambda number: reading.rows[number].repeated)
        for number, at in zip(numbers, ours + free + other):
            found[number] = at
        for number in numbers[len(places):]:
            moved = by_key.get(key, []) if key and not reading.rows[number].repeated else []
            if len(moved) == 1 and moved[0] not in found.values():
                found[number] = moved[0]  # changed since, and its key still stands beside it
    return found


def same_wishes(reading, cells):
    """Whether the rows to be ordered are still there as they were read, wherever they stand, and no others."""
    place = reading.place(cells)
    if place is None:
        return False
    now = Counter(reading.print_of(cells, at, place.used) for at in range(place.header + 1, len(cells)))
    then = Counter(reading.print_of(reading.cells, at, reading.used) for at in range(reading.header + 1, len(reading.cells)))
    blank = ("",) * len(reading.used)
    now.pop(blank, None)
    then.pop(blank, None)
    return now == then


def blocks_of(cells, columns, updates):
    """What to write: (first row, first column, values) of each group of adjoining columns. `updates` is
    index of row -> {name of a result: value}; what stands in between stays."""
    if not updates:
        return []
    first, last = min(updates), max(updates)
    blocks, group = [], []
    for name, column in sorted(columns.items(), key=lambda item: item[1]):
        if group and column != group[-1][1] + 1:
            blocks.append(group)
            group = []
        group.append((name, column))
    if group:
        blocks.append(group)
    made = []
    for group in blocks:
        values = []
        for at in range(first, last + 1):
            row = cells[at] if at < len(cells) else ()
            wanted = updates.get(at, {})
            values.append(tuple(wanted[name] if name in wanted else _kept(row, column) for name, column in group))
        made.append((first, group[0][1], tuple(values)))
    return made


def runs_of(texts):
    """(first row, column, texts) of cells that lie below each other, of (row, column) -> text."""
    runs = []
    for (row, column), text in sorted(texts.items(), key=lambda item: (item[0][1], item[0][0])):
        if runs and runs[-1][1] == column and runs[-1][0] + len(runs[-1][2]) == row:
            runs[-1][2].append(text)
        else:
            runs.append((row, column, [text]))
    return runs


def _kept(row, column):
    value = row[column] if column < len(row) else ""
    return "" if value is None else value


def ranges_of(numbers):
    """2,3,4,7 as "2-4,7"."""
    parts, start, before = [], None, None
    for number in sorted(numbers):
        if before is None or number != before + 1:
            if start is not None:
                parts.append((start, before))
            start = number
        before = number
    if start is not None:
        parts.append((start, before))
    return ",".join(str(one) if one == other else f"{one}-{other}" for one, other in parts)
