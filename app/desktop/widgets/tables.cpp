// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include <QAbstractItemModel>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPolygonF>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStyleOptionHeader>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace leadsheet::desktop {
namespace {

constexpr int kPadding = 14; // of a cell, both sides, and a pixel for rounding
constexpr int kIconGap = 8;
constexpr int kRowPadding = 14;

} // namespace

QString letters(int count) {
    return {count, QLatin1Char('n')};
}

ColumnWidths::ColumnWidths(QTableView* table, QList<ColumnContent> contents, Narrow narrow)
    : QObject(table)
    , view_(table)
    , header_(table->horizontalHeader())
    , contents_(std::move(contents))
    , narrow_(narrow) {
    start();
}

ColumnWidths::ColumnWidths(QTreeView* tree, QList<ColumnContent> contents)
    : QObject(tree)
    , view_(tree)
    , header_(tree->header())
    , contents_(std::move(contents)) {
    start();
}

void ColumnWidths::start() {
    elastic_ = std::any_of(contents_.begin(), contents_.end(),
                           [](const ColumnContent& content) { return !content.least.isEmpty(); });
    header_->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view_->installEventFilter(this);
    header_->installEventFilter(this); // it learns of the text size after its view
    if (elastic_) {
        viewport_ = view_->viewport();
        viewport_->installEventFilter(this);
        // The view resizes sections of its own accord, too.
        header_->viewport()->installEventFilter(this);
        connect(header_, &QHeaderView::sectionResized, this,
                [this] { dragged_ = dragged_ || (pressed_ && !fitting_); });
    }
    apply();
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease)
        pressed_ = watched != viewport_ && event->type() == QEvent::MouseButtonPress;
    if (watched == viewport_) {
        if (event->type() == QEvent::Resize && !dragged_)
            fit();
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        // What a title needs is known once the style has heard of the text size, too.
        QMetaObject::invokeMethod(this, &ColumnWidths::apply, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

int ColumnWidths::widthOf(int column, const QStringList& texts) const {
    const QFontMetrics metrics = view_->fontMetrics();
    int widest = 0;
    for (const QString& text : texts)
        widest = std::max(widest, metrics.horizontalAdvance(text));
    widest = texts.isEmpty() ? view_->sizeHintForColumn(column)
                             : widest + kPadding +
                                   (contents_.at(column).icon ? metrics.height() + kIconGap : 0);
    return std::max(widest, header_->sectionSizeHint(column));
}

void ColumnWidths::measure() {
    rooms_.clear();
    for (int column = 0; column < contents_.size(); ++column) {
        header_->setSectionHidden(column, false); // a hidden title has no width
        const ColumnContent& content = contents_.at(column);
        const int whole = widthOf(column, content.texts);
        const int cut =
            content.least.isEmpty() ? whole : widthOf(column, QStringList{content.least});
        rooms_ << Room{std::min(cut, whole), whole};
    }
}

void ColumnWidths::apply() {
    dragged_ = false;
    if (elastic_) {
        fitting_ = true;
        measure();
        fitting_ = false;
        fit();
    }
    auto* tree = qobject_cast<QTreeView*>(view_);
    for (int column = 0; column < contents_.size() && !elastic_; ++column) {
        const QStringList& texts = contents_.at(column).texts;
        if (!texts.isEmpty())
            header_->resizeSection(column, widthOf(column, texts));
        else if (tree != nullptr)
            tree->resizeColumnToContents(column);
    }
    if (auto* table = qobject_cast<QTableView*>(view_))
        table->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + kRowPadding);
    emit applied();
}

void ColumnWidths::setContent(int column, ColumnContent content) {
    contents_[column] = std::move(content);
    if (!dragged_) // what a person chose stays
        apply();
}

void ColumnWidths::cutAtTheEdge(int there) {
    int start = 0;
    for (int column = 0; column < rooms_.size(); ++column) {
        const Room& room = rooms_.at(column);
        const int left = there - start;
        const bool isCut = left < room.whole && left >= room.least;
        header_->resizeSection(column, isCut ? left : room.whole);
        start += isCut ? left : room.whole;
    }
    fitting_ = false;
}

void ColumnWidths::fit() {
    if (std::exchange(fitting_, true))
        return;
    const int there = view_->viewport()->width();
    int least = 0;
    int whole = 0;
    QList<int> shown;
    for (int column = 0; column < rooms_.size(); ++column) {
        shown << column;
        least += rooms_.at(column).least;
        whole += rooms_.at(column).whole;
    }
    QList<int> spare;
    for (auto column = static_cast<int>(rooms_.size()) - 1; column >= 0; --column)
        if (contents_.at(column).spare > 0)
            spare << column;
    std::stable_sort(spare.begin(), spare.end(), [this](int one, int other) {
        return contents_.at(one).spare > contents_.at(other).spare;
    });
    for (auto at = spare.cbegin(); at != spare.cend() && least > there; ++at) {
        shown.removeOne(*at);
        least -= rooms_.at(*at).least;
        whole -= rooms_.at(*at).whole;
    }
    // What a wide one among them leaves free is room for a narrower one, for the dearest first.
    std::reverse(spare.begin(), spare.end());
    for (const int column : std::as_const(spare))
        if (!shown.contains(column) && least + rooms_.at(column).least <= there) {
            shown << column;
            least += rooms_.at(column).least;
            whole += rooms_.at(column).whole;
        }
    std::sort(shown.begin(), shown.end());
    if (narrow_ == Narrow::CutsAtTheEdge && whole > there)
        return cutAtTheEdge(there);
    const int more = std::clamp(there - least, 0, whole - least);
    const auto grows = std::find_if(shown.rbegin(), shown.rend(), [this](int column) {
        return !contents_.at(column).least.isEmpty();
    });
    for (int column = 0; column < rooms_.size(); ++column) {
        header_->setSectionHidden(column, !shown.contains(column));
        const Room& room = rooms_.at(column);
        const int share = more == 0 ? 0 : (room.whole - room.least) * more / (whole - least);
        if (shown.contains(column))
            header_->resizeSection(
                column,
                room.least + share +
                    (grows != shown.rend() && *grows == column ? std::max(0, there - whole) : 0));
    }
    fitting_ = false;
}

namespace {

constexpr int kInset = 3; // the style leaves as much again

} // namespace

void TableDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    option->state &= ~QStyle::State_HasFocus;
    const int side = option->fontMetrics.height();
    option->decorationSize = QSize(side, side);
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyleOptionViewItem whole = option;
    initStyleOption(&whole, index);
    const QStyle& style = *option.widget->style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &whole, painter, option.widget);
    QStyleOptionViewItem inner = option;
    inner.rect.adjust(kInset, 0, -kInset, 0);
    QStyledItemDelegate::paint(painter, inner, index);
    if ((option.state & QStyle::State_HasFocus) == 0)
        return;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    painter->save();
    painter->setPen(
        QPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text), 1,
             Qt::DotLine));
    painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
    painter->restore();
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width() + 2 * kInset,
            std::max(size.height(), option.fontMetrics.height() + kRowPadding)};
}

