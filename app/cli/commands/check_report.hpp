// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

namespace leadsheet::cli {

class Console;

/// The sheet in one line, and how its columns were understood; `advise` adds columns that could be
/// mapped too.
void reportSheet(Console& console, const app::SheetCheck& check, const std::string& mapOrigin,
                 bool advise);
/// Counts and grouped problems, in words or as one JSON object.
/// `repeated` rows order what an earlier row orders; they are no longer counted as ready.
void reportCheck(Console& console, const app::CheckSummary& summary, std::uint64_t repeated);
/// One problem as a JSON line.
void emitProblem(Console& console, const app::Problem& problem);

} // namespace leadsheet::cli
