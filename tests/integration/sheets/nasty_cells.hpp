// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace leadsheet::test {

/// Texts that careless programs change: all are UTF-8 without NUL, none is empty, and all fit into
/// a workbook's cell.
const std::vector<std::string>& nastyTexts();

/// Those of them that other programs show with every character: no control characters and nothing
/// that looks like the escape of one.
std::vector<std::string> tameTexts();

} // namespace leadsheet::test
