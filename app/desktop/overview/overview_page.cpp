// SPDX-License-Identifier: Apache-2.0
#include "overview_page.hpp"

#include "../account/account_session.hpp"
#include "../account/usage_panel.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../leads/lead_words.hpp"
#include "../orders/order_records.hpp"
#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "charts.hpp"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <numeric>

namespace leadsheet::desktop {
namespace {

constexpr double kNearlyUsedUp = 0.9;
constexpr int kSteps[] = {14, 12, 12}; // by PeriodUnit

double shareOf(std::int64_t part, std::int64_t all) {
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

QString percent(std::int64_t part, std::int64_t all) {
    return language().toString(shareOf(part, all) * 100, 'f', 1) + QStringLiteral(" %");
}

/// Neighbours of one tone are told apart by their pattern.
Fill fillOf(int row) {
    return row % 2 == 0 ? Fill::Solid : Fill::Striped;
}

} // namespace

OverviewPage::OverviewPage(Workspace& workspace)
    : Page(workspace)
    , feed_(new OverviewFeed(workspace.account(), this)) {
    notice_ = new NoticeBar("overviewNotice");
    connect(notice_, &NoticeBar::actionTriggered, feed_, &OverviewFeed::refreshNow);
    auto* layout = columnIn(this, 8, {20, 0, 8, 8});
    addAll(layout, {makeTop(), notice_});
    makeCards();
    layout->addWidget(scroll_, 1);
    layout->addStretch(); // below a notice that stands alone
    setFocusProxy(unit_);
    makeCommands();
    connect(feed_, &OverviewFeed::changed, this, &OverviewPage::refresh);
    connect(&workspace.account(), &AccountSession::heard, this, &OverviewPage::showMoney);
    refresh();
}

QWidget* OverviewPage::makeTop() {
    auto* top = new QWidget;
    auto* flow = new FlowLayout(top);
    unit_ = named(new QComboBox, "overviewUnit", tr("Money by"));
    unit_->addItems({tr("Money by Day"), tr("Money by Week"), tr("Money by Month")});
    connect(unit_, &QComboBox::activated, this, &OverviewPage::showMoney);
    tables_ = named(new QPushButton(tr("Show Tables")), "overviewTables");
    tables_->setCheckable(true);
    connect(tables_, &QPushButton::toggled, this, [this](bool shown) {
        for (ChartCard* card : {money_, orders_, results_, rows_, speed_, budgets_})
            card->setTableShown(shown);
    });
    saving_ = new StatementSaving(workspace_.account(), this);
    connect(saving_, &StatementSaving::ended, this, [this](NoticeKind kind, const QString& words) {
        workspace_.notify(kind, words);
        refresh();
    });
    state_ = named(new QLabel, "overviewState");
    state_->setForegroundRole(QPalette::PlaceholderText);
    addAll(flow, {unit_, tables_});
    auto* again = addButton(flow, tr("Refresh"), "overviewRefresh", "refresh");
    connect(again, &QPushButton::clicked, feed_, &OverviewFeed::refreshNow);
    statement_ = addButton(flow, tr("Save Statement…"), "overviewStatement", "save", this,
                           &OverviewPage::saveStatement);
    statement_->setToolTip(tr("Every movement of the account's money with the order, sheet, row, "
                              "reference and campaign it was for"));
    flow->addWidget(state_);
    return top;
}

void OverviewPage::makeCards() {
    auto* inside = new QWidget;
    auto* column = columnIn(inside, 12, {0, 0, 12, 0});
    const auto add = [column](ChartCard* card) {
        column->addWidget(card);
        return card;
    };
    tiles_ = new Tiles;
    column->addWidget(tiles_);
    connect(tiles_, &Tiles::ordersWanted, this, &OverviewPage::ordersWanted);
    connect(tiles_, &Tiles::leadsWanted, this, [this](auto result) {
        LeadFilter filter;
        filter.result = result;
        emit leadsWanted(filter);
    });
    moneyChart_ = new TimeColumns;
    money_ = add(new ChartCard(tr("Money"), moneyChart_, "overviewMoney",
                               {tr("Since"), tr("Charged"), tr("Refunded"), tr("Held")}));
    money_->setReversed(true);
    ordersChart_ = new BarChart;
    orders_ = add(new ChartCard(tr("Orders by Status"), ordersChart_, "overviewOrders",
                                {tr("Status"), tr("Orders"), tr("Share")}));
    resultsChart_ = new BarChart;
    results_ = add(new ChartCard(tr("Verification Results"), resultsChart_, "overviewResults",
                                 {tr("Result"), tr("Leads"), tr("Share")}));
    rowsChart_ = new BarChart;
    rows_ = add(new ChartCard(tr("Leads by Row"), rowsChart_, "overviewRows",
                              {tr("Row"), tr("Leads"), tr("Ordered"), tr("Charged")}));
    speedChart_ = new BarChart;
    speed_ = add(new ChartCard(tr("Delivery Speed"), speedChart_, "overviewSpeed",
                               {tr("Delivered after"), tr("Orders"), tr("Share")}));
    budgetsChart_ = new BarChart;
    budgets_ =
        add(new ChartCard(tr("Usage and Limits of This Key"), budgetsChart_, "overviewBudgets",
                          {tr("Limit"), tr("Used"), tr("Total"), tr("Resets")}));
    for (ChartCard* card : {money_, orders_, results_, rows_, speed_, budgets_})
        card->setTableShown(false);
    column->addStretch();
    scroll_ = named(pageScroll(inside), "overviewScroll");
    connectCards();
}

void OverviewPage::connectCards() {
    connect(money_, &ChartCard::chosen, this, [this](int, int at) {
        constexpr OrderStatus kOfColumn[] = {OrderStatus::Delivered, OrderStatus::Delivered,
                                             OrderStatus::Refunded, OrderStatus::InProgress};
        emit ordersWanted(kOfColumn[at]);
    });
    connect(orders_, &ChartCard::chosen, this, [this](int row, int) {
        emit ordersWanted(statuses_.at(static_cast<std::size_t>(row)));
    });
    connect(results_, &ChartCard::chosen, this, [this](int row, int) {
        LeadFilter filter;
        filter.result = resultsOf_.at(static_cast<std::size_t>(row));
        emit leadsWanted(filter);
    });
    connect(rows_, &ChartCard::chosen, this, [this](int row, int) {
        workspace_.showLeads(
            text(feed_->numbers()->bought.at(static_cast<std::size_t>(row)).order.str()));
    });
    connect(speed_, &ChartCard::chosen, this,
            [this] { emit ordersWanted(OrderStatus::Delivered); });
    connect(budgets_, &ChartCard::chosen, &workspace_, &Workspace::showAccounts);
}

void OverviewPage::makeCommands() {
    addCommand(tr("Refresh Overview"), QKeySequence::Refresh, "refresh",
               [this] { feed_->refreshNow(); });
}

void OverviewPage::setWatched(bool watched) {
    feed_->setWatched(watched);
}

void OverviewPage::saveStatement() {
    const auto connection = workspace_.account().connection();
    if (!connection || connection->admin || saving_->busy())
        return;
    const QString suggestion =
        QStringLiteral("leadsheet-statement-%1.xlsx")
            .arg(QDate::currentDate().toString(QStringLiteral("yyyy-MM-dd")));
    const QString file = chooseFileToSave(this, tr("Save Statement"), suggestion,
                                          tr("Workbook (*.xlsx);;CSV (*.csv)"));
    if (file.isEmpty())
        return;
    // The file dialog has asked before replacing.
    saving_->save(connection, workspace_.folders().data, file);
    refresh();
}

void OverviewPage::refresh() {
    const auto connection = workspace_.account().connection();
    notice_->setVisible(
        tellTrouble(*notice_, connection.get(), feed_->trouble(),
                    {tr("Connect an account to see its numbers."),
                     tr("This is an admin key. The overview is for customers' accounts.")}));
    statement_->setEnabled(connection && !connection->admin && !saving_->busy());
    const OverviewNumbers* numbers = feed_->numbers();
    scroll_->setVisible(numbers != nullptr);
    QStringList parts;
    if (feed_->loading() && !feed_->trouble())
        parts << tr("Gathering numbers…");
    if (numbers != nullptr)
        parts << tr("As of %1.").arg(clockText(numbers->at, wallNow()));
    state_->setText(parts.join(QLatin1Char(' ')));
    if (numbers != nullptr) {
        tiles_->present(*numbers, currency(), QDate::currentDate());
        showMoney();
        showOrders();
        showResults();
        showRows();
        showSpeed();
        showBudgets();
    }
    emit stateChanged();
}

QString OverviewPage::troubleIn(const Error& error) const {
    const auto connection = workspace_.account().connection();
    return connection ? callTrouble(error, *connection) : QString();
}

// Why a part of the sums is missing; empty while it is there.
QString OverviewPage::troubleOfPart(bool there, const char* scope) const {
    const auto& sums = feed_->numbers()->sums;
    if (there)
        return {};
    return sums ? tr("This key may not read it: it lacks the scope %1.").arg(QLatin1String(scope))
                : troubleIn(sums.error());
}

std::string OverviewPage::currency() const {
    const OverviewNumbers& numbers = *feed_->numbers();
    if (numbers.sums)
        return numbers.sums->heldBefore.currency;
    return numbers.account ? numbers.account->available.currency : std::string("USD");
}

void OverviewPage::showMoney() {
    const OverviewNumbers* numbers = feed_->numbers();
    if (numbers == nullptr)
        return;
    const auto& sums = numbers->sums;
    money_->setTrouble(sums ? QString() : troubleIn(sums.error()));
    if (!sums)
        return;
    const std::string currency = this->currency();
    const int unit = unit_->currentIndex();
    const auto periods =
        moneyOverTime(*sums, static_cast<PeriodUnit>(unit), kSteps[unit], QDate::currentDate());
    const QString format = static_cast<PeriodUnit>(unit) == PeriodUnit::Month
                               ? QStringLiteral("MMM yy")
                               : tr("d MMM", "how QDate writes a day of a month");
    QStringList steps;
    QList<TimeColumns::Series> series{{tr("Charged"), Tone::Info, Fill::Solid, {}},
                                      {tr("Refunded"), Tone::Warn, Fill::Striped, {}},
                                      {tr("Held"), Tone::Muted, Fill::Dotted, {}}};
    QList<QStringList> rows;
    std::int64_t most = 0;
    for (const MoneyPeriod& period : periods) {
        steps << language().toString(period.begin, format);
        QStringList row{steps.last()};
        const std::int64_t values[] = {period.charged, period.refunded, period.held};
        for (int i = 0; i < series.size(); ++i) {
            series[i].values.push_back(static_cast<double>(values[i]));
            row << money(values[i], currency);
            most = std::max(most, values[i]);
        }
        rows.prepend(row);
    }
    moneyChart_->setSteps(steps, series, money(most, currency));
    money_->setRows(rows);
    moneyChart_->setVisible(most > 0); // axes without columns say nothing
    const auto& now = workspace_.account().figures();
    QStringList notes;
    if (most == 0)
        notes << tr("No money moved in this period.");
    if (numbers->account && now)
        notes << tr("Now %1 is available and %2 is held.")
                     .arg(money(now->available), money(now->held));
    money_->setNote(notes.join(QLatin1Char(' ')));
}

void OverviewPage::showOrders() {
    const auto& sums = feed_->numbers()->sums;
    orders_->setTrouble(troubleOfPart(sums && sums->orders, "orders:read"));
    if (!sums || !sums->orders)
        return;
    const StatusCounts counts = statusCounts(*sums);
    const std::int64_t most =
        std::max<std::int64_t>(1, *std::max_element(counts.begin(), counts.end()));
    const auto all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    QList<BarChart::Bar> bars;
    QList<QStringList> rows;
    statuses_.clear();
    for (const OrderStatus status : kListedStatuses) {
        const Look look = lookOf(status);
        const std::int64_t n = counts[static_cast<std::size_t>(status)];
        if (n == 0)
            continue;
        statuses_.push_back(status);
        bars << BarChart::Bar{look.word, number(n), shareOf(n, most), look.tone,
                              fillOf(static_cast<int>(bars.size()))};
        rows << QStringList{look.word, number(n), percent(n, all)};
    }
    ordersChart_->setBars(bars);
    orders_->setRows(rows);
    orders_->setNote(tr("Of all %Ln order(s).", "", forPlural(all)));
}

void OverviewPage::showResults() {
    const auto& sums = feed_->numbers()->sums;
    results_->setTrouble(troubleOfPart(sums && sums->results, "leads:read"));
    if (!sums || !sums->results || !sums->leads)
        return;
    const ResultCounts counts = resultCounts(*sums);
    QList<BarChart::Bar> bars;
    QList<QStringList> rows;
    resultsOf_.clear();
    for (std::size_t i = 0; i < kLeadResults.size(); ++i) {
        const Look look = resultLook(toString(kLeadResults[i]));
        const std::int64_t n = counts[i];
        if (n == 0)
            continue;
        resultsOf_.push_back(kLeadResults[i]);
        bars << BarChart::Bar{look.word, number(n), shareOf(n, *sums->leads), look.tone,
                              fillOf(static_cast<int>(i))};
        rows << QStringList{look.word, number(n), percent(n, *sums->leads)};
    }
    resultsChart_->setBars(bars);
    results_->setRows(rows);
    results_->setNote(tr("Of all %Ln lead(s).", "", forPlural(*sums->leads)));
}

QString OverviewPage::placeOf(const BoughtRow& row) {
    // The one tab of a text file has the name of the file, which the run is called by.
    const QString tab = text(row.tab);
    if (tab.isEmpty() || tab == row.sheet || row.tab == row.file)
        return tr("%1, row %2").arg(row.sheet, number(row.row));
    return tr("%1, %2, row %3").arg(row.sheet, tab, number(row.row));
}

void OverviewPage::showRows() {
    const std::vector<BoughtRow>& bought = feed_->numbers()->bought;
    rows_->setVisible(!bought.empty());
    QList<BarChart::Bar> bars;
    QList<QStringList> rows;
    for (const BoughtRow& row : bought) {
        const QString place = placeOf(row);
        bars << BarChart::Bar{place, number(row.delivered),
                              shareOf(row.delivered, bought.front().delivered), Tone::Info,
                              fillOf(static_cast<int>(bars.size()))};
        rows << QStringList{place, number(row.delivered), number(row.wanted),
                            row.charged ? money(*row.charged) : QStringLiteral("–")};
    }
    rowsChart_->setBars(bars);
    rows_->setRows(rows);
    rows_->setNote(
        tr("The rows of this computer's sheets that brought the most leads. Choose one to "
           "see its leads."));
}

void OverviewPage::showSpeed() {
    const auto& orders = feed_->numbers()->orders;
    speed_->setTrouble(orders ? QString() : troubleIn(orders.error()));
    if (!orders)
        return;
    const DeliverySpeed speed = deliverySpeed(orders->rows);
    const QStringList words{tr("Up to 10 minutes"), tr("Up to an hour"), tr("Up to a day"),
                            tr("Up to 3 days"), tr("Longer")};
    QList<BarChart::Bar> bars;
    QList<QStringList> rows;
    for (std::size_t i = 0; i < speed.orders.size(); ++i) {
        const std::int64_t n = speed.orders[i];
        if (n == 0)
            continue;
        const QString& word = words.at(static_cast<int>(i));
        bars << BarChart::Bar{word, number(n), shareOf(n, speed.delivered), Tone::Info,
                              fillOf(static_cast<int>(i))};
        rows << QStringList{word, number(n), percent(n, speed.delivered)};
    }
    speedChart_->setBars(bars);
    speed_->setRows(rows);
    QStringList notes;
    if (!speed.median)
        notes << tr("No order has been delivered yet.");
    else
        notes << tr("Half of them were delivered within %1.").arg(durationText(*speed.median))
              << (orders->all ? tr("Of all %Ln delivered order(s).", "", forPlural(speed.delivered))
                              : tr("Of %Ln delivered order(s) among the latest ones.", "",
                                   forPlural(speed.delivered)));
    speed_->setNote(notes.join(QLatin1Char(' ')));
}

void OverviewPage::showBudgets() {
    const OverviewNumbers& numbers = *feed_->numbers();
    budgets_->setTrouble(numbers.budgets ? QString() : troubleIn(numbers.budgets.error()));
    if (!numbers.budgets)
        return;
    QList<BarChart::Bar> bars;
    QList<QStringList> rows;
    const Account* account = numbers.account ? &*numbers.account : nullptr;
    for (const UsageRow& row : usageRows(*numbers.budgets, account, numbers.at)) {
        bars << BarChart::Bar{row.name, tr("%1 of %2").arg(row.used, row.limit), row.share,
                              row.share < kNearlyUsedUp ? Tone::Info : Tone::Warn,
                              fillOf(static_cast<int>(bars.size()))};
        rows << QStringList{row.name, row.used, row.limit, row.resets};
    }
    budgetsChart_->setBars(bars);
    budgets_->setRows(rows);
    budgets_->setNote({});
}

QString OverviewPage::commandLine() const {
    if (!workspace_.account().connection())
        return {};
    return commandLineOf({QStringLiteral("account")}, workspace_);
}

} // namespace leadsheet::desktop
