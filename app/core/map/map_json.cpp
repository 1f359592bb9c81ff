// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/durations.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "map/map_spec.hpp"
#include "map/transform.hpp"
#include "sheet/input_file.hpp"
#include "sheet/sha256.hpp"
#include "text/names.hpp"
#include "write/atomic_file.hpp"

#include <boost/json.hpp>
#include <system_error>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

namespace json = boost::json;

constexpr int kMapVersion = 1;
constexpr std::uint64_t kLargestMapFile = 4ULL << 20;
constexpr std::size_t kSignatureDigits = 32;

SheetError damagedMap(Message what) {
    return mapInvalid(say::mapFileLacks(std::move(what)), say::deleteOrCorrectMapFile());
}

std::optional<std::string> text(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    if (value == nullptr || !value->is_string())
        return std::nullopt;
    return std::string(value->as_string());
}

const json::array* list(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    return value == nullptr ? nullptr : value->if_array();
}

SheetResult<MapSpec::Entry> columnFrom(const json::value& value) {
    const auto* object = value.if_object();
    const auto target = object == nullptr ? std::nullopt : text(*object, "target");
    const auto header = object == nullptr ? std::nullopt : text(*object, "column");
    if (!target || !header)
        return tl::unexpected(damagedMap(say::columnNeedsNameAndTarget()));
    if (!findTarget(*target))
        return tl::unexpected(unknownTarget(*target));
    MapSpec::Entry entry{*target, *header, {}};
    if (const auto* with = list(*object, "with")) {
        if (!canJoin(*target) && !with->empty())
            return tl::unexpected(damagedMap(say::columnsNotJoinable(*target)));
        for (const json::value& name : *with) {
            if (!name.is_string())
                return tl::unexpected(damagedMap(say::joinedColumnWithoutName(*target)));
            entry.with.emplace_back(name.get_string());
        }
    }
    if (const auto* steps = list(*object, "steps"))
        for (const json::value& step : *steps) {
            const auto parsed = step.is_string() ? parseTransform(step.get_string()) : std::nullopt;
            if (!parsed)
                return tl::unexpected(damagedMap(say::unknownStepFor(*target)));
            entry.transforms.push_back(*parsed);
        }
    return entry;
}

SheetResult<ValueRule> valueFrom(const json::value& value) {
    const auto* object = value.if_object();
    const auto target = object == nullptr ? std::nullopt : text(*object, "target");
    const auto content = object == nullptr ? std::nullopt : text(*object, "value");
    if (!target || !content)
        return tl::unexpected(damagedMap(say::valueNeedsTarget()));
    if (!findTarget(*target))
        return tl::unexpected(unknownTarget(*target));
    const auto* fill = object->if_contains("onlyWhereEmpty");
    return ValueRule{*target, *content, fill != nullptr && fill->is_bool() && fill->get_bool(),
                     say::savedMap()};
}

// Columns are kept by name; by letter where the name is missing or not unique.
std::string columnName(const ColumnMap& map, std::uint32_t column) {
    const std::string header = column < map.headers.size() ? map.headers[column] : std::string();
    const bool unique =
        !trimmed(header).empty() && std::count(map.headers.begin(), map.headers.end(), header) == 1;
    return unique ? header : "@" + columnLetter(column);
}

} // namespace

std::string headerSignature(const std::vector<std::string>& header) {
    std::string names;
    for (const std::string& name : header)
        names += plainName(name) + "\n";
    return sha256Of(names).substr(0, kSignatureDigits);
}

std::string mapToJson(const ColumnMap& map) {
    json::array columns;
    for (const ColumnRule& rule : map.columns) {
        json::array steps;
        for (const Transform& step : rule.transforms)
            steps.emplace_back(step.text());
        json::object column{{"column", columnName(map, rule.column)},
                            {"target", rule.target},
                            {"steps", std::move(steps)}};
        json::array with;
        for (const JoinedColumn& joined : rule.with)
            with.emplace_back(columnName(map, joined.column));
        if (!with.empty())
            column["with"] = std::move(with);
        columns.push_back(std::move(column));
    }
    json::array values;
    for (const ValueRule& rule : map.values)
        values.push_back(json::object{
            {"target", rule.target}, {"value", rule.value}, {"onlyWhereEmpty", rule.fillOnly}});
    json::array ignored;
    for (const std::uint32_t column : map.ignored)
        ignored.emplace_back(columnName(map, column));
    json::array headers(map.headers.begin(), map.headers.end());
    json::object reading;
    for (const SourceMatterInfo& info : sourceMatters())
        if (map.decisions.isStated(info.matter))
            reading[info.name] = map.decisions.word(info.matter);
    json::object document{{"leadsheetMap", kMapVersion},   {"headers", std::move(headers)},
                          {"columns", std::move(columns)}, {"values", std::move(values)},
                          {"ignored", std::move(ignored)}, {"reading", std::move(reading)}};
    if (map.againAfter)
        document["againAfter"] = durationAsTyped(*map.againAfter);
    return json::serialize(document) + "\n";
}

