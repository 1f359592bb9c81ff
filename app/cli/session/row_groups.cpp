// SPDX-License-Identifier: Apache-2.0
#include "row_groups.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "leadsheet/app/problem_words.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/try.hpp"
#include "row_words.hpp"
#include "run_choice.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <map>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clirun;
using submit::RowState;

constexpr std::size_t kMaxGroups = 12;
// `check` is where all problems of the sheet are listed.
constexpr std::size_t kMaxFixGroups = 3;
// Distinct messages that are told apart; what comes later is only counted.
constexpr std::size_t kMaxDistinct = 500;

struct Group {
    Sentences text;
    std::int64_t rows = 0;
    Message first; ///< its place
};

/// Why the row is where it is, in one sentence, with the code.
Sentences reasonOf(const submit::RowRecord& row) {
    if (!row.problems.empty())
        return problemSentences(row.problems.front());
    Sentences text =
        row.message.empty() ? Sentences(stateMessage(row.state)) : Sentences(row.said, row.message);
    if (!row.code.empty())
        text.add(say::code(row.code));
    return text;
}

void sayGroups(Console& console, const std::map<std::string, Group>& groups, std::size_t limit,
               std::int64_t more) {
    std::vector<Group> sorted;
    sorted.reserve(groups.size());
    for (const auto& entry : groups)
        sorted.push_back(entry.second);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Group& a, const Group& b) { return a.rows > b.rows; });
    for (std::size_t i = 0; i < sorted.size() && i < limit; ++i)
        console.say(Text("  ")
                        .add("· ", Style::Bad)
                        .add(Sentences(messages::strip::rowsSay(sorted[i].rows))
                                 .add(sorted[i].text)
                                 .add(sorted[i].rows == 1
                                          ? messages::strip::inPlace(sorted[i].first)
                                          : messages::strip::firstInPlace(sorted[i].first))),
                    4);
    for (std::size_t i = limit; i < sorted.size(); ++i)
        more += sorted[i].rows;
    if (more > 0)
        console.say(Text("  ").add(say::moreForOtherReasons(more)));
}

Outcome<void> reportRows(Console& console, const submit::Ledger& ledger, submit::RunId run,
                         const submit::RowFilter& filter, std::size_t limit,
                         const std::function<bool(const submit::RowRecord&)>& wanted) {
    LEADSHEET_TRY(const auto info, explained(ledger.run(run)));
    const bool severalTabs = hasSeveralTabs(info);
    std::map<std::string, Group> groups;
    std::int64_t more = 0;
    auto walked = forEachRow(ledger, run, filter, [&](const submit::RowRecord& row) {
        if (!wanted(row))
            return;
        const Sentences reason = reasonOf(row);
        const auto found = groups.find(reason.english());
        if (found != groups.end())
            ++found->second.rows;
        else if (groups.size() < kMaxDistinct)
            groups.emplace(reason.english(), Group{reason, 1, rowPlace(row, severalTabs)});
        else
            ++more;
    });
    if (!walked)
        return walked;
    // A report is read later, and has room for all.
    sayGroups(console, groups, console.isDiverted() ? kMaxDistinct : limit, more);
    return {};
}

} // namespace

Outcome<void> forRowsWhile(const submit::Ledger& ledger, submit::RunId run,
                           const submit::RowFilter& filter,
                           const std::function<bool(const submit::RowRecord&)>& see) {
    return explained(work::forRowsWhile(ledger, run, filter, see));
}

Outcome<void> forEachRow(const submit::Ledger& ledger, submit::RunId run,
                         const submit::RowFilter& filter,
                         const std::function<void(const submit::RowRecord&)>& see) {
    return explained(work::forEachRow(ledger, run, filter, see));
}

Outcome<void> reportReasons(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            const std::vector<RowState>& states) {
    submit::RowFilter filter;
    filter.states = states;
    filter.withContent = true;
    const bool fixes = states == std::vector{RowState::NeedsFix};
    return reportRows(console, ledger, run, filter, fixes ? kMaxFixGroups : kMaxGroups,
                      [](const submit::RowRecord&) { return true; });
}

namespace {

constexpr std::size_t kMaxEarlierShown = 12;

} // namespace

