// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_edits.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/try.hpp"
#include "sheet/input_file.hpp"
#include "text/names.hpp"
#include "write/atomic_file.hpp"

#include <boost/json.hpp>
#include <charconv>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

namespace json = boost::json;

constexpr int kEditsVersion = 1;
constexpr std::uint64_t kLargestEditsFile = 64ULL << 20;

SheetError editError(Message reason, Message wayOut) {
    return {SheetErrorCode::InvalidOption, {}, {std::move(reason)}, {std::move(wayOut)}, {}};
}

SheetError damagedEdits(Message what) {
    return editError(say::correctionsNotUnderstood(std::move(what)),
                     say::rewriteOrCorrectCorrections());
}

// "C12" as column and row.
std::optional<CellPlace> placeFromName(std::string_view name) {
    const auto digits = name.find_first_of("0123456789");
    if (digits == std::string_view::npos)
        return std::nullopt;
    const auto column = columnFromLetters(name.substr(0, digits));
    CellPlace place;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + digits, end, place.row);
    if (!column || error != std::errc() || stop != end || place.row == 0)
        return std::nullopt;
    place.column = *column;
    return place;
}

std::string placeName(const CellPlace& place) {
    return columnLetter(place.column) + std::to_string(place.row);
}

SheetResult<std::size_t> tabNamed(std::string_view name, const std::vector<SheetInfo>& sheets) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        if (sheets[i].name == name)
            return i;
        names.push_back("\"" + sheets[i].name + "\"");
    }
    return tl::unexpected(SheetError{
        SheetErrorCode::NoSuchSheet, {}, {say::noSuchTab(name)}, {say::listOfTabs(names)}, {}});
}

} // namespace

std::string SheetEdits::toJson() const {
    json::array cells;
    for (const auto& [place, text] : cells_)
        cells.push_back({{"tab", place.sheet}, {"cell", placeName(place)}, {"text", text}});
    return json::serialize(json::object{{"version", kEditsVersion}, {"cells", std::move(cells)}});
}

SheetResult<SheetEdits> SheetEdits::fromJson(std::string_view text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    if (error)
        return tl::unexpected(damagedEdits(say::noJsonDocument()));
    const json::object* object = document.if_object();
    const json::value* version = object == nullptr ? nullptr : object->if_contains("version");
    const json::value* list = object == nullptr ? nullptr : object->if_contains("cells");
    if (version == nullptr || !version->is_int64() || list == nullptr || !list->is_array())
        return tl::unexpected(damagedEdits(say::versionAndCellsMissing()));
    if (version->get_int64() != kEditsVersion)
        return tl::unexpected(damagedEdits(say::writtenByOtherVersion()));
    SheetEdits edits;
    for (const json::value& entry : list->get_array()) {
        const json::object* cell = entry.if_object();
        const json::value* tab = cell == nullptr ? nullptr : cell->if_contains("tab");
        const json::value* name = cell == nullptr ? nullptr : cell->if_contains("cell");
        const json::value* content = cell == nullptr ? nullptr : cell->if_contains("text");
        if (tab == nullptr || !tab->is_int64() || tab->get_int64() < 0 || name == nullptr ||
            !name->is_string() || content == nullptr || !content->is_string())
            return tl::unexpected(damagedEdits(say::cellNeedsTabCellText()));
        auto place = placeFromName(name->get_string());
        if (!place)
            return tl::unexpected(damagedEdits(say::noCell(name->get_string())));
        place->sheet = static_cast<std::size_t>(tab->get_int64());
        edits.set(*place, std::string(content->get_string()));
    }
    return edits;
}

SheetResult<void> SheetEdits::save(const std::filesystem::path& file) const {
    LEADSHEET_TRY(auto output, AtomicFile::create(file));
    LEADSHEET_TRY_DONE(output.write(toJson()));
    return output.commit();
}

SheetResult<SheetEdits> SheetEdits::load(const std::filesystem::path& file) {
    LEADSHEET_TRY(const auto content, readSmallFile(file, kLargestEditsFile));
    return fromJson(content);
}

SheetResult<SheetEdits::Change> parseCellEdit(std::string_view text, std::size_t openSheet,
                                              const std::vector<SheetInfo>& sheets) {
    const auto refused = [&] {
        return tl::unexpected(editError(say::cellEditUnclear(text), say::writeCellEdit()));
    };
    std::string_view rest = text;
    std::optional<std::string_view> tab;
    if (rest.starts_with('\'')) {
        const auto close = rest.find("'!", 1);
        if (close == std::string_view::npos)
            return refused();
        tab = rest.substr(1, close - 1);
        rest.remove_prefix(close + 2);
    } else if (const auto mark = rest.find('!'); mark < rest.find('=')) {
        tab = rest.substr(0, mark);
        rest.remove_prefix(mark + 1);
    }
    const auto equals = rest.find('=');
    const auto place = placeFromName(trimmed(rest.substr(0, equals)));
    if (equals == std::string_view::npos || !place)
        return refused();
    SheetEdits::Change change{*place, std::string(rest.substr(equals + 1))};
    change.place.sheet = openSheet;
    if (tab) {
        LEADSHEET_TRY(const auto sheet, tabNamed(*tab, sheets));
        change.place.sheet = sheet;
    }
    return change;
}

} // namespace leadsheet::app
