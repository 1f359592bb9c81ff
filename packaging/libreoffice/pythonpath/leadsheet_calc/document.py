# SPDX-License-Identifier: Apache-2.0
"""The open spreadsheet. Called on the thread of the window only; whole blocks of cells are read and written at once."""

import os
import re
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.table import CellAddress

from . import rows

FOLDER = "leadsheet-calc-"
LONGEST_NAME = 80
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
        return [self.copy, "--tab", self.tab]


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def remove_left_over():
    """What a Calc that was killed has left behind."""
    for folder in Path(tempfile.gettempdir()).glob(FOLDER + "*"):
        owner = folder.name[len(FOLDER):].split("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists() and folder.stat().st_uid == os.getuid():
            shutil.rmtree(folder, ignore_errors=True)


class Document:
    def __init__(self, model):
        self.model = model
        self.sheet = model.getCurrentController().getActiveSheet()
        self.folders = []

    def close(self):
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)

    def shoot(self):
        folder = tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-")
        self.folders.append(folder)
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

    @contextmanager
    def undo(self, title):
        """One entry of the menu Edit > Undo, and no drawing in between."""
        manager = self.model.getUndoManager()
        manager.enterUndoContext(title)
        self.model.lockControllers()
        try:
            yield
        finally:
            self.model.unlockControllers()
            manager.leaveUndoContext()

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

    def set_texts(self, texts, title):
        with self.undo(title):
            for (row, column), text in texts.items():
                cell = self.sheet.getCellByPosition(column, row)
                if re.fullmatch("[1-9][0-9]{0,14}", text):
                    cell.setValue(float(text))
                else:
                    cell.setString(text)

    def comment(self, comments, mark, title):
        """(row, column, text) each; earlier ones with the mark go, those of people stay."""
        notes = self.sheet.getAnnotations()
        wanted = {}
        for row, column, text in comments:
            wanted[row, column] = wanted[row, column] + "\n" + text if (row, column) in wanted else text
        with self.undo(title):
            for index in reversed(range(notes.getCount())):
                if notes.getByIndex(index).getString().startswith(mark):
                    notes.removeByIndex(index)
            taken = {(note.Position.Row, note.Position.Column) for note in map(notes.getByIndex, range(notes.getCount()))}
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
