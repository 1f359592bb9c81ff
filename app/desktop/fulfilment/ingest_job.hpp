// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"

#include "leadsheet/app/lead_column_memory.hpp"

#include <QString>

#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

/// What a file of leads shows before anything is chosen.
struct OpenedLeads {
    std::vector<app::LeadTab> tabs;
    std::optional<std::size_t> tab; ///< that `sheet` is of; not set = none could be chosen
    app::SheetResult<app::LeadSheet> sheet;
};

/// Opens a tab (not set = the likely one), its columns as they were mapped before where that is
/// known; a memory that cannot be read is done without. Blocks; any thread but the GUI's.
OpenedLeads openLeads(const std::filesystem::path& file, std::optional<std::size_t> tab,
                      const std::filesystem::path& memory, const std::stop_token& stop);
/// Remembers what the person said of the columns. Blocks.
void keepColumns(const app::LeadSheet& sheet, const std::filesystem::path& memory);

/// A row that did not become a lead, as the person reads it.
struct IngestFault {
    std::uint32_t row = 0; ///< of the sheet
    QString column;        ///< empty = the row as a whole
    QString reason;
};

/// What the service made of the rows.
struct IngestOutcome {
    std::int64_t accepted = 0;
    std::int64_t duplicate = 0; ///< the account owned them already
    std::int64_t rejected = 0;
    std::vector<IngestFault> faults; ///< the first app::kMostLeadFaults
};

/// Sends the rows that are ready, part by part; `sent` is told how many are through, in the calling
/// thread. The same leads for the same order are the same delivery: what arrived before is not
/// taken in twice, however often this is repeated. Blocks; any thread but the GUI's.
Result<IngestOutcome> sendLeads(const Connected& at, const OrderNumber& number,
                                const app::LeadReport& report, bool final,
                                const std::function<void(std::int64_t)>& sent,
                                const std::stop_token& stop);

/// What the check left out.
std::vector<IngestFault> faultsOf(const app::LeadReport& report);

} // namespace leadsheet::desktop
