// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// The file with the person's corrections and decisions on how cells are read.
SheetResult<std::unique_ptr<RowSource>>
openDecided(const std::filesystem::path& path, const CheckOptions& options, std::stop_token stop);

/// The first rows of a tab, which is opened for it; blank ones left out. Skipped columns are empty.
SheetResult<std::vector<SampleRow>> readHead(RowSource& source, std::size_t sheet,
                                             const SourceDecisions& decisions);

/// The stated header row (0 = none), or the one that is found.
SheetResult<HeaderChoice> chooseHeader(const std::vector<SampleRow>& head,
                                       std::optional<std::uint32_t> stated);

/// For a map that fails, which may be because the header was found in the wrong row, or not at all.
std::vector<Message> headerAdvice(const HeaderChoice& header, std::optional<std::uint32_t> stated);

/// For a map that fails: the names of fields stand one below the other. Absent when they do not.
std::optional<SheetError> turnedSheet(const std::vector<SampleRow>& head);

/// "Land: Deutschland" of a line above the columns with a field's name and a value in two cells.
std::optional<std::string> statedAbove(const SampleRow& row, const HeaderChoice& header);

/// Whether a row was taken for the column names, surely, of which none is known: a row of values?
bool headsNothing(const std::vector<SampleRow>& head, const HeaderChoice& header);

/// How many cells the header row has; 0 without one.
std::size_t headerCells(const std::vector<SampleRow>& head, const HeaderChoice& header);

/// What a source says of itself for the strip; tabs and counts are the caller's.
SourceState stateOf(const RowSource& source, const std::filesystem::path& path,
                    const SourceDecisions& decisions);

} // namespace leadsheet::app
