// SPDX-License-Identifier: Apache-2.0
#include "row_words.hpp"

#include "leadsheet/app/problem_words.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/order.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/timestamp.hpp"

#include <array>
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
    static constexpr auto kWords = std::to_array<Message (*)()>(
        {say::rowReady, say::rowNeedsFix, say::rowSkipped, say::rowQueued, say::rowSending,
         say::rowPlaced, say::rowAlreadyOrdered, say::rowRefused, say::rowUnknown,
         say::rowWillRetry, say::rowEnded});
    static_assert(kWords.size() == static_cast<std::size_t>(submit::RowState::Ended) + 1);
    return kWords[static_cast<std::size_t>(state)]();
}

Message stateMessage(submit::RunState state) {
    static constexpr auto kWords = std::to_array<Message (*)()>(
        {say::runPlanning, say::runPlanned, say::runApproved, say::runRunning, say::runPaused,
         say::runStopped, say::runFinished});
    static_assert(kWords.size() == static_cast<std::size_t>(submit::RunState::Finished) + 1);
    return kWords[static_cast<std::size_t>(state)]();
}

Message pauseMessage(submit::PauseReason reason) {
    static constexpr auto kWords = std::to_array<Message (*)()>(
        {nullptr, say::pauseByPerson, say::pauseSameRefusal, say::pauseKeyRejected,
         say::pauseNoCredit, say::pauseSpendCap, say::pauseKeyCap, say::pauseSuspended,
         say::pauseHeldOther, say::pausePriceRose, say::pauseStorage, say::pauseUnreachable,
         say::pauseLimit, say::pauseDeadline, say::pauseCancelled});
    static_assert(kWords.size() == static_cast<std::size_t>(submit::PauseReason::Cancelled) + 1);
    const auto words = kWords[static_cast<std::size_t>(reason)];
    return words == nullptr ? Message() : words();
}

Message skipMessage(submit::SkipReason reason) {
    static constexpr auto kWords = std::to_array<Message (*)()>(
        {nullptr, say::skipNotSelected, say::skipChanged, say::skipTwice, say::skipContinued,
         say::skipBeyond, say::skipBefore, say::skipReplaced, say::skipGivenUp});
    static_assert(kWords.size() == static_cast<std::size_t>(submit::SkipReason::GivenUp) + 1);
    const auto words = kWords[static_cast<std::size_t>(reason)];
    return words == nullptr ? Message() : words();
}

Message skipCount(submit::SkipReason reason, std::int64_t count) {
    static constexpr auto kWords = std::to_array<Message (*)(std::int64_t)>(
        {say::skippedCount, say::notSelected, say::changedInclude, say::inSheetTwice,
         say::continuedLater, say::beyondFirst, say::orderedBeforeAllow, say::replacedLater,
         say::givenUp});
    static_assert(kWords.size() == static_cast<std::size_t>(submit::SkipReason::GivenUp) + 1);
    return kWords[static_cast<std::size_t>(reason)](count);
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
