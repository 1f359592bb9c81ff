// SPDX-License-Identifier: Apache-2.0
#include "meaning_sheets.hpp"

#include "sheet_fixture.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdlib>
#include <fstream>

namespace leadsheet::app::test {
namespace {

namespace json = boost::json;

std::vector<std::string> textsOf(const json::value& value) {
    std::vector<std::string> texts;
    for (const json::value& item : value.as_array())
        texts.emplace_back(item.as_string());
    return texts;
}

ColumnTruth truthOf(const json::object& truth) {
    using Kind = ColumnTruth::Kind;
    if (const auto* field = truth.if_contains("field"))
        return {Kind::Field, {std::string(field->as_string())}};
    if (truth.contains("place"))
        return {Kind::Place, {"locations"}};
    if (const auto* fields = truth.if_contains("suggest"))
        return {Kind::Suggest, textsOf(*fields)};
    if (const auto* fields = truth.if_contains("may"))
        return {Kind::May, textsOf(*fields)};
    return {truth.contains("narrows") ? Kind::Narrows : Kind::Irrelevant, {}};
}

MeaningSheet sheetOf(const json::object& object, const std::string& language) {
    MeaningSheet sheet;
    sheet.language = language;
    sheet.name = object.at("name").as_string();
    sheet.style = object.at("style").as_string();
    if (const auto* lacks = object.if_contains("notReady"))
        sheet.notReady = lacks->as_string();
    if (const auto* above = object.if_contains("above"))
        for (const json::value& line : above->as_array())
            sheet.lines.push_back(textsOf(line));
    sheet.headerLine = sheet.lines.size();
    sheet.lines.push_back(textsOf(object.at("header")));
    for (const json::value& line : object.at("rows").as_array())
        sheet.lines.push_back(textsOf(line));
    for (const json::value& truth : object.at("truth").as_array())
        sheet.truth.push_back(truthOf(truth.as_object()));
    return sheet;
}

const UnusedColumn* unusedAt(const ColumnMap& map, std::size_t column) {
    const auto found = std::find_if(map.unused.begin(), map.unused.end(),
                                    [&](const auto& one) { return one.column == column; });
    return found == map.unused.end() ? nullptr : &*found;
}

bool isBlank(const std::vector<std::string>& line) {
    return std::all_of(line.begin(), line.end(), [](const auto& cell) { return cell.empty(); });
}

} // namespace

std::string MeaningSheet::key(std::size_t column) const {
    return language + " | " + name + " | " + std::to_string(column + 1) + " " +
           lines[headerLine][column];
}

std::vector<MeaningSheet> loadMeaningSheets(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json" &&
            entry.path().stem().string().rfind("baseline", 0) != 0)
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<MeaningSheet> sheets;
    for (const auto& file : files) {
        const json::value document = json::parse(readAll(file));
        for (const json::value& sheet : document.as_array())
            sheets.push_back(sheetOf(sheet.as_object(), file.stem().string()));
    }
    return sheets;
}

FoundTable findTable(const MeaningSheet& sheet) {
    std::vector<SampleRow> head;
    for (std::size_t i = 0; i < sheet.lines.size(); ++i)
        if (!isBlank(sheet.lines[i]))
            head.push_back({static_cast<std::uint32_t>(i + 1), sheet.lines[i]});
    const HeaderChoice choice = detectHeader(head);
    return {columnNames(head, choice), dataRows(head, choice)};
}

std::vector<std::set<std::string>> targetsByColumn(const ColumnMap& map, std::size_t columns) {
    std::vector<std::set<std::string>> targets(columns);
    for (const ColumnRule& rule : map.columns)
        for (const std::uint32_t column : rule.columns())
            if (column < columns)
                targets[column].insert(rule.target);
    return targets;
}

std::vector<std::size_t> placeColumns(const ColumnMap& map) {
    const ColumnRule* const rule = map.columnFor("locations");
    const auto columns = rule == nullptr ? std::vector<std::uint32_t>() : rule->columns();
    return {columns.begin(), columns.end()};
}

bool namesAsUnused(const ColumnMap& map, std::size_t column) {
    return unusedAt(map, column) != nullptr;
}

bool namesAsNarrowing(const ColumnMap& map, std::size_t column) {
    const UnusedColumn* const unused = unusedAt(map, column);
    return unused != nullptr && unused->narrows;
}

Baseline::Lists Baseline::load(const std::filesystem::path& file) {
    Lists lists;
    if (!std::filesystem::exists(file))
        return lists;
    const json::value document = json::parse(readAll(file));
    for (const auto& [name, items] : document.as_object())
        for (const std::string& item : textsOf(items))
            lists[name].insert(item);
    return lists;
}

void Baseline::save(const std::filesystem::path& file, const Lists& lists) {
    std::ofstream out(file);
    out << "{";
    const char* afterList = "\n";
    for (const auto& [name, items] : lists) {
        out << afterList << json::serialize(json::string(name)) << ": [";
        const char* afterItem = "\n";
        for (const std::string& item : items) {
            out << afterItem << "  " << json::serialize(json::string(item));
            afterItem = ",\n";
        }
        out << "]";
        afterList = ",\n";
    }
    out << "\n}\n";
}

bool Baseline::isToBeWritten() {
    const char* const wish = std::getenv("LEADSHEET_MEANING_BASELINE");
    return wish != nullptr && std::string_view(wish) == "write";
}

} // namespace leadsheet::app::test
