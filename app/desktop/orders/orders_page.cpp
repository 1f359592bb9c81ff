// SPDX-License-Identifier: Apache-2.0
#include "orders_page.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../records/record_list.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"

#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/exporting.hpp"
#include "leadsheet/work/watched_folder.hpp"

#include <QAbstractButton>
#include <QDate>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>

#include <utility>

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kRowsAPage = 1000;

struct Ended {
    QString trouble; ///< empty = it was written
    std::size_t orders = 0;
};

/// All that the query and the words let through, in the order of the list.
Result<std::vector<Order>> readAll(const Connected& at, const OrderExport& what,
                                   const std::stop_token& stop) {
    OrderModel model;
    PageOptions page{kRowsAPage, std::nullopt};
    for (bool more = true; more;) {
        LEADSHEET_TRY(auto found, readOrders(*at.client, what.query, page, callUntil(stop)));
        more = found.hasMore && found.nextCursor && found.nextCursor != page.cursor;
        page.cursor = found.nextCursor;
        model.append(std::move(found.items), more);
    }
    ListSieve sieve(model);
    sieve.search(what.words);
    sieve.sort(what.sortColumn, what.sortOrder);
    std::vector<Order> orders;
    for (int row = 0; row < sieve.rowCount(); ++row)
        orders.push_back(*model.at(sieve.recordAt(row)));
    return orders;
}

Ended exported(const Connected& at, const OrderExport& what, const std::stop_token& stop) {
    std::vector<Order> all;
    if (!what.whole) {
        auto read = readAll(at, what, stop);
        if (!read)
            return {callTrouble(read.error(), at), 0};
        all = *std::move(read);
    }
    const std::vector<Order>& orders = what.whole ? what.shown : all;
    const auto report = work::writeOrders(what.file.toStdString(), orders, what.overwrite);
    if (!report)
        return {sentence(troubleOf(report.error())), 0};
    return {{}, orders.size()};
}

} // namespace

OrderExporting::OrderExporting(const AccountSession& session, QObject* parent)
    : QObject(parent)
    , exporting_(session) {}

void OrderExporting::start(std::shared_ptr<const Connected> at, OrderExport what) {
    const QString file = what.file;
    exporting_.run(
        [at = std::move(at), what = std::move(what)](const std::stop_token& stop) {
            return exported(*at, what, stop);
        },
        [this, file](const Ended& done) {
            if (done.trouble.isEmpty())
                emit ended(NoticeKind::Good,
                           tr("%1 holds %Ln order(s).", "", forPlural(done.orders)).arg(file));
            else
                emit ended(NoticeKind::Bad,
                           tr("The orders were not exported. %1").arg(done.trouble));
        });
}

namespace {

constexpr int kAll = 0; // a chip's id is its status otherwise
const QString kExportFolder = QStringLiteral("orders/exportFolder");

} // namespace

OrdersPage::OrdersPage(Workspace& workspace)
    : Page(workspace)
    , model_(new OrderModel(this))
    , sieve_(new ListSieve(*model_, this))
    , feed_(new OrderFeed(workspace.account(), *model_, readOrders, this))
    , exporting_(new OrderExporting(workspace.account(), this))
    , reading_(workspace.account())
    , acting_(workspace.account()) {
    notice_ = new NoticeBar("ordersNotice");
    connect(notice_, &NoticeBar::actionTriggered, feed_, &OrderFeed::refreshNow);
    QWidget* filters = makeFilters();
    makeTable();
    detail_ = new OrderDetail;
    state_ = quietLabel("ordersState");
    layOutList(*this, {filters, notice_}, table_, detail_, state_);
    makeCommands();
    connect(feed_, &OrderFeed::changed, this, &OrdersPage::refresh);
    followChoice(*table_, [this] { select(); });
    connect(&acting_, &Background::busyChanged, detail_, &OrderDetail::setBusy);
    connect(detail_, &OrderDetail::replyWanted, this, &OrdersPage::reply);
    connect(detail_, &OrderDetail::cancelWanted, this, &OrdersPage::cancel);
    connect(detail_, &OrderDetail::againWanted, this, &OrdersPage::again);
    connect(detail_, &OrderDetail::leadsWanted, this, [this] {
        if (const auto& story = detail_->story())
            workspace_.showLeads(text(story->order.number.str()));
    });
    refresh();
}

