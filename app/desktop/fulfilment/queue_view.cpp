// SPDX-License-Identifier: Apache-2.0
#include "queue_view.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../orders/order_detail.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "ingest_dialog.hpp"
#include "operator_act.hpp"

#include <QAbstractButton>
#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

QString amountOr(const std::optional<Money>& amount) {
    return amount ? money(*amount) : QStringLiteral("–");
}

constexpr const char* kColumnsFile = "lead-columns.json";
constexpr std::chrono::minutes kCountAgain{5}; // three requests each time
constexpr OperatorAct kActs[] = {OperatorAct::Approve, OperatorAct::Ask,    OperatorAct::Deliver,
                                 OperatorAct::Refund,  OperatorAct::Reject, OperatorAct::GiveUp};

} // namespace

FulfilmentDetail::FulfilmentDetail()
    : DetailPane("fulfilmentDetail") {
    makeHead();
    events_ = addSection(tr("What happened"));
    account_ = addSection(tr("Customer"));
    money_ = addSection(tr("Money"));
    leads_ = addSection(tr("Leads"));
    request_ = addSection(tr("What was ordered"));
    finish();
    showNothing();
}

void FulfilmentDetail::makeHead() {
    number_ = addTitle("fulfilmentNumber");
    addState("fulfilmentState");
    question_ = wrappingLabel({});
    add(question_);
    QLayout* flow = addButtons();
    addButton(flow, tr("Copy Number"), "fulfilmentCopy", "copy", this,
              [this] { QGuiApplication::clipboard()->setText(number_->text()); });
    auto* account =
        addButton(flow, tr("Orders of This Account"), "fulfilmentAccount", "account", this, [this] {
            if (order_)
                emit accountWanted(text(order_->account.str()));
        });
    account->setToolTip(tr("Show only the orders of this account"));
    takeIn_ = addButton(flow, tr("Ingest Leads…"), "fulfilmentTakeIn", "sheet", this,
                        &FulfilmentDetail::takeInWanted);
    takeIn_->setToolTip(tr("From a sheet, while the order is in progress"));
    save_ = addButton(flow, tr("Save Leads…"), "fulfilmentSave", "save", this,
                      &FulfilmentDetail::saveWanted);
    save_->setToolTip(tr("Save all ingested leads to a file"));
}

void FulfilmentDetail::showNothing() {
    order_.reset();
    showEmpty(tr("Choose an order to see what the customer wants."));
}

void FulfilmentDetail::show(const AdminOrder& full) {
    if (!order_ || order_->order.number != full.order.number)
        showNoEvents(tr("Loading…"));
    order_ = full;
    showColumn();
    const Order& order = full.order;
    number_->setText(text(order.number.str()));
    const Look look = operatorLook(full);
    showState(look, tr("%1 · money %2").arg(look.word, paymentWord(order.payment)));
    question_->setVisible(order.question.has_value());
    if (order.question)
        question_->setText(tr("Asked: %1").arg(text(*order.question)));
    takeIn_->setEnabled(order.status == OrderStatus::InProgress);
    save_->setEnabled(full.ingested.accepted > 0);
    showAccount();
    showMoney();
    showLeads();
    showRequest();
}

void FulfilmentDetail::showEvents(const std::vector<OrderEvent>& events) {
    addEvents(freshFacts(events_), events);
}

void FulfilmentDetail::showNoEvents(const QString& why) {
    freshFacts(events_)->addRow(wrappingLabel(why));
}

void FulfilmentDetail::showAccount() {
    QFormLayout* form = freshFacts(account_);
    addFact(form, tr("Account"), accountOf(*order_));
    addFact(form, tr("Account id"), text(order_->account.str()));
}

