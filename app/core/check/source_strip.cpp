// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/source_strip.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/display.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet/delimiter_sniff.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

/// What is said of a matter when it is decided the standard way, the other, and the third.
struct MatterWords {
    std::string_view one;
    std::string_view several;
    std::string_view standard;
    std::string_view other;
    std::string_view third = standard;
};

MatterWords wordsFor(SourceMatter matter) {
    switch (matter) {
    case SourceMatter::HiddenRows:
        return {"hidden row", "hidden rows", "skipped", "read"};
    case SourceMatter::HiddenColumns:
        return {"hidden column", "hidden columns", "read", "left out"};
    case SourceMatter::MergedCells:
        return {"merged area", "merged areas", "read in the first cell only", "filled"};
    case SourceMatter::FormulaErrors:
        return {"formula error", "formula errors", "blocking rows", "read as empty"};
    case SourceMatter::FormulasWithoutValue:
        return {"formula without a value", "formulas without a value", "blocking rows",
                "read as empty"};
    case SourceMatter::RoundedValues:
        return {"rounded value", "rounded values", "read as shown", "read as stored"};
    case SourceMatter::RaggedRows:
        return {"row longer than the header", "rows longer than the header", "kept", "left out"};
    case SourceMatter::TotalRows:
        return {"totals row", "totals rows", "left out", "skipped", "ordered"};
    case SourceMatter::MarkedRows:
        return {"row marked as not wanted", "rows marked as not wanted", "left out", "skipped",
                "ordered"};
    }
    return {};
}

std::string countOf(std::uint64_t count, std::string_view one, std::string_view several) {
    return displayCount(static_cast<std::int64_t>(count), one, several);
}

std::string tabsText(const SourceState& state) {
    std::string text = state.tabs.size() == 1 ? "tab " : "tabs ";
    for (const SourceState::Tab& tab : state.tabs)
        text +=
            (&tab == &state.tabs.front() ? "" : ", ") + tab.name + (tab.hidden ? " (hidden)" : "");
    return text + (state.tabFound ? ", whose header fits best" : "");
}

std::string unreadText(const SourceState& state) {
    constexpr std::size_t kNamed = 8;
    std::string text = "not read: ";
    for (std::size_t i = 0; i < state.unreadTabs.size() && i < kNamed; ++i) {
        const UnreadTab& tab = state.unreadTabs[i];
        text += (i == 0 ? "" : ", ") + tab.name;
        std::string says = tab.hidden ? (tab.fits ? "hidden, fits too" : "hidden")
                                      : text::render(tabNameMessage(tab.says));
        if (says.empty() && tab.fits)
            says = "fits too";
        if (!says.empty())
            text += " (" + says + ")";
    }
    if (state.unreadTabs.size() > kNamed)
        text += " and " + std::to_string(state.unreadTabs.size() - kNamed) + " more";
    return text;
}

std::string delimiterText(const SourceState& state) {
    if (state.aligned)
        return "columns aligned with spaces";
    return delimiterWord(state.delimiter) +
           (state.quote == '"' ? "" : std::string(", quoted with ") + state.quote) +
           (state.blankBeforeQuote ? ", spaces before quotes" : "");
}

std::string headerText(const SourceState& state) {
    const auto row = state.tabs.front().headerRow;
    const bool same = std::all_of(state.tabs.begin(), state.tabs.end(),
                                  [&](const auto& tab) { return tab.headerRow == row; });
    if (same)
        return row ? "header row " + std::to_string(*row) : "no header row";
    std::string text = "header rows ";
    for (const SourceState::Tab& tab : state.tabs)
        text += (&tab == &state.tabs.front() ? "" : ", ") +
                (tab.headerRow ? std::to_string(*tab.headerRow) : "none") + " (" + tab.name + ")";
    return text;
}

