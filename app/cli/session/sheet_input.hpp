// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include <filesystem>
#include <string>

namespace leadsheet::cli {

/// Where the bytes of a sheet are. Sheets are read more than once, so what is not a file becomes
/// one.
struct SheetInput {
    std::filesystem::path path; ///< absolute
    bool temporary = false;     ///< a copy made by sheetInput(), in the folder pipedFolder()
    std::string name;           ///< of a temporary one: "standard input", or the download's name
};

/// A file's path, "-" for standard input, or http(s)://… of a published sheet.
Outcome<SheetInput> sheetInput(Context& context, const std::string& path);

/// Holds copies of sheets that were not files.
std::filesystem::path pipedFolder(const Context& context);

} // namespace leadsheet::cli
