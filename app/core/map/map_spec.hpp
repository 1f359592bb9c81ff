// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <string>
#include <vector>

namespace leadsheet::app {

SheetError mapInvalid(Message reason, Message wayOut);
SheetError unknownTarget(const std::string& target);
SheetError unknownColumn(const std::string& column, const std::vector<std::string>& headers);
SheetError mapConflict(Message reason, Message wayOut);

} // namespace leadsheet::app
