// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"

#include "leadsheet/app/lead_sheet.hpp"

#include <QString>

#include <functional>
#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

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
