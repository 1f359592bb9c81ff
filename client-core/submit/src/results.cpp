// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/results.hpp"

#include "leadsheet/submit/row_identity.hpp"
#include "ledger_store.hpp"
#include "plan_compare.hpp"
#include "row_table.hpp"
#include "run_table.hpp"

#include <boost/json.hpp>
#include <map>
#include <unordered_set>

namespace leadsheet::submit {

RowReader::RowReader(const Ledger& ledger, RunId run, RowFilter filter)
    : ledger_(&ledger)
    , run_(run)
    , filter_(std::move(filter)) {}

Result<std::vector<RowRecord>> RowReader::next() {
    auto page = detail::guarded([&] {
        return detail::pageOfRows(ledger_->store().database(), run_.value, filter_, last_);
    });
    if (page && !page->empty())
        last_ = page->back().ref.ordinal;
    return page;
}

GoneReader::GoneReader(const Ledger& ledger, RunId run, std::size_t pageSize)
    : ledger_(&ledger)
    , run_(run)
    , pageSize_(pageSize) {}

Result<std::vector<RowRecord>> GoneReader::next() {
    auto page = detail::guarded([&] {
        detail::Database& database = ledger_->store().database();
        if (!runs_)
            runs_ = detail::runsOfTheSheet(database, run_.value);
        return detail::pageOfGone(database, run_.value, *runs_, last_, pageSize_);
    });
    if (page && !page->empty())
        last_ = page->back().ref;
    return page;
}

Result<std::vector<RowRecord>> rowsOfOrders(const Ledger& ledger, const AccountRef& account,
                                            std::span<const std::string> orderNumbers) {
    return detail::guarded([&] {
        static const std::string kSql =
            std::string("SELECT") + detail::kRowColumns +
            "FROM rows WHERE order_number IN (SELECT value FROM json_each(?1))"
            " AND state IN (5, 6) ORDER BY state, run, ordinal";
        detail::Database& database = ledger.store().database();
        const std::string numbers =
            boost::json::serialize(boost::json::array(orderNumbers.begin(), orderNumbers.end()));
        std::map<std::int64_t, bool> ofAccount; // by run
        std::unordered_set<std::string> found;
        std::vector<RowRecord> rows;
        {
            detail::Statement statement = database.use(kSql.c_str());
            statement.bind(numbers);
            while (statement.next())
                rows.push_back(detail::readRow(statement));
        }
        std::erase_if(rows, [&](const RowRecord& row) {
            const auto [known, fresh] = ofAccount.try_emplace(row.ref.run, false);
            if (fresh)
                known->second =
                    isSameAccount(detail::loadRun(database, row.ref.run).spec.account, account);
            return !known->second || !found.insert(row.orderNumber).second;
        });
        for (RowRecord& row : rows)
            detail::addContent(database, row);
        return rows;
    });
}

Result<std::optional<RowRecord>> newestOrderOf(const Ledger& ledger, const RowRecord& row) {
    return detail::guarded([&]() -> std::optional<RowRecord> {
        static const std::string kSql =
            std::string("SELECT") + detail::kRowColumns +
            "FROM rows WHERE account = ?1 AND order_key = ?2 AND state IN (5, 6, 10)"
            " ORDER BY run DESC LIMIT 1";
        detail::Database& database = ledger.store().database();
        const std::int64_t account = detail::accountOfRun(database, row.ref.run);
        std::optional<RowRecord> newest;
        for (std::int64_t generation = row.generation;; ++generation) {
            const std::string key =
                generation == row.generation
                    ? row.key
                    : orderKey({row.request, row.occurrence, generation, row.reference}).str();
            detail::Statement found = database.use(kSql.c_str());
            found.bind(account, key);
            if (!found.next())
                break;
            newest = detail::readRow(found);
        }
        if (newest)
            detail::addContent(database, *newest);
        return newest;
    });
}

Result<std::vector<AttemptRecord>> attemptsOf(const Ledger& ledger, RowRef row) {
    return detail::guarded([&] {
        std::vector<AttemptRecord> attempts;
        detail::Statement found = ledger.store().database().use(
            "SELECT number, at, http_status, code, message, request_id, outcome_known"
            " FROM attempts WHERE run = ?1 AND ordinal = ?2 ORDER BY number");
        found.bind(row.run, row.ordinal);
        while (found.next()) {
            attempts.push_back({found.integer(0), detail::fromStored(found.integer(1)),
                                static_cast<int>(found.integer(2)), found.text(3), found.text(4),
                                found.text(5), found.integer(6) != 0});
        }
        return attempts;
    });
}

} // namespace leadsheet::submit
