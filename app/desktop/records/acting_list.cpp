// SPDX-License-Identifier: Apache-2.0
#include "acting_list.hpp"

#include "../account/trouble.hpp"
#include "../shell/notice_bar.hpp"
#include "../widgets/parts.hpp"

#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {

ActingList::ActingList(Workspace& workspace, const QString& word, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , notice_(new NoticeBar)
    , stack_(new QStackedWidget)
    , loading_(quietLabel())
    , acting_(workspace.account()) {
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

void ActingList::layOut(RecordTable& model, PageFeed& feed, QTableView* table,
                        const QWidgetList& acts, QWidget* below, EmptyPage* nothing,
                        const ListNotices& notices) {
    model_ = &model;
    feed_ = &feed;
    table_ = table;
    notices_ = notices;
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(table);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* some = new QWidget;
    auto* column = columnIn(some, 8);
    for (QWidget* part : acts)
        column->addWidget(part);
    column->addWidget(splitter, 1);
    stack_->addWidget(nothing);
    stack_->addWidget(some);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(notice_);
    layout->addWidget(loading_);
    layout->addWidget(stack_, 1);
    layout->addStretch(); // below a notice that stands alone
    connect(&feed, &PageFeed::changed, this, &ActingList::refresh);
    followChoice(*table, [this] { select(); });
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
    if (const int at = wanted_.empty() ? -1 : rowOf(wanted_); at >= 0) {
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

void ActingList::fail(const QString& why) {
    failed_ = true;
    notice_->show(NoticeKind::Bad, why);
    notice_->setClosable(true);
}

} // namespace leadsheet::desktop