Outcome<void> sayOrderedBefore(Console& console, const submit::Ledger& ledger, submit::RunId run,
                               WallTime now, Moment moment) {
    LEADSHEET_TRY(const auto info, explained(ledger.run(run)));
    const bool severalTabs = hasSeveralTabs(info);
    submit::RowFilter filter;
    filter.states = {RowState::Skipped};
    filter.finding = submit::Finding::OrderedBefore;
    std::size_t count = 0;
    auto walked = forEachRow(ledger, run, filter, [&](const submit::RowRecord& row) {
        const bool sent = row.attempts > 0;
        if (row.skipReason != submit::SkipReason::OrderedBefore ||
            sent != (moment == Moment::WhileSending) || ++count > kMaxEarlierShown)
            return;
        console.say(Text("  ")
                        .add("= ", Style::Warn)
                        .add(Sentences(rowColon(row, severalTabs))
                                 .add(earlierMessage(row.earlier, now))
                                 .add(say::skipped())),
                    4);
    });
    if (!walked)
        return walked;
    if (count == 0)
        return {};
    if (count > kMaxEarlierShown)
        console.say(Text("  ").add(
            say::moreInResults(static_cast<std::int64_t>(count - kMaxEarlierShown))));
    console.say(Text("    ").add(say::howToAllow()), 4);
    return {};
}

Outcome<void> saySimilar(Console& console, const submit::Ledger& ledger, submit::RunId run,
                         const submit::QuoteSummary& quote, WallTime now) {
    LEADSHEET_TRY(const auto info, explained(ledger.run(run)));
    LEADSHEET_TRY(auto known, explained(work::knownOrdersOf(ledger, run, quote)));
    known.similar.resize(std::min(known.similar.size(), kMaxEarlierShown));
    for (const submit::RowRecord& row : known.similar)
        console.say(Text("  ")
                        .add("? ", Style::Warn)
                        .add(Sentences(rowColon(row, hasSeveralTabs(info)))
                                 .add(earlierMessage(row.earlier, now))
                                 .add(say::orderedAllTheSame())),
                    4);
    const auto shown = static_cast<std::int64_t>(known.similar.size());
    if (quote.similar > shown)
        console.say(Text("  ").add(messages::clisheet::moreRows(quote.similar - shown)));
    return {};
}

namespace {

constexpr std::size_t kMaxUnlikeShown = 5;

// Repeats only as far as the order goes: what the sheet says beyond it is not ordered by.
Outcome<void> sayUnlikeRepeats(Console& console, const submit::Ledger& ledger, submit::RunId run,
                               std::int64_t count) {
    if (count == 0)
        return {};
    LEADSHEET_TRY(const auto info, explained(ledger.run(run)));
    std::vector<submit::RowRecord> first;
    auto read = forRowsWhile(ledger, run, {}, [&first](const submit::RowRecord& row) {
        if (row.code == submit::kDiffersInUnusedColumn)
            first.push_back(row);
        return first.size() < kMaxUnlikeShown;
    });
    if (!read)
        return read;
    console.say(Text("  ").add("! ", Style::Warn).add(say::unlikeRepeats(count)), 4);
    for (const submit::RowRecord& row : first)
        console.say(Text("    ").add(Sentences(rowColon(row, hasSeveralTabs(info)))
                                         .add(Sentences(row.said, row.message))),
                    6);
    if (const auto more = count - static_cast<std::int64_t>(first.size()); more > 0)
        console.say(Text("    ").add(messages::clisheet::moreRows(more)));
    console.say(Text("    ").add(say::mapThoseColumns()), 4);
    return {};
}

} // namespace

Message leftOutMessage(const work::LeftOut& left) {
    std::string reasons;
    const auto add = [&reasons](std::int64_t count, const Message& reason) {
        if (count > 0)
            reasons += (reasons.empty() ? "" : ", ") + said(reason);
    };
    add(left.alreadyOrdered, say::alreadyOrdered(left.alreadyOrdered));
    for (const Message& ended : endedRows(left))
        add(1, say::endedAgain(ended));
    for (const auto& [reason, count] : left.skipped) {
        const bool changed = reason == submit::SkipReason::ChangedSinceOrdered;
        const std::int64_t orderable = changed ? left.changed() : count;
        add(orderable, skipCount(reason, orderable));
    }
    add(left.referenceTaken, say::referenceTaken(left.referenceTaken));
    add(left.needsFix, needFix(left.needsFix));
    return say::rowsSkipped(left.all(), reasons);
}

