// SPDX-License-Identifier: Apache-2.0
#include "check/tab_head.hpp"

#include "check/line_meaning.hpp"
#include "check/note_meaning.hpp"
#include "check/row_decider.hpp"
#include "check/tab_names.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/messages/tab.hpp"
#include "leadsheet/try.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

SampleRow sampleOf(const RowView& row) {
    SampleRow sample;
    sample.row = row.row;
    for (const Cell& cell : row.cells) {
        sample.cells.resize(cell.column);
        sample.cells.emplace_back(cell.text);
    }
    return sample;
}

} // namespace

Message tabNameMessage(TabName name) {
    static constexpr auto kWords =
        std::to_array<Message (*)()>({nullptr, messages::tab::notWantedByName,
                                      messages::tab::exampleByName, messages::tab::doneByName});
    static_assert(kWords.size() == static_cast<std::size_t>(TabName::Done) + 1);
    const auto words = kWords[static_cast<std::size_t>(name)];
    return words == nullptr ? Message() : words();
}

SheetResult<std::unique_ptr<RowSource>>
openDecided(const std::filesystem::path& path, const CheckOptions& options, std::stop_token stop) {
    SheetOptions sheet = options.sheet;
    if (options.decisions.takesOther(SourceMatter::MergedCells))
        sheet.merged = MergedCells::FillRange;
    auto source = openSheet(path, sheet, std::move(stop));
    if (!source)
        return source;
    return withEdits(std::move(*source), options.edits);
}

SheetResult<std::vector<SampleRow>> readHead(RowSource& source, std::size_t sheet,
                                             const SourceDecisions& decisions) {
    LEADSHEET_TRY_DONE(source.open(sheet));
    std::vector<SampleRow> head;
    RowView row;
    while (head.size() < kMapSampleRows) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            break;
        for (std::uint32_t i = 0; !row.blank() && i < row.repeat && head.size() < kMapSampleRows;
             ++i) {
            head.push_back(sampleOf(row));
            head.back().row += i;
            const auto notes = notesOfRow(source.notes(), head.back().row);
            head.back().notes.assign(notes.begin(), notes.end());
        }
        if (row.row >= kMapSampleRows * 2)
            break;
    }
    if (decisions.takesOther(SourceMatter::HiddenColumns))
        for (SampleRow& sample : head)
            for (const std::uint32_t column : source.hiddenColumns())
                if (column < sample.cells.size())
                    sample.cells[column].clear();
    return head;
}

SheetResult<HeaderChoice> chooseHeader(const std::vector<SampleRow>& head,
                                       std::optional<std::uint32_t> stated) {
    if (head.empty())
        return tl::unexpected(SheetError{SheetErrorCode::Empty,
                                         {},
                                         {messages::check::sheetWithoutText()},
                                         {messages::check::chooseOtherFileOrTab()},
                                         {}});
    if (!stated)
        return detectHeader(head);
    if (*stated == 0)
        return HeaderChoice{std::nullopt, Confidence::Certain, {messages::check::statedNoHeader()}};
    const bool known = std::any_of(head.begin(), head.end(),
                                   [&](const SampleRow& row) { return row.row == *stated; });
    if (!known)
        return tl::unexpected(SheetError{SheetErrorCode::HeaderNotFound,
                                         {*stated, 0, 0},
                                         {messages::check::headerRowNotFound()},
                                         {messages::check::nameRowWithText()},
                                         {}});
    return statedHeader(head, *stated);
}

std::vector<Message> headerAdvice(const HeaderChoice& header, std::optional<std::uint32_t> stated) {
    if (stated)
        return {};
    if (header.tooFarDown)
        return {
            say::namesBelowSearchedRows(*header.tooFarDown, kHeaderSearchRows, *header.tooFarDown)};
    if (header.row && header.confidence != Confidence::Unsure)
        return {};
    if (!header.row)
        return {say::noNamesNameRow()};
    return {say::rowTakenForNames(*header.row)};
}

