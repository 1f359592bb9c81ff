// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/row.hpp"
#include "runs_like.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::submit::detail {

/// Copies rows of an account from a ledger beside a plan that is made elsewhere, each once and as
/// far as plans are compared with them: with their content, without prices and attempts.
class EarlierRows {
public:
    /// `accounts`: the numbers that the ledger has for it; `account`: that of the plan, whose run
    /// is `plan`: what is planned in the ledger from then on is not looked at.
    EarlierRows(Database& ledger, std::vector<std::int64_t> accounts, Database& plans,
                std::int64_t account, std::int64_t plan)
        : ledger_(ledger)
        , accounts_(std::move(accounts))
        , plans_(plans)
        , account_(account)
        , plan_(plan) {}

    void bringKey(const std::string& key);
    void bringMark(const std::string& mark);
    /// The runs of the sheet, after its last row.
    std::vector<RunLike> runsLike(const RunSpec& spec);
    /// What these runs ordered, what they left out as a change of an order, and what was asked
    /// about besides.
    void bringRuns(const std::vector<RunLike>& runs);

private:
    void bringRun(std::int64_t run);
    void bring(const char* sql, const std::string& what);
    void keep(RowRecord& row);

    Database& ledger_;
    std::vector<std::int64_t> accounts_;
    Database& plans_;
    std::int64_t account_;
    std::int64_t plan_;
    std::set<std::pair<std::int64_t, std::int64_t>> brought_; ///< run and ordinal
    std::set<std::string> marks_;
};

} // namespace leadsheet::submit::detail
