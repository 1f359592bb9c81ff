# SPDX-License-Identifier: Apache-2.0
"""The small windows of the extension. None of them waits: each calls back, and the spreadsheet stays usable."""

import unohelper
from com.sun.star.awt import XActionListener, XItemListener, XTopWindowListener
from com.sun.star.uno import RuntimeException

WIDTH, MARGIN, LINE, BUTTON, LIST = 280, 6, 9, 14, 120
LETTERS_A_LINE = 72


class Clicked(unohelper.Base, XActionListener):
    def __init__(self, call):
        self.call = call

    def actionPerformed(self, _):
        self.call()

    def disposing(self, _):
        pass


class Chosen(unohelper.Base, XItemListener):
    def __init__(self, call):
        self.call = call

    def itemStateChanged(self, event):
        self.call(event.Selected)

    def disposing(self, _):
        pass


class Closing(unohelper.Base, XTopWindowListener):
    def __init__(self, call):
        self.call = call

    def windowClosing(self, _):
        self.call()

    def windowOpened(self, _):
        pass

    windowClosed = windowMinimized = windowNormalized = windowActivated = windowDeactivated = disposing = windowOpened


def lines_of(text):
    return sum(1 + len(line) // LETTERS_A_LINE for line in text.split("\n"))


class Panel:
    """A window with a text, perhaps a list, fields or a bar, and buttons."""

    def __init__(self, context, parent, title, text, buttons, answered, items=(), chosen=None, fields=(), bar=False):
        self.answered, self.over, self.is_answered = answered, False, False
        self.model = context.ServiceManager.createInstanceWithContext("com.sun.star.awt.UnoControlDialogModel", context)
        self.model.Title, self.model.Width = title, WIDTH
        self.model.Closeable = self.model.Moveable = True
        self.at = MARGIN
        self.add("FixedText", "text", max(lines_of(text), 2 if bar else 1) * LINE, Label=text, MultiLine=True, NoLabel=True)
        for name, label, value in fields:
            self.add("FixedText", name + "Label", LINE, Label=label)
            self.add("Edit", name, BUTTON, Text=value)
        if bar:
            self.add("ProgressBar", "bar", LINE, ProgressValueMin=0, ProgressValueMax=1000, ProgressValue=0)
        if items:
            self.add("ListBox", "list", LIST, StringItemList=tuple(item[0] for item in items), Border=1)
        self.add_buttons(buttons)
        self.model.Height = self.at
        try:
            self.dialog = self.opened(context, parent)
        except RuntimeException:  # LibreOffice does not always get the window of a progress bar at the first try
            self.dialog = self.opened(context, parent)
        for name, _ in buttons:
            self.dialog.getControl(name).addActionListener(Clicked(lambda name=name: self.answer(name)))
        if items:
            self.dialog.getControl("list").addItemListener(Chosen(lambda at: chosen(items[at])))
        last = buttons[-1][0] if buttons else ""
        self.dialog.addTopWindowListener(Closing(lambda: self.answer(last)))
        self.dialog.setVisible(True)

    def opened(self, context, parent):
        dialog = context.ServiceManager.createInstanceWithContext("com.sun.star.awt.UnoControlDialog", context)
        dialog.setModel(self.model)
        try:
            # Not with a toolkit made for this window: each would load the library of progress bars, and unload it at its end.
            dialog.createPeer(parent.getToolkit(), parent)
        except RuntimeException:
            dialog.dispose()
            raise
        return dialog

    def add(self, kind, name, height, left=MARGIN, width=WIDTH - 2 * MARGIN, moves=True, **properties):
        control = self.model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
        control.Name, control.PositionX, control.PositionY, control.Width, control.Height = name, left, self.at, width, height
        for property_name, value in properties.items():
            setattr(control, property_name, value)
        self.model.insertByName(name, control)
        if moves:
            self.at += height + MARGIN // 2

    def add_buttons(self, buttons):
        self.at += MARGIN // 2
        right = WIDTH - MARGIN
        for name, label in reversed(buttons):
            width = max(44, 5 * len(label))
            self.add("Button", name, BUTTON, right - width, width, False, Label=label)
            right -= width + MARGIN // 2
        self.at += (BUTTON if buttons else 0) + MARGIN

    def say(self, text, done=None):
        if not self.over:
            self.model.getByName("text").Label = text
            if done is not None:
                self.model.getByName("bar").ProgressValue = done

    def texts(self, names):
        return {name: self.model.getByName(name).Text for name in names}

    def answer(self, name):
        if not self.is_answered:
            self.is_answered = True
            self.answered(name)

    def close(self):
        if not self.over:
            self.over = True
            self.dialog.setVisible(False)
            self.dialog.dispose()
