// SPDX-License-Identifier: Apache-2.0
#include "plan_compare.hpp"

#include "earlier_orders.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "leadsheet/timestamp.hpp"
#include "ledger_store.hpp"
#include "questions.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "stored_messages.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::submit::detail {
namespace {

constexpr std::int64_t kPage = 500;

} // namespace

std::optional<RowRef> ChangeFinder::orderBehind(const std::string& mark) {
    // A second order on purpose belongs to the row that it was made for. What was not sent yet is
    // retired or refused by the service.
    Statement query = database_.use(
        "SELECT run, ordinal FROM rows WHERE account = ?1 AND mark = ?2 AND run <> ?3"
        " AND state IN (4, 5, 6, 8) AND NOT EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = ?1 AND mine.order_key = rows.order_key AND mine.run = ?3)"
        " AND NOT (generation > 0 AND EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = ?1 AND mine.mark = ?2 AND mine.run = ?3"
        "  AND mine.lead_count = rows.lead_count AND mine.finding = 2))"
        " ORDER BY state IN (4, 8), generation > 0, run DESC LIMIT 1");
    query.bind(account_, mark, run_);
    if (!query.next())
        return std::nullopt;
    return RowRef{query.integer(0), query.integer(1)};
}

void holdBackRepeats(Database& database, std::int64_t run, bool order, WallTime now) {
    Transaction transaction(database);
    std::vector<std::string> marks;
    {
        Statement found = database.use(
            "SELECT mark FROM rows WHERE run = ?1 AND mark IS NOT NULL AND state IN (0, 6)"
            " GROUP BY mark HAVING count(*) > 1 AND sum(state = 0 AND finding IN (0, 4)) > 0");
        found.bind(run);
        while (found.next())
            marks.push_back(found.text(0));
    }
    for (const std::string& mark : marks) {
        std::vector<RowRecord> rows;
        {
            // The one that is ordered or on its way already, else the first.
            Statement found =
                database.prepare(std::string("SELECT") + kRowColumns +
                                 " FROM rows WHERE account = (SELECT account FROM"
                                 " runs WHERE id = ?1) AND mark = ?2 AND run = ?1"
                                 " AND state IN (0, 6) AND finding IN (0, 2, 4)"
                                 " ORDER BY state = 6 DESC, finding = 4 DESC, ordinal");
            found.bind(run, mark);
            while (found.next())
                rows.push_back(readRow(found));
        }
        const RowRecord* kept = nullptr;
        for (RowRecord& row : rows) {
            addContent(database, row);
            if (excludesOwned(row.request))
                continue;
            if (kept == nullptr) {
                kept = &row;
                continue;
            }
            if (row.state != RowState::Ready || row.generation > 0)
                continue;
            const Message place = kept->tab == row.tab
                                      ? messages::check::rowPlace(kept->sourceRow)
                                      : messages::check::rowOfTabPlace(kept->sourceRow, kept->tab);
            const Said message({kept->state == RowState::AlreadyOrdered
                                    ? messages::ledger::sameOrderWhichIsOrdered(place)
                                    : messages::ledger::sameOrder(place)});
            database
                .use("UPDATE rows SET finding = ?3, related_run = ?1, related_ordinal = ?4,"
                     " state = ?5, skip_reason = ?6, message = ?7, updated_at = ?8, said = ?9"
                     " WHERE run = ?1 AND ordinal = ?2")
                .bind(run, row.ref.ordinal, static_cast<int>(Finding::InSheetTwice),
                      kept->ref.ordinal,
                      static_cast<int>(order ? RowState::Ready : RowState::Skipped),
                      static_cast<int>(order ? SkipReason::None : SkipReason::DuplicateInSheet),
                      message.text, toStored(now), toStored(message.messages))
                .run();
        }
    }
    transaction.commit();
}