QWidget* OrdersPage::makeFilters() {
    filters_ = new ListFilters(tr("Search: number, reference, product, status"), "ordersSearch");
    const auto add = [this](int id, const QString& label, const QIcon& picture) {
        filters_->addChoice(id, label, QStringLiteral("chip%1").arg(id), picture);
    };
    add(kAll, tr("All"), {});
    for (const OrderStatus status : kListedStatuses) {
        const Look look = lookOf(status);
        add(static_cast<int>(status), look.word, chipIcon(look.icon));
    }
    connect(filters_, &ListFilters::typed, this, &OrdersPage::sift);
    connect(filters_, &ListFilters::entered, this, &OrdersPage::search);
    connect(filters_, &ListFilters::changed, this, &OrdersPage::askFeed);
    auto* above = new QWidget;
    auto* row = rowIn(above);
    row->addWidget(filters_, 1);
    export_ = addButton(row, tr("Export Orders…"), "ordersExport", "save", this,
                        &OrdersPage::exportOrders);
    row->setAlignment(export_, Qt::AlignBottom);
    export_->setToolTip(tr("What is shown here, as a workbook or as CSV"));
    connect(exporting_, &OrderExporting::ended, this, [this](NoticeKind kind, const QString& said) {
        workspace_.notify(kind, said);
        refresh();
    });
    return above;
}

void OrdersPage::sift() {
    const QString words = filters_->searched();
    sieve_->search(words);
    if (!asked_.isEmpty() && words != asked_) {
        asked_.clear();
        askFeed();
    }
    refresh();
}

/// Return goes to what was found. Where that is nothing the service is asked, which finds an order
/// of this number whatever its status, and those of this very reference.
void OrdersPage::search() {
    if (sieve_->rowCount() == 0)
        asked_ = filters_->searched();
    else if (sieve_->searches())
        table_->setFocus(Qt::ShortcutFocusReason);
}

void OrdersPage::askFeed() {
    const int id = filters_->chosen();
    feed_->askFor(
        {id == kAll ? std::nullopt : std::optional(static_cast<OrderStatus>(id)), asked_});
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
    table_ = recordTable(*model_, *sieve_, "ordersTable", tr("Orders"));
    table_->setMinimumWidth(320);
    connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            &OrdersPage::refresh);
}

void OrdersPage::makeCommands() {
    addCommand(tr("Refresh Orders"), QKeySequence::Refresh, "refresh",
               [this] { feed_->refreshNow(); });
    addCommand(tr("Show or Hide the Order's Details"), QKeySequence(Qt::Key_F4), "info",
               [this] { showBeside(*detail_, !detail_->isVisible(), *table_); });
    addCommand(tr("Find an Order"), QKeySequence::Find, "search", [this] { filters_->find(); });
    addCommand(tr("Export Orders"), QKeySequence(Qt::CTRL | Qt::Key_E), "save",
               [this] { exportOrders(); });
}

void OrdersPage::setWatched(bool watched) {
    feed_->setWatched(watched);
}

void OrdersPage::watchMoney() {
    bool moved = false;
    for (int row = 0; row < model_->rowCount(); ++row) {
        const Order& order = *model_->at(row);
        const std::int64_t taken = takenBy(order);
        const auto [known, isNew] = taken_.try_emplace(order.number.str(), taken);
        if (!isNew && std::exchange(known->second, taken) != taken)
            moved = true;
    }
    if (moved)
        emit balanceMoved();
}

