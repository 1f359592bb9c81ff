# SPDX-License-Identifier: Apache-2.0
"""Drives the use cases: programs run in threads, their ends come back to the thread of the window."""

import json
import threading
import traceback
from pathlib import Path

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.lang import DisposedException

from . import program
from .document import Document, remove_left_over
from .panels import Panel
from .steps import Ask, Form, NotWritable, Run, Stop, Work
from .words import Words
from .work import Actions

SETTINGS = ("program", "profile", "options")


class Called(unohelper.Base, XCallback):
    def __init__(self, call):
        self.call = call

    def notify(self, _):
        self.call()


def language_of(context):
    provider = context.ServiceManager.createInstanceWithContext("com.sun.star.configuration.ConfigurationProvider", context)
    node = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    node.Name, node.Value = "nodepath", "/org.openoffice.Setup/L10N"
    access = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", (node,))
    return access.getByName("ooLocale") or "en"


class Settings:
    """Which program, and what it is always told; a file in the person's profile of LibreOffice."""

    def __init__(self, context):
        paths = context.ServiceManager.createInstanceWithContext("com.sun.star.util.PathSubstitution", context)
        self.file = Path(uno.fileUrlToSystemPath(paths.substituteVariables("$(user)", True))) / "leadsheet.json"
        try:
            self.values = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self.values = {}

    def save(self, values):
        self.values.update(values)
        self.file.write_text(json.dumps(self.values, indent=1), encoding="utf-8")

    def program(self):
        path = program.find(self.values.get("program", ""))
        options = list(self.values.get("options", ()))
        if self.values.get("profile"):
            options += ["--profile", self.values["profile"]]
        return program.Program(path, options) if path else None


class Desk:
    """One for all documents; at most one use case is at work on each."""

    def __init__(self, context):
        self.context, self.jobs = context, {}
        self.words = Words(language_of(context))
        self.async_call = context.ServiceManager.createInstanceWithContext("com.sun.star.awt.AsyncCallback", context)
        remove_left_over()

    def post(self, call):
        self.async_call.addCallback(Called(call), None)

    def start(self, name, frame):
        model = frame.getController().getModel()
        if not model.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            return
        window, words = frame.getContainerWindow(), self.words
        uid = model.RuntimeUID
        settings = Settings(self.context)
        if uid in self.jobs:
            return self.say(window, words("atWork"))
        if name == "settings":
            job = Job(self, window, uid, None, None)
            return job.begin(self.change_settings(settings))
        found = settings.program()
        if found is None:
            return self.say(window, words("noProgram"))
        document = Document(model)
        Job(self, window, uid, document, found).begin(getattr(Actions(document, words), name)())

    def say(self, window, text):
        panel = Panel(self.context, window, "Leadsheet", text, (("close", self.words("close")),), lambda _: self.post(panel.close))

    def change_settings(self, settings):
        words, values = self.words, settings.values
        answer = yield Form(words("settings"), (("program", words("settingsProgram"), values.get("program", "")),
                                                ("profile", words("settingsProfile"), values.get("profile", ""))),
                            (("save", words("save")), ("close", words("close"))))
        if answer is not None:
            settings.save({name: text.strip() for name, text in answer.items()})
            if settings.program() is None:
                raise Stop(words("noProgram"))


class Job:
    def __init__(self, desk, window, uid, document, found):
        self.desk, self.window, self.uid, self.document, self.program = desk, window, uid, document, found
        self.panel = None

    def begin(self, steps):
        self.desk.jobs[self.uid] = self
        self.steps = steps
        self.step(None)

    def step(self, value):
        """Goes on with what came of the last step, on the thread of the window."""
        if self.panel is not None:
            self.panel.close()
            self.panel = None
        words = self.desk.words
        try:
            self.do(self.steps.send(value))
        except StopIteration:
            self.end("")
        except Stop as stop:
            self.end(str(stop))
        except NotWritable:
            self.end(words("notWritten"))
        except DisposedException:
            self.end("")  # the document was closed
        except Exception as error:  # said instead of lost: a callback has nobody above it
            traceback.print_exc()
            self.end(words("failed", why=f"{type(error).__name__}: {error}"))

    def do(self, step):
        words = self.desk.words
        if isinstance(step, Work):
            self.show(step.says, (), lambda _: None, bar=True)
            threading.Thread(target=self.work, args=(step.do,), daemon=True).start()
        elif isinstance(step, Run):
            self.run(step)
        elif isinstance(step, Ask):
            self.show(step.text, step.buttons, self.step, items=step.items, chosen=self.look_at, title=step.title)
        elif isinstance(step, Form):
            names = [name for name, _, _ in step.fields]
            self.show(step.text, step.buttons, lambda button: self.step(self.panel.texts(names) if button == step.buttons[0][0] else None),
                      fields=step.fields, title=step.title)
        else:
            raise TypeError(words("failed", why=type(step).__name__))

    def work(self, do):
        try:
            value = do()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            return self.desk.post(lambda: self.fail(why))
        self.desk.post(lambda: self.step(value))

    def fail(self, why):
        self.steps.close()
        self.end(self.desk.words("failed", why=why))

    def run(self, step):
        words = self.desk.words
        running = None

        def interrupt(_):
            running.interrupt()
            panel.say(words("pausing"))

        def looked(outcome):
            self.desk.post(lambda: panel.say(*step.seen(outcome)) if not running.interrupted else None)

        self.show(step.says, step.buttons or (("cancel", words("cancel")),), interrupt, bar=True)
        panel = self.panel
        running = self.program.start(step.arguments, lambda outcome: self.desk.post(lambda: self.step(outcome)), step.look, looked)

    def show(self, text, buttons, answered, title="Leadsheet", **more):
        # A window is not closed while it is being clicked.
        self.panel = Panel(self.desk.context, self.window, title, text, buttons,
                           lambda name: self.desk.post(lambda: answered(name)), **more)

    def look_at(self, item):
        if item[1] is not None:
            self.document.select(item[1], item[2])

    def end(self, text):
        if self.panel is not None:
            self.panel.close()
        self.desk.jobs.pop(self.uid, None)
        if self.document is not None:
            self.document.close()
        if text:
            self.desk.say(self.window, text)
