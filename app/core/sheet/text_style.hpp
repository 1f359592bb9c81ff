// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/delimiter_sniff.hpp"

#include <vector>

namespace leadsheet::app {

/// Fills how cells are divided and quoted, as all samples together show: delimiter (unless it is
/// given), quote, blanks before quotes, columns aligned by blanks. What one cell looks like decides
/// nothing.
void decideStyle(const std::vector<TextSample>& samples, TextDialect& dialect);

} // namespace leadsheet::app
