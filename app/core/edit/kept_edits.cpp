// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/kept_edits.hpp"

#include "leadsheet/try.hpp"
#include "sheet/sha256.hpp"
#include "text/names.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

constexpr std::string_view kHex = "0123456789abcdef";

std::string hexOf(const RowContent& content) {
    std::string hex;
    for (const unsigned char byte : content) {
        hex += kHex[byte >> 4U];
        hex += kHex[byte & 0x0FU];
    }
    return hex;
}

std::optional<RowContent> contentOf(std::string_view hex) {
    RowContent content{};
    if (hex.size() != content.size() * 2)
        return std::nullopt;
    for (std::size_t i = 0; i < hex.size(); ++i) {
        const auto digit = kHex.find(hex[i]);
        if (digit == std::string_view::npos)
            return std::nullopt;
        content[i / 2] = static_cast<unsigned char>(content[i / 2] * 16U + digit);
    }
    return content;
}

/// Cells of a row as they are hashed: column and length before each text.
class ContentText {
public:
    void clear() { bytes_.clear(); }
    void add(std::uint32_t column, std::string_view text) {
        const std::string_view shown = trimmed(text);
        if (shown.empty())
            return;
        bytes_ += std::to_string(column) + ':' + std::to_string(shown.size()) + ':';
        bytes_ += shown;
    }
    /// Nothing for a blank row.
    std::optional<RowContent> content() const {
        if (bytes_.empty())
            return std::nullopt;
        return contentOf(sha256Of(bytes_).substr(0, sizeof(RowContent) * 2));
    }

private:
    std::string bytes_;
};

template <class T>
T numberIn(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    const bool fits = value != nullptr && value->is_int64() && value->get_int64() >= 0 &&
                      value->get_int64() <= UINT32_MAX;
    return fits ? static_cast<T>(value->get_int64()) : T{};
}

std::string textIn(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string())
                                                  : std::string();
}

std::optional<KeptEdits::Tab> tabOf(const json::object& object) {
    const json::value* rows = object.if_contains("rows");
    if (rows == nullptr || !rows->is_array())
        return std::nullopt;
    KeptEdits::Tab tab;
    tab.sheet = numberIn<std::size_t>(object, "tab");
    tab.name = textIn(object, "name");
    tab.digest = textIn(object, "digest");
    for (const json::value& entry : rows->get_array()) {
        const json::object* row = entry.if_object();
        const auto content = row == nullptr ? std::nullopt : contentOf(textIn(*row, "content"));
        if (!content)
            return std::nullopt;
        tab.rows.emplace_back(numberIn<std::uint32_t>(*row, "row"),
                              RowMark{*content, numberIn<std::uint32_t>(*row, "occurrence"),
                                      numberIn<std::uint32_t>(*row, "equal")});
    }
    return tab;
}

std::vector<std::size_t> editedTabs(const SheetEdits& edits) {
    std::vector<std::size_t> tabs;
    for (const auto& [place, text] : edits.cells())
        if (tabs.empty() || tabs.back() != place.sheet)
            tabs.push_back(place.sheet);
    return tabs;
}

const VersionTab* tabFor(const KeptEdits& kept, const KeptEdits::Tab& wanted,
                         const std::vector<VersionTab>& tabs) {
    const auto only = [&tabs](auto fits) -> const VersionTab* {
        const VersionTab* found = nullptr;
        for (const VersionTab& tab : tabs)
            if (tab.rows && fits(tab)) {
                if (found != nullptr)
                    return nullptr;
                found = &tab;
            }
        return found;
    };
    if (const auto* named = only([&](const VersionTab& tab) { return tab.name == wanted.name; }))
        return named;
    if (const auto* alike = only([&](const VersionTab& tab) {
            return !wanted.digest.empty() && tab.rows->digest() == wanted.digest;
        }))
        return alike;
    return tabs.size() == 1 && kept.tabs.size() == 1 && tabs.front().rows ? &tabs.front() : nullptr;
}

using RowEdits = std::vector<std::pair<std::uint32_t, std::string>>;

