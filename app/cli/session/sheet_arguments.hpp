// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include "leadsheet/app/sheet_check.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace leadsheet::cli {

/// Which sheet, and how it is to be read. A run keeps these, so that it can be re-read later.
struct SheetArguments {
    std::string path; ///< a file, "-" for standard input, or the URL of a published sheet
    std::vector<std::string> maps;
    std::filesystem::path mapFile;
    std::string mapJson; ///< a map that an earlier run used; wins over everything else
    std::string tab;     ///< name, or number from 1
    std::optional<std::uint32_t> headerRow;
    std::string encoding;
    std::string delimiter;
    bool includeHidden = false;
    bool fillMerged = false;
    bool keepDuplicates = false;
    std::vector<std::string> edits; ///< --set
    std::filesystem::path editsFile;
    std::string editsJson; ///< corrections that an earlier run used
};

/// Adds SHEET and the options that say how to read its cells.
void addReadingArguments(CLI::App& command, SheetArguments& arguments);
/// The same, and the options that say how its rows become orders.
void addSheetArguments(CLI::App& command, SheetArguments& arguments);

/// As stored with a run, and back. Nothing for text that is no such record.
std::string toJson(const SheetArguments& arguments, const app::ColumnMap& map,
                   const app::SheetEdits* edits);
std::optional<SheetArguments> sheetArgumentsFromJson(const std::string& text);

/// Whether that record says that its run is dropped unless it is approved.
bool isForOneCommand(const std::string& text);

/// A sheet that is open, mapped, and about to be walked row by row.
struct OpenSheet {
    std::filesystem::path path; ///< absolute; of a copy when it was no file
    bool piped = false;         ///< came from standard input or from a URL
    std::string name;           ///< "standard input", or what a download calls itself; else empty
    app::CheckOptions options;
    app::SheetCheck check;
    std::string mapOrigin; ///< "saved map" and the like; empty = matched by name
};

/// What a sheet is opened for.
enum class SheetUse {
    Look,  ///< a piped sheet is forgotten afterwards
    Order, ///< a piped sheet is kept for later retries
};

/// Opens, finds header and map: --map and --map-file first, then a map saved for this header, then
/// by name.
Outcome<OpenSheet> openForCheck(Context& context, const SheetArguments& arguments, SheetUse use);

/// The part before mapping, for `sheet inspect` and `map`.
struct SheetFile {
    std::filesystem::path path;
    bool piped = false;
    std::string name;
    app::CheckOptions options; ///< without a map
    app::SheetOverview overview;
};
Outcome<SheetFile> openForInspection(Context& context, const SheetArguments& arguments);

/// What is stated by --map, --map-file or a saved map; `origin` says which.
Outcome<app::MapSpec> chooseMap(Context& context, const SheetArguments& arguments,
                                const std::vector<std::string>& header, std::string& origin);
/// The header row's cells, empty when the sheet has none.
std::vector<std::string> headerCells(const app::SheetOverview& overview);

} // namespace leadsheet::cli
