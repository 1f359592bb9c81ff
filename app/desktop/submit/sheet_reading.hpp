// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <stop_token>

namespace leadsheet::desktop {

/// How the person wants a sheet read; what is absent is found out.
struct SheetReading {
    std::size_t tab = 0;
    std::optional<std::uint32_t> headerRow; ///< 0 = none
    std::optional<std::string> encoding;
    std::optional<char> delimiter;
    app::SourceDecisions decisions;

    friend bool operator==(const SheetReading&, const SheetReading&) = default;
};

/// Where the bytes of the sheet are.
struct SheetFile {
    QString source;             ///< path or URL, as the person gave it
    QString name;               ///< for display, without folder
    std::filesystem::path path; ///< absolute; of a copy when the source is no file
    bool temporary = false;     ///< a copy that belongs to the program
};

/// A sheet that was looked at and mapped as far as that is possible unasked.
struct OpenedSheet {
    SheetFile file;
    SheetReading reading;
    app::CheckOptions options; ///< without map and edits
    app::SheetOverview overview;
    std::vector<std::string>
        storedHeader; ///< whatever the decisions make of it; maps are saved by it
    app::ColumnMap map;
    bool mapSaved = false;           ///< the map is one that was saved for these column names
    std::filesystem::path editsFile; ///< where corrections are kept
    std::shared_ptr<const app::SheetEdits> keptEdits; ///< of an earlier session; null = none
};

app::CheckOptions optionsOf(const SheetReading& reading);

/// The options that say the same on the command line: --tab, --header-row, ...
QStringList readingWords(const SheetReading& reading, const app::SheetOverview& overview);

/// The data rows that were looked at.
std::vector<app::SampleRow> sampleRows(const app::SheetOverview& overview);

/// Matches the columns with the saved map when there is one, else by name; never fails on a saved
/// map that does not fit, which is then not used.
app::SheetResult<OpenedSheet> mapped(OpenedSheet sheet, const std::optional<app::MapSpec>& saved);

} // namespace leadsheet::desktop
