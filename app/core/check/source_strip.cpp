// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/source_strip.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/strip.hpp"
#include "sheet/text_style.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

namespace say = messages::strip;

/// What is said of a matter when it is decided the standard way, the other, and the third.
struct MatterWords {
    using Phrase = Message (*)(std::int64_t count);
    Phrase standard;
    Phrase other;
    Phrase third = standard;
};

MatterWords wordsFor(SourceMatter matter) {
    switch (matter) {
    case SourceMatter::HiddenRows:
        return {say::hiddenRowsSkipped, say::hiddenRowsRead};
    case SourceMatter::HiddenColumns:
        return {say::hiddenColumnsRead, say::hiddenColumnsLeftOut};
    case SourceMatter::MergedCells:
        return {say::mergedAreasFirst, say::mergedAreasFilled};
    case SourceMatter::FormulaErrors:
        return {say::formulaErrorsBlock, say::formulaErrorsEmpty};
    case SourceMatter::FormulasWithoutValue:
        return {say::formulasBlock, say::formulasEmpty};
    case SourceMatter::RoundedValues:
        return {say::roundedShown, say::roundedStored};
    case SourceMatter::RaggedRows:
        return {say::raggedLeftOut, say::raggedKept};
    case SourceMatter::TotalRows:
        return {say::totalsLeftOut, say::totalsSkipped, say::totalsOrdered};
    case SourceMatter::MarkedRows:
        break;
    }
    return {say::markedLeftOut, say::markedSkipped, say::markedOrdered};
}

std::int64_t signedCount(std::uint64_t count) {
    return static_cast<std::int64_t>(count);
}

/// The strip in one language.
class StripWriter {
public:
    StripWriter(const SourceState& state, const text::Wording& wording)
        : state_(state)
        , wording_(wording) {}

    std::vector<StripPhrase> written() {
        strip_.push_back({StripPart::File, {}, state_.file});
        if (const Message misnamed = misnamedMessage(state_.file, state_.format); !misnamed.empty())
            add(StripPart::Format, misnamed);
        if (isWorkbook(state_.format)) {
            add(StripPart::Tabs, tabs());
            if (!state_.unreadTabs.empty())
                add(StripPart::UnreadTabs, unread());
        } else {
            strip_.push_back({StripPart::Encoding, {}, state_.encoding});
            add(StripPart::Delimiter, delimiter());
        }
        add(StripPart::HeaderRow, header());
        if (!state_.counts)
            return std::move(strip_);
        add(StripPart::Rows, rowsMessage(state_.counts->rows, state_.counts->blankRows));
        if (state_.unreadNotes > 0)
            add(StripPart::Removed, say::commentsNotRead(signedCount(state_.unreadNotes)));
        if (state_.removedNuls > 0)
            add(StripPart::Removed, say::nulsRemoved(signedCount(state_.removedNuls)));
        addMatters();
        return std::move(strip_);
    }

private:
    std::string words(const Message& message) const { return text::render(message, wording_); }
    void add(StripPart part, const Message& message) {
        strip_.push_back({part, {}, words(message)});
    }
    void add(SourceMatter matter, const Message& message) {
        strip_.push_back({StripPart::Matter, matter, words(message)});
    }

    Message tabs() const {
        std::string names;
        for (const SourceState::Tab& tab : state_.tabs)
            names += (names.empty() ? "" : ", ") +
                     (tab.hidden ? words(say::hiddenTab(tab.name)) : tab.name);
        if (state_.tabs.size() > 1)
            return say::tabs(names);
        return state_.tabFound ? say::foundTab(names) : say::tab(names);
    }