void applyTableLook(QTableView& table) {
    table.setItemDelegate(new TableDelegate(&table));
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(true);
}

void keepRowsVisible(QTableView& table, int rows) {
    table.setMinimumHeight(table.horizontalHeader()->sizeHint().height() +
                           rows * table.verticalHeader()->defaultSectionSize() +
                           table.horizontalScrollBar()->sizeHint().height() +
                           2 * table.frameWidth());
}

namespace {

constexpr int kArrowGap = 6;

} // namespace

SortHeader::SortHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent) {
    setFocusPolicy(Qt::TabFocus);
    setSectionsClickable(true);
    setSortIndicatorShown(true);
    setSortIndicatorClearable(true);
    setSortIndicator(-1, Qt::AscendingOrder);
    connect(this, &QHeaderView::sortIndicatorChanged, this, &SortHeader::say);
}

void SortHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const {
    painter->save();
    QHeaderView::paintSection(painter, rect, logicalIndex);
    painter->restore();
    if (logicalIndex == sortIndicatorSection())
        paintArrow(*painter, rect);
    if (!hasFocus() || logicalIndex != at_)
        return;
    painter->save();
    painter->setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter->drawRect(rect.adjusted(1, 1, -2, -2));
    painter->restore();
}

// The style would lay its arrow over titles that stand at the right.
void SortHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const {
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    option->sortIndicator = QStyleOptionHeader::None;
}

void SortHeader::paintArrow(QPainter& painter, const QRect& rect) const {
    const auto alignment =
        model()->headerData(sortIndicatorSection(), Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    const bool titleAtRight = (alignment & Qt::AlignRight) != 0;
    const qreal half = fontMetrics().height() / 4.5;
    const qreal up = sortIndicatorOrder() == Qt::AscendingOrder ? -1 : 1;
    const QPointF middle(titleAtRight ? rect.left() + kArrowGap + half
                                      : rect.right() - kArrowGap - half,
                         rect.center().y() + 0.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::WindowText));
    painter.drawPolygon(QPolygonF{middle + QPointF(-half, -up * half / 1.8),
                                  middle + QPointF(half, -up * half / 1.8),
                                  middle + QPointF(0, up * half / 1.8)});
    painter.restore();
}

