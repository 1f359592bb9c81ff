// SPDX-License-Identifier: Apache-2.0
#include "outreach_view.hpp"

#include "../account/trouble.hpp"
#include "../dialogs/message.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/empty_page.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/table_look.hpp"
#include "destination_dialog.hpp"
#include "destination_model.hpp"
#include "destination_words.hpp"
#include "webhook_actions.hpp"

#include "leadsheet/resource/destinations.hpp"

#include <QButtonGroup>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

// A chip's id is its place here; the first is every state.
constexpr const char* kPushStates[] = {"",         "pending", "accepted", "skipped_duplicate",
                                       "rejected", "unknown"};
constexpr int kRowsVisible = 2;
const QList<int> kDestinationColumns{24, 12, 24, 12, 15, 10, 10, 10};
const QList<int> kPushColumns{28, 18, 44, 17, 10, 18};

} // namespace

OutreachView::OutreachView(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , model_(new DestinationModel(this))
    , feed_(new PageFeed(workspace.account(), *model_, this))
    , pushModel_(new PushModel(this))
    , pushFeed_(new PageFeed(workspace.account(), *pushModel_, this)) {
    setObjectName(QStringLiteral("outreachView"));
    notice_ = new NoticeBar;
    notice_->setObjectName(QStringLiteral("outreachNotice"));
    connect(notice_, &NoticeBar::actionTriggered, this, &OutreachView::refreshNow);
    connect(notice_, &NoticeBar::closed, this, [this] { failed_ = false; });
    table_ = makeTable(model_, "outreachTable", tr("Outreach platforms"), kDestinationColumns);
    auto* pushes = new QWidget;
    auto* column = new QVBoxLayout(pushes);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makePush());
    column->addWidget(makeChips());
    column->addWidget(
        makeTable(pushModel_, "pushTable", tr("What became of each lead"), kPushColumns), 1);
    state_ = new QLabel;
    state_->setObjectName(QStringLiteral("pushState"));
    state_->setWordWrap(true);
    state_->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(state_);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(table_);
    splitter->addWidget(pushes);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* some = new QWidget;
    auto* layout = new QVBoxLayout(some);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeButtons());
    layout->addWidget(splitter, 1);
    stack_ = new QStackedWidget;
    stack_->addWidget(makeNothing());
    stack_->addWidget(some);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->setSpacing(8);
    all->addWidget(notice_);
    all->addWidget(stack_, 1);
    all->addStretch(); // below a notice that stands alone
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OutreachView::select);
    connect(feed_, &PageFeed::changed, this, &OutreachView::refresh);
    connect(pushFeed_, &PageFeed::changed, this, &OutreachView::refreshPushes);
    connect(model_, &DestinationModel::dataChanged, this, [this](const QModelIndex& row) {
        if (row.row() == table_->currentIndex().row())
            select();
    });
    connect(model_, &DestinationModel::modelReset, this, &OutreachView::select);
    connect(model_, &DestinationModel::rowsRemoved, this, &OutreachView::select);
    connect(&background_, &Background::busyChanged, this, &OutreachView::refreshButtons);
    feed_->ask([model = model_](const Connected& at, const PageOptions& page,
                                const CallOptions& call) -> Result<FeedPage> {
        auto found = at.client->destinations().list(page, call);
        if (!found)
            return failure(found.error());
        return feedPage(*model, *std::move(found));
    });
    select();
    refresh();
}

QTableView* OutreachView::makeTable(QAbstractItemModel* model, const char* name,
                                    const QString& title, const QList<int>& characters) {
    auto* table = new QTableView;
    table->setObjectName(QLatin1String(name));
    table->setAccessibleName(title);
    table->setModel(model);
    applyTableLook(*table);
    auto* widths = new ColumnWidths(table, columnsOf(characters));
    const auto keepRows = [table] {
        keepRowsVisible(*table, kRowsVisible);
    };
    connect(widths, &ColumnWidths::applied, table, keepRows);
    keepRows();
    return table;
}

QWidget* OutreachView::makeButtons() {
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    auto* another =
        addButton(flow, tr("Add Platform…"), QLatin1String("outreachAdd"), QLatin1String("add"));
    setUp_ = addButton(flow, tr("Set Up…"), QLatin1String("outreachSetUp"), QLatin1String("edit"));
    enable_ =
        addButton(flow, tr("Disable"), QLatin1String("outreachEnable"), QLatin1String("pause"));
    remove_ =
        addButton(flow, tr("Remove…"), QLatin1String("outreachRemove"), QLatin1String("delete"));
    connect(another, &QPushButton::clicked, this, &OutreachView::add);
    connect(setUp_, &QPushButton::clicked, this, [this] {
        if (const Destination* destination = selected())
            open(*destination);
    });
    connect(enable_, &QPushButton::clicked, this, &OutreachView::toggleEnabled);
    connect(remove_, &QPushButton::clicked, this, &OutreachView::remove);
    return row;
}