/// What cells merged downwards are read as; empty when there are none, or another way is taken.
std::string heldText(const SourceState& state) {
    const std::vector<std::uint32_t>& columns = state.counts->mergedDownColumns;
    if (columns.empty() || state.decisions.takesOther(SourceMatter::MergedCells) ||
        state.decisions.takesThird(SourceMatter::MergedCells))
        return {};
    std::string text = columns.size() == 1 ? "merged cells in column " : "merged cells in columns ";
    for (std::size_t i = 0; i < columns.size(); ++i)
        text += (i == 0 ? "" : i + 1 == columns.size() ? " and " : ", ") + columnLetter(columns[i]);
    return text + " hold for all their rows";
}

void addMatters(const SourceState& state, std::vector<StripPhrase>& strip) {
    const auto add = [&](SourceMatter matter, std::string text) {
        strip.push_back({StripPart::Matter, matter, std::move(text)});
    };
    for (const SourceMatterInfo& info : sourceMatters()) {
        std::uint64_t count = state.counts->of(info.matter);
        if (const std::string held =
                info.matter == SourceMatter::MergedCells ? heldText(state) : "";
            !held.empty()) {
            add(info.matter, held);
            count -= state.counts->mergedDown;
        }
        if (count == 0)
            continue;
        const MatterWords words = wordsFor(info.matter);
        add(info.matter,
            countOf(count, words.one, words.several) + " " +
                std::string(state.decisions.takesOther(info.matter)   ? words.other
                            : state.decisions.takesThird(info.matter) ? words.third
                                                                      : words.standard));
    }
    if (!state.decisions.takesOther(SourceMatter::RoundedValues))
        add(SourceMatter::RoundedValues, "text kept exactly as shown");
}

} // namespace

std::string misnamedText(const std::string& file, SheetFormat format) {
    const auto dot = file.rfind('.');
    const std::string ending =
        dot == std::string::npos ? std::string() : lowerCase(file.substr(dot + 1));
    const bool saysExcel = isOneOf(ending, {"xlsx", "xlsm", "xltx", "xltm", "xls", "xlsb"});
    const bool saysOds = isOneOf(ending, {"ods", "ots"});
    const bool saysText = isOneOf(ending, {"csv", "tsv", "tab", "txt"});
    const bool isExcel = format == SheetFormat::Xlsx || format == SheetFormat::Xlsm;
    const bool isOds = format == SheetFormat::Ods;
    if (isExcel ? saysOds || saysText || ending == "xls" || ending == "xlsb"
        : isOds ? saysExcel || saysText
                : saysExcel || saysOds)
        return std::string(isExcel ? "an XLSX workbook"
                           : isOds ? "an ODS workbook"
                                   : "text") +
               " despite its name (." + ending + ")";
    return {};
}

std::vector<StripPhrase> sourceStrip(const SourceState& state) {
    std::vector<StripPhrase> strip{{StripPart::File, {}, state.file}};
    if (std::string misnamed = misnamedText(state.file, state.format); !misnamed.empty())
        strip.push_back({StripPart::Format, {}, std::move(misnamed)});
    if (isWorkbook(state.format)) {
        strip.push_back({StripPart::Tabs, {}, tabsText(state)});
        if (!state.unreadTabs.empty())
            strip.push_back({StripPart::UnreadTabs, {}, unreadText(state)});
    } else {
        strip.push_back({StripPart::Encoding, {}, state.encoding});
        strip.push_back({StripPart::Delimiter, {}, delimiterText(state)});
    }
    strip.push_back({StripPart::HeaderRow, {}, headerText(state)});
    if (!state.counts)
        return strip;
    std::string rows = countOf(state.counts->rows, "row", "rows");
    if (state.counts->blankRows > 0)
        rows += " and " + countOf(state.counts->blankRows, "blank one", "blank ones");
    strip.push_back({StripPart::Rows, {}, std::move(rows)});
    if (state.removedNuls > 0)
        strip.push_back({StripPart::Removed,
                         {},
                         countOf(state.removedNuls, "NUL byte", "NUL bytes") + " removed"});
    addMatters(state, strip);
    return strip;
}

std::string stripText(const std::vector<StripPhrase>& strip) {
    std::string text;
    for (const StripPhrase& phrase : strip)
        text += (text.empty() ? "" : " \xC2\xB7 ") + phrase.text;
    return text;
}

} // namespace leadsheet::app
