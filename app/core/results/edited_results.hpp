// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/results_file.hpp"

#include <filesystem>

namespace leadsheet::app {

/// Whether replacing `results`, written earlier for `input`, would lose cells that a new writing
/// does not bring back: a person's notes, or rows of an older sheet. Cells under result headers do
/// not count. A file that cannot be read counts as edited.
bool holdsOtherCells(const std::filesystem::path& results, const std::filesystem::path& input,
                     const ResultsOptions& options);

} // namespace leadsheet::app
