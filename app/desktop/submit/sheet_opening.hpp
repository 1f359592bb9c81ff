// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/transport.hpp"
#include "leadsheet/work/opening.hpp"
#include "sheet_editing.hpp"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <stop_token>

namespace leadsheet::desktop {

using TabReading = work::TabRequest;

/// How the person wants a sheet read; what is absent is found out.
struct SheetReading {
    std::vector<TabReading> tabs{TabReading{}}; ///< in the order of the file; at least one
    bool findsTab = true;                       ///< nobody said which tab: the one that fits
    std::optional<std::string> encoding;
    std::optional<char> delimiter;
    app::SourceDecisions decisions;

    bool has(std::size_t sheet) const;
    /// States the header row of a tab that is read; nothing = find it.
    void setHeaderRow(std::size_t sheet, std::optional<std::uint32_t> row);

    friend bool operator==(const SheetReading&, const SheetReading&) = default;
};

/// The same with these tabs, which keep what was stated about them. `sheets` ascend; at least one.
SheetReading withTabs(SheetReading reading, const std::vector<std::size_t>& sheets);

/// Where the bytes of the sheet are.
struct SheetFile {
    QString source;             ///< path or URL, as the person gave it
    QString name;               ///< for display, without folder
    std::filesystem::path path; ///< absolute; of a copy when the source is not a file
    bool temporary = false;     ///< a copy that belongs to the program
};

/// A tab that was looked at and mapped as far as that is possible unasked.
struct OpenedTab : work::LookedTab {
    app::ColumnMap map;
    bool mapSaved = false; ///< the map is one that was saved for these column names
};

struct OpenedSheet {
    SheetFile file;
    SheetReading reading;
    app::CheckOptions options;                               ///< without tabs, maps and edits
    std::vector<OpenedTab> tabs = std::vector<OpenedTab>(1); ///< as `reading` has them
    std::optional<std::chrono::seconds> againAfter;          ///< as kept with the maps
    app::TabChoice choice;                                   ///< of a workbook with several tabs
    std::vector<std::string> emptyTabs;                      ///< chosen among others, and left out
    std::filesystem::path editsFile;                         ///< where corrections are kept
    FoundEdits kept;                                         ///< corrections made before
    std::shared_ptr<app::RowSource> source; ///< still open, of a text; whoever takes it reads it
};

app::CheckOptions optionsOf(const SheetReading& reading, const TabReading& tab);
/// The same for a tab that was opened, with its header where it was found.
app::CheckOptions optionsOf(const app::CheckOptions& sheet, const OpenedTab& tab);

/// The options that say the same on the command line: --tab, --header-row, ...
QStringList readingWords(const OpenedSheet& sheet);
/// Those that say the corrections, naming the file that keeps them when there are many.
QStringList editWords(const OpenedSheet& sheet, const app::SheetEdits& edits);
/// --map, when one map says it for every tab; else the maps are found where they are saved.
QStringList mapWords(const OpenedSheet& sheet);

/// The data rows that were looked at.
std::vector<app::SampleRow> sampleRows(const app::SheetOverview& overview);

/// Matches the columns with the saved map when there is one, else by name; a saved map that cannot
/// be used is the error.
app::SheetResult<void> mapTab(OpenedTab& tab, const std::optional<app::MapSpec>& saved,
                              const app::LearnedNames* learned);

/// What opening needs from the settings, copied so that it can happen in another thread.
struct OpeningPlace {
    app::AppFolders folders;
    TransportOptions network;  ///< for sheets on the web: proxy and certificates
    bool allowPrivate = false; ///< as Workspace::fetchesPrivate
};

/// Finds the bytes: a file as it is, the sheet behind a URL as a private copy.
app::SheetResult<SheetFile> locateSheet(const QString& source, const OpeningPlace& place,
                                        const std::stop_token& stop);

/// Writes copied text as a private file.
app::SheetResult<SheetFile> keepText(const QString& text, const OpeningPlace& place);

/// Looks at the sheet and matches its columns, with the saved maps and learned names that the
/// command line uses. Any thread.
app::SheetResult<OpenedSheet> openLocated(SheetFile file, const SheetReading& reading,
                                          const OpeningPlace& place, const std::stop_token& stop);

/// The sheet of a run, read and mapped as that run did. Any thread.
app::SheetResult<OpenedSheet> openRecorded(SheetFile file, const app::RunRecord& record,
                                           const OpeningPlace& place, const std::stop_token& stop);

} // namespace leadsheet::desktop