namespace {

EquivalentOrders earlierOrder(const RowRecord& row, const std::string& currency) {
    EquivalentOrder order = sameWish(row.orderNumber, row.leadCount);
    order.createdAt = formatTimestamp(row.orderedAt.value_or(row.updatedAt));
    order.total = row.price;
    order.currency = currency;
    return {{std::move(order)}, 0};
}

} // namespace

namespace {

/// Every order of this wish that the ledger knows of: what --include-changed agrees to.
EquivalentOrders knownOrders(Database& database, std::int64_t account, const std::string& mark,
                             std::int64_t run) {
    Statement found = database.use(
        "SELECT order_number, max(lead_count) FROM rows WHERE account = ?1 AND mark = ?2"
        " AND run <> ?3 AND state IN (5, 6) AND order_number <> ''"
        " GROUP BY order_number ORDER BY max(run) DESC LIMIT 100");
    found.bind(account, mark, run);
    EquivalentOrders known;
    while (found.next())
        known.orders.push_back(sameWish(found.text(0), found.integer(1)));
    return known;
}

} // namespace

std::vector<RowRecord> ChangeFinder::newRowsOfEarlierWishes(std::int64_t after) {
    // What has a generation is ordered again on purpose.
    static const std::string kSql =
        std::string("SELECT") + kRowColumns +
        "FROM rows WHERE run = ?1 AND ordinal > ?2 AND finding = 0 AND state IN (0, 2)"
        " AND generation = 0 AND EXISTS (SELECT 1 FROM rows AS old WHERE old.account = ?3"
        "  AND old.mark = rows.mark AND old.run <> ?1 AND old.state IN (4, 5, 6, 8))"
        " ORDER BY ordinal LIMIT ?4";
    Statement found = database_.use(kSql.c_str());
    found.bind(run_, after, account_, kPage);
    std::vector<RowRecord> rows;
    while (found.next()) {
        rows.push_back(readRow(found));
        refuseDisorder(database_, rows.back().ref, {run_, after});
        after = rows.back().ref.ordinal;
    }
    return rows;
}

void ChangeFinder::markChanged(const RunSpec& spec, WallTime now) {
    std::int64_t after = -1;
    for (;;) {
        const auto page = newRowsOfEarlierWishes(after);
        if (page.empty())
            return;
        after = page.back().ref.ordinal;
        Transaction transaction(database_, Flush::Later);
        for (const RowRecord& row : page) {
            if (const auto related = orderBehind(row.mark))
                hold(row, *related, spec, now);
        }
        transaction.commit();
    }
}

void ChangeFinder::hold(const RowRecord& row, RowRef related, const RunSpec& spec, WallTime now) {
    const auto before = findRow(database_, related);
    RowRecord full = row;
    addContent(database_, full);
    if (!before || excludesOwned(full.request))
        return;
    const bool sameCount = before->leadCount == row.leadCount;
    // The prices name it once the answer that was lost is known.
    if (!isOrdered(before->state) && (sameCount || row.state != RowState::Ready))
        return;
    const bool isSame = sameCount && !before->orderNumber.empty();
    if (isSame && row.state == RowState::Ready) {
        // Nothing has changed but how it is written. The prices name it again, or free it.
        if (spec.againAfter)
            return;
        const auto& wanted = spec.allowed.orderNumbers;
        relate(row.ref, related);
        if (!spec.allowed.all &&
            std::find(wanted.begin(), wanted.end(), before->orderNumber) == wanted.end())
            leaveOutOrderedBefore(database_, row.ref, earlierOrder(*before, spec.currency),
                                  std::nullopt, now);
        return;
    }
    markAs(row.ref, row.state, row.skipReason, related,
           knownOrders(database_, account_, row.mark, run_), spec, now);
}

void ChangeFinder::relate(RowRef row, RowRef related) {
    database_
        .use("UPDATE rows SET related_run = ?3, related_ordinal = ?4"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal, related.run, related.ordinal)
        .run();
}

