// SPDX-License-Identifier: Apache-2.0
#include "orders_page.hpp"

#include "../account/trouble.hpp"
#include "../dialogs/ask.hpp"
#include "../phrases/say.hpp"
#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../submit/command_words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/text_edit.hpp"

#include "leadsheet/app/order_money.hpp"

#include <QAbstractButton>
#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

QString moneyOr(const std::optional<Money>& money) {
    return money ? desktop::money(*money) : QStringLiteral("–");
}

constexpr int kAll = 0; // a chip's id is its status otherwise

} // namespace

OrderDetail::OrderDetail(QWidget* parent)
    : DetailPane("orderDetail", parent) {
    makeHead();
    makeReply();
    money_ = addSection(tr("Money"));
    request_ = addSection(tr("What was ordered"));
    events_ = addSection(tr("What happened"));
    finish();
    showNothing();
}

void OrderDetail::makeHead() {
    number_ = addTitle("detailNumber");
    addState("detailState");
    problem_ = new NoticeBar("detailProblem");
    add(problem_);
    QLayout* flow = addButtons();
    cancel_ = addButton(flow, tr("Cancel Order…"), "orderCancel", "stop");
    again_ = addButton(flow, tr("Order Again"), "orderAgain", "redo");
    again_->setToolTip(tr("Order the same a second time; the price is shown first"));
    leads_ = addButton(flow, tr("View Leads"), "orderLeads", "leads");
    copy_ = addButton(flow, tr("Copy Number"), "orderCopy", "copy");
    connect(cancel_, &QPushButton::clicked, this, &OrderDetail::cancelWanted);
    connect(again_, &QPushButton::clicked, this, &OrderDetail::againWanted);
    connect(leads_, &QPushButton::clicked, this, &OrderDetail::leadsWanted);
    connect(copy_, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(number_->text()); });
}

void OrderDetail::makeReply() {
    question_ = named(new QFrame, "orderQuestion");
    auto* box = columnIn(question_);
    box->addWidget(cardHeading(tr("The service asks")));
    questionText_ = wrappingLabel({});
    box->addWidget(questionText_);
    reply_ = named(new TextEdit, "orderReply", tr("Your answer"));
    reply_->setPlaceholderText(tr("Your answer"));
    reply_->setFixedHeight(fontMetrics().height() * 4);
    send_ = named(new QPushButton(icon(QLatin1String("reply")), tr("Send Answer")), "orderSend");
    send_->setAutoDefault(true);
    connect(reply_, &QPlainTextEdit::textChanged, this, &OrderDetail::refreshButtons);
    connect(send_, &QPushButton::clicked, this,
            [this] { emit replyWanted(reply_->toPlainText().trimmed()); });
    box->addWidget(reply_);
    box->addWidget(send_, 0, Qt::AlignLeft);
    add(question_);
}

void OrderDetail::showNothing() {
    story_.reset();
    showEmpty(tr("Choose an order to see what happened to it."));
}

void OrderDetail::showLoading(const Order& order) {
    if (!story_ || story_->order.number != order.number) {
        story_.reset();
        reply_->clear();
        setProblem({});
    }
    showOrder(order);
    showEvents();
}

void OrderDetail::show(const OrderStory& story) {
    story_ = story;
    showOrder(story.order);
    showEvents();
}

void OrderDetail::showOrder(const Order& order) {
    showColumn();
    number_->setText(text(order.number.str()));
    const Look look = lookOf(order);
    showState(look, tr("%1 · money %2").arg(look.word, paymentWord(order.payment)));
    question_->setVisible(order.status == OrderStatus::InfoRequested);
    questionText_->setText(order.question ? text(*order.question) : QString());
    showMoney(order);
    showRequest(order);
    refreshButtons();
}

void OrderDetail::showMoney(const Order& order) {
    QFormLayout* form = freshFacts(money_);
    const auto sums = app::moneyOf(order);
    const auto part = [&](std::int64_t app::OrderMoney::*amount) {
        return sums ? money(*sums.*amount, order.price->currency) : QStringLiteral("–");
    };
    addFact(form, tr("Quoted at most"), moneyOr(order.price));
    addFact(form, tr("Held"), part(&app::OrderMoney::held));
    addFact(form, tr("Charged"), part(&app::OrderMoney::charged));
    addFact(form, tr("Released"), part(&app::OrderMoney::released));
    addFact(form, tr("Refunded"), part(&app::OrderMoney::refunded));
    if (order.deliveredLeads)
        addFact(form, tr("Delivered"),
                tr("%1 of %2 leads").arg(number(*order.deliveredLeads), number(order.leadCount)));
}

void OrderDetail::showRequest(const Order& order) {
    QFormLayout* form = freshFacts(request_);
    addFact(form, tr("Product"), sayProduct(order.product));
    for (const auto& [name, value] : requestWords(order.request))
        addFact(form, name, value);
}

