// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <string>
#include <vector>

namespace leadsheet::app {

/// Which tabs of a run only add up what other tabs of it order ("Germany, 150" beside a tab with
/// the profiles of Germany): for each tab the names of those, quoted and listed; empty where it
/// does not. Its rows say less than theirs, and their numbers are the sums, or its name says so.
/// Reads long tabs to their end, but only where a short one says less. Leaves the source anywhere.
std::vector<std::string> summaryTabs(const std::vector<CheckedTab>& tabs, RowSource& source);

} // namespace leadsheet::app
