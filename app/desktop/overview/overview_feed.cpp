// SPDX-License-Identifier: Apache-2.0
#include "overview_feed.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/app/statement.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <QDateTime>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace leadsheet::desktop {
namespace {

using std::chrono::seconds;

constexpr std::array kSpeedLimits{seconds(600), seconds(3600), seconds(86'400),
                                  seconds(3 * 86'400)};

constexpr std::int64_t kDays = 400;   // thirteen months
constexpr std::size_t kMostRuns = 50; // among which the rows are looked for

QDate beginOf(const QDate& day, PeriodUnit unit) {
    switch (unit) {
    case PeriodUnit::Week:
        return day.addDays(1 - day.dayOfWeek());
    case PeriodUnit::Month:
        return {day.year(), day.month(), 1};
    case PeriodUnit::Day:
        break;
    }
    return day;
}

QDate before(const QDate& begin, PeriodUnit unit, int steps) {
    switch (unit) {
    case PeriodUnit::Week:
        return begin.addDays(-7 * steps);
    case PeriodUnit::Month:
        return begin.addMonths(-steps);
    case PeriodUnit::Day:
        break;
    }
    return begin.addDays(-steps);
}

/// `list(page)` until its end or kPages pages.
template <class Row, class List>
Result<NewestRows<Row>> newest(List list) {
    NewestRows<Row> found;
    PageOptions page;
    page.limit = OverviewFeed::kRowsAPage;
    for (int n = 0; n < OverviewFeed::kPages; ++n) {
        Result<leadsheet::Page<Row>> next = list(page);
        if (!next)
            return failure(next.error());
        std::move(next->items.begin(), next->items.end(), std::back_inserter(found.rows));
        found.all = !next->hasMore || !next->nextCursor;
        if (found.all)
            break;
        page.cursor = next->nextCursor;
    }
    return found;
}

struct Saved {
    QString trouble; ///< empty = it was written
    app::StatementTotals totals;
};

Saved failed(const QString& why) {
    return {why, {}};
}

Result<std::optional<submit::Ledger>> openIfThere(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return std::optional<submit::Ledger>{};
    submit::LedgerOptions mode;
    mode.mode = submit::LedgerOptions::Mode::ReadOnly;
    mode.checkIntegrity = false;
    LEADSHEET_TRY(auto opened, submit::Ledger::open(file, mode));
    return std::optional<submit::Ledger>(std::move(opened));
}

Saved write(const Connected& at, const std::filesystem::path& workFolder,
            const std::filesystem::path& file, const std::stop_token& stop) {
    const auto ledger = openIfThere(at.ledgerFile);
    if (!ledger)
        return failed(sentence(troubleOf(ledger.error(), TroubleContext{})));
    app::StatementOptions options;
    options.account = at.ref;
    options.call.stop = stop;
    options.call.retry = RetryPolicy::batch();
    options.workFolder = workFolder;
    auto statement =
        app::Statement::read(*at.client, *ledger ? &ledger->value() : nullptr, options);
    if (!statement)
        return failed(callTrouble(statement.error(), at));
    if (!statement->totals().disagreement.empty())
        return failed(
            StatementSaving::tr(
                "No statement was written: the service's movements and balances do not agree.") +
            QLatin1Char(' ') + say(statement->totals().disagreement));
    auto writer = app::RecordWriter::create(
        file, app::exportFormatFor(file).value_or(app::ExportFormat::Xlsx),
        app::statementOptions(statement->totals().currency, true));
    if (!writer)
        return failed(sentence(troubleOf(writer.error())));
    const auto report = app::writeStatement(*statement, *writer);
    if (!report)
        return failed(sentence(troubleOf(report.error())));
    return {{}, statement->totals()};
}

/// Nothing where this computer ordered nothing, or its ledger cannot be read: other pages say that.
std::vector<BoughtRow> boughtHere(const Connected& at, const Result<NewestRows<Order>>& orders,
                                  const std::stop_token& stop) {
    const auto ledger = openIfThere(at.ledgerFile);
    if (!orders || !ledger || !*ledger)
        return {};
    return boughtRows(**ledger, at.ref, orders->rows, stop).value_or(std::vector<BoughtRow>());
}

OverviewNumbers readOverview(const Connected& at, const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    const Accounts accounts = at.client->account();
    const Orders orders = at.client->orders();
    // The account tells whether the service answers at all; without it nothing else is asked for.
    auto account = accounts.get(call);
    if (!account && !account.error().is(ErrorCode::MissingScope)) {
        const Error why = account.error();
        return {std::move(account), failure(why), failure(why), failure(why), wallNow()};
    }
    StatisticsSpan span;
    span.days = kDays;
    span.utcOffsetMinutes = QDateTime::currentDateTime().offsetFromUtc() / 60;
    OverviewNumbers numbers{
        std::move(account), accounts.statistics(span, call),
        newest<Order>([&](const PageOptions& page) { return orders.list({}, page, call); }),
        accounts.rateLimit(call), wallNow()};
    numbers.bought = boughtHere(at, numbers.orders, stop);
    return numbers;
}

} // namespace

std::vector<MoneyPeriod> moneyOverTime(const AccountStatistics& sums, PeriodUnit unit, int steps,
                                       const QDate& today) {
    std::vector<MoneyPeriod> periods;
    const QDate last = beginOf(today, unit);
    for (int step = steps - 1; step >= 0; --step) {
        MoneyPeriod period;
        period.begin = before(last, unit, step);
        periods.push_back(period);
    }
    std::int64_t held = sums.heldBefore.amount;
    auto day = sums.days.begin();
    for (auto at = periods.begin(); at != periods.end(); ++at) {
        const auto next = std::next(at);
        for (; day != sums.days.end(); ++day) {
            const QDate date = QDate::fromString(text(day->day), Qt::ISODate);
            if (next != periods.end() && date >= next->begin)
                break;
            held = day->held.amount;
            if (date < at->begin)
                continue;
            at->charged += day->charged.amount;
            at->refunded += day->refunded.amount;
        }
        at->held = held;
    }
    return periods;
}

StatusCounts statusCounts(const AccountStatistics& sums) {
    StatusCounts counts{};
    if (sums.orders)
        for (const StatusCount& some : *sums.orders)
            counts[static_cast<std::size_t>(some.status)] += some.count;
    return counts;
}

ResultCounts resultCounts(const AccountStatistics& sums) {
    ResultCounts counts{};
    if (sums.results)
        for (const ResultCount& some : *sums.results)
            if (some.result)
                counts[static_cast<std::size_t>(*some.result)] += some.count;
    return counts;
}

DeliverySpeed deliverySpeed(const std::vector<Order>& orders) {
    DeliverySpeed speed;
    std::vector<seconds> times;
    for (const Order& order : orders) {
        const auto begun = parseTimestamp(order.createdAt);
        const auto done = order.deliveredAt ? parseTimestamp(*order.deliveredAt) : std::nullopt;
        if (!begun || !done || *done < *begun)
            continue;
        const auto took = std::chrono::duration_cast<seconds>(*done - *begun);
        times.push_back(took);
        const auto limit = std::find_if(kSpeedLimits.begin(), kSpeedLimits.end(),
                                        [&](seconds most) { return took <= most; });
        ++speed.orders[static_cast<std::size_t>(limit - kSpeedLimits.begin())];
    }
    speed.delivered = static_cast<std::int64_t>(times.size());
    if (times.empty())
        return speed;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    speed.median = *middle;
    return speed;
}

Result<std::vector<BoughtRow>> boughtRows(const submit::Ledger& ledger,
                                          const submit::AccountRef& account,
                                          const std::vector<Order>& orders,
                                          const std::stop_token& stop) {
    std::map<std::string, const Order*> withLeads;
    for (const Order& order : orders)
        if (order.deliveredLeads.value_or(0) > 0)
            withLeads.emplace(order.number.str(), &order);
    std::vector<BoughtRow> found;
    LEADSHEET_TRY(const auto runs, ledger.runs(kMostRuns));
    for (const submit::RunInfo& run : runs) {
        if (withLeads.empty() || stop.stop_requested())
            break;
        if (!submit::isSameAccount(run.spec.account, account))
            continue;
        submit::RowFilter filter;
        filter.states = {submit::RowState::Placed};
        submit::RowReader reader(ledger, run.id, filter);
        for (;;) {
            LEADSHEET_TRY(const auto rows, reader.next());
            if (rows.empty() || withLeads.empty() || stop.stop_requested())
                break;
            for (const submit::RowRecord& row : rows) {
                const auto order = withLeads.find(row.orderNumber);
                if (order == withLeads.end())
                    continue;
                const Order& has = *order->second;
                found.push_back({has.number, text(run.spec.title), run.spec.sourceName, row.tab,
                                 row.sourceRow, has.leadCount, *has.deliveredLeads, has.captured});
                withLeads.erase(order);
            }
        }
    }
    std::ranges::stable_sort(found, std::greater<>(), &BoughtRow::delivered);
    if (found.size() > kMostBoughtRows)
        found.erase(found.begin() + kMostBoughtRows, found.end());
    return found;
}

const Error* OverviewNumbers::failed() const {
    return account || sums || orders || budgets ? nullptr : &account.error();
}

OverviewFeed::OverviewFeed(AccountSession& session, QObject* parent)
    : QObject(parent)
    , session_(session)
    , reading_(session) {
    connect(&session, &AccountSession::changed, this, &OverviewFeed::accountChanged);
    connect(&session, &AccountSession::heard, this, [this] {
        if (!moneyMoved())
            return;
        if (watched_)
            refreshNow();
        else
            again_ = true;
    });
}

void OverviewFeed::accountChanged() {
    numbers_.reset();
    trouble_.reset();
    again_ = false;
    emit changed();
    if (watched_)
        refreshNow();
}

bool OverviewFeed::moneyMoved() const {
    const auto& heard = session_.figures();
    if (!numbers_ || !numbers_->account || !heard)
        return false;
    return heard->available.amount != numbers_->account->available.amount ||
           heard->held.amount != numbers_->account->held.amount;
}

void OverviewFeed::setWatched(bool watched) {
    watched_ = watched;
    if (watched && (again_ || !numbers_ || wallNow() - numbers_->at >= kStale))
        refreshNow();
}

void OverviewFeed::refreshNow() {
    const auto connection = session_.connection();
    if (!connection || connection->admin)
        return;
    if (reading_.busy()) {
        again_ = true; // what is under way may have begun before the money moved
        return;
    }
    again_ = false;
    reading_.run(
        [connection](const std::stop_token& stop) { return readOverview(*connection, stop); },
        [this, connection](OverviewNumbers numbers) {
            const auto account = numbers.account;
            came(std::move(numbers));
            if (account)
                session_.hear(*connection, *account);
            if (again_ && watched_)
                refreshNow();
        });
    emit changed();
}

void OverviewFeed::came(OverviewNumbers numbers) {
    trouble_.reset();
    if (const Error* why = numbers.failed())
        trouble_ = *why;
    else
        numbers_ = std::make_unique<OverviewNumbers>(std::move(numbers));
    emit changed();
}

StatementSaving::StatementSaving(const AccountSession& session, QObject* parent)
    : QObject(parent)
    , saving_(session) {}

void StatementSaving::save(std::shared_ptr<const Connected> at,
                           const std::filesystem::path& workFolder, const QString& file) {
    saving_.run(
        [at = std::move(at), workFolder, path = file.toStdString()](const std::stop_token& stop) {
            return write(*at, workFolder, path, stop);
        },
        [this, file](const Saved& saved) {
            if (!saved.trouble.isEmpty()) {
                emit ended(NoticeKind::Bad, saved.trouble);
                return;
            }
            const app::StatementTotals& totals = saved.totals;
            emit ended(NoticeKind::Good,
                       tr("%1 holds %Ln movement(s) of money. They agree with the balance: %2 "
                          "available, %3 held.",
                          "", forPlural(totals.movements))
                           .arg(file, money(totals.closing.available, totals.currency),
                                money(totals.closing.held, totals.currency)));
        });
}

} // namespace leadsheet::desktop
