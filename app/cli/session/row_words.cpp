// SPDX-License-Identifier: Apache-2.0
#include "row_words.hpp"

#include "leadsheet/app/problem_words.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/order.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/timestamp.hpp"

#include <chrono>
#include <map>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

Message ago(WallTime then, WallTime now) {
    const auto age = std::chrono::duration_cast<std::chrono::minutes>(now - then);
    constexpr std::int64_t kHour = 60;
    constexpr std::int64_t kDay = 24 * kHour;
    if (age.count() < 2)
        return say::justNow();
    if (age.count() < 2 * kHour)
        return say::minutesAgo(age.count());
    if (age.count() < 2 * kDay)
        return say::hoursAgo(age.count() / kHour);
    return say::daysAgo(age.count() / kDay);
}

Message earlierMessage(const EquivalentOrder& order, WallTime now) {
    const auto made = parseTimestamp(order.createdAt);
    Message what = made ? say::orderedWhen(order.orderNumber, ago(*made, now))
                        : say::orderNumber(order.orderNumber);
    if (!order.keyLast4.empty())
        what = say::byKey(std::move(what), order.keyLast4);
    std::string facts;
    if (order.leadCount > 0)
        facts = said(messages::order::leads(order.leadCount));
    if (order.total)
        facts += (facts.empty() ? "" : ", ") + money(*order.total, order.currency);
    if (!facts.empty())
        what = say::withFacts(std::move(what), facts);
    if (order.match == "same_reference")
        return say::sameReferenceAs(std::move(what));
    return order.match == "similar" ? say::perhapsSameAs(std::move(what))
                                    : say::samePeopleAs(std::move(what));
}

Message endedCount(const std::string& orderStatus, std::int64_t count) {
    if (orderStatus == "cancelled")
        return say::thenCancelled(count);
    if (orderStatus == "rejected")
        return say::thenRejected(count);
    if (orderStatus == "failed")
        return say::thenFailed(count);
    return orderStatus == "refunded" ? say::thenRefunded(count) : say::thenEnded(count);
}

} // namespace

Message rowPlace(const submit::RowRecord& row, bool severalTabs) {
    return severalTabs ? messages::check::rowOfTabPlace(row.sourceRow, row.tab)
                       : messages::check::rowPlace(row.sourceRow);
}

Message rowTitle(const submit::RowRecord& row, bool severalTabs) {
    return severalTabs ? say::rowTitleOfTab(row.sourceRow, row.tab) : say::rowTitle(row.sourceRow);
}

Message rowColon(const submit::RowRecord& row, bool severalTabs) {
    return severalTabs ? say::atRowOfTab(row.sourceRow, row.tab)
                       : messages::strip::atRow(row.sourceRow);
}

Message stateMessage(submit::RowState state) {
    using submit::RowState;
    switch (state) {
    case RowState::Ready:
        return say::rowReady();
    case RowState::NeedsFix:
        return say::rowNeedsFix();
    case RowState::Skipped:
        return say::rowSkipped();
    case RowState::Queued:
        return say::rowQueued();
    case RowState::Sending:
        return say::rowSending();
    case RowState::Placed:
        return say::rowPlaced();
    case RowState::AlreadyOrdered:
        return say::rowAlreadyOrdered();
    case RowState::Refused:
        return say::rowRefused();
    case RowState::Unknown:
        break;
    case RowState::WillRetry:
        return say::rowWillRetry();
    case RowState::Ended:
        return say::rowEnded();
    }
    return say::rowUnknown();
}

Message stateMessage(submit::RunState state) {
    using submit::RunState;
    switch (state) {
    case RunState::Planning:
        return say::runPlanning();
    case RunState::Planned:
        break;
    case RunState::Approved:
        return say::runApproved();
    case RunState::Running:
        return say::runRunning();
    case RunState::Paused:
        return say::runPaused();
    case RunState::Stopped:
        return say::runStopped();
    case RunState::Finished:
        return say::runFinished();
    }
    return say::runPlanned();
}

