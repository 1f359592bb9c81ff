// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../options/command.hpp"
#include "context.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::cli {

using StoredTab = app::RecordedTab;

/// Which sheet, and how it is to be read. A run keeps these, so that it can be re-read later.
struct SheetArguments {
    std::string path; ///< a file, "-" for standard input, or the URL of a published sheet
    std::vector<std::string> maps;
    std::filesystem::path mapFile;
    std::vector<std::string> fixes;      ///< "FIELD|STEP", or kAllFixes
    std::vector<std::string> tabs;       ///< names, or numbers from 1; empty = the one that fits
    bool allTabs = false;                ///< besides the named ones, as the option's help says
    std::vector<std::string> headerRows; ///< "4", or "TAB!4"
    std::string encoding;
    std::string delimiter;
    app::SourceDecisions decisions; ///< stated ones
    bool keepDuplicates = false;
    std::vector<std::string> edits; ///< --set
    std::filesystem::path editsFile;
    // Of an earlier run.
    std::vector<StoredTab> stored; ///< wins over tabs, header rows and maps
    std::string editsJson;
};

/// Of --fix: everything that has one likely meaning.
inline constexpr std::string_view kAllFixes = "all";

/// Adds SHEET and the options that say how to read its cells.
void addReadingArguments(const Command& command, SheetArguments& arguments);
/// The same, and the options that say how its rows become orders.
void addSheetArguments(const Command& command, SheetArguments& arguments);

/// The sheet and what was stated about it, as it is typed after a command.
std::string sheetWords(const SheetArguments& arguments);

/// As it is stored with a run; nothing for text that is not such a record.
std::optional<SheetArguments> sheetArgumentsFromJson(const std::string& text);

} // namespace leadsheet::cli
