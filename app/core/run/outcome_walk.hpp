// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/submit/results.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// What became of the rows of a run, or of one of its tabs, in sheet order and in words; one page
/// of them is held at a time. The ledger must outlive it.
class OutcomeWalk {
public:
    /// `clock` spells times for the person.
    OutcomeWalk(const submit::Ledger& ledger, const submit::RunInfo& run,
                std::function<std::string(WallTime)> clock, std::optional<std::string> tab = {});

    /// Of that row of the tab; must be asked in ascending order.
    std::optional<RowOutcome> of(std::uint32_t row);
    /// Of the next row of the run.
    std::optional<RowOutcome> next();

    /// Why the walk ended early, if it did.
    const std::optional<Error>& error() const { return error_; }

private:
    const submit::RowRecord* current();
    RowOutcome outcome(const submit::RowRecord& row) const;

    submit::RowReader reader_;
    std::string currency_;
    std::function<std::string(WallTime)> clock_;
    std::vector<submit::RowRecord> page_;
    std::size_t at_ = 0;
    bool ended_ = false;
    std::optional<Error> error_;
};

} // namespace leadsheet::app