QWidget* OutreachView::makePush() {
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    order_ = new QLineEdit;
    order_->setObjectName(QStringLiteral("pushOrder"));
    order_->setAccessibleName(tr("Order number"));
    order_->setPlaceholderText(tr("Order number"));
    order_->setMinimumWidth(fontMetrics().averageCharWidth() * 24);
    push_ = new QPushButton(icon(QLatin1String("submit")), tr("Send the Leads of This Order"));
    push_->setObjectName(QStringLiteral("pushNow"));
    push_->setAutoDefault(true);
    flow->addWidget(order_);
    flow->addWidget(push_);
    connect(order_, &QLineEdit::textChanged, this, &OutreachView::refreshButtons);
    connect(order_, &QLineEdit::returnPressed, this, &OutreachView::pushOrder);
    connect(push_, &QPushButton::clicked, this, &OutreachView::pushOrder);
    return row;
}

QWidget* OutreachView::makeChips() {
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    chips_ = new QButtonGroup(this);
    const QString words[] = {tr("All"),           tr("Waiting"), tr("Accepted"),
                             tr("Known Already"), tr("Refused"), tr("Unknown")};
    for (int id = 0; id < static_cast<int>(std::size(kPushStates)); ++id) {
        addChip(flow, chips_, id, words[id], QStringLiteral("pushChip%1").arg(id));
    }
    chips_->button(0)->setChecked(true);
    // Not the click: assistive technology toggles a chip without one.
    connect(chips_, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on)
            askPushes();
    });
    return row;
}

QWidget* OutreachView::makeNothing() {
    auto* page = new EmptyPage(
        QLatin1String("destinations"),
        tr("No outreach platform yet. Leads can go straight into a campaign of Instantly, "
           "Smartlead or lemlist. Nothing is sent there before you have chosen a campaign and "
           "said so. No call was ever made to the real platforms: try one lead first."),
        tr("Add Platform…"), QLatin1String("outreachAddFirst"));
    connect(page, &EmptyPage::started, this, &OutreachView::add);
    return page;
}

void OutreachView::setWatched(bool watched) {
    feed_->setWatched(watched);
    pushFeed_->setWatched(watched);
}

void OutreachView::refreshNow() {
    failed_ = false;
    feed_->refreshNow();
    pushFeed_->refreshNow();
}

const Destination* OutreachView::selected() const {
    return model_->at(table_->currentIndex().row());
}

void OutreachView::refresh() {
    const auto connection = workspace_.account().connection();
    if (!connection || connection->admin)
        failed_ = false;
    if (!connection)
        notice_->show(NoticeKind::Info, tr("Connect an account to see its outreach platforms."));
    else if (connection->admin)
        notice_->show(NoticeKind::Info, tr("This is an admin key. Outreach platforms belong to "
                                           "accounts of customers."));
    else if (feed_->trouble())
        notice_->show(NoticeKind::Bad, callTrouble(*feed_->trouble(), *connection),
                      tr("Try Again"));
    else if (!failed_)
        notice_->hide();
    notice_->setClosable(failed_);
    if (const int at = wanted_.empty() ? -1 : model_->rowOf(wanted_); at >= 0) {
        table_->selectRow(at);
        wanted_.clear();
    } else if (model_->rowCount() > 0 && !table_->currentIndex().isValid()) {
        table_->selectRow(0);
    }
    stack_->setVisible(feed_->loaded() || model_->rowCount() > 0);
    stack_->setCurrentIndex(model_->rowCount() > 0 ? 1 : 0);
    refreshButtons();
    emit changed();
}

void OutreachView::refreshPushes() {
    const auto connection = workspace_.account().connection();
    const int shown = pushModel_->rowCount();
    QString words;
    if (pushFeed_->trouble() && connection)
        words = callTrouble(*pushFeed_->trouble(), *connection);
    else if (pushFeed_->loaded() && shown == 0)
        words = chips_->checkedId() == 0 ? tr("No lead was sent here yet.")
                                         : tr("No lead has this outcome.");
    else if (pushFeed_->loaded())
        words = pushModel_->hasMore()
                    ? tr("The newest %Ln lead(s); more come as you scroll.", "", shown)
                    : tr("%Ln lead(s).", "", shown);
    else if (pushFeed_->loading())
        words = tr("Loading…");
    state_->setText(words);
    state_->setVisible(!words.isEmpty());
}

void OutreachView::select() {
    const Destination* destination = selected();
    const auto now = destination != nullptr ? std::optional(destination->id) : std::nullopt;
    if (now != shown_) {
        shown_ = now;
        askPushes();
    }
    refreshButtons();
    emit changed();
}

void OutreachView::askPushes() {
    if (!shown_)
        return pushFeed_->ask({});
    PushFilter filter;
    const std::string state = kPushStates[chips_->checkedId()];
    if (!state.empty())
        filter.state = state;
    pushFeed_->ask(
        [model = pushModel_, id = *shown_, filter](const Connected& at, const PageOptions& page,
                                                   const CallOptions& call) -> Result<FeedPage> {
            auto found = at.client->destinations().pushes(id, filter, page, call);
            if (!found)
                return failure(found.error());
            return feedPage(*model, *std::move(found));
        });
}