void FulfilmentDetail::showMoney() {
    QFormLayout* form = freshFacts(money_);
    const Order& order = order_->order;
    addFact(form, tr("Quoted at most"), amountOr(order.price));
    addFact(form, tr("Held"), moneyPart(order, &app::OrderMoney::held));
    if (order.status == OrderStatus::InProgress && order.price)
        addFact(form, tr("To charge"), money(effectOf(*order_, {OperatorAct::Deliver}).charged));
    addFact(form, tr("Charged"), moneyPart(order, &app::OrderMoney::charged));
    addFact(form, tr("Released"), moneyPart(order, &app::OrderMoney::released));
    addFact(form, tr("Refunded"), moneyPart(order, &app::OrderMoney::refunded));
}

void FulfilmentDetail::showLeads() {
    QFormLayout* form = freshFacts(leads_);
    const IngestCounts& counts = order_->ingested;
    addFact(form, tr("Ordered"), number(order_->order.leadCount));
    addFact(form, tr("Ingested"), number(counts.accepted));
    addFact(form, tr("Already owned"), number(counts.duplicate));
    addFact(form, tr("Rejected rows"), number(counts.rejected));
    addFact(form, tr("Last part"), counts.final ? tr("has arrived") : tr("not yet"));
}

void FulfilmentDetail::showRequest() {
    QFormLayout* form = freshFacts(request_);
    addFact(form, tr("Product"), sayProduct(order_->order.product));
    for (const auto& [name, value] : requestWords(order_->order.request))
        addFact(form, name, value);
}

QueueView::QueueView(Workspace& workspace)
    : ListView(workspace, QStringLiteral("queue"))
    , model_(new QueueModel(this))
    , feed_(new QueueFeed(workspace.account(), *model_, readQueue, this, PageFeed::Asks::Operators))
    , detail_(new FulfilmentDetail)
    , counting_(workspace.account())
    , reading_(workspace.account())
    , saving_(workspace.account()) {
    makeFilters();
    QTableView* table = recordTable(*model_, "queueTable", tr("Orders of customers"));
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    connect(model_, &QueueModel::modelReset, this, [this] { fresh_ = true; });
    connect(model_, &QueueModel::dataChanged, this, &QueueView::select);
    connect(detail_, &FulfilmentDetail::accountWanted, filters_, &ListFilters::search);
    connect(detail_, &FulfilmentDetail::takeInWanted, this, &QueueView::takeIn);
    connect(detail_, &FulfilmentDetail::saveWanted, this, &QueueView::saveLeads);
    connect(&workspace.account(), &AccountSession::changed, this, [this] {
        // What was not confirmed yet was meant for the key of then.
        if (dialog_ != nullptr && run() == nullptr)
            dialog_->close();
        if (ingest_ != nullptr && !ingest_->sending())
            ingest_->close();
        counts_.clear();
        countedAt_.reset();
        showCounts();
        if (watched_)
            count();
    });
    layOut(*feed_, makeActs(), table, detail_);
    connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &QueueView::select);
}

void QueueView::makeFilters() {
    filters_ = new ListFilters(tr("Order number or account id"), "queueSearch");
    for (const Queue queue : kQueues) {
        const Look look = lookOf(queue);
        const int id = static_cast<int>(queue);
        filters_->addChoice(id, look.word, QStringLiteral("queue%1").arg(id), chipIcon(look.icon));
    }
    connect(filters_, &ListFilters::changed, this, &QueueView::askFeed);
}

QWidget* QueueView::makeActs() {
    auto* acts = new QWidget;
    auto* flow = new FlowLayout(acts);
    for (const OperatorAct what : kActs) {
        auto* button = addButton(flow, faceOf(what).label, "", faceOf(what).icon);
        button->setObjectName(QStringLiteral("act%1").arg(static_cast<int>(what)));
        connect(button, &QPushButton::clicked, this, [this, what] { act(what); });
        acts_[what] = button;
    }
    return acts;
}

void QueueView::setWatched(bool watched) {
    watched_ = watched;
    ListView::setWatched(watched);
    if (watched && !countedAt_)
        count();
}

void QueueView::refreshNow() {
    ListView::refreshNow();
    count();
}

