// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lead_copy_reader.hpp"

#include <QString>

#include <stop_token>

namespace leadsheet::desktop {

/// Leads on their way to the clipboard: those at places of the copy, then others.
struct CopyJob {
    std::vector<app::LeadPlace> places;
    std::vector<Lead> others;
    std::vector<LeadField> fields;
    bool json = false; ///< an array of objects; else lines with tabs below a line of names
};

/// The text; ErrorCode::Cancelled when stopped.
Result<QString> copiedLeads(LeadCopyReader* reader, const CopyJob& job,
                            const std::stop_token& stop);

} // namespace leadsheet::desktop