RowEdits editsOf(const SheetEdits& edits, std::size_t sheet, std::uint32_t row) {
    RowEdits cells;
    for (const auto& [column, text] : edits.row(sheet, row))
        cells.emplace_back(column, *text);
    return cells;
}

/// Where the rows of a tab's marks are now: old number -> new number.
std::map<std::uint32_t, std::uint32_t> rowsNow(const KeptEdits& kept, const KeptEdits::Tab& tab,
                                               const TabRows& now) {
    std::map<RowContent, std::vector<std::pair<std::uint32_t, RowMark>>> groups;
    for (const auto& row : tab.rows)
        groups[row.second.content].push_back(row);
    std::map<std::uint32_t, std::uint32_t> found;
    for (const auto& [content, rows] : groups) {
        const std::vector<std::uint32_t> there = now.rowsReading(content);
        const std::uint32_t equal = rows.front().second.equal;
        if (there.size() == equal) {
            for (const auto& [number, mark] : rows)
                if (mark.occurrence < there.size())
                    found.emplace(number, there[mark.occurrence]);
            continue;
        }
        const RowEdits first = editsOf(kept.edits, tab.sheet, rows.front().first);
        const bool alike =
            rows.size() == equal && std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
                return editsOf(kept.edits, tab.sheet, row.first) == first;
            });
        for (std::size_t i = 0; alike && i < std::min(rows.size(), there.size()); ++i)
            found.emplace(rows[i].first, there[i]);
    }
    return found;
}

} // namespace

SheetResult<TabRows> TabRows::of(RowSource& source, std::uint32_t most) {
    TabRows tab;
    ContentText text;
    RowView row;
    while (tab.rows_.size() < most) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            break;
        text.clear();
        for (const Cell& cell : row.cells)
            text.add(cell.column, cell.text);
        if (const auto content = text.content())
            for (std::uint32_t i = 0; i < row.repeat && tab.rows_.size() < most; ++i)
                tab.rows_.push_back({row.row + i, *content});
    }
    tab.sortByContent();
    return tab;
}

SheetResult<TabRows> TabRows::of(const RowSpool& spool) {
    TabRows tab;
    ContentText text;
    const std::uint32_t columns = spool.columns();
    const std::uint64_t count = spool.rows();
    for (std::uint64_t i = 0; i < count; ++i) {
        LEADSHEET_TRY(const auto row, spool.row(i));
        text.clear();
        for (std::uint32_t column = 0; column < columns; ++column)
            text.add(column, row.textAt(column));
        if (const auto content = text.content())
            tab.rows_.push_back({row.number(), *content});
    }
    tab.sortByContent();
    return tab;
}

void TabRows::sortByContent() {
    byContent_.resize(rows_.size());
    std::iota(byContent_.begin(), byContent_.end(), 0U);
    std::stable_sort(byContent_.begin(), byContent_.end(),
                     [this](std::uint32_t one, std::uint32_t other) {
                         return rows_[one].content < rows_[other].content;
                     });
}

std::span<const std::uint32_t> TabRows::placesOf(const RowContent& content) const {
    const auto first =
        std::partition_point(byContent_.begin(), byContent_.end(),
                             [&](std::uint32_t place) { return rows_[place].content < content; });
    const auto last = std::partition_point(first, byContent_.end(), [&](std::uint32_t place) {
        return rows_[place].content == content;
    });
    return {first, last};
}

std::optional<RowMark> TabRows::markOf(std::uint32_t row) const {
    const auto found =
        std::lower_bound(rows_.begin(), rows_.end(), row,
                         [](const Row& one, std::uint32_t number) { return one.number < number; });
    if (found == rows_.end() || found->number != row)
        return std::nullopt;
    const auto same = placesOf(found->content);
    const auto place = static_cast<std::uint32_t>(found - rows_.begin());
    const auto before = std::lower_bound(same.begin(), same.end(), place) - same.begin();
    return RowMark{found->content, static_cast<std::uint32_t>(before),
                   static_cast<std::uint32_t>(same.size())};
}

