// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/source_choices.hpp"
#include "leadsheet/message.hpp"
#include "leadsheet/text/render.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What a phrase of the strip is about, and so which control changes it.
enum class StripPart {
    File,
    Format,
    Tabs,
    UnreadTabs,
    Encoding,
    Delimiter,
    HeaderRow,
    Rows,
    Removed,
    Matter
};

struct StripPhrase {
    StripPart part = StripPart::File;
    std::optional<SourceMatter> matter; ///< with StripPart::Matter
    std::string text;                   ///< "48 hidden rows skipped"
};

/// What a tab's name says of all that is in it.
enum class TabName {
    Plain,
    NotWanted, ///< "Blacklist", "Do not use"
    Example,   ///< "Template"
    Done       ///< "Archive"
};
TabName tabNameOf(std::string_view name);
/// "not wanted by its name"; empty for Plain.
Message tabNameMessage(TabName name);

/// A tab that a run leaves out.
struct UnreadTab {
    std::string name;
    bool hidden = false;
    bool fits = false; ///< has all that an order needs, too
    TabName says = TabName::Plain;
};

/// How a sheet is read, as far as it is known.
struct SourceState {
    std::string file; ///< its name
    SheetFormat format = SheetFormat::DelimitedText;
    std::string encoding; ///< of text formats
    char delimiter = ',';
    char quote = '"';
    bool blankBeforeQuote = false;
    bool aligned = false; ///< columns by blanks, and no delimiter
    struct Tab {
        std::string name;
        std::optional<std::uint32_t> headerRow; ///< absent = none
        bool hidden = false;
    };
    std::vector<Tab> tabs;             ///< in the order they are read; at least one
    std::vector<UnreadTab> unreadTabs; ///< unless the person chose among them
    bool tabFound = false;             ///< the tab was chosen by its header, and is not the first
    SourceDecisions decisions;
    std::optional<SourceCounts> counts; ///< absent = the rows were not read yet
    std::uint64_t unreadNotes = 0;      ///< comments beyond the limit
    std::uint64_t removedNuls = 0;      ///< bytes of 0 in a text format, which no cell keeps
};

/// "text despite its name (.xlsx)", for a file whose name promises another kind of format; else
/// empty.
Message misnamedMessage(const std::string& file, SheetFormat format);

/// "450 rows and 3 blank ones": those that an order could come from.
Message rowsMessage(std::uint64_t rows, std::uint64_t blank);

/// The strip in words, in its order: "ICP list.xlsx", "tab Q3", "not read: Q4 (fits too)", "header
/// row 4", "450 rows", "48 hidden rows skipped", "text kept exactly as shown". A matter is named
/// when it comes up.
std::vector<StripPhrase> sourceStrip(const SourceState& state,
                                     const text::Wording& wording = text::english());
/// The phrases with a middle dot between them.
std::string stripText(const std::vector<StripPhrase>& strip);

} // namespace leadsheet::app
