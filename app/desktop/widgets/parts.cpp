// SPDX-License-Identifier: Apache-2.0
#include "parts.hpp"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>

namespace leadsheet::desktop {

FlowLayout::FlowLayout(QWidget* parent, int spacing)
    : QLayout(parent)
    , spacing_(spacing) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    qDeleteAll(items_);
}

void FlowLayout::addItem(QLayoutItem* item) {
    items_ << item;
}

int FlowLayout::count() const {
    return static_cast<int>(items_.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return items_.value(index);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

void FlowLayout::clear() {
    while (QLayoutItem* item = takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    invalidate();
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const {
    return minimumSize();
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : items_)
        size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool move) const {
    const QRect inner = rect.marginsRemoved(contentsMargins());
    QList<QPair<QLayoutItem*, QRect>> line;
    int x = inner.left();
    int y = inner.top();
    int high = 0;
    // What is lower than its line stands in the middle of it, so that words are on one level.
    const auto endLine = [&] {
        if (move)
            for (const auto& [item, place] : std::as_const(line))
                item->setGeometry(place.translated(0, (high - place.height()) / 2));
        line.clear();
    };
    for (QLayoutItem* item : items_) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint().boundedTo(QSize(inner.width(), QWIDGETSIZE_MAX));
        if (x > inner.left() && x + size.width() > inner.right() + 1) {
            endLine();
            x = inner.left();
            y += high + spacing_;
            high = 0;
        }
        line << qMakePair(item, QRect(QPoint(x, y), size));
        x += size.width() + spacing_;
        high = std::max(high, size.height());
    }
    endLine();
    return y + high - rect.top() + contentsMargins().bottom();
}

Picture::Picture(QLatin1String name, std::optional<Tone> tone, double lines, QWidget* parent)
    : QWidget(parent)
    , name_(name)
    , tone_(tone)
    , lines_(lines) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Picture::show(QLatin1String name, std::optional<Tone> tone) {
    name_ = name;
    tone_ = tone;
    update();
}

QSize Picture::sizeHint() const {
    const int side = static_cast<int>(std::lround(fontMetrics().height() * lines_));
    return {side, side};
}

void Picture::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
}

void Picture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    (tone_ ? icon(name_, *tone_) : icon(name_)).paint(&painter, rect());
}

TextEdit::TextEdit() {
    setTabChangesFocus(true);
}

void TextEdit::showCode(int leastLines) {
    setProperty("code", true);
    leastLines_ = leastLines;
}

QSize TextEdit::minimumSizeHint() const {
    const QSize least = QPlainTextEdit::minimumSizeHint();
    return {least.width(), std::max(least.height(), fontMetrics().lineSpacing() * leastLines_)};
}

void TextEdit::insertFromMimeData(const QMimeData* source) {
    if (source != nullptr && !source->formats().isEmpty())
        QPlainTextEdit::insertFromMimeData(source);
}

namespace {

constexpr int kMaxCharacters = 56;

void fit(QScrollArea& scroll, QWidget* content) {
    scroll.setWidgetResizable(true);
    scroll.setFrameShape(QFrame::NoFrame);
    scroll.setFocusPolicy(Qt::NoFocus);
    scroll.setWidget(content);
}

} // namespace

QScrollArea* pageScroll(QWidget* content) {
    auto* scroll = new QScrollArea;
    fit(*scroll, content);
    return scroll;
}

PaneScroll::PaneScroll(QWidget* content, int leastWidth)
    : leastWidth_(leastWidth) {
    fit(*this, content);
}

QSize PaneScroll::minimumSizeHint() const {
    const int wanted =
        widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
    const int most = fontMetrics().averageCharWidth() * kMaxCharacters;
    return {std::max(leastWidth_, std::min(wanted, most)), QScrollArea::minimumSizeHint().height()};
}

bool PaneScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

namespace {

/// Of buttons that exclude each other the chosen one: the arrow keys go on from there. Qt itself
/// keeps Tab from the others only once one of them has had the focus.
bool isStop(const QWidget& widget) {
    if (!widget.isEnabled() || widget.focusProxy() != nullptr)
        return false;
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget);
        button != nullptr && button->group() != nullptr && button->group()->exclusive() &&
        button->group()->checkedButton() != nullptr)
        return button->isChecked() && widget.focusPolicy() != Qt::NoFocus;
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
}

void collectWidget(QWidget* widget, QWidgetList& found);

void collectLayout(QLayout* layout, QWidgetList& found) {
    QList<QPair<int, QLayoutItem*>> items;
    const auto* grid = qobject_cast<QGridLayout*>(layout);
    for (int i = 0; i < layout->count(); ++i) {
        int place = i;
        if (grid != nullptr) {
            int row = 0;
            int column = 0;
            int rowSpan = 0;
            int columnSpan = 0;
            grid->getItemPosition(i, &row, &column, &rowSpan, &columnSpan);
            place = row * grid->columnCount() + column;
        }
        items << qMakePair(place, layout->itemAt(i));
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [place, item] : std::as_const(items))
        if (item->widget() != nullptr)
            collectWidget(item->widget(), found);
        else if (item->layout() != nullptr)
            collectLayout(item->layout(), found);
}

