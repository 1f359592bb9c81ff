// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/submit/results.hpp"
#include "run/earlier_results.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::app {

/// Spells times for the person.
using ClockWords = std::function<std::string(WallTime)>;

/// What became of the rows of a run, or of one of its tabs, in sheet order and in words; one page
/// of them is held at a time. The ledger must outlive it.
class OutcomeWalk {
public:
    struct Found {
        RowOutcome outcome;
        bool isKnown = true; ///< false: only that it was left out, which says nothing of the row
    };

    /// With `anyRun`, what other runs ordered for a row counts where this one ordered nothing.
    OutcomeWalk(const submit::Ledger& ledger, const submit::RunInfo& run, ClockWords clock,
                submit::RowFilter rows, bool anyRun);

    /// Of that row of the tab; must be asked in ascending order.
    std::optional<Found> of(std::uint32_t row);
    /// Of the next row of the run.
    std::optional<RowOutcome> next();

    /// Why the walk ended early, if it did.
    const std::optional<Error>& error() const { return error_; }

private:
    const submit::RowRecord* current();
    Found found(const submit::RowRecord& row);
    RowOutcome words(const submit::RowRecord& row) const;
    void nameOrderBehind(const submit::RowRecord& row, RowOutcome& outcome) const;

    const submit::Ledger* ledger_;
    submit::RowReader reader_;
    std::string currency_;
    ClockWords clock_;
    bool anyRun_;
    std::vector<submit::RowRecord> page_;
    std::size_t at_ = 0;
    bool ended_ = false;
    std::optional<Error> error_;
};

/// A tab's rows with content, in some states only or in all.
submit::RowFilter contentOf(std::optional<std::string> tab,
                            std::vector<submit::RowState> states = {});

/// What was corrected in each row before it was ordered, in words.
using Corrections = std::map<std::pair<std::size_t, std::uint32_t>, std::string>;

/// The outcomes of a run, tab by tab.
class Outcomes {
public:
    virtual ~Outcomes() = default;
    virtual std::optional<RowOutcome> of(std::size_t sheet, std::uint32_t row) = 0;
    virtual std::optional<Error> error() const = 0;
};

/// For the sheet itself, whose tabs are written in an order of their own. What is known of a row
/// is, the first of these: what the run did with it; the order that any run of the ledger placed
/// for it; what the runs that these rows were ordered again from did with it; what the results say
/// that are there already. So a row that was ordered keeps its order's number and key whoever
/// writes results, and by them it is known again after it was edited.
class SheetOutcomes final : public Outcomes {
public:
    SheetOutcomes(const submit::Ledger& ledger, const submit::RunInfo& run, const RunRecord& record,
                  const CheckOptions& sheet, const ClockWords& clock, Corrections corrections,
                  EarlierResults& earlier);
    std::optional<RowOutcome> of(std::size_t sheet, std::uint32_t row) override;
    std::optional<Error> error() const override;

private:
    std::optional<OutcomeWalk::Found> inTheLedger(std::size_t sheet, std::uint32_t row);

    /// Of each tab, the run's own walk first, then those of the runs behind it.
    std::map<std::size_t, std::vector<OutcomeWalk>> walks_;
    Corrections corrections_;
    EarlierResults& earlier_;
    std::optional<Error> error_;
};

/// For the rows as the ledger kept them, one after the other.
class KeptOutcomes final : public Outcomes {
public:
    KeptOutcomes(const submit::Ledger& ledger, const submit::RunInfo& run, const ClockWords& clock,
                 const std::vector<submit::RowState>& states)
        : walk_(ledger, run, clock, contentOf({}, states), states.empty()) {}
    std::optional<RowOutcome> of(std::size_t, std::uint32_t) override { return walk_.next(); }
    std::optional<Error> error() const override { return walk_.error(); }

private:
    OutcomeWalk walk_;
};

} // namespace leadsheet::app
