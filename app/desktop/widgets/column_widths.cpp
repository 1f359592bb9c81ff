// SPDX-License-Identifier: Apache-2.0
#include "column_widths.hpp"

#include <QEvent>
#include <QHeaderView>
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
                           [](const ColumnContent& one) { return !one.least.isEmpty(); });
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
    for (auto column = static_cast<int>(rooms_.size()) - 1; column >= 0 && least > there; --column)
        if (contents_.at(column).spare) {
            shown.removeOne(column);
            least -= rooms_.at(column).least;
            whole -= rooms_.at(column).whole;
        }
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

} // namespace leadsheet::desktop
