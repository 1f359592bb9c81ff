// SPDX-License-Identifier: Apache-2.0
#include "runs_like.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <utility>

namespace leadsheet::submit::detail {
namespace {

constexpr int kMostRuns = 20;

/// Ordered, also what may be as its answer was lost, what has ended, and what is still to be sent.
#define LEADSHEET_WANTED "state IN (3, 4, 5, 6, 8, 9, 10) AND tab NOT IN"

#define LEADSHEET_RUN                                                                              \
    "SELECT id, source_name = ?3 AND sheet_shape = ?4,"                                            \
    " EXISTS (SELECT 1 FROM rows WHERE run = runs.id AND state = 1)"                               \
    " OR EXISTS (SELECT 1 FROM rows WHERE run = runs.id AND state = 2"                             \
    "  AND skip_reason IN (1, 5)) FROM runs WHERE state >= 2 AND whole_sheet = 1"

struct Candidate {
    std::int64_t run = 0;
    bool sameLook = false; ///< name and columns
    bool partial = false;  ///< rows of it were left out or needed a fix
};

void addTo(std::vector<Candidate>& runs, Statement& found) {
    while (found.next())
        runs.push_back({found.integer(0), found.integer(1) != 0, found.integer(2) != 0});
}

void sortNewestFirst(std::vector<Candidate>& runs) {
    std::sort(runs.begin(), runs.end(),
              [](const Candidate& one, const Candidate& other) { return one.run > other.run; });
    const auto doubled =
        std::unique(runs.begin(), runs.end(), [](const Candidate& one, const Candidate& other) {
            return one.run == other.run;
        });
    runs.erase(doubled, runs.end());
}

class Choice {
public:
    Choice(Database& ledger, Database& plans, const RunSpec& spec, std::int64_t run)
        : ledger_(ledger)
        , plans_(plans)
        , spec_(spec)
        , run_(run)
        , unread_(boost::json::serialize(
              boost::json::array(spec.unreadTabs.begin(), spec.unreadTabs.end()))) {}

    std::vector<Candidate> ofTheFile(const std::vector<std::int64_t>& accounts) {
        std::vector<Candidate> runs;
        if (spec_.sourcePath.empty())
            return runs;
        for (const std::int64_t account : accounts) {
            Statement found =
                ledger_.use(LEADSHEET_RUN " AND account = ?1 AND id < ?2 AND source_path = ?5"
                                          " ORDER BY id DESC LIMIT ?6");
            found.bind(account, run_, spec_.sourceName, spec_.sheetShape, spec_.sourcePath,
                       kMostRuns);
            addTo(runs, found);
        }
        sortNewestFirst(runs);
        return runs;
    }

    /// The newest, and those that most rows are of, however many came after them.
    std::vector<Candidate> ofTheNameOrColumns(const std::vector<std::int64_t>& accounts) {
        std::vector<Candidate> runs;
        for (const std::int64_t account : accounts) {
            Statement found = ledger_.use(LEADSHEET_RUN " AND account = ?1 AND id < ?2"
                                                        " AND ((?3 <> '' AND source_name = ?3)"
                                                        "  OR (?4 <> '' AND sheet_shape = ?4))"
                                                        " ORDER BY id DESC LIMIT ?5");
            found.bind(account, run_, spec_.sourceName, spec_.sheetShape, kMostRuns);
            addTo(runs, found);
        }
        for (const std::int64_t other : runsOfMostRows()) {
            Statement found = ledger_.use(LEADSHEET_RUN " AND id = ?1 AND id < ?2"
                                                        " AND ((?3 <> '' AND source_name = ?3)"
                                                        "  OR (?4 <> '' AND sheet_shape = ?4))");
            found.bind(other, run_, spec_.sourceName, spec_.sheetShape);
            addTo(runs, found);
        }
        sortNewestFirst(runs);
        return runs;
    }

    std::vector<RunLike> among(const std::vector<Candidate>& runs, bool ofTheFile) {
        std::vector<RunLike> chosen;
        for (const Candidate& earlier : runs) {
            const auto [ordered, all] = countOf(earlier.run);
            const std::int64_t kept = ordered == 0 ? 0 : keptOf(earlier.run);
            if (ordered == 0 || !(ofTheFile || (earlier.sameLook && kept > 0) || 2 * kept >= all))
                continue;
            chosen.push_back({earlier.run, kept > 0});
            if (!earlier.partial)
                break;
        }
        return chosen;
    }

private:
    std::vector<std::int64_t> runsOfMostRows() {
        std::vector<std::int64_t> runs;
        Statement found = plans_.use(
            "SELECT other.run FROM rows AS mine JOIN rows AS other"
            " ON other.account = mine.account AND other.order_key = mine.order_key"
            " AND other.run < ?1 WHERE mine.run = ?1 AND other.state IN (3, 4, 5, 6, 8, 9, 10)"
            " GROUP BY other.run ORDER BY count(*) DESC, other.run DESC LIMIT ?2");
        found.bind(run_, kMostRuns);
        while (found.next())
            runs.push_back(found.integer(0));
        return runs;
    }

    /// Rows of a run that were ordered, and these with those that are still to be sent.
    std::pair<std::int64_t, std::int64_t> countOf(std::int64_t earlier) {
        Statement counted = ledger_.use(
            "SELECT coalesce(sum(state NOT IN (3, 9)), 0), count(*) FROM rows"
            " WHERE run = ?1 AND " LEADSHEET_WANTED " (SELECT value FROM json_each(?2))");
        counted.bind(earlier, unread_);
        counted.next();
        return {counted.integer(0), counted.integer(1)};
    }

    /// How many of them the sheet still has, by their keys or as the same wish.
    std::int64_t keptOf(std::int64_t earlier) {
        Statement counted = plans_.use(
            "SELECT count(*) FROM rows WHERE run = ?1 AND " LEADSHEET_WANTED
            " (SELECT value FROM json_each(?3)) AND (EXISTS (SELECT 1 FROM rows AS mine"
            "  WHERE mine.account = rows.account AND mine.order_key = rows.order_key"
            "  AND mine.run = ?2) OR EXISTS (SELECT 1 FROM rows AS mine"
            "  WHERE mine.account = rows.account AND mine.mark = rows.mark AND mine.run = ?2))");
        counted.bind(earlier, run_, unread_);
        counted.next();
        return counted.integer(0);
    }

    Database& ledger_;
    Database& plans_;
    const RunSpec& spec_;
    std::int64_t run_;
    std::string unread_; ///< names of tabs
};

#undef LEADSHEET_WANTED
#undef LEADSHEET_RUN

} // namespace

std::vector<RunLike> runsLike(Database& ledger, const std::vector<std::int64_t>& accounts,
                              Database& plans, const RunSpec& spec, std::int64_t run) {
    Choice choice(ledger, plans, spec, run);
    // What the file itself ordered is not hidden by sheets that look like it.
    auto chosen = choice.among(choice.ofTheFile(accounts), true);
    if (chosen.empty())
        chosen = choice.among(choice.ofTheNameOrColumns(accounts), false);
    return chosen;
}

} // namespace leadsheet::submit::detail
