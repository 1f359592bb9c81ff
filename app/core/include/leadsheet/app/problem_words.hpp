// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/row.hpp"

#include <string>
#include <string_view>

namespace leadsheet::app {

/// "Anzahl: Lead count is empty. ...": the column and what is wrong with it. The column is left out
/// when the message begins with its name already, however that is spelt ("leadCount", "Lead
/// count").
std::string problemText(const submit::RowProblem& problem);
/// Whether what is said of a cell needs no column before it.
bool namesColumn(std::string_view text, std::string_view column);

/// How the order of a row in state Ended ended: "Ordered, Then Cancelled", "Ordered, Then Failed
/// After Part Delivery".
std::string endedName(const submit::RowRecord& row);
std::string endedName(const std::string& orderStatus, bool charged);

} // namespace leadsheet::app
