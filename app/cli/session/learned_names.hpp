// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include "leadsheet/app/learned_names.hpp"

#include <memory>

namespace leadsheet::cli {

/// What column names meant in earlier maps. A memory that cannot be read is said and done without.
std::shared_ptr<const app::LearnedNames> learnedNames(Context& context);

/// Keeps what a map states for other sheets. Failing to keep it is said, and harms nobody.
void learnFrom(Context& context, const app::ColumnMap& map);

} // namespace leadsheet::cli
