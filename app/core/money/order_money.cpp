// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/order_money.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <unordered_set>

namespace leadsheet::app {
namespace {

using submit::RowState;

/// So few orders are asked for one by one.
constexpr std::size_t kFewOrders = 10;
constexpr std::int64_t kOrdersAPage = 1000;
/// By how much this computer's clock may be ahead of the service's.
constexpr std::chrono::hours kClockDifference{24};

enum class Course { Open, Ended, Unknown };

Course courseOf(const Order& order) {
    switch (order.status) {
    case OrderStatus::PendingReview:
    case OrderStatus::InProgress:
    case OrderStatus::InfoRequested:
        return Course::Open;
    case OrderStatus::Delivered:
    case OrderStatus::Rejected:
    case OrderStatus::Cancelled:
    case OrderStatus::Failed:
    case OrderStatus::Refunded:
        return Course::Ended;
    case OrderStatus::Unknown:
        break;
    }
    // A state this program does not know yet: the money's own state still says where it is.
    switch (order.payment) {
    case PaymentStatus::Held:
        return Course::Open;
    case PaymentStatus::Captured:
    case PaymentStatus::PartiallyRefunded:
    case PaymentStatus::Refunded:
    case PaymentStatus::Released:
        return Course::Ended;
    case PaymentStatus::Unknown:
        break;
    }
    return Course::Unknown;
}

namespace say = messages::ledger;

tl::unexpected<Error> impossible(Message what) {
    return failure(
        localError(ErrorCode::InvalidResponse, {std::move(what), say::contactItsSupport()}));
}

/// The orders of a run that are still to be found, and what was found.
class Search {
public:
    Search(const submit::RunInfo& run, std::unordered_set<std::string> wanted)
        : wanted_(std::move(wanted)) {
        found_.currency = run.spec.currency;
    }

    bool done() const { return wanted_.empty(); }
    std::size_t left() const { return wanted_.size(); }
    const std::unordered_set<std::string>& wanted() const { return wanted_; }

    Result<void> take(const Order& order) {
        if (wanted_.erase(order.number.str()) == 0)
            return {};
        LEADSHEET_TRY(const auto money, moneyOf(order));
        if (order.price->currency != found_.currency)
            return impossible(say::orderPaidInOtherCurrency(
                order.number.str(), order.price->currency, found_.currency));
        ++found_.orders;
        ++found_.states[order.statusText];
        return add(found_.sums, money);
    }

    RunMoney result(WallTime now) && {
        found_.askedAt = now;
        found_.missing = static_cast<std::int64_t>(wanted_.size());
        return std::move(found_);
    }

private:
    std::unordered_set<std::string> wanted_;
    RunMoney found_;
};

Result<std::unordered_set<std::string>> placedBy(const submit::Ledger& ledger, submit::RunId run) {
    submit::RowFilter filter;
    filter.states = {RowState::Placed};
    submit::RowReader reader(ledger, run, filter);
    std::unordered_set<std::string> numbers;
    for (;;) {
        LEADSHEET_TRY(const auto page, reader.next());
        if (page.empty())
            return numbers;
        for (const submit::RowRecord& row : page)
            numbers.insert(row.orderNumber);
    }
}

Result<void> askOneByOne(const Client& client, Search& search, const CallOptions& call) {
    const std::unordered_set<std::string> wanted = search.wanted();
    for (const std::string& text : wanted) {
        const auto number = OrderNumber::parse(text);
        if (!number)
            continue;
        const auto order = client.orders().get(*number, call);
        if (!order && order.error().is(ErrorCode::NotFound))
            continue;
        if (!order)
            return failure(order.error());
        LEADSHEET_TRY_DONE(search.take(*order));
    }
    return {};
}

} // namespace

Result<OrderMoney> moneyOf(const Order& order) {
    const Course course = courseOf(order);
    if (!order.price || course == Course::Unknown)
        return impossible(say::orderMoneyUnknown(order.number.str()));
    const std::string& currency = order.price->currency;
    if ((order.captured && order.captured->currency != currency) ||
        (order.refunded && order.refunded->currency != currency))
        return impossible(say::orderCurrenciesDiffer(order.number.str()));
    OrderMoney money;
    money.charged = order.captured ? order.captured->amount : 0;
    money.refunded = order.refunded ? order.refunded->amount : 0;
    if (money.refunded < 0 || money.charged < money.refunded || order.price->amount < money.charged)
        return impossible(say::orderAmountsImpossible(order.number.str(), *order.price,
                                                      {money.charged, currency},
                                                      {money.refunded, currency}));
    (course == Course::Open ? money.held : money.released) = order.price->amount - money.charged;
    return money;
}

Result<void> add(OrderMoney& sums, const OrderMoney& more) {
    bool tooMuch = __builtin_add_overflow(sums.held, more.held, &sums.held);
    tooMuch |= __builtin_add_overflow(sums.charged, more.charged, &sums.charged);
    tooMuch |= __builtin_add_overflow(sums.released, more.released, &sums.released);
    tooMuch |= __builtin_add_overflow(sums.refunded, more.refunded, &sums.refunded);
    if (tooMuch)
        return failure(localError(ErrorCode::InvalidResponse, {say::reportedAmountsTooLarge()}));
    return {};
}

Result<RunMoney> askForMoney(const Client& client, const submit::Ledger& ledger,
                             const submit::RunInfo& run, const CallOptions& call,
                             const std::function<void(std::int64_t, std::int64_t)>& progress) {
    LEADSHEET_TRY(auto wanted, placedBy(ledger, run.id));
    const auto all = static_cast<std::int64_t>(wanted.size());
    Search search(run, std::move(wanted));
    const auto say = [&] {
        if (progress)
            progress(all - static_cast<std::int64_t>(search.left()), all);
    };
    // Those of a clock that was far off are found in the whole list.
    OrderFilter sinceBegun;
    sinceBegun.createdAfter = formatTimestamp(run.createdAt - kClockDifference);
    for (const OrderFilter& filter : {sinceBegun, OrderFilter()}) {
        if (search.left() <= kFewOrders)
            break;
        auto range = client.orders().all(filter, {kOrdersAPage, {}}, call);
        while (!search.done()) {
            LEADSHEET_TRY(const auto page, range.nextPage());
            if (page.empty())
                break;
            for (const Order& order : page)
                LEADSHEET_TRY_DONE(search.take(order));
            say();
        }
    }
    if (search.left() <= kFewOrders)
        LEADSHEET_TRY_DONE(askOneByOne(client, search, call));
    say();
    return std::move(search).result(client.clock().wallNow());
}

} // namespace leadsheet::app
