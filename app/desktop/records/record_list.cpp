// SPDX-License-Identifier: Apache-2.0
#include "record_list.hpp"

#include "../account/trouble.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {

ListSieve::ListSieve(RecordTable& records, QObject* parent)
    : QSortFilterProxyModel(parent)
    , collator_(language()) {
    collator_.setCaseSensitivity(Qt::CaseInsensitive);
    collator_.setNumericMode(true); // Row 9 before Row 10
    setSourceModel(&records);
}

void ListSieve::search(const QString& words) {
    const QStringList wanted = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (wanted == words_)
        return;
    words_ = wanted;
    invalidateFilter();
}

int ListSieve::recordAt(int row) const {
    return mapToSource(index(row, 0)).row();
}

bool ListSieve::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (words_.isEmpty())
        return true;
    const QString text = sourceModel()->index(row, 0, parent).data(kSearchRole).toString();
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

bool ListSieve::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    // Asked the other way round where it descends.
    const bool ascends = sortOrder() == Qt::AscendingOrder;
    const QVariant one = left.data(kSortRole);
    const QVariant other = right.data(kSortRole);
    if (one.isValid() != other.isValid())
        return one.isValid() == ascends;
    if (one.isValid() && one != other) {
        if (one.userType() != QMetaType::QString)
            return one.toLongLong() < other.toLongLong();
        if (const int order = collator_.compare(one.toString(), other.toString()); order != 0)
            return order < 0;
    }
    return ascends ? left.row() < right.row() : left.row() > right.row();
}

namespace {

constexpr int kSearchCharacters = 36;

bool tell(NoticeBar& notice, const Connected* at, bool serves, const std::optional<Error>& trouble,
          const ListNotices& words) {
    const QString why = at == nullptr ? words.notConnected : serves ? QString() : words.wrongKey;
    if (!why.isEmpty())
        notice.show(NoticeKind::Info, why);
    else if (at != nullptr && trouble)
        notice.show(NoticeKind::Bad, callTrouble(*trouble, *at),
                    QCoreApplication::translate("Refresh", "Try Again"));
    else
        return false;
    return true;
}

} // namespace

QTableView* recordTable(RecordTable& model, const char* name, const QString& spoken, int rowsSeen) {
    auto* table = named(new QTableView, name, spoken);
    table->setModel(&model);
    applyTableLook(*table);
    auto* widths = new ColumnWidths(table, model.contents());
    if (rowsSeen > 0) {
        const auto keepRows = [table, rowsSeen] {
            keepRowsVisible(*table, rowsSeen);
        };
        QObject::connect(widths, &ColumnWidths::applied, table, keepRows);
        keepRows();
    }
    return table;
}

QTableView* recordTable(RecordTable& model, ListSieve& sieve, const char* name,
                        const QString& spoken) {
    auto* table = named(new QTableView, name, spoken);
    makeSortable(*table);
    table->setModel(&sieve);
    applyTableLook(*table);
    table->setSortingEnabled(true);
    new ColumnWidths(table, model.contents());
    return table;
}

void followChoice(QTableView& table, const std::function<void()>& chosen) {
    const QAbstractItemModel* model = table.model();
    const auto again = [chosen] {
        chosen();
    };
    QObject::connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, &table,
                     again);
    QObject::connect(model, &QAbstractItemModel::dataChanged, &table,
                     [&table, chosen](const QModelIndex& from, const QModelIndex& to) {
                         const int row = table.currentIndex().row();
                         if (row >= from.row() && row <= to.row())
                             chosen();
                     });
    QObject::connect(model, &QAbstractItemModel::modelReset, &table, again);
    QObject::connect(model, &QAbstractItemModel::rowsRemoved, &table, again);
}

void chooseFirst(QTableView& table) {
    if (table.model()->rowCount() > 0 && !table.currentIndex().isValid())
        table.selectRow(0);
}