void OutreachView::refreshButtons() {
    const Destination* destination = selected();
    const bool here = destination != nullptr && !background_.busy();
    for (QPushButton* button : {setUp_, enable_, remove_})
        button->setEnabled(here);
    const bool on = destination == nullptr || destination->enabled;
    enable_->setText(on ? tr("Disable") : tr("Enable"));
    enable_->setIcon(icon(on ? QLatin1String("pause") : QLatin1String("play")));
    push_->setEnabled(here && on && destination->campaignId && !order_->text().trimmed().isEmpty());
}

void OutreachView::add() {
    if (const auto connection = workspace_.account().connection(); connection && !connection->admin)
        open({});
}

void OutreachView::open(const std::optional<Destination>& destination) {
    auto* dialog = new DestinationDialog(workspace_.account().connection(), destination, window());
    connect(dialog, &DestinationDialog::changed, this, [this](const std::string& id) {
        wanted_ = id;
        refreshNow();
    });
    connect(dialog, &DestinationDialog::abandoned, this, &OutreachView::drop);
    dialog->open();
}

void OutreachView::act(Act work) {
    const auto connection = workspace_.account().connection();
    if (!connection || background_.busy())
        return;
    failed_ = false;
    background_.run([connection, work = std::move(work)](
                        const std::stop_token& stop) { return work(*connection, stop); },
                    [this, connection](const Result<QString>& words) {
                        refreshNow();
                        if (words && !words->isEmpty())
                            return workspace_.notify(NoticeKind::Good, *words);
                        if (words)
                            return;
                        failed_ = true;
                        notice_->show(NoticeKind::Bad, callTrouble(words.error(), *connection));
                        notice_->setClosable(true);
                    });
}

void OutreachView::toggleEnabled() {
    const Destination* destination = selected();
    if (destination == nullptr)
        return;
    act([shown = *destination](const Connected& at,
                               const std::stop_token& stop) -> Result<QString> {
        DestinationChange change;
        change.enabled = !shown.enabled;
        const auto now =
            at.client->destinations().update(shown.id, change, shown.version, callUntil(stop));
        if (!now)
            return failure(now.error());
        return now->enabled
                   ? tr("%1 is enabled.").arg(nameOf(*now))
                   : tr("%1 is disabled. Leads that wait stay where they are.").arg(nameOf(*now));
    });
}

void OutreachView::pushOrder() {
    const Destination* destination = selected();
    if (destination == nullptr || !push_->isEnabled())
        return;
    const auto number = OrderNumber::parse(order_->text().trimmed().toStdString());
    if (!number) {
        failed_ = true;
        notice_->show(NoticeKind::Bad, say(number.error().message));
        notice_->setClosable(true);
        return;
    }
    act([id = destination->id, order = *number, key = newActKey("push")](
            const Connected& at, const std::stop_token& stop) -> Result<QString> {
        LeadsToPush leads;
        leads.orderNumber = order;
        const auto queued = at.client->destinations().push(id, leads, key, callUntil(stop));
        if (!queued)
            return failure(queued.error());
        return tr("%Ln lead(s) are on their way.", "", forPlural(queued->queued)) +
               QLatin1Char(' ') +
               tr("Sent before: %1. Left out, by their verification or without an e-mail: %2.")
                   .arg(desktop::number(queued->alreadyPushed), desktop::number(queued->filtered));
    });
}

void OutreachView::remove() {
    if (selected() == nullptr)
        return;
    const Destination shown = *selected(); // the list may change while the question is open
    if (!ask(this, {tr("Remove This Platform?"),
                    tr("Nothing is sent to %1 any more, leads that wait are dropped, and its key "
                       "is erased. Leads that are in the campaign stay there.")
                        .arg(nameOf(shown)),
                    tr("Remove Platform"), tr("Keep It")}))
        return;
    act([shown](const Connected& at, const std::stop_token& stop) -> Result<QString> {
        const auto gone =
            at.client->destinations().remove(shown.id, shown.version, callUntil(stop));
        if (!gone)
            return failure(gone.error());
        return tr("%1 was removed.").arg(nameOf(shown));
    });
}

void OutreachView::drop(const std::string& id) {
    act([id](const Connected& at, const std::stop_token& stop) -> Result<QString> {
        const auto parsed = DestinationId::parse(id);
        if (!parsed)
            return failure(parsed.error());
        const auto gone = at.client->destinations().remove(*parsed, {}, callUntil(stop));
        if (!gone)
            return failure(gone.error());
        return QString();
    });
}

QStringList OutreachView::commandWords() const {
    const Destination* destination = selected();
    if (destination == nullptr)
        return {QStringLiteral("destinations"), QStringLiteral("list")};
    return {QStringLiteral("destinations"), QStringLiteral("pushes"), text(destination->id.str())};
}

} // namespace leadsheet::desktop