void OrdersPage::refresh() {
    loadMore();
    watchMoney();
    const auto connection = workspace_.account().connection();
    notice_->setVisible(
        tellTrouble(*notice_, connection.get(), *feed_,
                    {tr("Connect an account to see its orders."),
                     tr("This is an admin key. Orders of customers are under Fulfilment.")}));
    QStringList parts;
    if (feed_->loaded())
        parts << countWords() << totalsWords();
    parts << feed_->refreshWords();
    parts.removeAll(QString()); // of no order there are no sums
    state_->setText(parts.join(QLatin1Char(' ')));
    export_->setEnabled(connection && feed_->loaded() && sieve_->rowCount() > 0 &&
                        !exporting_->busy());
    chooseFirst(*table_);
    emit stateChanged();
}

/// A part of the list says little about what is searched for, or comes first.
void OrdersPage::loadMore() {
    if ((sieve_->searches() || sieve_->sorts()) && model_->hasMore() && !feed_->loading() &&
        model_->rowCount() < kMostSifted)
        model_->fetchMore({});
}

QString OrdersPage::countWords() const {
    const int shown = sieve_->rowCount();
    const int loaded = model_->rowCount();
    if (loaded == 0)
        return filters_->narrows() ? tr("No orders match.")
                                   : tr("No orders yet. They appear here when you place some.");
    QStringList parts;
    if (sieve_->searches())
        parts << (model_->hasMore()
                      ? tr("Showing %1 of the newest %Ln order(s).", "", loaded).arg(number(shown))
                      : tr("Showing %1 of %Ln order(s).", "", loaded).arg(number(shown)));
    else
        parts << (model_->hasMore()
                      ? tr("The newest %Ln order(s); more come as you scroll.", "", loaded)
                      : tr("%Ln order(s).", "", loaded));
    if (sieve_->searches() && shown == 0)
        parts << tr("Return asks the service for an order of this number or this very reference.");
    if (sieve_->sorts() && model_->hasMore())
        parts << tr("Only these are sorted.");
    return parts.join(QLatin1Char(' '));
}

QString OrdersPage::totalsWords() const {
    OrderTotals totals;
    for (int row = 0; row < sieve_->rowCount(); ++row)
        totals.add(*model_->at(sieve_->recordAt(row)));
    return totals.words(model_->hasMore());
}

void OrdersPage::exportOrders() {
    const auto connection = workspace_.account().connection();
    if (!connection || !export_->isEnabled())
        return;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString folder = workspace_.settings().value(kExportFolder, documents).toString();
    const QString name =
        QStringLiteral("orders-%1.xlsx").arg(QDate::currentDate().toString(Qt::ISODate));
    const QString suggestion =
        text(work::freePlace(folder.toStdString(), name.toStdString()).string());
    const QString file = chooseFileToSave(this, tr("Export Orders"), suggestion,
                                          tr("Workbook (*.xlsx);;CSV (*.csv)"));
    if (file.isEmpty())
        return;
    workspace_.settings().setValue(kExportFolder, QFileInfo(file).absolutePath());
    OrderExport what;
    for (int row = 0; row < sieve_->rowCount(); ++row)
        what.shown.push_back(*model_->at(sieve_->recordAt(row)));
    what.whole = !model_->hasMore();
    what.query = feed_->query();
    what.words = filters_->searched();
    what.sortColumn = sieve_->sortColumn();
    what.sortOrder = sieve_->sortOrder();
    what.file = file;
    what.overwrite = file != suggestion; // over another name the dialog has asked
    if (!app::exportFormatFor(file.toStdString())) {
        what.file += QStringLiteral(".xlsx");
        what.overwrite = false; // it has asked about another one
    }
    exporting_->start(connection, std::move(what));
    refresh();
}

const Order* OrdersPage::selected() const {
    return model_->at(sieve_->recordAt(table_->currentIndex().row()));
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
    uncertain_ = nullptr;
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
    // Where the order has changed, what was asked and not answered is uncertain no longer.
    if (uncertain_ && story->order.version != asked.version) {
        const IsDone uncertain = std::exchange(uncertain_, nullptr);
        detail_->setProblem(!uncertain(story->order)
                                ? tr("The order has changed meanwhile, and what you asked for was "
                                     "not done.")
                                : QString());
    }
    model_->put(story->order);
}

