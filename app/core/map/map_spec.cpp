// SPDX-License-Identifier: Apache-2.0
#include "map/map_spec.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/try.hpp"
#include "map/transform.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::map;

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