Outcome<void> reportLeftOut(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            const work::LeftOut& left, WallTime now) {
    if (left.all() > 0)
        console.say(leftOutMessage(left));
    if (auto said = sayUnlikeRepeats(console, ledger, run, left.unlikeRepeats); !said)
        return said;
    if (left.of(submit::SkipReason::OrderedBefore) > 0)
        if (auto said = sayOrderedBefore(console, ledger, run, now, Moment::AtThePrice); !said)
            return said;
    if (left.referenceTaken > 0) {
        submit::RowFilter filter;
        filter.states = {RowState::Skipped};
        if (auto said = reportRows(console, ledger, run, filter, kMaxGroups,
                                   [](const auto& row) { return row.isReferenceTaken(); });
            !said)
            return said;
        console.say(Text("    ").add(say::giveOwnReference()), 4);
    }
    return left.needsFix > 0 ? reportReasons(console, ledger, run, {RowState::NeedsFix})
                             : Outcome<void>{};
}

namespace {

json::array earlierJson(const EquivalentOrders& earlier) {
    json::array list;
    for (const EquivalentOrder& order : earlier.orders) {
        json::object entry{{"orderNumber", order.orderNumber},
                           {"createdAt", order.createdAt},
                           {"status", order.status},
                           {"leadCount", order.leadCount},
                           {"match", order.match},
                           {"keyLast4", order.keyLast4}};
        if (order.total)
            entry["total"] = moneyJson(*order.total, order.currency);
        list.push_back(std::move(entry));
    }
    return list;
}

} // namespace

Outcome<void> emitRows(Console& console, const submit::Ledger& ledger, submit::RunId run,
                       const submit::RowFilter& filter, const std::string& currency) {
    if (!console.json())
        return {};
    return forEachRow(ledger, run, filter, [&](const submit::RowRecord& row) {
        json::object object{{"type", "row"},
                            {"run", run.value},
                            {"row", row.sourceRow},
                            {"state", submit::name(row.state)},
                            {"key", row.key},
                            {"product", row.product},
                            {"leadCount", row.leadCount},
                            {"attempts", row.attempts}};
        if (!row.tab.empty())
            object["tab"] = row.tab;
        if (!row.reference.empty()) {
            object["externalRef"] = row.reference;
            object["reference"] = row.reference; // its earlier name
        }
        if (row.state == RowState::Skipped)
            object["skipReason"] = submit::name(row.skipReason);
        if (!row.orderNumber.empty())
            object["orderNumber"] = row.orderNumber;
        if (!row.orderStatus.empty())
            object["orderStatus"] = row.orderStatus;
        if (!row.earlier.orders.empty())
            object["equivalentOrders"] = earlierJson(row.earlier);
        if (row.earlier.more > 0)
            object["moreEquivalentOrders"] = row.earlier.more;
        if (row.price) {
            object[row.state == RowState::Ended ? "charged" : "held"] =
                moneyJson(*row.price, currency);
            object["price"] = moneyJson(*row.price, currency); // as it was called before
        }
        if (row.quoted)
            object["quoted"] = moneyJson(*row.quoted, currency);
        if (!row.code.empty())
            object["code"] = row.code;
        if (!row.message.empty())
            object["message"] = row.message;
        if (!row.requestId.empty())
            object["requestId"] = row.requestId;
        if (row.waitUntil)
            object["waitUntil"] = utcTime(*row.waitUntil);
        json::array problems;
        for (const submit::RowProblem& problem : row.problems)
            problems.push_back(
                {{"column", problem.column}, {"code", problem.code}, {"message", problem.message}});
        if (!problems.empty())
            object["problems"] = problems;
        console.emit(object);
    });
}

Outcome<void> emitOrderedBefore(Console& console, const submit::Ledger& ledger, submit::RunId run,
                                const std::string& currency) {
    submit::RowFilter filter;
    filter.withContent = true;
    for (const auto finding : {submit::Finding::OrderedBefore, submit::Finding::Ended}) {
        filter.finding = finding;
        if (auto said = emitRows(console, ledger, run, filter, currency); !said)
            return said;
    }
    return {};
}

} // namespace leadsheet::cli
