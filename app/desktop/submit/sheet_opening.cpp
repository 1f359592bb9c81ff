// SPDX-License-Identifier: Apache-2.0
#include "sheet_opening.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/sheet_download.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryFile>
#include <QUrl>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString delimiterWord(char delimiter) {
    switch (delimiter) {
    case '\t':
        return QStringLiteral("tab");
    case ';':
        return QStringLiteral("semicolon");
    case ',':
        return QStringLiteral("comma");
    case '|':
        return QStringLiteral("pipe");
    default:
        return QString(QLatin1Char(delimiter));
    }
}

/// As the command line splits it again.
QString quotedTab(const std::string& name) {
    return QLatin1Char('\'') + QString::fromStdString(name) + QLatin1String("'!");
}

// More corrections than these are named by the file that keeps them.
constexpr std::size_t kMaxCellWords = 20;

} // namespace

bool SheetReading::has(std::size_t sheet) const {
    return std::any_of(tabs.begin(), tabs.end(),
                       [sheet](const TabReading& tab) { return tab.sheet == sheet; });
}

void SheetReading::setHeaderRow(std::size_t sheet, std::optional<std::uint32_t> row) {
    for (TabReading& tab : tabs)
        if (tab.sheet == sheet)
            tab.headerRow = row;
}

SheetReading withTabs(SheetReading reading, const std::vector<std::size_t>& sheets) {
    std::vector<TabReading> tabs;
    for (const std::size_t sheet : sheets) {
        const auto found =
            std::find_if(reading.tabs.begin(), reading.tabs.end(),
                         [sheet](const TabReading& tab) { return tab.sheet == sheet; });
        tabs.push_back(found == reading.tabs.end() ? TabReading{sheet, {}} : *found);
    }
    reading.tabs = std::move(tabs);
    reading.findsTab = false;
    return reading;
}

app::CheckOptions optionsOf(const SheetReading& reading, const TabReading& tab) {
    app::CheckOptions options;
    options.sheetIndex = tab.sheet;
    options.headerRow = tab.headerRow;
    options.sheet.encoding = reading.encoding;
    options.sheet.delimiter = reading.delimiter;
    options.decisions = reading.decisions;
    return options;
}

app::CheckOptions optionsOf(const app::CheckOptions& sheet, const OpenedTab& tab) {
    app::CheckOptions options = sheet;
    options.sheetIndex = tab.sheet;
    // Header as it was found: the sheet is read the same way each time.
    options.headerRow = tab.overview.header.row.value_or(0);
    return options;
}

QStringList readingWords(const OpenedSheet& sheet) {
    const SheetReading& reading = sheet.reading;
    QStringList words;
    const bool several = sheet.tabs.size() > 1;
    for (const OpenedTab& tab : sheet.tabs)
        if (several || tab.sheet != 0 || tab.sheet != sheet.choice.sheet)
            words << QStringLiteral("--tab") << QString::fromStdString(tab.name());
    for (std::size_t i = 0; i < reading.tabs.size() && i < sheet.tabs.size(); ++i)
        if (reading.tabs[i].headerRow)
            words << QStringLiteral("--header-row")
                  << (several ? quotedTab(sheet.tabs[i].name()) : QString()) +
                         QString::number(*reading.tabs[i].headerRow);
    if (reading.encoding)
        words << QStringLiteral("--encoding") << QString::fromStdString(*reading.encoding);
    if (reading.delimiter)
        words << QStringLiteral("--delimiter") << delimiterWord(*reading.delimiter);
    for (const app::SourceMatterInfo& info : app::sourceMatters())
        if (reading.decisions.isStated(info.matter))
            words << QStringLiteral("--") + fromUtf8(info.option)
                  << fromUtf8(reading.decisions.word(info.matter));
    return words;
}

QStringList editWords(const OpenedSheet& sheet, const app::SheetEdits& edits) {
    if (edits.size() > kMaxCellWords)
        return {QStringLiteral("--edits"), QString::fromStdString(sheet.editsFile.string())};
    QStringList words;
    for (const OpenedTab& tab : sheet.tabs) {
        const QString where = sheet.tabs.size() > 1 ? quotedTab(tab.name()) : QString();
        std::uint32_t row = 0;
        while (const auto next = edits.firstEditedRow(tab.sheet, row)) {
            for (const auto& [column, text] : edits.row(tab.sheet, *next))
                words << QStringLiteral("--set")
                      << where + QString::fromStdString(app::columnLetter(column) +
                                                        std::to_string(*next) + "=" + *text);
            row = *next + 1;
        }
    }
    return words;
}

QStringList mapWords(const OpenedSheet& sheet) {
    const std::string map = app::mapSpecText(sheet.tabs.front().map);
    const bool one = std::all_of(sheet.tabs.begin(), sheet.tabs.end(), [&](const OpenedTab& tab) {
        return app::mapSpecText(tab.map) == map;
    });
    return map.empty() || !one ? QStringList()
                               : QStringList{QStringLiteral("--map"), QString::fromStdString(map)};
}

