// SPDX-License-Identifier: Apache-2.0
#include "corpus_case.hpp"

#include "sheet_fixture.hpp"

#include <boost/json.hpp>
#include <map>
#include <sstream>

namespace leadsheet::app::test {
namespace {

namespace json = boost::json;

std::string textOf(const json::value& value) {
    return std::string(value.as_string());
}

// Cells of a row in the order of their columns: "A" before "B" before "AA".
struct ByColumn {
    bool operator()(const std::string& a, const std::string& b) const {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};
using Cells = std::map<std::string, std::string, ByColumn>;

std::string onOneLine(const std::string& value) {
    std::string line;
    for (const char c : value) {
        if (c == '\n')
            line += "\\n";
        else if (c == '\r')
            line += "\\r";
        else
            line += c;
    }
    return line;
}

std::string rowLine(std::uint32_t row, bool hidden, const Cells& cells) {
    std::string line = "row " + std::to_string(row) + (hidden ? " hidden" : "");
    for (const auto& [column, value] : cells)
        line += " | " + column + " " + onOneLine(value);
    return line + "\n";
}

std::string sheetLine(std::string_view name, std::string_view visibility) {
    return "sheet " + std::string(name) + " " + std::string(visibility) + "\n";
}

std::string layoutLine(const char* what, const std::vector<std::string>& items) {
    std::string line;
    for (const std::string& item : items)
        line += " " + item;
    return items.empty() ? line : what + line + "\n";
}

std::string_view formatName(SheetFormat format) {
    switch (format) {
    case SheetFormat::DelimitedText:
        return "delimited";
    case SheetFormat::GzippedText:
        return "gzipped";
    case SheetFormat::Xlsx:
        return "xlsx";
    case SheetFormat::Xlsm:
        return "xlsm";
    case SheetFormat::Ods:
        return "ods";
    }
    return "?";
}

std::string_view kindName(CellKind kind) {
    constexpr std::string_view kNames[] = {"empty", "text", "number", "boolean",
                                           "error", "date", "time"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view visibilityName(SheetVisibility visibility) {
    constexpr std::string_view kNames[] = {"visible", "hidden", "veryHidden"};
    return kNames[static_cast<std::size_t>(visibility)];
}

std::vector<std::string> listAt(const json::object& object, const char* key) {
    std::vector<std::string> items;
    if (const json::value* list = object.if_contains(key))
        for (const json::value& item : list->as_array())
            items.push_back(textOf(item));
    return items;
}

std::string wantedSheet(const json::object& sheet) {
    const json::value* const name = sheet.if_contains("name");
    std::string text = name == nullptr ? sheetLine("*", "visible")
                                       : sheetLine(textOf(*name), textOf(sheet.at("visibility")));
    for (const json::value& entry : sheet.at("rows").as_array()) {
        const json::object& row = entry.as_object();
        Cells cells;
        for (const auto& [column, value] : row.at("cells").as_object())
            cells[std::string(column)] = textOf(value);
        text += rowLine(static_cast<std::uint32_t>(row.at("row").as_int64()),
                        row.if_contains("hidden") != nullptr, cells);
    }
    return text + layoutLine("hidden columns", listAt(sheet, "hiddenColumns")) +
           layoutLine("merged", listAt(sheet, "merged"));
}

SheetOptions wantedOptions(const json::object& root) {
    SheetOptions options;
    const json::value* const given = root.if_contains("options");
    if (given == nullptr)
        return options;
    const json::object& object = given->as_object();
    if (const json::value* encoding = object.if_contains("encoding"))
        options.encoding = textOf(*encoding);
    if (const json::value* delimiter = object.if_contains("delimiter"))
        options.delimiter = textOf(*delimiter).front();
    if (object.if_contains("merged") != nullptr)
        options.merged = MergedCells::FillRange;
    return options;
}

std::string cellText(const Cell& cell) {
    return (cell.formula ? "=" : "") + std::string(kindName(cell.kind)) + ":" +
           std::string(cell.text);
}

// Cells with neither text nor formula and rows without cells are blank, however they are stored.
SheetResult<std::string> readRows(RowSource& source) {
    std::string text;
    for (RowView row;;) {
        const auto next = source.next(row);
        if (!next)
            return tl::unexpected(next.error());
        if (*next == Next::End)
            return text;
        Cells cells;
        for (const Cell& cell : row.cells)
            if (cell.formula || !cell.text.empty() || cell.kind == CellKind::Number)
                cells[columnLetter(cell.column)] = cellText(cell);
        for (std::uint32_t n = 0; !cells.empty() && n < row.repeat; ++n)
            text += rowLine(row.row + n, row.hidden, cells);
    }
}

SheetResult<std::string> readSheets(RowSource& source) {
    std::string text = "format " + std::string(formatName(source.format())) + "\n";
    for (std::size_t index = 0; index < source.sheets().size(); ++index) {
        if (auto opened = source.open(index); !opened)
            return tl::unexpected(opened.error());
        const SheetInfo& info = source.sheets()[index];
        text += isWorkbook(source.format()) ? sheetLine(info.name, visibilityName(info.visibility))
                                            : sheetLine("*", "visible");
        const auto rows = readRows(source);
        if (!rows)
            return rows;
        text += *rows;
        std::vector<std::string> columns;
        for (const std::uint32_t column : source.hiddenColumns())
            columns.push_back(columnLetter(column));
        std::vector<std::string> merged;
        for (const CellRange& range : source.mergedRanges())
            merged.push_back(columnLetter(range.firstColumn) + std::to_string(range.firstRow) +
                             ":" + columnLetter(range.lastColumn) + std::to_string(range.lastRow));
        text += layoutLine("hidden columns", columns) + layoutLine("merged", merged);
    }
    return text;
}

} // namespace

CorpusCase loadCorpusCase(const std::filesystem::path& corpus, const std::string& name) {
    const json::value parsed = json::parse(readAll(corpus / "expected" / (name + ".json")));
    const json::object& root = parsed.as_object();
    CorpusCase wanted;
    wanted.file = corpus / "files" / textOf(root.at("file"));
    wanted.options = wantedOptions(root);
    if (const json::value* refused = root.if_contains("refused")) {
        wanted.words = listAt(root, "words");
        wanted.text = "refused " + textOf(*refused) + "\n";
        return wanted;
    }
    wanted.text = "format " + textOf(root.at("format")) + "\n";
    for (const json::value& sheet : root.at("sheets").as_array())
        wanted.text += wantedSheet(sheet.as_object());
    return wanted;
}

std::string describeFile(const CorpusCase& wanted) {
    auto source = openSheet(wanted.file, wanted.options);
    const auto read =
        source ? readSheets(**source) : SheetResult<std::string>(tl::unexpected(source.error()));
    if (read)
        return *read;
    const SheetError& error = read.error();
    std::string text = "refused " + std::string(sheetErrorName(error.code)) + "\n";
    for (const std::string& word : wanted.words)
        if (error.message().find(word) == std::string::npos)
            text += "without \"" + word + "\": " + error.message() + "\n";
    if (error.reason.empty() || error.wayOut.empty())
        text += "without reason or way out\n";
    return text;
}

std::string firstDifference(const std::string& wanted, const std::string& actual) {
    std::istringstream left(wanted);
    std::istringstream right(actual);
    std::string wantedLine;
    std::string actualLine;
    for (;;) {
        const bool more = static_cast<bool>(std::getline(left, wantedLine));
        if (!std::getline(right, actualLine))
            actualLine = more ? "(end)" : "";
        if (!more)
            wantedLine = "(end)";
        if (wantedLine != actualLine || !more)
            return "wanted " + wantedLine + "\nactual " + actualLine;
    }
}

} // namespace leadsheet::app::test
