// SPDX-License-Identifier: Apache-2.0
#include "record_list.hpp"

#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "detail_pane.hpp"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
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
    addAll(splitter, {list, pane});
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

ListFilters::ListFilters(const QString& label, const char* name)
    : flow_(new FlowLayout(this))
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

void ListFilters::addChoices(const QStringList& labels, const QString& name) {
    for (int id = 0; id < labels.size(); ++id)
        addChoice(id, labels.at(id), name + QString::number(id));
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

ListView::ListView(Workspace& workspace, const QString& word)
    : workspace_(workspace)
    , notice_(new NoticeBar(""))
    , state_(quietLabel()) {
    setObjectName(word + QStringLiteral("View"));
    notice_->setObjectName(word + QStringLiteral("Notice"));
    state_->setObjectName(word + QStringLiteral("State"));
    connect(notice_, &NoticeBar::actionTriggered, this, &ListView::refreshNow);
}

void ListView::layOut(PageFeed& feed, QWidget* acts, QTableView* table, QWidget* pane) {
    feed_ = &feed;
    table_ = table;
    pane_ = pane;
    table_->setMinimumWidth(320);
    layOutList(*this, {filters_, notice_, acts}, table_, pane_, state_);
    connect(feed_, &PageFeed::changed, this, &ListView::refresh);
    followChoice(*table_, [this] { select(); });
    refresh();
    select();
}

void ListView::toggleDetail() {
    showBeside(*pane_, !pane_->isVisible(), *table_);
}

void ListView::tell() {
    const auto connection = workspace_.account().connection();
    notice_->setVisible(tellTrouble(*notice_, connection.get(), *feed_));
}

void ListView::showState(QStringList sentences) {
    sentences << feed_->refreshWords();
    sentences.removeAll(QString()); // of no order there are no sums
    state_->setText(sentences.join(QLatin1Char(' ')));
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

ActingList::ActingList(Workspace& workspace, const QString& word)
    : workspace_(workspace)
    , acts_(new QWidget)
    , notice_(new NoticeBar)
    , stack_(new QStackedWidget)
    , loading_(quietLabel())
    , acting_(workspace.account()) {
    new FlowLayout(acts_);
    setObjectName(word + QStringLiteral("View"));
    notice_->setObjectName(word + QStringLiteral("Notice"));
    loading_->setObjectName(word + QStringLiteral("Loading"));
    connect(notice_, &NoticeBar::actionTriggered, this, &ActingList::refreshNow);
    connect(notice_, &NoticeBar::closed, this, [this] { failed_ = false; });
    connect(&acting_, &Background::busyChanged, this, &ActingList::refreshButtons);
    connect(&workspace.account(), &AccountSession::accountLeft, this, [this] {
        failed_ = false;
        wanted_.clear();
    });
}

void ActingList::addMaking(const QString& label, const char* name,
                           const std::function<void()>& make) {
    connect(addButton(acts_->layout(), label, name, "add"), &QPushButton::clicked, this, make);
}

QPushButton* ActingList::addAct(const QString& label, const char* name, const char* picture,
                                const std::function<void()>& what) {
    onChosen_ << addButton(acts_->layout(), label, name, picture);
    connect(onChosen_.last(), &QPushButton::clicked, this, what);
    return onChosen_.last();
}

void ActingList::refreshButtons() {
    for (QPushButton* button : std::as_const(onChosen_))
        button->setEnabled(chosenRow() >= 0 && !acting());
}

void ActingList::layOut(const QWidgetList& above, QWidget* below, EmptyPage* nothing,
                        const ListNotices& notices) {
    notices_ = notices;
    auto* splitter = new QSplitter(Qt::Vertical);
    addAll(splitter, {table_, below});
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* some = new QWidget;
    auto* column = columnIn(some, 8);
    for (QWidget* part : above)
        column->addWidget(part);
    column->addWidget(splitter, 1);
    addAll(stack_, {nothing, some});
    auto* layout = columnIn(this, 8, {0, 8, 0, 0});
    addAll(layout, {notice_, loading_});
    layout->addWidget(stack_, 1);
    layout->addStretch(); // below a notice that stands alone
    connect(feed_, &PageFeed::changed, this, &ActingList::refresh);
    followChoice(*table_, [this] { select(); });
    select();
    refresh();
}

void ActingList::setWatched(bool watched) {
    feed_->setWatched(watched);
}

void ActingList::refreshNow() {
    failed_ = false;
    feed_->refreshNow();
}

int ActingList::chosenRow() const {
    return table_->currentIndex().row();
}

void ActingList::chooseLater(const std::string& id) {
    wanted_ = id;
    refreshNow();
}

void ActingList::refresh() {
    const auto connection = workspace_.account().connection();
    if (!connection || !feed_->serves(*connection))
        failed_ = false;
    if (!tellTrouble(*notice_, connection.get(), *feed_, notices_) && !failed_)
        notice_->hide();
    notice_->setClosable(failed_);
    if (const int at = wanted_.empty() ? -1 : rowOf_(wanted_); at >= 0) {
        table_->selectRow(at);
        wanted_.clear();
    }
    chooseFirst(*table_);
    const bool any = model_->rowCount() > 0;
    stack_->setVisible(feed_->loaded() || any);
    stack_->setCurrentIndex(any ? 1 : 0);
    loading_->setText(loadingWords());
    loading_->setVisible(stack_->isHidden() && feed_->loading());
    refreshButtons();
    emit changed();
}

void ActingList::act(Act work, const std::function<void()>& done) {
    const auto connection = workspace_.account().connection();
    if (!connection || acting_.busy())
        return;
    failed_ = false;
    acting_.run([connection, work = std::move(work)](
                    const std::stop_token& stop) { return work(*connection, stop); },
                [this, connection, done](const Result<Said>& said) {
                    refreshNow();
                    if (!said)
                        return fail(callTrouble(said.error(), *connection));
                    if (done)
                        done();
                    if (!said->words.isEmpty())
                        workspace_.notify(said->kind, said->words);
                });
}

void ActingList::dropped(const submit::AccountRef& account, const Result<void>& gone) {
    const auto connection = workspace_.account().connection();
    if (!connection || !submit::isSameAccount(connection->ref, account))
        return;
    refreshNow();
    if (!gone)
        fail(callTrouble(gone.error(), *connection));
}

void ActingList::fail(const QString& why) {
    failed_ = true;
    notice_->show(NoticeKind::Bad, why);
    notice_->setClosable(true);
}

} // namespace leadsheet::desktop
