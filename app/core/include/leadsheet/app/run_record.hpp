// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// How a run read one of its tabs.
struct RecordedTab {
    std::string name;
    std::uint32_t headerRow = 0; ///< 0 = it has none
    std::string mapJson;
};

/// What the ledger keeps of the sheet a run was made from (submit::RunSpec::options), so that
/// command line and desktop app can read it again in the same way, each the other's.
struct RunRecord {
    std::string sheet;             ///< absolute path; of a kept copy when it was not a file
    std::vector<RecordedTab> tabs; ///< in the order they were read; at least one
    std::string encoding;          ///< as stated; empty = found out
    std::string delimiter;         ///< as stated: one character or its name; empty = found out
    SourceDecisions decisions;     ///< every one of them
    bool keepDuplicates = false;
    std::string editsJson;   ///< empty = no corrections
    std::string correctedBy; ///< who ordered with them, by the name on that computer
    /// The sheet as results were written into it, newest last: still the sheet of this run.
    std::vector<std::string> writtenSha256;
    std::string folderId; ///< of the watched folder that it lay in; empty = in none
    /// The plan is dropped unless it is approved; the next program that takes the run lock does it.
    bool droppedUnlessApproved = true;
};

/// The record of a sheet as `check` reads it with `edits` (null = none).
RunRecord recordOf(const std::filesystem::path& sheet, const SheetCheck& check,
                   const SheetEdits* edits);

/// Equal for sheets that are read alike: the same tabs (of a workbook) with the same columns.
std::string sheetShape(const SheetCheck& check);
/// What tells the ledger which sheet a run is of: content, shape and place. `file` is empty for
/// what was piped, pasted or fetched, since nobody finds the same sheet under its copy again.
void describeSheet(submit::RunSpec& spec, const SheetCheck& check,
                   const std::filesystem::path& file);

std::string toJson(const RunRecord& record);
/// Nothing for text that is not such a record.
std::optional<RunRecord> runRecordFromJson(const std::string& text);
/// The record of a run, if it has one.
std::optional<RunRecord> recordOf(const submit::RunInfo& run);
/// Whether that is the content of the sheet that was ordered, or what results in it made of it.
bool isSheetOf(const submit::RunInfo& run, const RunRecord& record, const std::string& sha256);

/// "comma", "semicolon", "tab", "pipe" or the character itself; nothing for empty text,
/// InvalidOption for anything else.
[[nodiscard]] SheetResult<std::optional<char>> delimiterNamed(const std::string& text);

/// The sheet of a record, with its tabs as they are numbered now.
[[nodiscard]] SheetResult<CheckOptions> checkOptionsOf(const RunRecord& record,
                                                       std::stop_token stop = {});

} // namespace leadsheet::app