void ChangeFinder::markAs(RowRef row, RowState state, SkipReason skipped, RowRef related,
                          const EquivalentOrders& known, const RunSpec& spec, WallTime now) {
    const bool skip = state == RowState::Ready && !spec.orderChanged;
    database_
        .use("UPDATE rows SET finding = ?3, related_run = ?4, related_ordinal = ?5,"
             " state = ?6, skip_reason = ?7, consented = ?8, earlier = ?9, updated_at = ?10"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal, static_cast<int>(Finding::Changed), related.run,
              related.ordinal, static_cast<int>(skip ? RowState::Skipped : state),
              static_cast<int>(skip ? SkipReason::ChangedSinceOrdered : skipped),
              spec.orderChanged ? 1 : 0, earlierToText(known), toStored(now))
        .run();
}

bool ChangeFinder::isPast(const RowRecord& order) const {
    return since_ && order.orderedAt.value_or(order.updatedAt) < *since_;
}

bool ChangeFinder::isGone(const std::string& key) {
    Statement here =
        database_.use("SELECT 1 FROM rows WHERE account = ?1 AND order_key = ?2 AND run = ?3");
    here.bind(account_, key, run_);
    return !here.next();
}

namespace {

/// Most of what was asked for is the same, and not the number of leads alone.
bool isEditOf(Database& database, const std::string& before, const std::string& after) {
    // A row that needs a fix asks for nothing that could be compared.
    Statement readable = database.use("SELECT 1 WHERE json_valid(?1) AND json_valid(?2)");
    readable.bind(before, after);
    if (!readable.next())
        return false;
    Statement alike = database.use(
        "SELECT count(*), coalesce(sum(was.key <> 'leadCount'), 0) FROM json_each(?1) AS was"
        " JOIN json_each(?2) AS now USING (key)"
        " WHERE was.value = now.value AND was.key <> 'scrapingOption'");
    alike.bind(before, after);
    Statement all = database.use("SELECT count(*) FROM (SELECT key FROM json_each(?1) UNION"
                                 " SELECT key FROM json_each(?2)) WHERE key <> 'scrapingOption'");
    all.bind(before, after);
    if (!alike.next() || !all.next())
        return false;
    const std::int64_t same = alike.integer(0);
    return alike.integer(1) > 0 && same * 2 >= all.integer(0);
}

/// An answer that was lost may have been that of an order. The prices settle it.
bool mayHaveBought(RowState state) {
    return state == RowState::Placed || state == RowState::AlreadyOrdered ||
           state == RowState::Sending || state == RowState::Unknown;
}

} // namespace

void ChangeFinder::markEdited(const std::vector<std::pair<std::int64_t, std::string>>& formerKeys,
                              const RunSpec& spec, WallTime now) {
    Transaction transaction(database_);
    std::set<std::string> claimed; // a copy of an edited row is a row for itself
    for (const auto& [ordinal, key] : formerKeys) {
        auto row = findRow(database_, {run_, ordinal});
        auto order = findByKey(database_, account_, key, run_);
        const bool bought = order && mayHaveBought(order->state);
        // What only its spelling or count tells apart has been decided by its mark.
        if (!row || row->finding != Finding::New || !bought || order->mark == row->mark ||
            !isGone(key) || isPast(*order))
            continue;
        addContent(database_, *row);
        addContent(database_, *order);
        if (!excludesOwned(row->request) && isEditOf(database_, order->request, row->request) &&
            claimed.insert(key).second)
            markAs(row->ref, row->state, row->skipReason, order->ref, {}, spec, now);
    }
    transaction.commit();
}

bool ChangeFinder::stands(RowRecord& order, WallTime now) {
    hearOfEnd(database_, account_, run_, order);
    return order.state != RowState::Ended && !isPast(order) &&
           order.orderedAt.value_or(order.updatedAt) >= now - kRemembered;
}

