// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace leadsheet::app {

/// Turns the escapes of ECMA-376 part 1, 22.9.2.19 (ST_Xstring) into characters, in place:
/// "_x000D_" is a carriage return, "_x005F_x000D_" the text "_x000D_". Escaped surrogate pairs are
/// joined; halves without the other become U+FFFD, and NUL vanishes.
void decodeEscapes(std::string& text);

} // namespace leadsheet::app
