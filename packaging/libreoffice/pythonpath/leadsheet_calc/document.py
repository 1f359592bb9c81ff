# SPDX-License-Identifier: Apache-2.0
"""The open spreadsheet. Called on the thread of the window only; whole blocks of cells are read and written at once."""

import fcntl
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.lang import DisposedException
from com.sun.star.table import CellAddress
from com.sun.star.uno import RuntimeException

from . import rows
from .steps import NotWritable

FOLDER = "leadsheet-calc-copy-"
LONGEST_NAME = 80
FORMULA_CELLS = 16  # com.sun.star.sheet.CellFlags
STATUS_WIDTH = 5500  # hundredths of a millimetre
AMOUNTS = ("held", "charged")


@dataclass
class Shot:
    """A copy of the spreadsheet in a folder that only this person can read."""
    folder: str
    stored: str
    name: str
    tab: str
    cells: tuple

    @property
    def copy(self):
        return str(Path(self.folder) / self.name)

    def arguments(self):
        return [self.copy, "--tab=" + self.tab]  # the name may begin like an option


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


class PrivateFolder:
    """In the folder for temporary files, readable by this person only, and locked while it is in use: the lock ends with the process,
    however that ends."""

    def __init__(self):
        self._lock = None
        while self._lock is None:
            self.path = tempfile.mkdtemp(prefix=FOLDER)
            self._lock = _locked(self.path)

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def _locked(folder):
    """The lock; none if the folder is in use or has gone."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.isdir(folder):
            return lock
    except OSError:
        pass
    os.close(lock)
    return None


def remove_left_over():
    """What a Calc that was killed has left behind."""
    for folder in Path(tempfile.gettempdir()).glob(FOLDER + "*"):
        lock = _locked(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


class Undo:
    """One entry of the menu Edit > Undo, and no drawing in between. A class: exceptions of UNO do not pass through a generator."""

    def __init__(self, model, title):
        self.model, self.title = model, title

    def __enter__(self):
        self.manager = self.model.getUndoManager()
        self.manager.enterUndoContext(self.title)
        self.model.lockControllers()

    def __exit__(self, kind, error, _):
        self.model.unlockControllers()
        self.manager.leaveUndoContext()
        if kind is not None and issubclass(kind, RuntimeException) and not issubclass(kind, DisposedException):
            raise NotWritable from None
        return False


class Document:
    def __init__(self, model):
        self.model = model
        self.sheet = model.getCurrentController().getActiveSheet()
        self.folders = []

    def close(self):
        for folder in self.folders:
            folder.remove()

    def shoot(self):
        private = PrivateFolder()
        self.folders.append(private)
        folder = private.path
        title = re.sub(r"\.[A-Za-z]{1,4}$", "", self.model.getTitle()) or "sheet"
        name = re.sub(r'[/\\\x00-\x1f]', "_", title)[:LONGEST_NAME].lstrip(".-") or "sheet"
        stored = str(Path(folder) / "stored.tmp")
        self.model.storeToURL(uno.systemPathToFileUrl(stored), (option("FilterName", "calc8"),))
        return Shot(folder, stored, name + ".ods", self.sheet.getName(), self.cells())

    def cells(self):
        cursor = self.sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.getRangeAddress()
        return self.sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow).getDataArray()

    def undo(self, title):
        return Undo(self.model, title)

    def write(self, blocks, title):
        if not blocks:
            return
        with self.undo(title):
            for row, column, values in blocks:
                area = self.sheet.getCellRangeByPosition(column, row, column + len(values[0]) - 1, row + len(values) - 1)
                area.setDataArray(values)

    def add_results(self, place, title):
        """The columns of the results, made at the right end where they are missing."""
        cursor = self.sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.getRangeAddress()
        missing = [name for name in rows.RESULTS if name not in place.results]
        if not missing:
            return place
        first = end.EndColumn + 1
        with self.undo(title):
            area = self.sheet.getCellRangeByPosition(first, place.header, first + len(missing) - 1, place.header)
            area.setDataArray((tuple(rows.RESULTS[name] for name in missing),))
            for at, name in enumerate(missing):
                # As wide as its name, which a default column cuts; a status says more than its name.
                width = self.sheet.getColumns().getByIndex(first + at)
                width.OptimalWidth = True
                if name == "status":
                    width.Width = STATUS_WIDTH
                if name in AMOUNTS:
                    column = self.sheet.getCellRangeByPosition(first + at, place.header + 1, first + at, max(end.EndRow, place.header + 1))
                    column.NumberFormat = self._amount_format()
        return rows.Place(place.header, place.used, {**place.results, **{name: first + at for at, name in enumerate(missing)}})

    def _amount_format(self):
        formats, locale = self.model.getNumberFormats(), self.model.CharLocale
        key = formats.queryKey("0.00", locale, False)
        return key if key != -1 else formats.addNew("0.00", locale)

    def shown(self, row, column):
        return self.sheet.getCellByPosition(column, row).getString()

    def formulas(self):
        """(row, column) -> whether a formula makes what the cell shows."""
        blocks = [(block.StartRow, block.EndRow, block.StartColumn, block.EndColumn)
                  for block in self.sheet.queryContentCells(FORMULA_CELLS).getRangeAddresses()]
        return lambda row, column: any(top <= row <= end and left <= column <= right for top, end, left, right in blocks)

    def set_texts(self, texts, title):
        """(row, column) -> text; what is a plain number by its digits becomes one."""
        with self.undo(title):
            for row, column, run in rows.runs_of(texts):
                values = tuple((float(text) if re.fullmatch("[1-9][0-9]{0,14}", text) else text,) for text in run)
                self.sheet.getCellRangeByPosition(column, row, column, row + len(run) - 1).setDataArray(values)

    def comment(self, comments, mark, title):
        """(row, column, text) each; earlier ones with the mark go, those of people stay."""
        notes = self.sheet.getAnnotations()
        wanted = {}
        for row, column, text in comments:
            wanted[row, column] = wanted[row, column] + "\n" + text if (row, column) in wanted else text
        with self.undo(title):
            taken = set()
            for index in reversed(range(notes.getCount())):
                note = notes.getByIndex(index)
                place, text = (note.Position.Row, note.Position.Column), note.getString()
                if text.startswith(mark) and wanted.get(place) != text:
                    notes.removeByIndex(index)
                else:
                    taken.add(place)
            tab = self.sheet.getRangeAddress().Sheet
            for (row, column), text in wanted.items():
                if (row, column) not in taken:
                    notes.insertNew(CellAddress(tab, column, row), text)

    def select(self, row, column):
        controller = self.model.getCurrentController()
        controller.setActiveSheet(self.sheet)
        controller.select(self.sheet.getCellByPosition(column, row))

    def add_tab(self, name, table, title):
        """A tab at the end with these rows; its name, which is a new one."""
        sheets = self.model.getSheets()
        free, number = name, 1
        while sheets.hasByName(free):
            number += 1
            free = f"{name} {number}"
        with self.undo(title):
            sheets.insertNewByName(free, sheets.getCount())
            area = sheets.getByName(free).getCellRangeByPosition(0, 0, len(table[0]) - 1, len(table) - 1)
            area.setDataArray(tuple(table))
        return free