SheetResult<MapSpec> mapFromJson(std::string_view document) {
    json::error_code error;
    const json::value value = json::parse(document, error);
    const auto* root = error ? nullptr : value.if_object();
    if (root == nullptr)
        return tl::unexpected(error ? mapInvalid(say::mapFileNotUnderstood(error.message()),
                                                 say::deleteOrCorrectMapFile())
                                    : damagedMap(say::noJsonObject()));
    const auto* version = root->if_contains("leadsheetMap");
    if (version == nullptr || !version->is_int64() || version->get_int64() != kMapVersion)
        return tl::unexpected(damagedMap(say::otherMapVersion(kMapVersion)));
    MapSpec spec;
    spec.exclusive = true;
    if (const auto* columns = list(*root, "columns"))
        for (const json::value& item : *columns) {
            LEADSHEET_TRY(auto entry, columnFrom(item));
            spec.columns.push_back(std::move(entry));
        }
    if (const auto* values = list(*root, "values"))
        for (const json::value& item : *values) {
            LEADSHEET_TRY(auto rule, valueFrom(item));
            spec.values.push_back(std::move(rule));
        }
    if (const auto* ignored = list(*root, "ignored"))
        for (const json::value& item : *ignored)
            if (item.is_string())
                spec.ignored.emplace_back(item.get_string());
    if (const auto* reading = root->if_contains("reading"); reading && reading->is_object())
        for (const SourceMatterInfo& info : sourceMatters()) {
            const auto word = text(reading->get_object(), info.name);
            if (word && !spec.decisions.stateWord(info.matter, *word))
                return tl::unexpected(damagedMap(say::unknownChoiceFor(info.name)));
        }
    if (const auto period = text(*root, "againAfter")) {
        spec.againAfter = parsePeriod(*period);
        if (!spec.againAfter)
            return tl::unexpected(damagedMap(say::againAfterNoPeriod()));
    }
    return spec;
}

SheetResult<MapSpec> loadMapFile(const std::filesystem::path& file) {
    LEADSHEET_TRY(auto content, readSmallFile(file, kLargestMapFile));
    return mapFromJson(content);
}

std::optional<SheetError> mapOutputProblem(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored) || loadMapFile(file))
        return std::nullopt;
    return SheetError{SheetErrorCode::OutputExists,
                      {},
                      {messages::sheet::fileExists(file.string())},
                      {messages::sheet::chooseNameForNewFile()},
                      {}};
}

SheetResult<void> saveMapFile(const ColumnMap& map, const std::filesystem::path& file) {
    LEADSHEET_TRY(auto output, AtomicFile::create(file));
    LEADSHEET_TRY_DONE(output.write(mapToJson(map)));
    return output.commit();
}

SheetResult<std::optional<MapSpec>> findSavedMap(const std::filesystem::path& folder,
                                                 const std::vector<std::string>& header) {
    const auto file = folder / (headerSignature(header) + ".json");
    auto spec = loadMapFile(file);
    if (spec)
        return std::optional(std::move(*spec));
    SheetError error = std::move(spec.error());
    if (error.code == SheetErrorCode::NotFound)
        return std::optional<MapSpec>();
    error.reason.insert(error.reason.begin(), say::savedMapPrefix(file.string()));
    return tl::unexpected(std::move(error));
}

SheetResult<std::filesystem::path> saveMapFor(const std::filesystem::path& folder,
                                              const std::vector<std::string>& header,
                                              const ColumnMap& map) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const auto file = folder / (headerSignature(header) + ".json");
    LEADSHEET_TRY_DONE(saveMapFile(map, file));
    return file;
}

} // namespace leadsheet::app
