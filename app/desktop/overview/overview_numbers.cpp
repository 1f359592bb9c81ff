// SPDX-License-Identifier: Apache-2.0
#include "overview_numbers.hpp"

#include "leadsheet/timestamp.hpp"

#include <QDateTime>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

using std::chrono::seconds;

constexpr std::array kSpeedLimits{seconds(600), seconds(3600), seconds(86'400),
                                  seconds(3 * 86'400)};

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

std::optional<QDate> dayOf(const std::string& at) {
    const auto time = parseTimestamp(at);
    if (!time)
        return {};
    const auto since =
        std::chrono::duration_cast<std::chrono::milliseconds>(time->time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(since.count()).date();
}

} // namespace

std::vector<MoneyPeriod> moneyOverTime(const NewestRows<LedgerEntry>& ledger, PeriodUnit unit,
                                       int steps, const QDate& today) {
    std::vector<MoneyPeriod> periods;
    const QDate last = beginOf(today, unit);
    for (int step = steps - 1; step >= 0; --step) {
        MoneyPeriod period;
        period.begin = before(last, unit, step);
        periods.push_back(period);
    }
    std::optional<QDate> oldest;
    std::int64_t held = 0;
    auto at = periods.begin();
    for (auto entry = ledger.rows.rbegin(); entry != ledger.rows.rend(); ++entry) {
        const auto day = dayOf(entry->at);
        if (!day)
            continue;
        if (!oldest)
            oldest = *day;
        // The periods that ended before this movement hold what the one before it left.
        while (at != periods.end() && std::next(at) != periods.end() &&
               std::next(at)->begin <= *day) {
            at->held = held;
            ++at;
        }
        held = entry->held.amount;
        if (at == periods.end() || *day < at->begin)
            continue;
        if (entry->type == "capture")
            at->charged += entry->amount.amount;
        else if (entry->type == "refund")
            at->refunded += entry->amount.amount;
    }
    for (; at != periods.end(); ++at)
        at->held = held;
    if (!ledger.all)
        for (MoneyPeriod& period : periods)
            period.known = oldest && period.begin > *oldest;
    return periods;
}

StatusCounts statusCounts(const std::vector<Order>& orders) {
    StatusCounts counts{};
    for (const Order& order : orders)
        ++counts[static_cast<std::size_t>(order.status)];
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

} // namespace leadsheet::desktop
