// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/priced_sheet.hpp"
#include "common_arguments.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::cli {

struct SubmitArguments {
    SheetToOrder sheet;
    SpendOptions spend;
    std::vector<std::string> replaces; ///< runs that the sheet replaces, as typed
};

/// What `submit` does: prices the sheet, has it authorised, orders, writes the results.
Outcome<ExitCode> submitSheet(Context& context, const SubmitArguments& arguments);

/// The same; `changed`: how many rows were left out, as they have changed since they were ordered.
Outcome<ExitCode> submitCounting(Context& context, const SubmitArguments& arguments,
                                 std::int64_t& changed);

} // namespace leadsheet::cli
