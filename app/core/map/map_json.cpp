// SPDX-License-Identifier: Apache-2.0
#include "map/map_spec.hpp"
#include "map/transform.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/sha256.hpp"
#include "text/names.hpp"
#include "write/atomic_file.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/durations.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
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
    return AtomicFile::save(file, mapToJson(map));
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
    if (error)
        return tl::unexpected(SheetError{
            SheetErrorCode::StorageError,
            {},
            {messages::sheet::fileNotWritable(file.string(), systemReason(error.value()))},
            {messages::sheet::chooseWritableFolder()},
            {}});
    LEADSHEET_TRY_DONE(saveMapFile(map, file));
    return file;
}

SheetError mapInvalid(Message reason, Message wayOut) {
    return {SheetErrorCode::MapInvalid, {}, {std::move(reason)}, {std::move(wayOut)}, {}};
}

SheetError unknownTarget(const std::string& target) {
    if (target == "quoteId" || target == "maxPrice")
        return {SheetErrorCode::MapUnknownTarget,
                {},
                {say::priceGuardNotMappable(target)},
                {say::giveTotalWhenSubmitting()},
                {}};
    const auto close = suggestTargets(target);
    std::vector<std::string> names;
    for (const TargetField& field : allTargets())
        names.push_back(field.name);
    return {SheetErrorCode::MapUnknownTarget,
            {},
            {say::noSuchField(target)},
            {close.empty() ? say::listOfFields(names) : messages::check::didYouMean(close)},
            {}};
}

SheetError unknownColumn(const std::string& column, const std::vector<std::string>& headers) {
    std::vector<std::string> names;
    std::copy_if(headers.begin(), headers.end(), std::back_inserter(names),
                 [](const std::string& header) { return !trimmed(header).empty(); });
    const auto close = closeNames(column, names, 3);
    constexpr std::size_t kListed = 20;
    const std::size_t total = names.size();
    names.resize(std::min(total, kListed));
    Message wayOut = !close.empty()    ? messages::check::didYouMean(close)
                     : names.empty()   ? say::sheetWithoutColumnNames()
                     : total > kListed ? say::listOfColumnsAndMore(names)
                                       : say::listOfColumns(names);
    return {
        SheetErrorCode::MapUnknownColumn, {}, {say::noSuchColumn(column)}, {std::move(wayOut)}, {}};
}

SheetError mapConflict(Message reason, Message wayOut) {
    return {SheetErrorCode::MapConflict, {}, {std::move(reason)}, {std::move(wayOut)}, {}};
}

namespace {

constexpr std::string_view kIgnore = "ignore";

// Pieces between separators that stand outside quotes and brackets.
std::vector<std::string_view> splitOutside(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    bool quoted = false;
    int depth = 0;
    std::size_t from = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && depth > 0)
            ++i;
        else if (c == '"' && depth == 0)
            quoted = !quoted;
        else if (!quoted && c == '(')
            ++depth;
        else if (!quoted && c == ')')
            depth = std::max(0, depth - 1);
        else if (!quoted && depth == 0 && c == separator) {
            pieces.push_back(text.substr(from, i - from));
            from = i + 1;
        }
    }
    pieces.push_back(text.substr(from));
    return pieces;
}

// A value in quotes has its doubled quotes halved; without quotes it is trimmed.
std::string plainValue(std::string_view text) {
    text = trimmed(text);
    if (text.size() < 2 || text.front() != '"' || text.back() != '"')
        return std::string(text);
    std::string value;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        value += text[i];
        if (text[i] == '"' && text[i + 1] == '"' && i + 2 < text.size())
            ++i;
    }
    return value;
}

std::string quotedValue(const std::string& text) {
    if (!text.empty() && text.find_first_of(",=|+\"()") == std::string::npos &&
        trimmed(text) == text && text.front() != '@')
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"')
            quoted += c;
    }
    return quoted + "\"";
}

SheetResult<void> checkTarget(const std::string& target) {
    if (findTarget(target))
        return {};
    return tl::unexpected(unknownTarget(target));
}

SheetError noStep(std::string_view text) {
    return mapInvalid(say::notAStep(trimmed(text)), say::listOfSteps());
}