std::vector<std::uint32_t> TabRows::rowsReading(const RowContent& content) const {
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t place : placesOf(content))
        numbers.push_back(rows_[place].number);
    return numbers;
}

std::string TabRows::digestOf(std::size_t count) const {
    Sha256 hash;
    for (std::size_t i = 0; i < std::min(count, rows_.size()); ++i)
        hash.add({reinterpret_cast<const char*>(rows_[i].content.data()), sizeof(RowContent)});
    return hash.finish();
}

std::string TabRows::digest() const {
    return digestOf(rows_.size());
}

std::string TabRows::head() const {
    return digestOf(kHeadRows);
}

std::string keptEditsText(const SheetEdits& edits, const std::vector<VersionTab>& tabs) {
    json::array kept;
    for (const std::size_t sheet : editedTabs(edits)) {
        const auto tab = std::find_if(tabs.begin(), tabs.end(), [sheet](const VersionTab& one) {
            return one.sheet == sheet && one.rows;
        });
        if (tab == tabs.end())
            continue;
        json::array rows;
        for (auto row = edits.firstEditedRow(sheet, 0); row;
             row = edits.firstEditedRow(sheet, *row + 1))
            if (const auto mark = tab->rows->markOf(*row))
                rows.push_back({{"row", *row},
                                {"content", hexOf(mark->content)},
                                {"occurrence", mark->occurrence},
                                {"equal", mark->equal}});
        kept.push_back({{"tab", sheet},
                        {"name", tab->name},
                        {"digest", tab->rows->digest()},
                        {"rows", std::move(rows)}});
    }
    json::value document = json::parse(edits.toJson());
    document.as_object()["madeFor"] = std::move(kept);
    return json::serialize(document);
}

SheetResult<KeptEdits> readKeptEdits(std::string_view text) {
    KeptEdits kept;
    LEADSHEET_TRY(auto edits, SheetEdits::fromJson(text));
    kept.edits = std::move(edits);
    json::error_code error;
    const json::value document = json::parse(text, error);
    const json::value* tabs = error ? nullptr : document.as_object().if_contains("madeFor");
    if (tabs != nullptr && tabs->is_array())
        for (const json::value& entry : tabs->get_array())
            if (const json::object* object = entry.if_object())
                if (auto tab = tabOf(*object))
                    kept.tabs.push_back(*std::move(tab));
    return kept;
}

MovedEdits moveEdits(const KeptEdits& kept, const std::vector<VersionTab>& tabs) {
    std::vector<SheetEdits::Change> changes;
    std::vector<DroppedEdit> dropped;
    for (const std::size_t sheet : editedTabs(kept.edits)) {
        const auto tab = std::find_if(kept.tabs.begin(), kept.tabs.end(),
                                      [sheet](const auto& one) { return one.sheet == sheet; });
        const VersionTab* now = tab == kept.tabs.end() ? nullptr : tabFor(kept, *tab, tabs);
        const auto rows = now == nullptr ? std::map<std::uint32_t, std::uint32_t>()
                                         : rowsNow(kept, *tab, *now->rows);
        for (const auto& [place, text] : kept.edits.cells()) {
            if (place.sheet != sheet)
                continue;
            if (const auto row = rows.find(place.row); row != rows.end())
                changes.push_back({{now->sheet, row->second, place.column}, text});
            else
                dropped.push_back({place, tab == kept.tabs.end() ? "" : tab->name, text});
        }
    }
    return {SheetEdits::of(changes), std::move(dropped)};
}

bool isSameContent(const KeptEdits& kept, const std::vector<VersionTab>& tabs) {
    return !kept.tabs.empty() && kept.tabs.size() == editedTabs(kept.edits).size() &&
           std::all_of(kept.tabs.begin(), kept.tabs.end(), [&](const KeptEdits::Tab& tab) {
               const VersionTab* now = tabFor(kept, tab, tabs);
               return now != nullptr && now->rows->digest() == tab.digest;
           });
}

} // namespace leadsheet::app