void OrderDetail::showEvents() {
    QFormLayout* form = freshFacts(events_);
    if (!story_) {
        form->addRow(wrappingLabel(tr("Loading…")));
        return;
    }
    for (const OrderEvent& event : story_->events) {
        QString what = eventWord(event);
        if (event.message && !event.message->empty())
            what += QStringLiteral(": ") + text(*event.message);
        addFact(form, timeText(event.at, wallNow()), what);
    }
}

void OrderDetail::setBusy(bool busy) {
    busy_ = busy;
    refreshButtons();
}

void OrderDetail::setProblem(const QString& words) {
    if (words.isEmpty())
        problem_->hide();
    else
        problem_->show(NoticeKind::Bad, words);
}

void OrderDetail::clearReply() {
    reply_->clear();
}

void OrderDetail::refreshButtons() {
    const bool here = story_ && !busy_;
    cancel_->setEnabled(here && canCancel(story_->order));
    again_->setEnabled(here);
    leads_->setEnabled(here && story_->order.deliveredLeads.value_or(0) > 0);
    reply_->setReadOnly(busy_);
    send_->setEnabled(here && story_->order.status == OrderStatus::InfoRequested &&
                      !reply_->toPlainText().trimmed().isEmpty());
}

OrdersPage::OrdersPage(Workspace& workspace, QWidget* parent)
    : Page(parent)
    , workspace_(workspace)
    , model_(new OrderModel(this))
    , feed_(new OrderFeed(workspace.account(), *model_, readOrders, this)) {
    setObjectName(QStringLiteral("ordersPage"));
    notice_ = new NoticeBar("ordersNotice");
    connect(notice_, &NoticeBar::actionTriggered, feed_, &OrderFeed::refreshNow);
    makeFilters();
    makeTable();
    detail_ = new OrderDetail;
    state_ = quietLabel("ordersState");
    layOutList(*this, {filters_, notice_}, table_, detail_, state_);
    makeCommands();
    connect(feed_, &OrderFeed::changed, this, &OrdersPage::refresh);
    followChoice(*table_, [this] { select(); });
    connect(detail_, &OrderDetail::replyWanted, this, &OrdersPage::reply);
    connect(detail_, &OrderDetail::cancelWanted, this, &OrdersPage::cancel);
    connect(detail_, &OrderDetail::againWanted, this, &OrdersPage::again);
    connect(detail_, &OrderDetail::leadsWanted, this, [this] {
        if (const auto& story = detail_->story())
            workspace_.showLeads(text(story->order.number.str()));
    });
    refresh();
}

void OrdersPage::makeFilters() {
    filters_ = new ListFilters(tr("Order number or your reference"), "ordersSearch");
    const auto add = [this](int id, const QString& label, const QIcon& picture) {
        filters_->addChoice(id, label, QStringLiteral("chip%1").arg(id), picture);
    };
    add(kAll, tr("All"), {});
    for (const OrderStatus status : kListedStatuses) {
        const Look look = lookOf(status);
        add(static_cast<int>(status), look.word, chipIcon(look.icon));
    }
    connect(filters_, &ListFilters::changed, this, &OrdersPage::askFeed);
}

void OrdersPage::askFeed() {
    const int id = filters_->chosen();
    feed_->askFor({id == kAll ? std::nullopt : std::optional(static_cast<OrderStatus>(id)),
                   filters_->searched()});
}

void OrdersPage::showStatus(std::optional<OrderStatus> status) {
    QAbstractButton* chip = filters_->choice(status ? static_cast<int>(*status) : kAll);
    if (chip == nullptr)
        return;
    chip->setChecked(true);
    filters_->search({});
    askFeed();
}

void OrdersPage::makeTable() {
    table_ = recordTable(*model_, "ordersTable", tr("Orders"));
    table_->setMinimumWidth(320);
}

void OrdersPage::makeCommands() {
    addCommand(tr("Refresh Orders"), QKeySequence::Refresh, "refresh",
               [this] { feed_->refreshNow(); });
    addCommand(tr("Show or Hide the Order's Details"), QKeySequence(Qt::Key_F4), "info",
               [this] { detail_->setVisible(!detail_->isVisible()); });
    addCommand(tr("Find an Order"), QKeySequence::Find, "search", [this] { filters_->find(); });
}

void OrdersPage::setWatched(bool watched) {
    feed_->setWatched(watched);
}

void OrdersPage::refresh() {
    const auto connection = workspace_.account().connection();
    notice_->setVisible(
        tellTrouble(*notice_, connection.get(), *feed_,
                    {tr("Connect an account to see its orders."),
                     tr("This is an admin key. Orders of customers are under Fulfilment.")}));
    QStringList parts;
    if (feed_->loaded()) {
        const int shown = model_->rowCount();
        parts << (shown == 0 ? tr("No orders match.")
                  : model_->hasMore()
                      ? tr("The newest %Ln order(s); more come as you scroll.", "", shown)
                      : tr("%Ln order(s).", "", shown));
        OrderTotals totals;
        for (const Order& order : model_->rows())
            totals.add(order);
        parts << totals.words();
    }
    parts << feed_->refreshWords();
    state_->setText(parts.join(QLatin1Char(' ')));
    chooseFirst(*table_);
    emit stateChanged();
}

