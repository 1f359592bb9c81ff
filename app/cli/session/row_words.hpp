// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../output/language.hpp"

#include "leadsheet/clock.hpp"
#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/run.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <vector>

namespace leadsheet::cli {

/// "row 12", with the tab if there are several: "row 12 of tab "Q3"".
Message rowPlace(const submit::RowRecord& row, bool severalTabs);
/// The same at the start of a sentence.
Message rowTitle(const submit::RowRecord& row, bool severalTabs);
/// The same before what is said of it: "Row 12:".
Message rowColon(const submit::RowRecord& row, bool severalTabs);

/// "Already Ordered"
Message stateMessage(submit::RowState state);
/// "Paused"
Message stateMessage(submit::RunState state);
/// "key rejected"; empty for PauseReason::None.
Message pauseMessage(submit::PauseReason reason);
/// "changed since ordered"; empty for SkipReason::None.
Message skipMessage(submit::SkipReason reason);
/// "12 changed since ordered"
Message skipCount(submit::SkipReason reason, std::int64_t count);

/// What is wrong with a cell, with its column: "Anzahl: Lead count is empty. ..." (see
/// app::problemText).
Sentences problemSentences(const submit::RowProblem& problem);

/// "The same companies and people as LS-7Q2M9K4T6W, ordered 12 days ago by key …x7Qa (200 leads,
/// $16.00)." Empty when there is none.
Message earlierMessage(const EquivalentOrders& earlier, WallTime now);

/// Rows that bought an order that ended, by how it did: "3 ordered, then cancelled".
std::vector<Message> endedRows(const work::LeftOut& left);

} // namespace leadsheet::cli
