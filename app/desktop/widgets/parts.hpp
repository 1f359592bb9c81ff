// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/icons.hpp"

#include <QIcon>
#include <QLayout>
#include <QList>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QString>
#include <QVBoxLayout>
#include <QWidget>

#include <initializer_list>
#include <optional>

class QButtonGroup;
class QFormLayout;
class QLabel;

namespace leadsheet::desktop {

/// Puts its items side by side and starts a new line where the width ends.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    explicit FlowLayout(QWidget* parent = nullptr, int spacing = 6);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

    /// Removes all items and deletes their widgets.
    void clear();

private:
    int arrange(const QRect& rect, bool move) const;

    QList<QLayoutItem*> items_;
    int spacing_;
};

/// A bundled icon in the page. Drawn again each time, so that it follows palette and text size,
/// which the pixmap of a label does not. Says nothing to assistive technology: words stand beside.
class Picture : public QWidget {
    Q_OBJECT

public:
    /// `lines` of text high and wide; without a tone in the colour of the text.
    explicit Picture(QLatin1String name = {}, std::optional<Tone> tone = {}, double lines = 1.0,
                     QWidget* parent = nullptr);

    void show(QLatin1String name, std::optional<Tone> tone);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QLatin1String name_;
    std::optional<Tone> tone_;
    double lines_;
};

/// A plain text edit that survives pasting from an empty clipboard, where Qt 6.4.2 crashes
/// (QTBUG-110070). Tab leaves it, as in every other field.
class TextEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    TextEdit();

    /// In a font of equal widths, and at least so many lines high in whatever font there is.
    void showCode(int leastLines);
    QSize minimumSizeHint() const override;

protected:
    void insertFromMimeData(const QMimeData* source) override;

private:
    int leastLines_ = 0;
};

/// A frameless scroll area as wide as its place; the focus goes to what is in it.
QScrollArea* pageScroll(QWidget* content);

/// The scroll area of a pane beside a list. It asks for the width of its content, so that long
/// words and large fonts are not cut, from `leastWidth` pixels up to about half a window; only
/// beyond that it scrolls sideways.
class PaneScroll : public QScrollArea {
    Q_OBJECT

public:
    PaneScroll(QWidget* content, int leastWidth);
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int leastWidth_;
};

/// Pages that fill what room there is, one at a time. The layout around them does not ask how high
/// they are at some width: whatever changed in one page would have every label of all pages
/// measured again.
class PageStack : public QStackedWidget {
    Q_OBJECT

public:
    using QStackedWidget::QStackedWidget;

    bool hasHeightForWidth() const override { return false; }
};

/// Moves the focus to the control that comes next (or before) in the layouts of a window, which is
/// the order they are read in, and round at the ends. Qt's own order is that of their making, wrong
/// as soon as parts are made again. For QWidget::focusNextPrevChild of windows; false = nothing to
/// go to.
bool focusInLayoutOrder(QWidget& window, bool next);

// What pages and dialogs are put together from.

/// Gives a widget its object name, and the name that assistive technology says where it shows none.
template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& spoken = {}) {
    widget->setObjectName(QLatin1String(name));
    if (!spoken.isEmpty())
        widget->setAccessibleName(spoken);
    return widget;
}

/// A column or a row of a widget, up to its edges or so far from them; -1 = the style's spacing.
QVBoxLayout* columnIn(QWidget* widget, int spacing = -1, const QMargins& margins = {});
QHBoxLayout* rowIn(QWidget* widget, int spacing = -1, const QMargins& margins = {});

/// Puts widgets into a layout, a splitter or a stack, one behind the other.
template <class Place>
void addAll(Place* place, const QWidgetList& parts) {
    for (QWidget* part : parts)
        place->addWidget(part);
}

/// A line that is quieter than what it is about; wraps.
QLabel* quietLabel(const char* name = "");

/// A button with a bundled picture at the end of a row; Return presses it where it has the focus.
QPushButton* addButton(QLayout* row, const QString& label, const char* name, const char* picture);
/// `pressed` is a function, or a member of `receiver`.
template <class Receiver, class Pressed>
QPushButton* addButton(QLayout* row, const QString& label, const char* name, const char* picture,
                       Receiver* receiver, Pressed pressed) {
    QPushButton* button = addButton(row, label, name, picture);
    QObject::connect(button, &QPushButton::clicked, receiver, pressed);
    return button;
}

/// The one button that a form or a dialog is about.
QPushButton* primaryButton(const QString& label, const char* name);

/// Buttons at the right; Return presses the one that has the focus.
QHBoxLayout* buttonRow(std::initializer_list<QPushButton*> buttons);

/// One of several choices of which one holds, at the end of a row.
QPushButton* addChip(QLayout* row, QButtonGroup* choices, int id, const QString& label,
                     const QString& name, const QIcon& picture = {});

/// Plain text of any length that can be selected; never read as HTML.
QLabel* wrappingLabel(const QString& words);

/// A heading inside a card.
QLabel* cardHeading(const QString& words);

/// The words, in bold, beside the sign of a warning.
QWidget* warningLine(QLabel* words);

/// Empties a widget, whatever it held, for new rows of facts.
QFormLayout* freshFacts(QWidget* widget);
void addFact(QFormLayout* form, const QString& name, const QString& value);

} // namespace leadsheet::desktop
