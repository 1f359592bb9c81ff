// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// "new", "to order", "noch nicht bestellt" below a status: the row is still to be ordered.
bool isStateToOrder(std::string_view cell);

/// "complete", "invoiced", "da approvare", "pending" below a status: the row was ordered, or is not
/// to be ordered now.
bool isStateNotToOrder(std::string_view cell);

/// "Number should be 200", "please double the number", "Achtung: 2x!": another number of leads than
/// the row says.
bool speaksOfCount(std::string_view cell);

/// "already in CRM", "same as row 2", "check with Tom first": the row is not to be ordered now.
bool isNoteAgainst(std::string_view cell);

/// "LS-7Q2M9K4T6W": the row was ordered.
bool isOrderNumber(std::string_view cell);

} // namespace leadsheet::app