std::vector<RowRef> ChangeFinder::madeAgain(const RowRecord& order) {
    std::vector<RowRef> again;
    Statement found = database_.use(
        "SELECT run, ordinal FROM rows WHERE account = ?1 AND mark = ?2 AND generation > ?3"
        " AND occurrence = ?4 AND coalesce(reference, '') = ?5 AND run <> ?6"
        " AND state IN (4, 5, 6, 8) AND NOT EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = ?1 AND mine.order_key = rows.order_key AND mine.run = ?6)"
        " ORDER BY generation DESC, run DESC");
    found.bind(account_, order.mark, order.generation, order.occurrence, order.reference, run_);
    while (found.next())
        again.push_back({found.integer(0), found.integer(1)});
    return again;
}

void ChangeFinder::markReplaced(std::vector<RunLike> runs, const RunSpec& spec, WallTime now,
                                const std::function<void(const RowRecord&)>& bring) {
    ReplacedRows replaced(database_, account_, run_, std::move(runs), spec.unreadTabs);
    const auto standing = [&](RowRef related) -> std::optional<RowRef> {
        auto order = findRow(database_, related);
        if (!order)
            return std::nullopt;
        bring(*order);
        if (stands(*order, now))
            return related;
        for (const RowRef ref : madeAgain(*order))
            if (auto again = findRow(database_, ref); again && stands(*again, now))
                return ref;
        return std::nullopt;
    };
    replaced.find(standing, [&](const RowRecord& row, RowRef related) {
        markAs(row.ref, row.state, row.skipReason, related, {}, spec, now);
    });
}

std::optional<std::int64_t> runToCompareWith(Database& database, std::int64_t account,
                                             std::int64_t run, const std::string& sourceName) {
    Statement byKeys = database.use(
        "SELECT other.run FROM rows AS mine JOIN rows AS other"
        " ON other.account = mine.account AND other.order_key = mine.order_key"
        " AND other.run <> mine.run JOIN runs ON runs.id = other.run AND runs.state >= 2"
        " WHERE mine.run = ?1 AND other.state IN (3, 4, 5, 6, 8, 9)"
        " GROUP BY other.run ORDER BY count(*) DESC, other.run DESC LIMIT 1");
    byKeys.bind(run);
    if (byKeys.next())
        return byKeys.integer(0);
    if (sourceName.empty())
        return std::nullopt;
    // A run that only orders rows again says nothing about what was in the sheet.
    Statement byName = database.use(
        "SELECT id FROM runs WHERE account = ?1 AND source_name = ?2 AND id <> ?3 AND state >= 2"
        " AND EXISTS (SELECT 1 FROM rows WHERE rows.run = runs.id AND generation = 0)"
        " ORDER BY id DESC LIMIT 1");
    byName.bind(account, sourceName, run);
    if (byName.next())
        return byName.integer(0);
    return std::nullopt;
}

std::string runsOfTheSheet(Database& database, std::int64_t run) {
    const auto compared = comparedWith(database, run);
    if (!compared)
        return {};
    Statement found =
        database.use("SELECT DISTINCT other.run FROM rows AS mine JOIN rows AS other"
                     " ON other.account = mine.account AND other.order_key = mine.order_key"
                     " JOIN runs ON runs.id = other.run AND runs.state >= 2 AND runs.source_name IN"
                     "  (SELECT source_name FROM runs WHERE id IN (?1, ?2))"
                     " WHERE mine.run = ?1 AND other.run NOT IN (?1, ?2)"
                     " AND other.state IN (3, 4, 5, 6, 8, 9)");
    found.bind(run, *compared);
    std::string list = std::to_string(*compared);
    while (found.next())
        list += ", " + std::to_string(found.integer(0));
    return list;
}