std::vector<app::SampleRow> sampleRows(const app::SheetOverview& overview) {
    return app::dataRows(overview.head, overview.header);
}

app::SheetResult<void> mapTab(OpenedTab& tab, const std::optional<app::MapSpec>& saved,
                              const app::LearnedNames* learned) {
    LEADSHEET_TRY(auto map,
                  app::makeMap(app::columnNames(tab.overview.head, tab.overview.header),
                               sampleRows(tab.overview), saved.value_or(app::MapSpec()), learned));
    tab.map = std::move(map);
    tab.mapSaved = saved.has_value();
    return {};
}

namespace {

app::SheetError notKept(std::string_view cause) {
    return {app::SheetErrorCode::StorageError,
            {},
            {messages::sheet::sheetNotKept(cause)},
            {messages::sheet::freeSpaceOrSaveFile()},
            {}};
}

app::SheetResult<std::filesystem::path> madeFolder(const OpeningPlace& place) {
    const std::filesystem::path folder = work::copiesFolder(place.folders);
    if (auto made = app::makePrivateFolder(folder); !made)
        return tl::unexpected(notKept(made.error().message));
    return folder;
}

QString withoutScheme(const QString& source) {
    const QUrl url(source);
    return url.isLocalFile() ? url.toLocalFile() : source;
}

std::string severalName(const OpenedSheet& sheet, const OpenedTab& tab) {
    return sheet.tabs.size() > 1 ? tab.name() : std::string();
}

/// A memory that cannot be read is done without.
std::shared_ptr<const app::LearnedNames> learnedIn(const OpeningPlace& place) {
    return work::learnedNames(place.folders).value_or(nullptr);
}

/// Finds out which tab fits an order; it is the one that is read unless others were asked for.
void chooseTabOf(OpenedSheet& sheet, app::RowSource& source, SheetReading& plain,
                 const OpeningPlace& place) {
    if (!app::isWorkbook(source.format()))
        return;
    app::CheckOptions options = optionsOf(plain, plain.tabs.front());
    options.headerRow.reset();
    options.learned = learnedIn(place);
    sheet.choice = app::chooseTab(source, options, [&](const std::vector<std::string>& header) {
        auto saved = app::findSavedMap(place.folders.mapsFolder(), header);
        return saved && *saved ? **std::move(saved) : app::MapSpec();
    });
    if (!plain.findsTab || plain.tabs.front().headerRow)
        return;
    plain.tabs.front().sheet = sheet.choice.sheet;
    sheet.reading.tabs = plain.tabs;
}

using SavedMaps = std::vector<std::optional<app::MapSpec>>;

/// Fills the tabs as they are stored: maps are saved by those column names, and may hold decisions.
/// Gives the map saved for each.
app::SheetResult<SavedMaps> lookAtTabs(OpenedSheet& sheet, app::RowSource& source,
                                       const SheetReading& plain, const OpeningPlace& place) {
    const std::vector<app::SheetInfo> sheets(source.sheets().begin(), source.sheets().end());
    LEADSHEET_TRY(auto looked,
                  work::lookAtTabs(plain.tabs, sheets, [&](const work::TabRequest& tab) {
                      return app::inspectSheet(source, sheet.file.path, optionsOf(plain, tab));
                  }));
    sheet.emptyTabs = std::move(looked.empty);
    sheet.tabs.clear();
    SavedMaps maps;
    for (work::LookedTab& tab : looked.tabs) {
        std::optional<app::MapSpec> saved;
        if (!tab.header.empty()) {
            LEADSHEET_TRY(auto found, app::findSavedMap(place.folders.mapsFolder(), tab.header));
            saved = std::move(found);
        }
        maps.push_back(std::move(saved));
        sheet.tabs.push_back({std::move(tab), {}, false});
    }
    std::erase_if(sheet.reading.tabs, [&sheet](const TabReading& tab) {
        return std::none_of(sheet.tabs.begin(), sheet.tabs.end(),
                            [&tab](const OpenedTab& opened) { return opened.sheet == tab.sheet; });
    });
    return maps;
}

/// Looks at the tabs again where a decision changes what the first look showed.
app::SheetResult<void> lookAgain(OpenedSheet& sheet, const std::stop_token& stop) {
    for (OpenedTab& tab : sheet.tabs) {
        auto decided =
            work::decide(tab, sheet.reading.decisions, [&](const work::TabRequest& request) {
                return app::inspectSheet(sheet.file.path, optionsOf(sheet.reading, request), stop);
            });
        if (!decided)
            return tl::unexpected(work::inTab(severalName(sheet, tab), decided.error()));
    }
    return {};
}

/// The rows as the grid shows them.
TabReader rowsOf(const OpenedSheet& sheet, const std::stop_token& stop) {
    app::SheetOptions options = sheet.options.sheet;
    if (sheet.reading.decisions.takesOther(app::SourceMatter::MergedCells))
        options.merged = app::MergedCells::FillRange;
    return [path = sheet.file.path, options,
            stop](std::size_t tab, std::uint32_t most) -> app::SheetResult<app::TabRows> {
        LEADSHEET_TRY(auto source, app::openSheet(path, options, stop));
        LEADSHEET_TRY_DONE(source->open(tab));
        return app::TabRows::of(*source, most);
    };
}

} // namespace