void OrdersPage::act(Act what, const IsDone& isDone, const QString& done) {
    const auto connection = workspace_.account().connection();
    const Order* order = selected();
    if (!connection || order == nullptr || acting_.busy())
        return;
    detail_->setProblem({});
    uncertain_ = nullptr;
    acting_.run([connection, what = std::move(what)](
                    const std::stop_token& stop) { return what(*connection, stop); },
                [this, asked = *order, isDone, done](Result<OrderStory> story) {
                    storyCame(asked, story);
                    if (!story)
                        return notDone(asked, isDone, story.error());
                    detail_->clearReply();
                    workspace_.notify(NoticeKind::Good, done);
                    emit balanceMoved();
                    feed_->refreshNow();
                });
}

void OrdersPage::notDone(const Order& asked, const IsDone& isDone, const Error& why) {
    const auto connection = workspace_.account().connection();
    const Order* now = selected();
    const bool unanswered = why.stop != StopReason::Permanent;
    uncertain_ = unanswered ? isDone : nullptr;
    if (connection && now != nullptr && now->number == asked.number && unanswered)
        detail_->setProblem(
            callTrouble(why, *connection,
                        why.certainty == Certainty::Unknown
                            ? tr("It may have been done. Sent again, it is done at most once.")
                            : tr("%1 is as it was before.").arg(text(asked.number.str()))));
    if (unanswered || why.is(ErrorCode::InvalidTransition) || why.is(ErrorCode::VersionConflict))
        loadStory(asked);
}

void OrdersPage::reply(const QString& message) {
    const auto& story = detail_->story();
    if (!story || message.isEmpty())
        return;
    act([order = story->order, words = message.toStdString()](
            const Connected& at,
            const std::stop_token& stop) { return replyTo(at, order, words, stop); },
        [](const Order& now) { return now.status != OrderStatus::InfoRequested; },
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
        [](const Order& now) { return now.status == OrderStatus::Cancelled; },
        tr("%1 was cancelled; %2 was released.").arg(name, released));
}

void OrdersPage::again() {
    const auto connection = workspace_.account().connection();
    const auto& story = detail_->story();
    if (!connection || !story || acting_.busy())
        return;
    detail_->setProblem({});
    acting_.run([connection, order = story->order](
                    const std::stop_token& stop) { return planAgain(*connection, order, stop); },
                [this, connection, number = text(story->order.number.str())](
                    const Result<std::optional<submit::RunId>>& run) {
                    if (!run)
                        detail_->setProblem(sentence(troubleOf(run.error(), *connection)));
                    else if (!*run)
                        detail_->setProblem(tr(
                            "The ledger on this computer does not know this order: it was placed "
                            "elsewhere. To order the same again, submit a sheet with its row."));
                    else
                        workspace_.showPricesAgain((*run)->value, number);
                });
}

QString OrdersPage::commandLine() const {
    if (!workspace_.account().connection())
        return {};
    if (const Order* order = selected())
        return commandLineOf(
            {QStringLiteral("orders"), QStringLiteral("show"), text(order->number.str())},
            workspace_);
    const QString& asked = feed_->query().search;
    if (asked.isEmpty() && sieve_->searches())
        return {}; // the service, which the command line asks, does not search so
    if (asked.startsWith(QLatin1String("LS-")))
        return commandLineOf({QStringLiteral("orders"), QStringLiteral("show"), asked}, workspace_);
    QStringList words{QStringLiteral("orders"), QStringLiteral("list")};
    if (const auto& status = feed_->query().status)
        words << QStringLiteral("--status") << text(std::string(toString(*status)));
    if (!asked.isEmpty())
        words << QStringLiteral("--reference") << asked;
    return commandLineOf(words, workspace_);
}

} // namespace leadsheet::desktop