void SortHeader::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
        goOn(-1);
        break;
    case Qt::Key_Right:
        goOn(1);
        break;
    case Qt::Key_Home:
        at_ = -1;
        goOn(1);
        break;
    case Qt::Key_End:
        at_ = -1;
        goOn(-1);
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        press();
        break;
    default:
        event->ignore(); // the list does not scroll while its titles have the keys
    }
}

void SortHeader::focusInEvent(QFocusEvent* event) {
    if (at_ < 0 || at_ >= count() || isSectionHidden(at_)) {
        at_ = -1;
        goOn(1);
    }
    say();
    QHeaderView::focusInEvent(event);
    viewport()->update();
}

void SortHeader::focusOutEvent(QFocusEvent* event) {
    QHeaderView::focusOutEvent(event);
    viewport()->update();
}

void SortHeader::goOn(int step) {
    int visual = at_ >= 0 ? visualIndex(at_) + step : step > 0 ? 0 : count() - 1;
    while (visual >= 0 && visual < count() && isSectionHidden(logicalIndex(visual)))
        visual += step;
    if (visual >= 0 && visual < count())
        goTo(visual);
}

void SortHeader::goTo(int visual) {
    at_ = logicalIndex(visual);
    // The rows go along: their view is the one that scrolls.
    if (auto* table = qobject_cast<QTableView*>(parentWidget());
        table != nullptr && table->model() != nullptr && table->model()->rowCount() > 0) {
        const int row = std::max(table->rowAt(0), 0);
        table->scrollTo(table->model()->index(row, at_));
    }
    say();
    viewport()->update();
}

void SortHeader::press() {
    if (at_ < 0 || at_ >= count())
        return;
    if (sortIndicatorSection() != at_)
        setSortIndicator(at_, Qt::AscendingOrder);
    else if (sortIndicatorOrder() == Qt::AscendingOrder)
        setSortIndicator(at_, Qt::DescendingOrder);
    else
        setSortIndicator(-1, Qt::AscendingOrder);
}

void SortHeader::say() {
    if (model() == nullptr || at_ < 0 || at_ >= count())
        return;
    const QString title = model()->headerData(at_, Qt::Horizontal).toString();
    setAccessibleDescription(at_ != sortIndicatorSection() ? tr("%1: not sorted by it").arg(title)
                             : sortIndicatorOrder() == Qt::AscendingOrder
                                 ? tr("%1: sorted, ascending").arg(title)
                                 : tr("%1: sorted, descending").arg(title));
}

SortHeader* makeSortable(QTableView& table) {
    auto* header = new SortHeader(&table);
    header->setAccessibleName(SortHeader::tr("Columns of %1").arg(table.accessibleName()));
    table.setHorizontalHeader(header);
    header->setFocusProxy(nullptr);
    return header;
}

namespace {

constexpr int kInsets = 12; // of a cell, both sides

} // namespace

WholeText::WholeText(QTableView& table, int column, const char* name)
    : table_(table)
    , column_(column) {
    setObjectName(QLatin1String(name));
    setWordWrap(true);
    setMinimumWidth(1); // a long address in it does not widen the window
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::StrongFocus);
    hide();
    const QAbstractItemModel* model = table.model();
    connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &WholeText::refresh);
    connect(model, &QAbstractItemModel::dataChanged, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::modelReset, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::layoutChanged, this, &WholeText::refresh);
    connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, &WholeText::refresh);
    table.viewport()->installEventFilter(this);
}

bool WholeText::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == table_.viewport()) {
        // The row that is said here stays in sight where the words take room from the table.
        const int before = static_cast<QResizeEvent*>(event)->oldSize().height();
        const QRect row = table_.visualRect(table_.currentIndex());
        if (row.isValid() && row.top() < before && row.bottom() >= table_.viewport()->height())
            QMetaObject::invokeMethod(
                &table_, [this] { table_.scrollTo(table_.currentIndex()); }, Qt::QueuedConnection);
    }
    return QLabel::eventFilter(watched, event);
}

void WholeText::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    // Columns that keep their width have room for other words now.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &WholeText::refresh, Qt::QueuedConnection);
}

void WholeText::focusInEvent(QFocusEvent* event) {
    QLabel::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        setSelection(0, static_cast<int>(text().size())); // which also shows where the focus is
}

void WholeText::refresh() {
    const QModelIndex current = table_.currentIndex();
    const QString words =
        current.isValid() ? current.siblingAtColumn(column_).data().toString() : QString();
    const bool cut =
        table_.fontMetrics().horizontalAdvance(words) + kInsets > table_.columnWidth(column_);
    setText(words);
    setVisible(cut && !words.isEmpty());
}

} // namespace leadsheet::desktop
