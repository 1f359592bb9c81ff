// SPDX-License-Identifier: Apache-2.0
#include "sheet_reading.hpp"

#include "leadsheet/app/cell.hpp"

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
    auto map = app::makeMap(app::columnNames(tab.overview.head, tab.overview.header),
                            sampleRows(tab.overview), saved.value_or(app::MapSpec()), learned);
    if (!map)
        return tl::unexpected(map.error());
    tab.map = *std::move(map);
    tab.mapSaved = saved.has_value();
    return {};
}

} // namespace leadsheet::desktop
