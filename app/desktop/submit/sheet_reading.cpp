// SPDX-License-Identifier: Apache-2.0
#include "sheet_reading.hpp"

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

} // namespace

app::CheckOptions optionsOf(const SheetReading& reading) {
    app::CheckOptions options;
    options.sheetIndex = reading.tab;
    options.headerRow = reading.headerRow;
    options.sheet.encoding = reading.encoding;
    options.sheet.delimiter = reading.delimiter;
    options.decisions = reading.decisions;
    return options;
}

QStringList readingWords(const SheetReading& reading, const app::SheetOverview& overview) {
    QStringList words;
    if (reading.tab != 0 && reading.tab < overview.sheets.size())
        words << QStringLiteral("--tab")
              << QString::fromStdString(overview.sheets[reading.tab].name);
    if (reading.headerRow)
        words << QStringLiteral("--header-row") << QString::number(*reading.headerRow);
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

std::vector<app::SampleRow> sampleRows(const app::SheetOverview& overview) {
    std::vector<app::SampleRow> rows;
    for (const app::SampleRow& row : overview.head)
        if (row.row >= overview.header.firstDataRow())
            rows.push_back(row);
    return rows;
}

app::SheetResult<OpenedSheet> mapped(OpenedSheet sheet, const std::optional<app::MapSpec>& saved) {
    const auto header = app::columnNames(sheet.overview.head, sheet.overview.header);
    const auto samples = sampleRows(sheet.overview);
    const auto* learned = sheet.options.learned.get();
    if (saved)
        if (auto map = app::makeMap(header, samples, *saved, learned)) {
            sheet.map = *std::move(map);
            sheet.mapSaved = true;
            return sheet;
        }
    auto map = app::makeMap(header, samples, {}, learned);
    if (!map)
        return tl::unexpected(map.error());
    sheet.map = *std::move(map);
    return sheet;
}

} // namespace leadsheet::desktop
