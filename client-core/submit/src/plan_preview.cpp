// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/planner.hpp"
#include "leadsheet/try.hpp"
#include "ledger_store.hpp"
#include "run_table.hpp"
#include "schema.hpp"

namespace leadsheet::submit {
namespace detail {

namespace {

/// An empty ledger without a file of a name: SQLite removes what it needs on the disk by itself.
std::unique_ptr<Database> openUnnamed() {
    auto database = std::make_unique<Database>(std::filesystem::path(), false, StorageHook());
    database->run("PRAGMA cache_size = -8000");
    database->run("PRAGMA journal_mode = MEMORY");
    migrate(*database, migrations(), false);
    // What is brought of two numbers of one account may have one key in two places.
    database->run("DROP INDEX rows_live_key");
    return database;
}

/// Plans follow all runs of the ledger, as they would there.
void startBehind(Database& plans, Database& ledger) {
    Statement newest = ledger.prepare("SELECT coalesce(max(id), 0) FROM runs");
    const std::int64_t last = newest.next() ? newest.integer(0) : 0;
    plans.use("INSERT INTO sqlite_sequence(name, seq) VALUES('runs', ?1)").bind(last).run();
}

bool hasRows(Database& ledger, const AccountRef& account) {
    for (const std::int64_t number : accountNumbers(ledger, account)) {
        Statement found = ledger.use("SELECT 1 FROM rows WHERE account = ?1 LIMIT 1");
        found.bind(number);
        if (found.next())
            return true;
    }
    return false;
}

} // namespace
} // namespace detail

Result<std::optional<PlanPreview>> PlanPreview::begin(Ledger known, const RunSpec& spec,
                                                      const std::stop_token& stop) {
    auto ledger = std::make_unique<Ledger>(std::move(known));
    detail::Database& database = ledger->store().database();
    LEADSHEET_TRY(const bool any,
                  detail::guarded([&] { return detail::hasRows(database, spec.account); }));
    if (!any)
        return std::optional<PlanPreview>();
    LEADSHEET_TRY(auto plans, detail::guarded([&] {
                      auto made = detail::openUnnamed();
                      detail::startBehind(*made, database);
                      made->failOnceStopped(stop);
                      return made;
                  }));
    std::unique_ptr<Ledger> own(new Ledger(
        std::make_unique<detail::LedgerStore>(std::move(plans), ledger->store().clock())));
    LEADSHEET_TRY(auto planner, RunPlanner::beside(*ledger, *own, spec));
    return std::optional<PlanPreview>(
        PlanPreview(std::move(ledger), std::move(own), std::move(planner)));
}

PlanPreview::PlanPreview(std::unique_ptr<Ledger> known, std::unique_ptr<Ledger> plans,
                         RunPlanner planner)
    : known_(std::move(known))
    , plans_(std::move(plans))
    , planner_(std::move(planner)) {}
PlanPreview::PlanPreview(PlanPreview&&) noexcept = default;
PlanPreview::~PlanPreview() = default;

Result<void> PlanPreview::add(const RowInput& row) {
    return planner_.add(row);
}

Result<PlanSummary> PlanPreview::finish() {
    LEADSHEET_TRY(auto summary, planner_.finish());
    summary.gone = 0;
    return summary;
}

} // namespace leadsheet::submit
