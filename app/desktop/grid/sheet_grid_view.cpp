// SPDX-License-Identifier: Apache-2.0
#include "sheet_grid_view.hpp"

#include "../widgets/parts.hpp"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyleOptionSlider>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace leadsheet::desktop {
namespace {

constexpr int kSign = 14;
constexpr int kEdge = 4;
constexpr int kNumberPadding = 10;

} // namespace

RowNumbers::RowNumbers(QWidget* parent)
    : QHeaderView(Qt::Vertical, parent) {
    setSectionsClickable(true);
    setHighlightSections(true);
    setSectionResizeMode(QHeaderView::Fixed);
    setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

int RowNumbers::widthFor(const QFontMetrics& metrics, qsizetype digits) {
    return kEdge + kSign + metrics.horizontalAdvance(QString(digits, QLatin1Char('8'))) +
           2 * kNumberPadding;
}

void RowNumbers::paintSection(QPainter* painter, const QRect& place, int row) const {
    painter->save();
    QHeaderView::paintSection(painter, place, row);
    painter->restore();
    const QRect spot(place.left() + kEdge, place.center().y() - kSign / 2, kSign, kSign);
    // What is odd about an ordered row stands at its cells.
    const QVariant sign = model()->headerData(row, orientation(), SheetGridModel::SignRole);
    if (sign.isValid())
        return sign.value<QIcon>().paint(painter, spot);
    const QVariant level = model()->headerData(row, orientation(), SheetGridModel::LevelRole);
    if (!level.isValid())
        return;
    const ProblemSign problem = signOf(static_cast<app::ProblemLevel>(level.toInt()));
    icon(problem.icon, problem.tone).paint(painter, spot);
}

namespace {

constexpr int kMarkHeight = 3;
constexpr int kMarkWidth = 6;

} // namespace

ProblemScrollBar::ProblemScrollBar(const SheetGridModel& model, QWidget* parent)
    : QScrollBar(Qt::Vertical, parent)
    , model_(model) {
    connect(&model, &QAbstractItemModel::modelReset, this, &ProblemScrollBar::forget);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &ProblemScrollBar::forget);
    connect(&model, &QAbstractItemModel::headerDataChanged, this, [this](Qt::Orientation side) {
        if (side == Qt::Vertical)
            forget();
    });
}

void ProblemScrollBar::forget() {
    parts_.clear();
    update();
}

std::vector<ProblemScrollBar::Level> ProblemScrollBar::worstOfParts(const SheetGridModel& model,
                                                                    int parts) {
    const int rows = model.rowCount();
    std::vector<Level> worst(static_cast<std::size_t>(std::clamp(parts, 0, rows)));
    if (model.problems() == nullptr || worst.empty())
        return worst;
    const auto marks = model.problems()->marks();
    const auto begins = [&](std::size_t part) {
        const auto row = static_cast<std::size_t>(rows) * part / worst.size();
        return std::lower_bound(marks.begin(), marks.end(), model.numberOf(static_cast<int>(row)),
                                [](const auto& mark, auto number) { return mark.row < number; });
    };
    auto mark = begins(0);
    for (std::size_t part = 0; part < worst.size(); ++part) {
        const auto end = part + 1 < worst.size() ? begins(part + 1) : marks.end();
        for (; mark < end; ++mark)
            if (!worst[part] || mark->level < *worst[part])
                worst[part] = mark->level;
    }
    return worst;
}

void ProblemScrollBar::paintEvent(QPaintEvent* event) {
    QScrollBar::paintEvent(event);
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove =
        style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarGroove, this);
    if (parts_.empty())
        parts_ = worstOfParts(model_, groove.height() / kMarkHeight);
    QPainter painter(this);
    const int left = groove.center().x() - kMarkWidth / 2;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        if (!parts_[part])
            continue;
        const int top = groove.top() + static_cast<int>(static_cast<std::size_t>(groove.height()) *
                                                        part / parts_.size());
        painter.fillRect(left, top, kMarkWidth, kMarkHeight,
                         coloursOf(signOf(*parts_[part]).tone, palette()).mark);
    }
}