void QueueView::showAccount(const QString& id) {
    filters_->search(id);
}

void QueueView::askFeed() {
    emit movedOn();
    acted_ = false;
    feed_->askFor({static_cast<Queue>(filters_->chosen()), filters_->searched()});
}

void QueueView::count() {
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin || counting_.busy())
        return;
    countedAt_ = wallNow();
    counting_.run(
        [connection](const std::stop_token& stop) {
            CallOptions call;
            call.stop = stop;
            return countQueues(*connection->client, call);
        },
        [this](const Result<QueueCounts>& counts) {
            if (counts)
                counts_ = *counts;
            showCounts();
        });
}

void QueueView::showCounts() {
    for (const Queue queue : kQueues) {
        const auto found = counts_.find(queue);
        const QString word = lookOf(queue).word;
        QString label = word;
        if (found != counts_.end())
            label = (found->second.more ? tr("%1 · %2+") : tr("%1 · %2"))
                        .arg(word, number(found->second.orders));
        filters_->choice(static_cast<int>(queue))->setText(label);
    }
}

void QueueView::refresh() {
    tell();
    const QModelIndex current = table_->currentIndex();
    // An order that left the queue takes the choice with it; the one that follows is chosen then.
    const bool left = acted_ && !table_->selectionModel()->hasSelection();
    if (model_->rowCount() > 0 && (fresh_ || left || !current.isValid())) {
        const int row = fresh_ || !current.isValid() ? 0 : current.row();
        fresh_ = false;
        acted_ = false;
        // selectRow() would heed a Ctrl or Shift that happens to be held.
        table_->selectionModel()->setCurrentIndex(
            model_->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        select();
    }
    if (watched_ && countedAt_ && feed_->loaded() && wallNow() - *countedAt_ > kCountAgain)
        count();
    refreshState();
    emit changed();
}

void QueueView::refreshState() {
    QStringList parts;
    if (feed_->loaded()) {
        const int shown = model_->rowCount();
        parts << (shown == 0 ? filters_->searched().isEmpty() ? tr("No orders are waiting here.")
                                                              : tr("No orders match.")
                  : model_->hasMore()
                      ? tr("The oldest %Ln order(s); more come as you scroll.", "", shown)
                      : tr("%Ln order(s).", "", shown));
        OrderTotals totals;
        for (const AdminOrder& full : model_->rows())
            totals.add(full.order);
        parts << totals.words(model_->hasMore());
        if (const int many = forPlural(table_->selectionModel()->selectedRows().size()); many > 1)
            parts << tr("%Ln are chosen.", "", many);
    }
    showState(parts);
}

void QueueView::select() {
    const std::vector<AdminOrder> orders = chosen();
    const AdminOrder* current = model_->at(table_->currentIndex().row());
    if (current == nullptr) {
        reading_.cancel();
        detail_->showNothing();
    } else if (const auto& shown = detail_->order();
               !shown || shown->order.number != current->order.number ||
               shown->order.version != current->order.version ||
               shown->ingested.accepted != current->ingested.accepted) {
        detail_->show(*current);
        readEvents(current->order.number);
    }
    for (const auto& [one, button] : acts_)
        button->setEnabled(
            std::any_of(orders.begin(), orders.end(),
                        [what = one](const AdminOrder& order) { return allows(order, what); }));
    refreshState();
    emit changed();
}

void QueueView::readEvents(const OrderNumber& number) {
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin)
        return detail_->showNoEvents({});
    // Walking through the list asks only for where it ends.
    reading_.cancel();
    reading_.run(
        [connection, number](const std::stop_token& stop) {
            return readEventsOf(connection->client->admin().orders(), number, stop);
        },
        [this, connection, number](const Result<std::vector<OrderEvent>>& events) {
            if (const auto& shown = detail_->order(); !shown || shown->order.number != number)
                return;
            if (events)
                detail_->showEvents(*events);
            else
                detail_->showNoEvents(callTrouble(events.error(), *connection));
        });
}