void collectWidget(QWidget* widget, QWidgetList& found) {
    if (!widget->isVisible())
        return;
    if (const auto* table = qobject_cast<const QTableView*>(widget);
        table != nullptr && table->horizontalHeader()->isVisible() &&
        isStop(*table->horizontalHeader()))
        found << table->horizontalHeader();
    if (isStop(*widget))
        found << widget;
    if (const auto* area = qobject_cast<QScrollArea*>(widget)) {
        if (area->widget() != nullptr)
            collectWidget(area->widget(), found);
    } else if (const auto* splitter = qobject_cast<QSplitter*>(widget)) {
        for (int i = 0; i < splitter->count(); ++i)
            collectWidget(splitter->widget(i), found);
    } else if (widget->layout() != nullptr) {
        collectLayout(widget->layout(), found);
    }
}

} // namespace

bool focusInLayoutOrder(QWidget& window, bool next) {
    QWidgetList stops;
    if (window.layout() != nullptr)
        collectLayout(window.layout(), stops);
    // The focus may be in a part of a control: the line of a spin box, an editor of a cell.
    qsizetype at = -1;
    for (QWidget* focus = window.focusWidget(); focus != nullptr && at < 0;
         focus = focus->parentWidget())
        at = stops.indexOf(focus);
    if (stops.isEmpty() || (at >= 0 && stops.size() == 1))
        return false;
    const qsizetype last = stops.size() - 1;
    const qsizetype to = next ? (at == last ? 0 : at + 1) : (at <= 0 ? last : at - 1);
    stops.at(to)->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

namespace {

constexpr int kUnbroken = 40; // characters that are never broken

void fill(QLayout& layout, int spacing, const QMargins& margins) {
    layout.setContentsMargins(margins);
    if (spacing >= 0)
        layout.setSpacing(spacing);
}

/// Plain text, never read as HTML, that wraps and can be selected.
void makePlain(QLabel& label) {
    label.setTextFormat(Qt::PlainText);
    label.setWordWrap(true);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
}

/// Keeps room for its longest word, whatever the text size: an id has no place where it could be
/// broken.
class FactLabel : public QLabel {
public:
    explicit FactLabel(const QString& words)
        : QLabel(words) {
        makePlain(*this);
        fit();
    }

protected:
    void changeEvent(QEvent* event) override {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            fit();
    }

private:
    void fit() {
        int longest = 0;
        for (const QString& word : text().split(QLatin1Char(' ')))
            if (word.size() <= kUnbroken)
                longest = std::max(longest, fontMetrics().horizontalAdvance(word));
        setMinimumWidth(longest + 1);
    }
};

} // namespace

QVBoxLayout* columnIn(QWidget* widget, int spacing, const QMargins& margins) {
    auto* column = new QVBoxLayout(widget);
    fill(*column, spacing, margins);
    return column;
}

QHBoxLayout* rowIn(QWidget* widget, int spacing, const QMargins& margins) {
    auto* row = new QHBoxLayout(widget);
    fill(*row, spacing, margins);
    return row;
}

QLabel* quietLabel(const char* name) {
    auto* label = named(new QLabel, name);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QPushButton* addButton(QLayout* row, const QString& label, const char* name, const char* picture) {
    auto* button = named(new QPushButton(icon(QLatin1String(picture)), label), name);
    button->setAutoDefault(true);
    row->addWidget(button);
    return button;
}

QPushButton* primaryButton(const QString& label, const char* name) {
    auto* button = named(new QPushButton(label), name);
    button->setProperty("primary", true);
    button->setAutoDefault(true);
    return button;
}

QHBoxLayout* buttonRow(std::initializer_list<QPushButton*> buttons) {
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : buttons) {
        button->setAutoDefault(true);
        row->addWidget(button);
    }
    return row;
}

QPushButton* addChip(QLayout* row, QButtonGroup* choices, int id, const QString& label,
                     const QString& name, const QIcon& picture) {
    auto* chip = new QPushButton(picture, label);
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    chip->setObjectName(name);
    choices->addButton(chip, id);
    row->addWidget(chip);
    return chip;
}

QLabel* wrappingLabel(const QString& words) {
    auto* label = new QLabel(words);
    makePlain(*label);
    return label;
}

QLabel* cardHeading(const QString& words) {
    auto* label = new QLabel(words);
    label->setProperty("heading", 2);
    return label;
}

QWidget* warningLine(QLabel* words) {
    QFont bold = words->font();
    bold.setBold(true);
    words->setFont(bold);
    auto* widget = new QWidget;
    auto* line = rowIn(widget, 4);
    line->addWidget(new Picture(QLatin1String("warning"), Tone::Warn), 0, Qt::AlignTop);
    line->addWidget(words, 1);
    return widget;
}

QFormLayout* freshFacts(QWidget* widget) {
    delete widget->layout();
    qDeleteAll(widget->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* form = new QFormLayout(widget);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(4);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    return form;
}

void addFact(QFormLayout* form, const QString& name, const QString& value) {
    auto* label = new QLabel(name);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setAlignment(Qt::AlignLeading | Qt::AlignTop); // beside the first of several lines
    form->addRow(label, new FactLabel(value));
}

} // namespace leadsheet::desktop