namespace {

constexpr int kPadding = 6;
constexpr int kCorner = 8;

} // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    constexpr int kIcon = 16;
    const QPalette& colours = option.palette;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const QVariant level = index.data(SheetGridModel::LevelRole);
    const auto kind = static_cast<GridRowKind>(index.data(SheetGridModel::KindRole).toInt());
    QColor text = colours.color(QPalette::Text);
    QColor fill;
    if (kind == GridRowKind::Header)
        fill = coloursOf(Tone::Info, colours).fill;
    else if (kind != GridRowKind::Data)
        text = colours.color(QPalette::PlaceholderText);
    if (level.isValid())
        fill = coloursOf(signOf(static_cast<app::ProblemLevel>(level.toInt())).tone, colours).fill;
    if (selected) {
        fill = colours.color(QPalette::Highlight);
        text = colours.color(QPalette::HighlightedText);
    }
    if (fill.isValid())
        painter->fillRect(option.rect, fill);
    QRect place = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    if (level.isValid()) {
        const ProblemSign sign = signOf(static_cast<app::ProblemLevel>(level.toInt()));
        const QRect spot(place.right() - kIcon + 1, place.center().y() - kIcon / 2, kIcon, kIcon);
        const QIcon picture =
            selected ? icon(sign.icon, text) : icon(sign.icon, coloursOf(sign.tone, colours).mark);
        picture.paint(painter, spot);
        place.setRight(spot.left() - 4);
    }
    QFont font = option.font;
    font.setBold(kind == GridRowKind::Header);
    font.setItalic(kind == GridRowKind::Hidden);
    painter->setFont(font);
    painter->setPen(text);
    const QString shown = index.data(Qt::DisplayRole).toString();
    if (!shown.isEmpty())
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(shown, Qt::ElideRight, place.width()));
    if (index.data(SheetGridModel::EditedRole).toBool()) {
        const QPoint corner = option.rect.topLeft();
        const std::array<QPoint, 3> triangle{corner, corner + QPoint(kCorner, 0),
                                             corner + QPoint(0, kCorner)};
        painter->setPen(Qt::NoPen);
        painter->setBrush(selected ? text : coloursOf(Tone::Info, colours).mark);
        painter->drawPolygon(triangle.data(), static_cast<int>(triangle.size()));
    }
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(
            QPen(colours.color(selected ? QPalette::HighlightedText : QPalette::WindowText), 1,
                 Qt::DotLine));
        painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
    }
}

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                    const QModelIndex& index) const {
    auto* editor = new QLineEdit(parent);
    editor->setFrame(false);
    editor->setAutoFillBackground(true);
    const auto* model = qobject_cast<const SheetGridModel*>(index.model());
    editor->setAccessibleName(tr("Cell %1%2")
                                  .arg(QString::fromStdString(app::columnLetter(
                                      static_cast<std::uint32_t>(index.column()))))
                                  .arg(model != nullptr ? model->numberOf(index.row()) : 0));
    return editor;
}

SheetGridView::SheetGridView(SheetGridModel& model, QWidget* parent)
    : QTableView(parent)
    , model_(model) {
    setModel(&model);
    setItemDelegate(new CellDelegate(this));
    setObjectName(QStringLiteral("grid"));
    setAccessibleName(tr("Rows of the sheet"));
    setWordWrap(false);
    setAlternatingRowColors(false);
    setTabKeyNavigation(false);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                    QAbstractItemView::AnyKeyPressed);
    setVerticalHeader(new RowNumbers(this));
    setVerticalScrollBar(new ProblemScrollBar(model, this));
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    connect(&model, &QAbstractItemModel::modelReset, this, &SheetGridView::setNumberWidth);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &SheetGridView::setNumberWidth);
    setHeights();
}

void SheetGridView::setHeights() {
    constexpr int kRowPadding = 10;
    const QFontMetrics metrics = fontMetrics();
    verticalHeader()->setDefaultSectionSize(metrics.height() + kRowPadding);
    setNumberWidth();
}

void SheetGridView::setNumberWidth() {
    constexpr qsizetype kLeastDigits = 3;
    const int rows = model_.rowCount();
    const QString last =
        rows == 0 ? QString()
                  : model_.headerData(rows - 1, Qt::Vertical, Qt::DisplayRole).toString();
    verticalHeader()->setFixedWidth(
        RowNumbers::widthFor(fontMetrics(), std::max(last.size(), kLeastDigits)));
}

void SheetGridView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setHeights();
        fitColumns();
    }
}

void SheetGridView::fitColumns() {
    constexpr int kColumnsForWidth = 200;
    constexpr int kRowsForWidth = 40;
    constexpr int kMaxColumn = 320;
    constexpr int kMinColumn = 70;
    const QFontMetrics metrics = fontMetrics();
    const int rows = std::min(model_.rowCount(), kRowsForWidth);
    const int columns = std::min(model_.columnCount(), kColumnsForWidth);
    for (int column = 0; column < columns; ++column) {
        int width = kMinColumn;
        const QString header =
            model_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        for (const QString& line : header.split(QLatin1Char('\n')))
            width = std::max(width, metrics.horizontalAdvance(line) + 20);
        for (int row = 0; row < rows; ++row) {
            const QModelIndex cell = model_.index(row, column);
            if (cell.data(SheetGridModel::KindRole).toInt() ==
                static_cast<int>(GridRowKind::AboveHeader))
                continue; // a title may run over all columns
            width =
                std::max(width, metrics.horizontalAdvance(cell.data().toString().left(60)) + 36);
        }
        setColumnWidth(column, std::min(width, kMaxColumn));
    }
}

