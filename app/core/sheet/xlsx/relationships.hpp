// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/package.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What a part refers to (ECMA-376 part 2, 9.3).
struct Relationship {
    std::string id;
    std::string kind;   ///< last segment of the type: "worksheet", the same in strict files
    std::string target; ///< as written, relative to the part that refers
};

/// The relationships of the part `source`, "" for the archive itself; none when it has no such
/// part. External ones are left out.
SheetResult<std::vector<Relationship>> readRelationships(const Package& package,
                                                         std::string_view source);

/// "xl/_rels/workbook.xml.rels" of "xl/workbook.xml", "_rels/.rels" of "".
std::string relationshipsPartName(std::string_view source);

} // namespace leadsheet::app
