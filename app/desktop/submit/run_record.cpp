// SPDX-License-Identifier: Apache-2.0
#include "run_record.hpp"

#include "sheet_job.hpp"

namespace leadsheet::desktop {

std::string recordOf(const SheetJob&) {
    return "{\"droppedUnlessApproved\":true}";
}

} // namespace leadsheet::desktop