SheetResult<void> parseColumnEntry(const std::string& target, std::string_view right,
                                   MapSpec& spec) {
    const auto pieces = splitOutside(right, '|');
    std::vector<std::string> headers;
    // Elsewhere a + is part of the name, as in "C++ tools".
    auto named = splitOutside(pieces.front(), '+');
    const bool namesAll = std::none_of(named.begin(), named.end(),
                                       [](std::string_view name) { return trimmed(name).empty(); });
    if (target != kJoinedTarget && (!canJoin(target) || !namesAll))
        named = {pieces.front()};
    for (const std::string_view name : named)
        headers.push_back(trimmed(name).starts_with('@') ? std::string(trimmed(name))
                                                         : plainValue(name));
    MapSpec::Entry entry{target, headers.front(), {}, {headers.begin() + 1, headers.end()}};
    if (std::any_of(headers.begin(), headers.end(), [](const auto& name) { return name.empty(); }))
        return tl::unexpected(
            mapInvalid(say::entryWithoutColumn(target), say::writeHeaderOrValue(target, target)));
    if (target == kIgnore) {
        spec.ignored.push_back(entry.header);
        return {};
    }
    LEADSHEET_TRY_DONE(checkTarget(target));
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        const auto step = parseTransform(pieces[i]);
        if (!step)
            return tl::unexpected(noStep(pieces[i]));
        entry.transforms.push_back(*step);
    }
    spec.columns.push_back(std::move(entry));
    return {};
}

SheetResult<void> parseEntry(std::string_view text, MapSpec& spec) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return tl::unexpected(mapInvalid(say::noMapping(text), say::writeFieldAndColumn()));
    const char before = text[equals - 1];
    const bool value = before == ':' || before == '?';
    const std::string target(trimmed(text.substr(0, value ? equals - 1 : equals)));
    const std::string_view right = text.substr(equals + 1);
    if (!value)
        return parseColumnEntry(target, right, spec);
    LEADSHEET_TRY_DONE(checkTarget(target));
    spec.values.push_back({target, plainValue(right), before == '?', given()});
    return {};
}

} // namespace

SheetResult<MapSpec> parseMapSpec(std::string_view text) {
    MapSpec spec;
    for (const std::string_view piece : splitOutside(text, ',')) {
        const std::string_view entry = trimmed(piece);
        if (entry.empty())
            continue;
        LEADSHEET_TRY_DONE(parseEntry(entry, spec));
    }
    return spec;
}

SheetResult<std::vector<MapSpec::Fix>> parseFix(std::string_view text) {
    const auto pieces = splitOutside(text, '|');
    const std::string target(trimmed(pieces.front()));
    LEADSHEET_TRY_DONE(checkTarget(target));
    std::vector<MapSpec::Fix> fixes;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        const auto step = parseTransform(pieces[i]);
        if (!step)
            return tl::unexpected(noStep(pieces[i]));
        fixes.push_back({findTarget(target)->name, *step});
    }
    if (fixes.empty())
        return tl::unexpected(mapInvalid(say::fixWithoutMeaning(text), say::writeFixAsListed()));
    return fixes;
}

std::string fixText(const MapSpec::Fix& fix) {
    return fix.target + "|" + fix.step.text();
}

std::string mapSpecText(const ColumnMap& map) {
    std::vector<std::string> entries;
    const auto named = [&](std::uint32_t column, const std::string& header) {
        const bool unique =
            !header.empty() && std::count(map.headers.begin(), map.headers.end(), header) == 1;
        return unique ? quotedValue(header) : "@" + columnLetter(column);
    };
    for (const ColumnRule& rule : map.columns) {
        std::string entry = rule.target + "=" + named(rule.column, rule.header);
        for (const JoinedColumn& joined : rule.with)
            entry += "+" + named(joined.column, joined.header);
        for (const Transform& step : rule.transforms)
            entry += "|" + step.text();
        entries.push_back(std::move(entry));
    }
    for (const ValueRule& rule : map.values)
        entries.push_back(rule.target + (rule.fillOnly ? "?=" : ":=") + quotedValue(rule.value));
    for (const std::uint32_t column : map.ignored)
        entries.push_back(std::string(kIgnore) + "=@" + columnLetter(column));
    std::string text;
    for (const std::string& entry : entries)
        text += (text.empty() ? "" : ",") + entry;
    return text;
}

} // namespace leadsheet::app
