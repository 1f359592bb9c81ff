# SPDX-License-Identifier: Apache-2.0
"""What a use case asks for while it waits: a program that runs, a person who answers. The use cases in work.py are
generators that yield these and are sent what came of them; whoever drives them keeps the thread of the window free."""

from dataclasses import dataclass, field


@dataclass
class Run:
    """The program with these arguments; answered with its Outcome."""
    arguments: list
    says: str
    look: list = None  # asked now and then while it runs
    seen: object = None  # Outcome of that -> (text, done of 1000), shown
    buttons: tuple = ()  # (name, label) of what interrupts it


@dataclass
class Work:
    """Something slow that touches no document; answered with what it returns."""
    do: object
    says: str


@dataclass
class Ask:
    """Answered with the name of the button. Closing the window answers with the last one."""
    text: str
    buttons: tuple
    items: list = field(default_factory=list)  # (text, index of row, column) to be looked at
    title: str = "Leadsheet"


@dataclass
class Form:
    """Answered with the texts, or None."""
    text: str
    fields: tuple  # (name, label, value)
    buttons: tuple
    title: str = "Leadsheet"


class NotWritable(Exception):
    """The tab refuses what is to be written."""


class Stop(Exception):
    """Ends a use case, and says why."""