std::optional<SheetError> turnedSheet(const std::vector<SampleRow>& head) {
    constexpr std::size_t kFewestFields = 3;
    std::set<std::string> fields;
    std::vector<std::string> names;
    std::size_t rows = 0;
    for (const SampleRow& row : head) {
        const std::string_view name = row.textAt(0);
        if (name.empty())
            continue;
        ++rows;
        const NameMeaning meaning = meaningOf(name);
        if (meaning.fit >= NameFit::Core && row.hasSeveral() &&
            fields.insert(meaning.target).second)
            names.push_back("\"" + std::string(name) + "\"");
    }
    if (fields.size() < kFewestFields || fields.size() * 2 <= rows)
        return std::nullopt;
    names.resize(kFewestFields);
    return SheetError{SheetErrorCode::MapIncomplete,
                      {},
                      {messages::map::sheetTurned(names)},
                      {messages::map::turnSheet()},
                      {}};
}

namespace {

bool hasFigure(const SampleRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(), [](const std::string& cell) {
        const std::string_view text = trimmed(cell);
        return !text.empty() && text.find_first_not_of("0123456789.,' ") == std::string_view::npos;
    });
}

/// The names of another table that stands above the one that is read, with rows of its own.
std::optional<SheetNote> tableAbove(const std::vector<SampleRow>& head,
                                    const HeaderChoice& header) {
    constexpr std::size_t kFewestRows = 2;
    const SampleRow* names = nullptr;
    std::size_t rows = 0;
    for (const SampleRow& row : head) {
        if (!header.row || row.row + header.rows > *header.row || rows == kFewestRows)
            break;
        const bool below = names != nullptr && row.row == names->row + rows + 1;
        if (below && row.hasSeveral() && hasFigure(row)) {
            ++rows;
        } else {
            rows = 0;
            names = row.hasSeveral() && !hasFigure(row) ? &row : nullptr;
        }
    }
    if (rows < kFewestRows)
        return std::nullopt;
    std::string text;
    for (const std::string& cell : names->cells)
        if (!trimmed(cell).empty())
            text.append(text.empty() ? "" : " | ").append(trimmed(cell));
    return SheetNote{names->row, std::move(text)};
}

} // namespace

std::optional<std::string> statedAbove(const SampleRow& row, const HeaderChoice& header) {
    if (!header.row || row.row + header.rows > *header.row || row.filled() != 2)
        return std::nullopt;
    std::vector<std::string_view> texts;
    for (const std::string& cell : row.cells)
        if (const auto text = trimmed(cell); !text.empty())
            texts.push_back(text);
    std::string_view name = texts.front();
    if (name.ends_with(':'))
        name = trimmed(name.substr(0, name.size() - 1));
    const auto isName = [](std::string_view text) {
        const NameMeaning meaning = meaningOf(text);
        return !meaning.target.empty() && meaning.fit >= NameFit::Core;
    };
    if ((!isName(name) && !meaningOf(name).excludes) || isName(texts.back()))
        return std::nullopt;
    return std::string(name) + ": " + std::string(texts.back());
}

bool headsNothing(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    const auto names = columnNames(head, header);
    return header.row && header.confidence != Confidence::Unsure &&
           std::none_of(names.begin(), names.end(), [](const std::string& name) {
               const NameMeaning meaning = meaningOf(name);
               return !meaning.target.empty() && meaning.fit >= NameFit::Core;
           });
}

std::vector<SheetNote> notesAbove(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    std::vector<SheetNote> notes;
    for (const SampleRow& row : head)
        if (auto stated = statedAbove(row, header))
            notes.push_back({row.row, *std::move(stated)});
        else if (header.row && row.row + header.rows <= *header.row)
            for (std::size_t column = 0; column < row.cells.size(); ++column)
                if (const std::string_view text = row.textAt(column); isTellingNote(text))
                    notes.push_back({row.row, std::string(text)});
    for (const SampleRow& row : head)
        for (const CellNote& note : row.notes)
            if (header.row && row.row <= *header.row && noteTells(note.text))
                notes.push_back({row.row, note.text});
    if (auto table = tableAbove(head, header))
        notes.push_back(*std::move(table));
    std::stable_sort(notes.begin(), notes.end(),
                     [](const SheetNote& a, const SheetNote& b) { return a.row < b.row; });
    return notes;
}

std::size_t headerCells(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    std::size_t cells = 0;
    for (const SampleRow& row : head)
        if (header.row && row.row <= *header.row && row.row + header.rows > *header.row)
            cells = std::max(cells, row.cells.size());
    return cells;
}

