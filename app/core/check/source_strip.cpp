// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/source_strip.hpp"

#include "leadsheet/app/display.hpp"
#include "sheet/delimiter_sniff.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

/// What is said of a matter when it is decided the standard way, and the other.
struct MatterWords {
    std::string_view one;
    std::string_view several;
    std::string_view standard;
    std::string_view other;
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
        return {"line of totals", "lines of totals", "left out", "skipped"};
    }
    return {};
}

std::string countOf(std::uint64_t count, std::string_view one, std::string_view several) {
    return displayCount(static_cast<std::int64_t>(count), one, several);
}

std::string tabsText(const SourceState& state) {
    std::string text = state.tabs.size() == 1 ? "tab " : "tabs ";
    for (const SourceState::Tab& tab : state.tabs)
        text += (&tab == &state.tabs.front() ? "" : ", ") + tab.name;
    return text;
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

void addMatters(const SourceState& state, std::vector<StripPhrase>& strip) {
    const auto add = [&](SourceMatter matter, std::string text) {
        strip.push_back({StripPart::Matter, matter, std::move(text)});
    };
    for (const SourceMatterInfo& info : sourceMatters()) {
        const std::uint64_t count = state.counts->of(info.matter);
        if (count == 0)
            continue;
        const MatterWords words = wordsFor(info.matter);
        add(info.matter, countOf(count, words.one, words.several) + " " +
                             std::string(state.decisions.takesOther(info.matter) ? words.other
                                                                                 : words.standard));
    }
    if (!state.decisions.takesOther(SourceMatter::RoundedValues))
        add(SourceMatter::RoundedValues, "text kept exactly as shown");
}

} // namespace

std::vector<StripPhrase> sourceStrip(const SourceState& state) {
    std::vector<StripPhrase> strip{{StripPart::File, {}, state.file}};
    if (isWorkbook(state.format)) {
        strip.push_back({StripPart::Tabs, {}, tabsText(state)});
    } else {
        strip.push_back({StripPart::Encoding, {}, state.encoding});
        strip.push_back({StripPart::Delimiter, {}, delimiterWord(state.delimiter)});
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