std::vector<AdminOrder> QueueView::chosen() const {
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    std::vector<AdminOrder> orders;
    for (const QModelIndex& row : std::as_const(rows))
        if (const AdminOrder* order = model_->at(row.row()))
            orders.push_back(*order);
    return orders;
}

void QueueView::act(OperatorAct what) {
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin || dialog_ != nullptr)
        return;
    emit movedOn();
    auto* dialog = new ActDialog(connection, workspace_.settings(), what, chosen(), this);
    dialog_ = dialog;
    connect(dialog, &ActDialog::acted, this, [this, dialog] { acted(*dialog); });
    // Its button may be switched off by then.
    connect(dialog, &QDialog::accepted, this, [this] { table_->setFocus(Qt::OtherFocusReason); });
    dialog->open();
}

void QueueView::acted(const ActDialog& dialog) {
    // Behind the first page a list is not read again: what is known is shown there.
    for (const ActOutcome& outcome : dialog.run()->outcomes())
        if (outcome.state == ActState::Done)
            model_->put(outcome.order);
    acted_ = true;
    if (dialog.run()->allDone())
        emit said(NoticeKind::Good, outcomeWords(*dialog.run()));
    refreshNow();
}

void QueueView::takeIn() {
    const auto connection = workspace_.account().connection();
    const auto& order = detail_->order();
    if (!connection || !connection->admin || !order || ingest_ != nullptr)
        return;
    const QString file =
        chooseFileToOpen(this, tr("Choose the Sheet With the Leads"), {},
                         tr("Sheets (*.csv *.tsv *.txt *.xlsx *.xlsm *.ods *.gz);;All files (*)"));
    if (file.isEmpty())
        return;
    ingest_ = new IngestDialog(connection, *order, file, workspace_.folders().config / kColumnsFile,
                               this);
    emit movedOn();
    connect(ingest_, &IngestDialog::taken, this, &QueueView::refreshNow);
    ingest_->open();
}

bool QueueView::takesLeadsIn() const {
    return ingest_ != nullptr && ingest_->sending();
}

void QueueView::saveLeads() {
    const auto connection = workspace_.account().connection();
    const auto& order = detail_->order();
    if (!connection || !order || saving_.busy())
        return;
    const QString file = chooseFileToSave(this, tr("Save Leads"),
                                          text(order->order.number.str()) + QStringLiteral(".csv"),
                                          tr("CSV (*.csv);;JSON Lines (*.ndjson *.jsonl)"));
    if (file.isEmpty())
        return;
    saving_.run(
        [connection, number = order->order.number, file](const std::stop_token& stop) {
            return saveOrderLeads(*connection, number, file, stop);
        },
        [this, connection, file](const Result<std::uint64_t>& bytes) {
            if (bytes)
                emit said(NoticeKind::Good, tr("The leads are in %1.").arg(file));
            else if (bytes.error().is(ErrorCode::StorageError))
                emit said(NoticeKind::Bad, tr("%1 cannot be written. Choose a folder that you may "
                                              "write to, with room for it.")
                                               .arg(file));
            else
                emit said(NoticeKind::Bad, callTrouble(bytes.error(), *connection));
        });
}

ActRun* QueueView::run() const {
    ActRun* run = dialog_ != nullptr ? dialog_->run() : nullptr;
    return run != nullptr && run->running() ? run : nullptr;
}

QStringList QueueView::commandWords() const {
    const QString& search = feed_->query().search;
    if (search.startsWith(QLatin1String("LS-")))
        return {}; // no command of an operator shows one order
    if (search.startsWith(QLatin1String("sk_")))
        return {}; // a secret has no place on the clipboard
    QStringList words{QStringLiteral("admin"), QStringLiteral("queue"), QStringLiteral("--status"),
                      text(std::string(toString(statusOf(feed_->query().queue))))};
    if (!search.isEmpty())
        words << QStringLiteral("--account") << search;
    return words;
}

} // namespace leadsheet::desktop