SourceState stateOf(const RowSource& source, const std::filesystem::path& path,
                    const SourceDecisions& decisions) {
    SourceState state;
    state.file = path.filename().string();
    state.format = source.format();
    if (const TextDialect* dialect = source.dialect()) {
        state.encoding = dialect->encoding;
        state.delimiter = dialect->delimiter;
        state.quote = dialect->quote;
        state.blankBeforeQuote = dialect->blankBeforeQuote;
        state.aligned = !dialect->columnStarts.empty();
    }
    state.decisions = decisions;
    return state;
}

namespace {

// More are named and not looked into.
constexpr std::size_t kMaxTabsLookedAt = 30;
// Past this size (cells as XML), a first tab that fits is not compared with what comes later: the
// texts of a later tab are found behind those of all tabs before it.
constexpr std::uint64_t kMaxBytesCompared = 64ULL << 20;

struct Fit {
    std::size_t mapped = 0; ///< columns that fill a field
    bool complete = false;  ///< with all that an order needs
};

std::string quoted(const std::string& name) {
    return "\"" + name + "\"";
}

Fit fitOf(RowSource& source, std::size_t sheet, const CheckOptions& options,
          const SpecForHeader& specFor) {
    const auto head = readHead(source, sheet, options.decisions);
    if (!head)
        return {};
    const auto header = chooseHeader(*head, options.headerRow);
    if (!header)
        return {};
    const std::vector<std::string> names = columnNames(*head, *header);
    const auto map =
        makeMap(names, dataRows(*head, *header), specFor(names), options.learned.get());
    if (!map)
        return {};
    return {map->columns.size(), !map->columns.empty() && !missingTargets(*map)};
}

std::vector<Fit> fitsOf(RowSource& source, const std::vector<SheetInfo>& sheets,
                        const CheckOptions& options, const SpecForHeader& specFor) {
    const std::uint64_t bytes = std::accumulate(
        sheets.begin(), sheets.end(), std::uint64_t{0},
        [](std::uint64_t sum, const SheetInfo& sheet) { return sum + sheet.sizeHint; });
    std::vector<Fit> fits(sheets.size());
    for (std::size_t i = 0; i < sheets.size() && i < kMaxTabsLookedAt; ++i) {
        fits[i] = fitOf(source, i, options, specFor);
        if (fits[i].complete && bytes > kMaxBytesCompared &&
            sheets[i].visibility == SheetVisibility::Visible)
            break;
    }
    return fits;
}

/// The first of those that fit about as well as the best, or a newer version of it: workbooks keep
/// one list in several tabs, which differ by a column or two. Hidden ones only when there is no
/// other tab, and those whose name speaks against them only when no other is complete.
std::size_t bestOf(const std::vector<SheetInfo>& sheets, const std::vector<Fit>& fits) {
    const bool anyVisible = std::any_of(sheets.begin(), sheets.end(), [](const SheetInfo& sheet) {
        return sheet.visibility == SheetVisibility::Visible;
    });
    const auto isOpen = [&](std::size_t i) {
        return !anyVisible || sheets[i].visibility == SheetVisibility::Visible;
    };
    bool plainIsComplete = false;
    for (std::size_t i = 0; i < sheets.size(); ++i)
        plainIsComplete = plainIsComplete || (isOpen(i) && fits[i].complete &&
                                              tabNameOf(sheets[i].name) == TabName::Plain);
    const auto counts = [&](std::size_t i) {
        return isOpen(i) && (!plainIsComplete || tabNameOf(sheets[i].name) == TabName::Plain);
    };
    bool complete = false;
    std::size_t most = 0;
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (counts(i) && (fits[i].complete > complete ||
                          (fits[i].complete == complete && fits[i].mapped > most))) {
            complete = fits[i].complete;
            most = fits[i].mapped;
        }
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        if (!counts(i) || fits[i].complete != complete || fits[i].mapped * 3 < most * 2)
            continue;
        const TabVersion version = tabVersionOf(sheets[i].name);
        const TabVersion before = tabVersionOf(sheets[best.value_or(i)].name);
        if (!best || (version.of == before.of && version.number > before.number))
            best = i;
    }
    return best.value_or(0);
}

std::string listed(const std::vector<UnreadTab>& tabs, bool hidden) {
    std::string names;
    for (const UnreadTab& tab : tabs)
        if (tab.fits && tab.hidden == hidden && (hidden || tab.says == TabName::Plain))
            names += (names.empty() ? "" : ", ") + quoted(tab.name);
    return names;
}

} // namespace