namespace {

/// Orders whose row is not in the sheet any more, each in the newest of the sheet's runs.
std::string goneSince(const std::string& runs, bool all) {
    const std::string states = all ? "(4, 5, 6, 8, 10)" : "(5, 6)";
    const std::string generations =
        all ? "(generation = 0 OR NOT EXISTS (SELECT 1 FROM rows AS mine WHERE mine.account ="
              " rows.account AND mine.mark = rows.mark AND mine.run = ?1))"
            : "generation = 0";
    return " FROM rows WHERE run IN (" + runs +
           ") AND (run > ?2 OR (run = ?2 AND ordinal > ?3)) AND state IN " + states + " AND " +
           generations +
           " AND NOT EXISTS (SELECT 1 FROM rows AS mine WHERE mine.account = rows.account"
           "  AND mine.order_key = rows.order_key AND mine.run = ?1)"
           " AND NOT EXISTS (SELECT 1 FROM rows AS mine WHERE mine.account = rows.account"
           "  AND mine.mark = rows.mark AND mine.run = ?1 AND mine.finding IN (1, 5))"
           // Found once for all rows: it names none of theirs.
           " AND rows.order_key NOT IN (SELECT old.order_key FROM rows AS mine JOIN rows AS old"
           "  ON old.run = mine.related_run AND old.ordinal = mine.related_ordinal"
           "  WHERE mine.run = ?1 AND mine.finding = 1 AND old.order_key IS NOT NULL)"
           " AND NOT EXISTS (SELECT 1 FROM rows AS later WHERE later.account = rows.account"
           "  AND later.order_key = rows.order_key AND later.run > rows.run"
           "  AND later.state IN " +
           states + " AND later.run IN (" + runs + "))";
}

} // namespace

std::vector<RowRecord> pageOfGone(Database& database, std::int64_t run, const std::string& runs,
                                  RowRef after, std::size_t limit, bool all) {
    std::vector<RowRecord> rows;
    if (runs.empty())
        return rows;
    Statement query = database.prepare(std::string("SELECT") + kRowColumns + goneSince(runs, all) +
                                       " ORDER BY run, ordinal LIMIT ?4");
    query.bind(run, after.run, after.ordinal, static_cast<std::int64_t>(limit));
    while (query.next()) {
        rows.push_back(readRow(query));
        addContent(database, rows.back());
    }
    return rows;
}

PlanSummary summarise(Database& database, std::int64_t run) {
    PlanSummary summary;
    summary.run = RunId{run};
    Statement counts =
        database.use("SELECT finding, state = 1, count(*), finding = 0 AND state = 2 FROM rows"
                     " WHERE run = ?1 GROUP BY 1, 2, 4");
    counts.bind(run);
    while (counts.next()) {
        const std::int64_t count = counts.integer(2);
        summary.rows += count;
        if (counts.integer(1) != 0) {
            summary.needsFix += count;
            continue;
        }
        // What was left out by choice was not compared with anything.
        if (counts.integer(3) != 0)
            continue;
        switch (static_cast<Finding>(counts.integer(0))) {
        case Finding::New:
            summary.fresh += count;
            break;
        case Finding::Changed:
            summary.changed += count;
            break;
        case Finding::AlreadyOrdered:
            summary.alreadyOrdered += count;
            break;
        case Finding::InSheetTwice:
            summary.inSheetTwice += count;
            break;
        case Finding::Unfinished:
            summary.unfinished += count;
            break;
        case Finding::OrderedBefore:
            summary.orderedBefore += count;
            break;
        case Finding::Ended:
            summary.ended += count;
            break;
        }
    }
    if (const auto other = comparedWith(database, run)) {
        summary.comparedWith = RunId{*other};
        Statement gone =
            database.prepare("SELECT count(*)" + goneSince(runsOfTheSheet(database, run), false));
        gone.bind(run, -1, -1);
        summary.gone = gone.next() ? gone.integer(0) : 0;
    }
    return summary;
}

} // namespace leadsheet::submit::detail