Message pauseMessage(submit::PauseReason reason) {
    using submit::PauseReason;
    switch (reason) {
    case PauseReason::None:
        break;
    case PauseReason::ByPerson:
        return say::pauseByPerson();
    case PauseReason::SameRefusal:
        return say::pauseSameRefusal();
    case PauseReason::KeyRejected:
        return say::pauseKeyRejected();
    case PauseReason::NoCredit:
        return say::pauseNoCredit();
    case PauseReason::SpendCap:
        return say::pauseSpendCap();
    case PauseReason::ServerSpendCap:
        return say::pauseKeyCap();
    case PauseReason::AccountSuspended:
        return say::pauseSuspended();
    case PauseReason::HeldOtherThanQuoted:
        return say::pauseHeldOther();
    case PauseReason::PriceRose:
        return say::pausePriceRose();
    case PauseReason::LocalStorage:
        return say::pauseStorage();
    case PauseReason::ServerUnreachable:
        return say::pauseUnreachable();
    case PauseReason::LimitReached:
        return say::pauseLimit();
    case PauseReason::Deadline:
        return say::pauseDeadline();
    case PauseReason::Cancelled:
        return say::pauseCancelled();
    }
    return {};
}

Message skipMessage(submit::SkipReason reason) {
    using submit::SkipReason;
    switch (reason) {
    case SkipReason::None:
        break;
    case SkipReason::ByPerson:
        return say::skipNotSelected();
    case SkipReason::ChangedSinceOrdered:
        return say::skipChanged();
    case SkipReason::DuplicateInSheet:
        return say::skipTwice();
    case SkipReason::TakenOver:
        return say::skipContinued();
    case SkipReason::BeyondLimit:
        return say::skipBeyond();
    case SkipReason::OrderedBefore:
        return say::skipBefore();
    case SkipReason::Retired:
        return say::skipReplaced();
    case SkipReason::GivenUp:
        return say::skipGivenUp();
    }
    return {};
}

Message skipCount(submit::SkipReason reason, std::int64_t count) {
    using submit::SkipReason;
    switch (reason) {
    case SkipReason::None:
        break;
    case SkipReason::ByPerson:
        return say::notSelected(count);
    case SkipReason::ChangedSinceOrdered:
        return say::changedInclude(count);
    case SkipReason::DuplicateInSheet:
        return say::inSheetTwice(count);
    case SkipReason::TakenOver:
        return say::continuedLater(count);
    case SkipReason::BeyondLimit:
        return say::beyondFirst(count);
    case SkipReason::OrderedBefore:
        return say::orderedBeforeAllow(count);
    case SkipReason::Retired:
        return say::replacedLater(count);
    case SkipReason::GivenUp:
        return say::givenUp(count);
    }
    return say::skippedCount(count);
}

Sentences problemSentences(const submit::RowProblem& problem) {
    const Sentences text(problem.said, problem.message);
    if (app::namesColumn(said(text), problem.column))
        return text;
    return Sentences(say::namedColumn(problem.column)).add(text);
}

Message earlierMessage(const EquivalentOrders& earlier, WallTime now) {
    if (earlier.orders.empty())
        return {};
    Message first = earlierMessage(earlier.orders.front(), now);
    std::string others;
    for (std::size_t i = 1; i < earlier.orders.size(); ++i)
        others += (others.empty() ? "" : ", ") + earlier.orders[i].orderNumber;
    if (earlier.more > 0)
        return others.empty() ? say::earlierAndMore(std::move(first), earlier.more)
                              : say::earlierOrdersAndMore(std::move(first), others, earlier.more);
    return others.empty() ? say::earlierOrder(std::move(first))
                          : say::earlierOrders(std::move(first), others);
}

std::vector<Message> endedRows(const work::LeftOut& left) {
    // Statuses that are not told apart are counted together.
    std::map<std::string, std::pair<Message, std::int64_t>> ended;
    for (const auto& [how, count] : left.ended) {
        std::int64_t& all = ended[app::endedName(how.first, how.second)].second;
        all += count;
        const Message rows = endedCount(how.first, all);
        ended[app::endedName(how.first, how.second)].first =
            how.second ? say::afterPartDelivery(rows) : rows;
    }
    std::vector<Message> messages;
    for (auto& [name, rows] : ended)
        messages.push_back(std::move(rows.first));
    return messages;
}

} // namespace leadsheet::cli