const Order* OrdersPage::selected() const {
    return model_->at(table_->currentIndex().row());
}

void OrdersPage::select() {
    const Order* order = selected();
    emit stateChanged();
    if (order == nullptr) {
        reading_.cancel();
        detail_->showNothing();
        return;
    }
    const auto& story = detail_->story();
    if (story && story->order.number == order->number && story->order.version == order->version)
        return;
    detail_->showLoading(*order);
    loadStory(*order);
}

void OrdersPage::loadStory(const Order& order) {
    const auto connection = workspace_.account().connection();
    if (!connection)
        return;
    // Walking through the list asks only for where it ends.
    reading_.cancel();
    reading_.run([connection, number = order.number](
                     const std::stop_token& stop) { return readStory(*connection, number, stop); },
                 [this, order](Result<OrderStory> story) { storyCame(order, story); });
}

void OrdersPage::storyCame(const Order& asked, const Result<OrderStory>& story) {
    const Order* now = selected();
    if (now == nullptr || now->number != asked.number)
        return;
    if (!story) {
        const auto connection = workspace_.account().connection();
        detail_->setProblem(sentence(troubleOf(
            story.error(), TroubleContext{connection ? text(connection->ref.baseUrl) : QString(),
                                          connection && connection->sandbox})));
        return;
    }
    detail_->show(*story);
    model_->put(story->order);
}

void OrdersPage::act(Act what, const QString& done) {
    const auto connection = workspace_.account().connection();
    const Order* order = selected();
    if (!connection || order == nullptr || acting_.busy())
        return;
    detail_->setBusy(true);
    detail_->setProblem({});
    acting_.run([connection, what = std::move(what)](
                    const std::stop_token& stop) { return what(*connection, stop); },
                [this, asked = *order, done](Result<OrderStory> story) {
                    detail_->setBusy(false);
                    storyCame(asked, story);
                    if (!story) {
                        if (story.error().is(ErrorCode::InvalidTransition) ||
                            story.error().is(ErrorCode::VersionConflict))
                            loadStory(asked);
                        return;
                    }
                    detail_->clearReply();
                    workspace_.notify(NoticeKind::Good, done);
                    emit balanceMoved();
                    feed_->refreshNow();
                });
}

void OrdersPage::reply(const QString& message) {
    const auto& story = detail_->story();
    if (!story || message.isEmpty())
        return;
    act([order = story->order, words = message.toStdString()](
            const Connected& at,
            const std::stop_token& stop) { return replyTo(at, order, words, stop); },
        tr("Your answer for %1 was sent.").arg(text(story->order.number.str())));
}

void OrdersPage::cancel() {
    const auto& story = detail_->story();
    if (!story)
        return;
    const Order order = story->order;
    const QString name = text(order.number.str());
    const QString released = order.price ? money(*order.price) : tr("The amount held");
    if (!ask(this, {tr("Cancel This Order?"),
                    tr("%1 is cancelled, and %2 held for it is released at once. A cancelled order "
                       "cannot be reopened; you can order the same again.")
                        .arg(name, released),
                    tr("Cancel Order, Release %1").arg(released), tr("Keep the Order")}))
        return;
    act([order](const Connected& at,
                const std::stop_token& stop) { return cancelOrder(at, order, stop); },
        tr("%1 was cancelled; %2 was released.").arg(name, released));
}

void OrdersPage::again() {
    const auto connection = workspace_.account().connection();
    const auto& story = detail_->story();
    if (!connection || !story || acting_.busy())
        return;
    detail_->setBusy(true);
    detail_->setProblem({});
    acting_.run([connection, order = story->order](
                    const std::stop_token& stop) { return planAgain(*connection, order, stop); },
                [this, connection](const Result<std::optional<submit::RunId>>& run) {
                    detail_->setBusy(false);
                    if (!run)
                        detail_->setProblem(sentence(troubleOf(run.error(), *connection)));
                    else if (!*run)
                        detail_->setProblem(tr(
                            "The ledger on this computer does not know this order: it was placed "
                            "elsewhere. To order the same again, submit a sheet with its row."));
                    else
                        workspace_.showRun((*run)->value);
                });
}

QString OrdersPage::commandLine() const {
    if (!workspace_.account().connection())
        return {};
    if (const Order* order = selected())
        return commandLineOf(
            {QStringLiteral("orders"), QStringLiteral("show"), text(order->number.str())},
            workspace_);
    QStringList words{QStringLiteral("orders"), QStringLiteral("list")};
    if (const auto& status = feed_->query().status)
        words << QStringLiteral("--status") << text(std::string(toString(*status)));
    if (!feed_->query().search.isEmpty())
        words << QStringLiteral("--reference") << feed_->query().search;
    return commandLineOf(words, workspace_);
}

} // namespace leadsheet::desktop
