// SPDX-License-Identifier: Apache-2.0
#include "outreach_view.hpp"

#include "../account/account_session.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "destination_dialog.hpp"
#include "destination_records.hpp"
#include "half_made.hpp"
#include "push_dialog.hpp"
#include "webhook_records.hpp"

#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/orders.hpp"
#include "leadsheet/try.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>

#include <utility>

namespace leadsheet::desktop {
namespace {

// A chip's id is its place here; the first is every state.
constexpr std::optional<PushState> kPushChips[] = {std::nullopt,        PushState::Pending,
                                                   PushState::Accepted, PushState::SkippedDuplicate,
                                                   PushState::Rejected, PushState::Unknown};
constexpr int kRowsSeen = 2;
constexpr int kOrdersOffered = 100;
constexpr int kOrderCharacters = 30;
constexpr std::size_t kOrdersNamed = 20; // a request each

} // namespace

OutreachView::OutreachView(Workspace& workspace)
    : ActingList(workspace, QStringLiteral("outreach"))
    , model_(new DestinationModel(this))
    , pushModel_(new PushModel(this))
    , pushFeed_(new PageFeed(workspace.account(), *pushModel_, this))
    , chips_(new ListFilters)
    , state_(quietLabel("pushState"))
    , order_(named(new QComboBox, "pushOrders", tr("Order")))
    , orders_(workspace.account())
    , naming_(workspace.account()) {
    list(*model_, recordTable(*model_, "outreachTable", tr("Outreach platforms"), kRowsSeen),
         [](const Connected& at, const PageOptions& page, const CallOptions& call) {
             return at.client->destinations().list(page, call);
         });
    makeButtons();
    auto* pushes = new QWidget;
    auto* column = columnIn(pushes);
    addAll(column, {makePush(), chips_});
    auto* outcomes = recordTable(*pushModel_, "pushTable", tr("Outcome of each lead"), kRowsSeen);
    column->addWidget(outcomes, 1);
    addAll(column, {new WholeText(*outcomes, PushModel::Reason, "pushReason"), state_});
    chips_->addChoices({tr("All"), tr("Waiting"), tr("Accepted"), tr("Already Known"),
                        tr("Refused"), tr("Unknown")},
                       QStringLiteral("pushChip"));
    connect(chips_, &ListFilters::changed, this, [this] {
        askPushes();
        emit changed();
    });
    connect(pushFeed_, &PageFeed::changed, this, &OutreachView::refreshPushes);
    connect(pushFeed_, &PageFeed::changed, this, &OutreachView::nameLeads);
    connect(&workspace.account(), &AccountSession::connectionLeft, this,
            [this] { named_.clear(); });
    auto* nothing = new EmptyPage(
        "destinations",
        tr("No outreach platform yet. Leads can go straight into a campaign of Instantly, "
           "Smartlead or lemlist. Nothing is sent there before you have chosen a campaign and "
           "said so. Try it with one lead first."),
        tr("Add Platform…"), "outreachAddFirst");
    connect(nothing, &EmptyPage::started, this, &OutreachView::add);
    layOut({acts()}, pushes, nothing,
           {tr("Connect an account to see its outreach platforms."),
            tr("This is an admin key. Outreach platforms belong to accounts of customers.")});
}

void OutreachView::makeButtons() {
    addMaking(tr("Add Platform…"), "outreachAdd", [this] { add(); });
    addAct(tr("Set Up…"), "outreachSetUp", "edit", [this] {
        if (const Destination* destination = selected())
            open(*destination);
    });
    enable_ = addAct(tr("Disable"), "outreachEnable", "pause", [this] { toggleEnabled(); });
    addAct(tr("Remove…"), "outreachRemove", "delete", [this] { remove(); });
}

QWidget* OutreachView::makePush() {
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    order_->setEditable(true);
    order_->setInsertPolicy(QComboBox::NoInsert);
    order_->setCompleter(nullptr); // crashes in Qt 6.4.2 (QTBUG-111869)
    order_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    order_->setMinimumContentsLength(kOrderCharacters);
    auto* typed = named(order_->lineEdit(), "pushOrder", tr("Order"));
    typed->setPlaceholderText(tr("Choose an order"));
    flow->addWidget(order_);
    push_ = addButton(flow, tr("Send the Leads of This Order"), "pushNow", "submit", this,
                      &OutreachView::pushOrder);
    connect(order_, &QComboBox::editTextChanged, this, [this] {
        refreshButtons();
        emit changed();
    });
    connect(typed, &QLineEdit::returnPressed, this, &OutreachView::pushOrder);
    connect(&workspace_.account(), &AccountSession::accountLeft, order_, &QComboBox::clear);
    connect(&workspace_.account(), &AccountSession::changed, this, &OutreachView::readOrders);
    return row;
}

void OutreachView::setWatched(bool watched) {
    ActingList::setWatched(watched);
    pushFeed_->setWatched(watched);
    if (watched && !std::exchange(watched_, watched))
        readOrders();
    watched_ = watched;
}

void OutreachView::refreshNow() {
    ActingList::refreshNow();
    pushFeed_->refreshNow();
    readOrders();
}

const Destination* OutreachView::selected() const {
    return model_->at(chosenRow());
}

void OutreachView::refreshPushes() {
    const auto connection = workspace_.account().connection();
    const int shown = pushModel_->rowCount();
    QString words;
    if (pushFeed_->trouble() && connection)
        words = callTrouble(*pushFeed_->trouble(), *connection);
    else if (pushFeed_->loaded() && shown == 0)
        words = chips_->chosen() == 0 ? tr("No lead has been sent here yet.")
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
    filter.state = kPushChips[chips_->chosen()];
    pushFeed_->ask(*pushModel_, [id = *shown_, filter](const Connected& at, const PageOptions& page,
                                                       const CallOptions& call) {
        return at.client->destinations().pushes(id, filter, page, call);
    });
}

void OutreachView::refreshButtons() {
    const Destination* destination = selected();
    ActingList::refreshButtons();
    const bool on = destination == nullptr || destination->enabled;
    enable_->setText(on ? tr("Disable") : tr("Enable"));
    enable_->setIcon(icon(on ? QLatin1String("pause") : QLatin1String("play")));
    push_->setEnabled(destination != nullptr && !acting() && on && destination->campaignId &&
                      !order_->currentText().trimmed().isEmpty());
}

void OutreachView::add() {
    if (const auto connection = workspace_.account().connection(); connection && !connection->admin)
        open({});
}

void OutreachView::open(const std::optional<Destination>& destination) {
    auto* dialog = new DestinationDialog(workspace_.account().connection(), destination, window());
    connect(dialog, &DestinationDialog::changed, this, &OutreachView::chooseLater);
    connect(dialog, &DestinationDialog::abandoned, this, &OutreachView::drop<HalfMade>);
    dialog->open();
}

void OutreachView::toggleEnabled() {
    const Destination* destination = selected();
    if (destination == nullptr)
        return;
    act([shown = *destination](const Connected& at, const std::stop_token& stop) -> Result<Said> {
        DestinationChange change;
        change.enabled = !shown.enabled;
        LEADSHEET_TRY(const auto now, at.client->destinations().update(
                                          shown.id, change, shown.version, callUntil(stop)));
        return now.enabled
                   ? tr("%1 is enabled.").arg(nameOf(now))
                   : tr("%1 is disabled. Waiting leads stay where they are.").arg(nameOf(now));
    });
}

std::optional<OrderNumber> OutreachView::order() const {
    const QString number = order_->currentText().trimmed().section(QLatin1Char(' '), 0, 0);
    auto parsed = OrderNumber::parse(number.toUpper().toStdString());
    return parsed ? std::optional(*std::move(parsed)) : std::nullopt;
}

// Without them, or with a key that may not read them, a number can still be typed.
void OutreachView::readOrders() {
    const auto connection = workspace_.account().connection();
    orders_.cancel();
    if (!watched_ || !connection || connection->admin)
        return;
    orders_.run(
        [connection](const std::stop_token& stop) {
            OrderFilter delivered;
            delivered.status = OrderStatus::Delivered;
            return connection->client->orders().list(delivered, {kOrdersOffered, {}},
                                                     callUntil(stop));
        },
        [this](const auto& page) {
            if (!page)
                return;
            const QSignalBlocker quiet(order_);
            const QString typed = order_->currentText();
            order_->clear();
            for (const Order& order : page->items)
                order_->addItem(orderWords(order));
            order_->setCurrentIndex(-1);
            order_->setEditText(typed);
        });
}

QString OutreachView::orderWords(const Order& order) {
    QString words = tr("%1 · %Ln lead(s)", "an order and what it delivered",
                       forPlural(order.deliveredLeads.value_or(0)))
                        .arg(text(order.number.str()));
    if (order.externalRef)
        words += QStringLiteral(" · ") + text(*order.externalRef);
    return words;
}

void OutreachView::nameLeads() {
    const auto connection = workspace_.account().connection();
    for (int row = 0; connection && row < pushModel_->rowCount(); ++row) {
        const OrderNumber& order = pushModel_->at(row)->orderNumber;
        if (named_.size() >= kOrdersNamed || !named_.insert(order.str()).second)
            continue;
        naming_.run(
            [connection, order](const std::stop_token& stop) {
                return leadAddresses(*connection, order, stop);
            },
            [this](const Result<std::map<std::string, QString>>& addresses) {
                if (addresses)
                    pushModel_->learn(*addresses);
            });
    }
}

void OutreachView::pushOrder() {
    const Destination* destination = selected();
    if (destination == nullptr || !push_->isEnabled())
        return;
    const auto number = order();
    if (!number)
        return fail(tr("That is not the number of an order. Choose one of the list."));
    act([id = destination->id, order = *number, key = newActKey("push")](
            const Connected& at, const std::stop_token& stop) -> Result<Said> {
        LeadsToPush leads;
        leads.orderNumber = order;
        LEADSHEET_TRY(const auto queued,
                      at.client->destinations().push(id, leads, key, callUntil(stop)));
        return pushedWords(queued);
    });
}

void OutreachView::remove() {
    if (selected() == nullptr)
        return;
    const Destination shown = *selected(); // the list may change while the question is open
    if (!ask(this, {tr("Remove This Platform?"),
                    tr("Nothing more is sent to %1, leads that wait are dropped, and its key is "
                       "erased. Leads that are in the campaign stay there.")
                        .arg(nameOf(shown)),
                    tr("Remove Platform"), tr("Keep It")}))
        return;
    act([shown](const Connected& at, const std::stop_token& stop) -> Result<Said> {
        LEADSHEET_TRY_DONE(
            at.client->destinations().remove(shown.id, shown.version, callUntil(stop)));
        return tr("%1 was removed.").arg(nameOf(shown));
    });
}

QStringList OutreachView::commandWords() const {
    const Destination* destination = selected();
    if (destination == nullptr)
        return {QStringLiteral("destinations"), QStringLiteral("list")};
    if (const auto chosen = order(); chosen && push_->isEnabled())
        return {QStringLiteral("destinations"), QStringLiteral("push"), text(destination->id.str()),
                QStringLiteral("--order"), text(chosen->str())};
    QStringList words{QStringLiteral("destinations"), QStringLiteral("pushes"),
                      text(destination->id.str())};
    if (const auto state = kPushChips[chips_->chosen()])
        words << QStringLiteral("--state") << text(std::string(toString(*state)));
    return words;
}

} // namespace leadsheet::desktop