app::SheetResult<SheetFile> locateSheet(const QString& source, const OpeningPlace& place,
                                        const std::stop_token& stop) {
    if (!app::isSheetUrl(source.toStdString())) {
        const QFileInfo file(withoutScheme(source));
        return SheetFile{file.absoluteFilePath(), file.fileName(),
                         file.absoluteFilePath().toStdString(), false};
    }
    LEADSHEET_TRY(auto folder, madeFolder(place));
    const auto transport =
        makeCurlTransport(app::downloadOptions(place.network, place.allowPrivate));
    LEADSHEET_TRY(auto sheet, app::downloadSheet(source.toStdString(), folder, *transport, stop));
    return SheetFile{source, QString::fromStdString(sheet.name), sheet.path, true};
}

app::SheetResult<SheetFile> keepText(const QString& text, const OpeningPlace& place) {
    LEADSHEET_TRY(auto folder, madeFolder(place));
    QTemporaryFile file(QString::fromStdString((folder / "pasted-XXXXXX.csv").string()));
    file.setAutoRemove(false);
    const QByteArray bytes = text.toUtf8();
    if (!file.open() || file.write(bytes) != bytes.size() || !file.flush())
        return tl::unexpected(notKept(file.errorString().toStdString()));
    return SheetFile{file.fileName(), QCoreApplication::translate("SheetJob", "Pasted rows"),
                     file.fileName().toStdString(), true};
}

app::SheetResult<OpenedSheet> openLocated(SheetFile file, const SheetReading& reading,
                                          const OpeningPlace& place, const std::stop_token& stop) {
    LEADSHEET_TRY_DONE(madeFolder(place));
    OpenedSheet sheet;
    sheet.file = std::move(file);
    sheet.reading = reading;
    SheetReading plain = reading;
    plain.decisions = {};
    app::CheckOptions asStored = optionsOf(plain, plain.tabs.front());
    // Before anything is looked at: a content saved meanwhile is another one for every later read.
    asStored.sheet.markInput = true;
    LEADSHEET_TRY(auto source, app::openSheet(sheet.file.path, asStored.sheet, stop));
    chooseTabOf(sheet, *source, plain, place);
    LEADSHEET_TRY(auto maps, lookAtTabs(sheet, *source, plain, place));
    for (const auto& saved : maps)
        if (saved) {
            sheet.reading.decisions.fillFrom(saved->decisions);
            if (!sheet.againAfter)
                sheet.againAfter = saved->againAfter;
        }
    LEADSHEET_TRY_DONE(lookAgain(sheet, stop));
    sheet.options = optionsOf(sheet.reading, sheet.reading.tabs.front());
    sheet.options.mark = source->digests().mark;
    sheet.options.learned = learnedIn(place);
    sheet.editsFile =
        keptEditsFile(place.folders, sheet.file.source.toStdString(), sheet.options.mark);
    sheet.kept =
        findKeptEdits(sheet.editsFile, sheet.tabs.front().overview.sheets, rowsOf(sheet, stop));
    for (std::size_t i = 0; i < sheet.tabs.size(); ++i)
        if (auto done = mapTab(sheet.tabs[i], maps[i], sheet.options.learned.get()); !done)
            return tl::unexpected(work::inTab(severalName(sheet, sheet.tabs[i]), done.error()));
    // A text is read from end to end to find out how it is written: once is enough.
    if (source->dialect() != nullptr)
        sheet.source = std::move(source);
    return sheet;
}

app::SheetResult<OpenedSheet> openRecorded(SheetFile file, const app::RunRecord& record,
                                           const OpeningPlace& place, const std::stop_token& stop) {
    LEADSHEET_TRY(const auto options, app::checkOptionsOf(record, stop));
    std::vector<app::TabOptions> tabs{{options.sheetIndex, options.headerRow, options.map}};
    tabs.insert(tabs.end(), options.moreTabs.begin(), options.moreTabs.end());
    SheetReading reading;
    reading.tabs.clear();
    reading.findsTab = false;
    for (const app::TabOptions& tab : tabs)
        reading.tabs.push_back({tab.sheet, tab.headerRow});
    reading.encoding = options.sheet.encoding;
    reading.delimiter = options.sheet.delimiter;
    reading.decisions = options.decisions;
    auto opened = openLocated(std::move(file), reading, place, stop);
    if (!opened)
        return opened;
    // A map that no longer fits leaves the columns as they were matched by name.
    for (OpenedTab& tab : opened->tabs)
        for (const app::TabOptions& recorded : tabs)
            if (recorded.sheet == tab.sheet)
                (void)mapTab(tab, recorded.map, opened->options.learned.get());
    return opened;
}

} // namespace leadsheet::desktop