bool tellTrouble(NoticeBar& notice, const Connected* at, const PageFeed& feed,
                 const ListNotices& words) {
    return tell(notice, at, at != nullptr && feed.serves(*at), feed.trouble(), words);
}

bool tellTrouble(NoticeBar& notice, const Connected* at, const std::optional<Error>& trouble,
                 const ListNotices& words) {
    return tell(notice, at, at != nullptr && !at->admin, trouble, words);
}

QWidget* besideList(QWidget* list, QWidget* pane) {
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(list);
    splitter->addWidget(pane);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({690, 320}); // at 1240 pixels, so that no column of money is left out
    return splitter;
}

void layOutList(QWidget& page, const QWidgetList& above, QWidget* list, QWidget* pane,
                QWidget* state) {
    auto* layout = new QVBoxLayout(&page);
    layout->setContentsMargins(20, 0, 20, 12);
    layout->setSpacing(8);
    for (QWidget* widget : above)
        layout->addWidget(widget);
    layout->addWidget(besideList(list, pane), 1);
    layout->addWidget(state);
    page.setFocusProxy(list);
}

ListFilters::ListFilters(const QString& label, const char* name, QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout(this))
    , choices_(new QButtonGroup(this))
    , search_(new QLineEdit) {
    search_->setObjectName(QLatin1String(name));
    search_->setAccessibleName(label);
    search_->setPlaceholderText(label);
    search_->setClearButtonEnabled(true);
    if (auto* clear = search_->findChild<QToolButton*>())
        clear->setAccessibleName(tr("Clear Search"));
    if (label.isEmpty())
        search_->hide();
    fit();
    flow_->addWidget(search_);
    // Not the click: assistive technology toggles a chip without one.
    connect(choices_, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on)
            emit changed();
    });
    connect(search_, &QLineEdit::returnPressed, this, &ListFilters::entered);
    connect(search_, &QLineEdit::returnPressed, this, &ListFilters::changed);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        emit typed();
        if (text.isEmpty())
            emit changed();
    });
}

void ListFilters::fit() {
    const int words =
        search_->fontMetrics().horizontalAdvance(search_->placeholderText() + QStringLiteral("nn"));
    search_->setMinimumWidth(
        std::max(words, search_->fontMetrics().averageCharWidth() * kSearchCharacters));
}

void ListFilters::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void ListFilters::addChoice(int id, const QString& label, const QString& name,
                            const QIcon& picture) {
    QPushButton* chip = addChip(flow_, choices_, id, label, name, picture);
    flow_->removeWidget(search_);
    flow_->addWidget(search_);
    if (choices_->buttons().size() == 1) {
        const QSignalBlocker quiet(choices_);
        chip->setChecked(true);
    }
}

int ListFilters::chosen() const {
    return choices_->checkedId();
}

QAbstractButton* ListFilters::choice(int id) const {
    return choices_->button(id);
}

QString ListFilters::searched() const {
    return search_->text().trimmed();
}

bool ListFilters::narrows() const {
    const auto chips = choices_->buttons();
    return !searched().isEmpty() || (!chips.isEmpty() && !chips.first()->isChecked());
}

void ListFilters::search(const QString& text) {
    search_->setText(text);
    if (!text.isEmpty())
        emit changed();
}

void ListFilters::find() {
    search_->setFocus();
    search_->selectAll();
}

EmptyPage::EmptyPage(const char* picture, const QString& words, const QString& label,
                     const char* buttonName, const char* buttonPicture) {
    constexpr double kPictureLines = 2.5;
    auto* text = new QLabel(words);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    auto* button = primaryButton(label, buttonName);
    button->setIcon(primaryIcon(QLatin1String(buttonPicture)));
    setFocusProxy(button);
    connect(button, &QPushButton::clicked, this, &EmptyPage::started);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(text, 3);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(new Picture(QLatin1String(picture), {}, kPictureLines), 0, Qt::AlignHCenter);
    layout->addSpacing(10);
    layout->addLayout(row);
    layout->addSpacing(10);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
}

} // namespace leadsheet::desktop
