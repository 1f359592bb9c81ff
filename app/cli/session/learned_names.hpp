// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <memory>
#include <vector>

namespace leadsheet::cli {

/// What column names meant in earlier maps. A memory that cannot be read is said and done without.
std::shared_ptr<const app::LearnedNames> learnedNames(Context& context);

/// Keeps what a map states for other sheets. Failing to keep it is said, and harms nobody.
void learnFrom(Context& context, const app::ColumnMap& map);
/// Remembers what the maps say that texts mean, to offer it for the next sheet.
void learnMeanings(Context& context, const std::vector<app::CheckedTab>& tabs);

} // namespace leadsheet::cli
