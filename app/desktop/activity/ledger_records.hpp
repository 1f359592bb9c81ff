// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/record_model.hpp"
#include "../run/run_words.hpp"

#include "leadsheet/submit/results.hpp"

#include <filesystem>
#include <vector>

namespace leadsheet::desktop {

/// The runs of a ledger, newest first.
class RunModel : public RecordModel<submit::RunInfo> {
    Q_OBJECT

public:
    enum Column { Number, Title, Started, State, Placed, Open, Refused, Held };

    explicit RunModel(QObject* parent = nullptr);

    int rowOf(std::int64_t run) const; ///< -1 = not here
    /// Keeps rows that are there already, so that a selection survives.
    void show(std::vector<submit::RunInfo> runs);
};

/// A run that can go on: interrupted, paused, approved, stopped or only planned.
bool canGoOn(const submit::RunInfo& run);

/// The rows of one run in sheet order, page after page.
class RowModel : public RecordModel<submit::RowRecord> {
    Q_OBJECT

public:
    enum Column { SheetRow, State, Product, Leads, Order, Price, Attempts, Reason };

    explicit RowModel(QObject* parent = nullptr);

    std::int64_t lastOrdinal() const; ///< -1 = there is no row
    /// No rows yet, of a run that is paid in `currency`.
    void begin(const std::string& currency, RowPlaces places = {});
    QString placeOf(const submit::RowRecord& row) const { return places_.of(row); }

private:
    std::string currency_;
    RowPlaces places_;
};

// What the Activity page reads from a ledger. All read-only, all block; any thread but the GUI's.
// No ledger yet is an empty answer.

Result<std::vector<submit::RunInfo>> readRuns(const std::filesystem::path& ledger);

inline constexpr std::size_t kRowPage = 500;
/// The rows after this ordinal (-1 = from the start); fewer than kRowPage = the last ones.
Result<std::vector<submit::RowRecord>> readRows(const std::filesystem::path& ledger,
                                                submit::RunId run, std::int64_t after);

Result<std::vector<submit::AttemptRecord>> readAttempts(const std::filesystem::path& ledger,
                                                        submit::RowRef row);

} // namespace leadsheet::desktop
