// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace leadsheet::desktop {

class SheetJob;

/// What the ledger keeps of how a sheet was read, so that the command line and a later start of the
/// window can open it again in the same way. A plan with it is dropped unless it is approved.
std::string recordOf(const SheetJob& job);

} // namespace leadsheet::desktop