    Message unread() const {
        constexpr std::size_t kNamed = 8;
        std::string names;
        for (std::size_t i = 0; i < state_.unreadTabs.size() && i < kNamed; ++i) {
            const UnreadTab& tab = state_.unreadTabs[i];
            Message says = tab.hidden ? (tab.fits ? say::hiddenFits() : say::hidden())
                                      : tabNameMessage(tab.says);
            if (says.empty() && tab.fits)
                says = say::fits();
            names += (i == 0 ? "" : ", ") + tab.name;
            if (!says.empty())
                names += " (" + words(says) + ")";
        }
        if (state_.unreadTabs.size() > kNamed)
            return say::notReadAndMore(names, signedCount(state_.unreadTabs.size() - kNamed));
        return say::notRead(names);
    }

    Message delimiter() const {
        if (state_.aligned)
            return say::aligned();
        Message phrase = delimiterMessage(state_.delimiter);
        if (state_.quote != '"')
            phrase = say::quotedWith(std::move(phrase), std::string(1, state_.quote));
        return state_.blankBeforeQuote ? say::blanksBeforeQuotes(std::move(phrase)) : phrase;
    }

    Message header() const {
        const auto row = state_.tabs.front().headerRow;
        const bool same = std::all_of(state_.tabs.begin(), state_.tabs.end(),
                                      [&](const auto& tab) { return tab.headerRow == row; });
        if (same)
            return row ? say::headerRow(*row) : say::noHeaderRow();
        std::string rows;
        for (const SourceState::Tab& tab : state_.tabs)
            rows += (rows.empty() ? "" : ", ") +
                    (tab.headerRow ? std::to_string(*tab.headerRow) : words(say::none())) + " (" +
                    tab.name + ")";
        return say::headerRows(rows);
    }

    /// What cells merged downwards are read as; empty when there are none, or another way is taken.
    Message held() const {
        const std::vector<std::uint32_t>& columns = state_.counts->mergedDownColumns;
        if (columns.empty() || state_.decisions.takesOther(SourceMatter::MergedCells) ||
            state_.decisions.takesThird(SourceMatter::MergedCells))
            return {};
        std::vector<std::string> letters;
        for (const std::uint32_t column : columns)
            letters.push_back(columnLetter(column));
        return letters.size() == 1 ? say::mergedColumnHolds(letters.front())
                                   : say::mergedColumnsHold(letters);
    }

    void addMatters() {
        for (const SourceMatterInfo& info : sourceMatters()) {
            std::uint64_t count = state_.counts->of(info.matter);
            if (const Message merged =
                    info.matter == SourceMatter::MergedCells ? held() : Message();
                !merged.empty()) {
                add(info.matter, merged);
                count -= state_.counts->mergedDown;
            }
            if (count == 0)
                continue;
            const MatterWords ways = wordsFor(info.matter);
            const MatterWords::Phrase way = state_.decisions.takesOther(info.matter) ? ways.other
                                            : state_.decisions.takesThird(info.matter)
                                                ? ways.third
                                                : ways.standard;
            add(info.matter, way(signedCount(count)));
        }
        if (!state_.decisions.takesOther(SourceMatter::RoundedValues))
            add(SourceMatter::RoundedValues, say::textAsShown());
    }

    const SourceState& state_;
    const text::Wording& wording_;
    std::vector<StripPhrase> strip_;
};

} // namespace

Message misnamedMessage(const std::string& file, SheetFormat format) {
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
        return isExcel ? say::xlsxDespiteName(ending)
               : isOds ? say::odsDespiteName(ending)
                       : say::textDespiteName(ending);
    return {};
}

Message rowsMessage(std::uint64_t rows, std::uint64_t blank) {
    const Message all = say::rows(signedCount(rows));
    return blank > 0 ? say::rowsAndBlank(all, say::blankRows(signedCount(blank))) : all;
}

std::vector<StripPhrase> sourceStrip(const SourceState& state, const text::Wording& wording) {
    return StripWriter(state, wording).written();
}

std::string stripText(const std::vector<StripPhrase>& strip) {
    std::string text;
    for (const StripPhrase& phrase : strip)
        text += (text.empty() ? "" : " \xC2\xB7 ") + phrase.text;
    return text;
}

} // namespace leadsheet::app