void SheetGridView::goTo(GridCell cell) {
    const QModelIndex index = model_.indexOf(cell);
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    scrollTo(index, QAbstractItemView::EnsureVisible);
}

GridCell SheetGridView::currentCell() const {
    return model_.cellOf(currentIndex());
}

std::vector<CopyRange> SheetGridView::selectedRanges() const {
    std::vector<CopyRange> ranges;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        ranges.push_back(
            {static_cast<std::uint64_t>(range.top()), static_cast<std::uint64_t>(range.bottom()),
             static_cast<std::uint32_t>(range.left()), static_cast<std::uint32_t>(range.right())});
    return ranges;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> SheetGridView::selectedRows() const {
    std::vector<std::pair<int, int>> spans;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        spans.emplace_back(range.top(), range.bottom());
    std::sort(spans.begin(), spans.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;
    for (const auto& [top, bottom] : spans) {
        if (!model_.isFiltered()) {
            const std::pair span{model_.numberOf(top), model_.numberOf(bottom)};
            if (!rows.empty() && span.first <= rows.back().second + 1)
                rows.back().second = std::max(rows.back().second, span.second);
            else
                rows.push_back(span);
            continue;
        }
        for (int row = top; row <= bottom; ++row) {
            const std::uint32_t number = model_.numberOf(row);
            if (!rows.empty() && number <= rows.back().second + 1)
                rows.back().second = std::max(rows.back().second, number);
            else
                rows.emplace_back(number, number);
        }
    }
    return rows;
}

void SheetGridView::copySelection() {
    const auto ranges = selectedRanges();
    if (ranges.empty())
        return;
    copying_.cancel();
    copying_.run(
        [source = model_.source(), ranges, numbers = model_.filter()](const std::stop_token& stop) {
            return copiedText(source, ranges, numbers.get(), stop);
        },
        [this](const QString& text) {
            QGuiApplication::clipboard()->setText(text);
            emit copied(text.count(QLatin1Char('\n')));
        });
}

void SheetGridView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    // Enter opens the cell, as in a spreadsheet; F2 does the same by itself.
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
        state() != QAbstractItemView::EditingState && event->modifiers() == Qt::NoModifier &&
        currentIndex().isValid() && (model_.flags(currentIndex()) & Qt::ItemIsEditable) != 0) {
        edit(currentIndex());
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

FindBar::FindBar(SheetGridView& view, QWidget* parent)
    : QFrame(parent)
    , view_(view)
    , text_(new QLineEdit(this))
    , result_(new QLabel(this)) {
    setObjectName(QStringLiteral("findBar"));
    auto* label = new QLabel(tr("&Find:"), this);
    label->setBuddy(text_);
    text_->setAccessibleName(tr("Text to find"));
    text_->setMinimumWidth(200);
    auto* previous = new QPushButton(tr("Find Previous"), this);
    auto* next = new QPushButton(tr("Find Next"), this);
    auto* close = new QToolButton(this);
    close->setIcon(icon(QLatin1String("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the search"));
    close->setToolTip(tr("Close the search (Esc)"));
    auto* layout = rowIn(this, -1, {0, 4, 0, 4});
    addAll(layout, {label, text_, previous, next});
    layout->addWidget(result_, 1);
    layout->addWidget(close);
    connect(text_, &QLineEdit::returnPressed, this, [this] { find(true); });
    connect(next, &QPushButton::clicked, this, [this] { find(true); });
    connect(previous, &QPushButton::clicked, this, [this] { find(false); });
    connect(close, &QToolButton::clicked, this, &FindBar::shut);
    hide();
}

void FindBar::open() {
    show();
    text_->setFocus(Qt::ShortcutFocusReason);
    text_->selectAll();
}

void FindBar::shut() {
    searching_.cancel();
    result_->clear();
    hide();
    view_.setFocus(Qt::OtherFocusReason);
}

void FindBar::find(bool forward) {
    if (text_->text().isEmpty() || !view_.grid().source().rows)
        return;
    searching_.cancel();
    result_->setText(tr("Searching…"));
    searching_.run(
        [source = view_.grid().source(), text = text_->text(), from = view_.currentCell(), forward,
         only = view_.grid().filter()](const std::stop_token& stop) {
            return findText(source, text, from, forward, only.get(), stop);
        },
        [this](const std::optional<GridCell>& cell) {
            if (!cell) {
                result_->setText(tr("Not found."));
                return;
            }
            view_.goTo(*cell);
            result_->setText(tr("Row %1, column %2")
                                 .arg(cell->row)
                                 .arg(QString::fromStdString(app::columnLetter(cell->column))));
        });
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        shut();
    else
        QFrame::keyPressEvent(event);
}

} // namespace leadsheet::desktop