TabChoice chooseTab(RowSource& source, const CheckOptions& options, const SpecForHeader& specFor) {
    const std::vector<SheetInfo> sheets(source.sheets().begin(), source.sheets().end());
    TabChoice choice;
    if (sheets.size() < 2) {
        const auto says = isWorkbook(source.format()) && !sheets.empty()
                              ? tabNameMessage(tabNameOf(sheets.front().name))
                              : Message();
        if (!says.empty())
            choice.reason = {messages::tab::onlyTabReadAnyway(sheets.front().name, says)};
        return choice;
    }
    const std::vector<Fit> fits = fitsOf(source, sheets, options, specFor);
    choice.sheet = bestOf(sheets, fits);
    const Fit& best = fits[choice.sheet];
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (i != choice.sheet)
            choice.unread.push_back({sheets[i].name,
                                     sheets[i].visibility != SheetVisibility::Visible,
                                     fits[i].complete && fits[i].mapped * 3 >= best.mapped * 2,
                                     tabNameOf(sheets[i].name)});
    const std::string& name = sheets[choice.sheet].name;
    const auto mapped = static_cast<std::int64_t>(best.mapped);
    choice.reason = {best.complete ? messages::tab::headerFitsBest(name, mapped)
                                   : messages::tab::noTabComplete(name, mapped)};
    const auto add = [&](Message sentence) {
        choice.reason.push_back(std::move(sentence));
    };
    if (const Message says = tabNameMessage(tabNameOf(name)); !says.empty())
        add(messages::tab::noOtherTabFits(says));
    if (const std::string names = listed(choice.unread, false); !names.empty())
        add(messages::tab::wouldFitToo(names));
    for (const UnreadTab& tab : choice.unread)
        if (tab.fits && !tab.hidden && tab.says != TabName::Plain)
            add(messages::tab::wouldFitBut(tab.name, tabNameMessage(tab.says)));
    if (const std::string names = listed(choice.unread, true); !names.empty())
        add(messages::tab::wouldFitHidden(names));
    return choice;
}

SheetResult<SheetOverview> inspectSheet(const std::filesystem::path& path,
                                        const CheckOptions& options, std::stop_token stop) {
    LEADSHEET_TRY(auto source, openDecided(path, options, std::move(stop)));
    return inspectSheet(*source, path, options);
}

SheetResult<SheetOverview> inspectSheet(RowSource& source, const std::filesystem::path& path,
                                        const CheckOptions& options) {
    LEADSHEET_TRY(auto head, readHead(source, options.sheetIndex, options.decisions));
    LEADSHEET_TRY(auto header, chooseHeader(head, options.headerRow));
    SheetOverview overview;
    overview.format = source.format();
    overview.sheets.assign(source.sheets().begin(), source.sheets().end());
    if (const TextDialect* dialect = source.dialect())
        overview.dialect = *dialect;
    overview.state = stateOf(source, path, options.decisions);
    const SheetInfo& sheet = overview.sheets[options.sheetIndex];
    overview.state.tabs.push_back(
        {sheet.name, header.row, sheet.visibility != SheetVisibility::Visible});
    overview.text = stripText(sourceStrip(overview.state));
    overview.header = std::move(header);
    overview.head = std::move(head);
    return overview;
}

SheetResult<SourceCounts> countSource(const std::filesystem::path& path,
                                      const CheckOptions& options, std::stop_token stop) {
    LEADSHEET_TRY(auto source, openDecided(path, options, std::move(stop)));
    LEADSHEET_TRY_DONE(source->open(options.sheetIndex));
    const std::uint32_t headerRow = options.headerRow.value_or(0);
    std::optional<RowDecider> decider;
    std::size_t headerWidth = 0;
    RowFindings findings;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source->next(row));
        if (next == Next::End)
            break;
        if (row.row == headerRow && !row.cells.empty())
            headerWidth = row.cells.back().column + 1U;
        if (row.row <= headerRow && row.row + (row.repeat - 1) <= headerRow)
            continue;
        if (!decider)
            decider.emplace(options.decisions, *source, headerRow + 1, headerWidth, ReadColumns());
        // A blank row may stand for a million of them.
        const std::uint32_t repeat = row.blank() ? 1 : row.repeat;
        for (std::uint32_t i = 0; i < repeat; ++i) {
            RowView one = row;
            one.row = row.row + i;
            if (one.row > headerRow)
                decider->decide(one, findings);
        }
    }
    return decider ? decider->counts() : SourceCounts();
}

} // namespace leadsheet::app
