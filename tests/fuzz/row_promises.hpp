// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <functional>
#include <string>

namespace leadsheet::test {

/// Pulls rows to the end and checks what RowView and SheetLimits promise of every row. `rows` gets
/// a text of them all, with the error at its end; the answer is the promise that was broken, or "".
std::string checkRows(const std::function<app::SheetResult<app::Next>(app::RowView&)>& next,
                      const app::SheetLimits& limits, std::string& rows);

/// An error must say what happened and what to do.
std::string checkError(const app::SheetError& error);

} // namespace leadsheet::test
