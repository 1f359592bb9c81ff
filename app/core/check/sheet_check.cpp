// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"

#include "check/blank_below.hpp"
#include "check/note_meaning.hpp"
#include "check/row_ahead.hpp"
#include "check/row_checker.hpp"
#include "check/row_decider.hpp"
#include "check/summary_tabs.hpp"
#include "check/tab_head.hpp"
#include "check/tab_names.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/try.hpp"
#include "map/transform.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

/// Adds checked rows up, in bounded memory: past kMaxProblemGroups, problems that differ only in
/// the value share a group.
class SummaryBuilder {
public:
    void add(const CheckedRow& row);
    void addHidden() { ++summary_.hidden; }
    std::uint64_t rows() const { return summary_.rows; }
    CheckSummary build(const SheetStats& sheet, const SourceCounts& source) const;

private:
    using Key = std::tuple<ProblemLevel, ProblemCode, std::string, std::string>;
    void addProblem(const Problem& problem);

    CheckSummary summary_;
    std::map<Key, ProblemGroup> groups_;
};

Message placeOf(const Problem& problem) {
    const std::int64_t row = problem.place.row;
    if (problem.place.column == 0)
        return problem.tab.empty() ? messages::check::rowPlace(row)
                                   : messages::strip::tabRow(problem.tab, row);
    const std::string column = columnLetter(problem.place.column - 1);
    return problem.tab.empty() ? messages::strip::rowColumn(row, column)
                               : messages::strip::tabRowColumn(problem.tab, row, column);
}

void SummaryBuilder::addProblem(const Problem& problem) {
    Key key{problem.level, problem.code, problem.field, problem.value};
    if (groups_.size() >= kMaxProblemGroups && !groups_.contains(key))
        std::get<3>(key).clear();
    auto [group, fresh] = groups_.try_emplace(key);
    if (fresh)
        group->second = {problem.level, problem.code, problem.field, std::get<3>(key), 0, problem};
    ++group->second.rows;
}

void SummaryBuilder::add(const CheckedRow& row) {
    if (row.blank)
        return;
    ++summary_.rows;
    for (const Problem& problem : row.problems)
        addProblem(problem);
    if (row.blocked || !row.input) {
        ++summary_.blocked;
        return;
    }
    ++summary_.ready;
    if (!row.problems.empty())
        ++summary_.withNotes;
    summary_.leads += row.input->request.leadCount;
    ++summary_.readyByProduct[row.input->request.product];
}

CheckSummary SummaryBuilder::build(const SheetStats& sheet, const SourceCounts& source) const {
    CheckSummary summary = summary_;
    summary.sheet = sheet;
    summary.source = source;
    summary.blank = source.blankRows; // the strip's, which the page shows beside it
    for (const auto& [key, group] : groups_)
        summary.groups.push_back(group);
    std::stable_sort(summary.groups.begin(), summary.groups.end(),
                     [](const ProblemGroup& a, const ProblemGroup& b) {
                         return a.level != b.level ? a.level < b.level : a.rows > b.rows;
                     });
    return summary;
}

Message despiteName(const std::filesystem::path& path, SheetFormat format) {
    const std::string ending = lowerCase(path.extension().string());
    return format == SheetFormat::Ods ? say::odsDespiteName(ending)
           : isWorkbook(format)       ? say::xlsxDespiteName(ending)
                                      : say::textDespiteName(ending);
}

SheetStats sumOf(SheetStats sum, const SheetStats& tab) {
    sum.bytesRead = tab.bytesRead;
    sum.bytesTotal = tab.bytesTotal;
    sum.rows += tab.rows;
    sum.blankRows += tab.blankRows;
    sum.raggedRows += tab.raggedRows;
    sum.widestRow = std::max(sum.widestRow, tab.widestRow);
    sum.strayQuotes += tab.strayQuotes;
    sum.replacedBytes += tab.replacedBytes;
    sum.strippedNuls += tab.strippedNuls;
    sum.mixedLineEnds = sum.mixedLineEnds || tab.mixedLineEnds;
    sum.hiddenRows += tab.hiddenRows;
    sum.errorCells += tab.errorCells;
    sum.formulasWithoutValue += tab.formulasWithoutValue;
    sum.roundedNumbers += tab.roundedNumbers;
    sum.mergedRanges += tab.mergedRanges;
    sum.unreadNotes += tab.unreadNotes;
    return sum;
}

bool readsColumn(const ColumnMap& map, std::uint32_t column) {
    return std::any_of(map.columns.begin(), map.columns.end(),
                       [column](const ColumnRule& rule) { return rule.reads(column); });
}

// A column that is empty in the first rows counts from its first cell on.
void noteFilled(const RowView& row, ColumnMap& map) {
    const auto filled =
        std::partition(map.unfilled.begin(), map.unfilled.end(), [&](const UnusedColumn& column) {
            return trimmed(row.textAt(column.column)).empty();
        });
    if (filled == map.unfilled.end())
        return;
    map.unused.insert(map.unused.end(), filled, map.unfilled.end());
    map.unfilled.erase(filled, map.unfilled.end());
    std::sort(map.unused.begin(), map.unused.end(),
              [](const UnusedColumn& one, const UnusedColumn& other) {
                  return one.narrows != other.narrows ? one.narrows : one.column < other.column;
              });
}

} // namespace

std::vector<Message> ProblemGroup::reason() const {
    if (rows > 1 && code == ProblemCode::DuplicateRow)
        return {messages::check::rowsRepeatEarlierOnes()};
    if (rows > 1 && code == ProblemCode::DuplicateReference)
        return {messages::check::referencesRepeat()};
    return example.reason;
}

std::string ProblemGroup::text(const text::Wording& wording) const {
    std::vector<Message> sentences{messages::strip::rowsSay(static_cast<std::int64_t>(rows))};
    for (const Message& sentence : reason())
        sentences.push_back(sentence);
    if (!example.fix.empty())
        sentences.push_back(example.fix);
    sentences.push_back(rows == 1 ? messages::strip::inPlace(placeOf(example))
                                  : messages::strip::firstInPlace(placeOf(example)));
    return text::render(sentences, wording);
}

struct SheetCheck::Impl {
    SheetResult<CheckedTab> findTab(const TabOptions& tab);
    SheetResult<void> findTabs();
    SheetResult<void> start(std::size_t tab);
    void beginBelow(const CheckedTab& tab);
    SheetResult<bool> nextTab();
    SheetResult<Next> nextRow(RowView& row);
    SheetStats stats() const { return sumOf(earlier, source->stats()); }
    SourceCounts counts() const;
    void noteMergedCount(const RowView& row, RowFindings& findings) const;

    std::filesystem::path path;
    CheckOptions options;
    std::unique_ptr<RowSource> source;
    std::optional<RowAhead> ahead;
    std::optional<RowView> repeated; // what is left of a row that stands for several
    bool whole = false;              // of that row: RowAhead::isWhole
    std::vector<CheckedTab> tabs;
    std::vector<std::string> addsUp; // by tab: summaryTabs
    std::size_t at = 0;              // in `tabs`
    std::optional<RowChecker> checker;
    std::optional<RowDecider> decider;
    std::optional<MergedDown> down;
    std::optional<BlankBelow> below;
    SheetStats earlier; // of the tabs that were read
    SourceCounts earlierCounts;
    SeenRows seen;
    SummaryBuilder summary;
};

SheetResult<CheckedTab> SheetCheck::Impl::findTab(const TabOptions& wanted) {
    LEADSHEET_TRY(auto head, readHead(*source, wanted.sheet, options.decisions));
    CheckedTab tab;
    tab.sheet = wanted.sheet;
    tab.name = source->sheets()[wanted.sheet].name;
    tab.head = std::move(head);
    LEADSHEET_TRY(auto header, chooseHeader(tab.head, wanted.headerRow));
    tab.header = std::move(header);
    auto map = makeMap(columnNames(tab.head, tab.header), dataRows(tab.head, tab.header),
                       wanted.map, options.learned.get());
    std::optional<SheetError> failed = map ? missingTargets(*map) : std::optional(map.error());
    if (failed) {
        if (failed->code == SheetErrorCode::MapIncomplete ||
            failed->code == SheetErrorCode::MapUnknownColumn)
            for (Message& advice : headerAdvice(tab.header, wanted.headerRow))
                failed->wayOut.push_back(std::move(advice));
        if (failed->code == SheetErrorCode::MapIncomplete && !wanted.headerRow &&
            headsNothing(tab.head, tab.header))
            failed->wayOut.push_back(say::rowTakenForNames(*tab.header.row));
        if (failed->code == SheetErrorCode::MapIncomplete &&
            !misnamedMessage(path.filename().string(), source->format()).empty())
            failed->reason.push_back(despiteName(path, source->format()));
        if (auto turned = turnedSheet(tab.head);
            turned && failed->code == SheetErrorCode::MapIncomplete)
            failed = std::move(turned);
        return tl::unexpected(std::move(*failed));
    }
    tab.map = std::move(*map);
    return tab;
}

SheetResult<void> SheetCheck::Impl::findTabs() {
    std::vector<TabOptions> wanted{{options.sheetIndex, options.headerRow, options.map}};
    wanted.insert(wanted.end(), options.moreTabs.begin(), options.moreTabs.end());
    for (const TabOptions& tab : wanted) {
        auto found = findTab(tab);
        if (found) {
            tabs.push_back(std::move(*found));
            continue;
        }
        SheetError error = found.error();
        if (wanted.size() > 1 && tab.sheet < source->sheets().size()) {
            error.reason.insert(error.reason.begin(),
                                say::tabPrefix(source->sheets()[tab.sheet].name));
            error.wayOut.push_back(say::leaveTabOut());
        }
        return tl::unexpected(std::move(error));
    }
    addsUp = tabs.size() > 1 ? summaryTabs(tabs, *source) : std::vector<std::string>(1);
    return start(0);
}

// What is only about how a title, or a comment above the rows, speaks of all of them.
void SheetCheck::Impl::beginBelow(const CheckedTab& tab) {
    for (const SampleRow& row : tab.head) {
        const bool above = row.row < tab.header.firstDataRow() - tab.header.rows;
        if (above && row.filled() == 1) {
            const auto only = std::find_if(row.cells.begin(), row.cells.end(),
                                           [](const auto& cell) { return !trimmed(cell).empty(); });
            const auto said = sentenceHoldingSheet(*only);
            decider->beginBelow(said.empty() ? row : SampleRow{row.row, {std::string(said)}});
        } else if (auto stated = statedAbove(row, tab.header))
            decider->beginBelow({row.row, {*std::move(stated)}});
        for (const CellNote& note : row.notes)
            if (const auto said = sentenceHoldingSheet(note.text);
                row.row < tab.header.firstDataRow() && !said.empty() &&
                (above || readsColumn(tab.map, note.column)))
                decider->beginBelow({row.row, {std::string(said)}});
    }
}

SheetResult<void> SheetCheck::Impl::start(std::size_t index) {
    at = index;
    const CheckedTab& tab = tabs[index];
    LEADSHEET_TRY_DONE(source->open(tab.sheet));
    checker.emplace(tab.map, tab.name, tabs.size() > 1, seen, options.learned);
    checker->noteFull(dataRows(tab.head, tab.header));
    ReadColumns columns = checker->columns();
    if (!isWorkbook(source->format()))
        columns.spare = spareColumns(columns, tab.map, dataRows(tab.head, tab.header));
    if (columns.count)
        columns.heads = headingsIn(dataRows(tab.head, tab.header), *columns.count);
    for (std::uint32_t column = 0; column < tab.map.headers.size(); ++column)
        if (column >= columns.used.size() || !columns.used[column])
            columns.names.push_back({column, plainName(tab.map.headers[column]), {}});
    columns.heldByTab = isWorkbook(source->format()) && tabHoldsBack(tab.name);
    columns.addsUp = addsUp[index];
    ahead.emplace(*source, tab.map);
    decider.emplace(options.decisions, *source, tab.header.firstDataRow(),
                    headerCells(tab.head, tab.header), std::move(columns));
    beginBelow(tab);
    below.emplace(tab.map, dataRows(tab.head, tab.header), tab.sheet, options.edits);
    down.reset();
    if (options.sheet.mergedFirst)
        down.emplace(source->mergedRanges(), tab.header.firstDataRow(), tab.sheet, options.edits);
    return {};
}

// False after the last tab.
SheetResult<bool> SheetCheck::Impl::nextTab() {
    if (at + 1 == tabs.size())
        return false;
    earlier = stats();
    earlierCounts = counts();
    LEADSHEET_TRY_DONE(start(at + 1));
    return true;
}

SourceCounts SheetCheck::Impl::counts() const {
    SourceCounts sum = earlierCounts;
    return sum += decider->counts();
}

SheetResult<Next> SheetCheck::Impl::nextRow(RowView& row) {
    while (!repeated) {
        RowView given;
        const auto next = ahead->next(given);
        if (!next)
            return next;
        if (*next == Next::Row) {
            repeated = given;
            whole = ahead->isWhole();
            break;
        }
        LEADSHEET_TRY(const auto more, nextTab());
        if (!more)
            return Next::End;
    }
    row = *repeated;
    row.repeat = 1;
    ++repeated->row;
    if (--repeated->repeat == 0)
        repeated.reset();
    if (down)
        down->fill(row);
    return Next::Row;
}

void SheetCheck::Impl::noteMergedCount(const RowView& row, RowFindings& findings) const {
    const ColumnRule* const count = tabs[at].map.columnFor(kLeadCountTarget);
    if (!down || count == nullptr)
        return;
    findings.mergedCount = down->sharedCell(row, count->column);
    findings.mergedCountAgreed = options.decisions.isStated(SourceMatter::MergedCells);
}

SheetCheck::SheetCheck(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
SheetCheck::SheetCheck(SheetCheck&&) noexcept = default;
SheetCheck& SheetCheck::operator=(SheetCheck&&) noexcept = default;
SheetCheck::~SheetCheck() = default;

SheetResult<SheetCheck> SheetCheck::open(const std::filesystem::path& path,
                                         const CheckOptions& options, std::stop_token stop) {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->options = options;
    if (!options.mark.empty())
        impl->options.sheet.markInput = true;
    impl->options.sheet.mergedFirst = !options.decisions.takesOther(SourceMatter::MergedCells) &&
                                      !options.decisions.takesThird(SourceMatter::MergedCells);
    LEADSHEET_TRY(auto source, openDecided(path, impl->options, std::move(stop)));
    if (!options.mark.empty() && source->digests().mark != options.mark)
        return tl::unexpected(SheetError{SheetErrorCode::ChangedWhileReading,
                                         {},
                                         {say::sheetChangedSinceRead()},
                                         {say::readAgainAndCompare()},
                                         {}});
    impl->source = std::move(source);
    LEADSHEET_TRY_DONE(impl->findTabs());
    return SheetCheck(std::move(impl));
}

SheetResult<Next> SheetCheck::next(CheckedRow& result) {
    RowView row;
    RowFindings findings;
    for (;;) {
        const auto next = impl_->nextRow(row);
        if (!next || *next == Next::End)
            return next;
        CheckedTab& tab = impl_->tabs[impl_->at];
        if (row.row < tab.header.firstDataRow())
            continue;
        const auto verdict = impl_->decider->decide(row, findings, impl_->whole);
        const bool isOfTable =
            (findings.total == TotalLine::No || findings.total == TotalLine::Whole) &&
            !findings.sectionLine && !findings.names;
        if (isOfTable || isHeading(findings.total))
            impl_->below->note(row);
        if (!isOfTable && findings.sectionLine && findings.section != nullptr &&
            (findings.section->says == SectionLine::Says::Place || findings.section->denies()))
            impl_->below->notePlace(*findings.section);
        if (verdict == RowDecider::Verdict::Skip) {
            if (row.hidden && !impl_->options.decisions.takesOther(SourceMatter::HiddenRows))
                impl_->summary.addHidden();
            continue;
        }
        // A row that is not visible and not asked for is none, blank or not.
        if (verdict == RowDecider::Verdict::Blank && row.hidden &&
            !impl_->options.decisions.takesOther(SourceMatter::HiddenRows))
            continue;
        // What is filled into a row must not make one of an empty line or a note.
        if (isOfTable && impl_->checker->hasMappedValue(row))
            impl_->below->judge(row, findings);
        impl_->noteMergedCount(row, findings);
        impl_->checker->check(row, findings, result);
        result.sheet = tab.sheet;
        if (!result.blank)
            noteFilled(row, tab.map);
        impl_->summary.add(result);
        return Next::Row;
    }
}

CheckSummary SheetCheck::summary() const {
    return impl_->summary.build(impl_->stats(), impl_->counts());
}

const std::vector<CheckedTab>& SheetCheck::tabs() const {
    return impl_->tabs;
}

const RowSource& SheetCheck::source() const {
    return *impl_->source;
}

const std::string& SheetCheck::sha256() const {
    return impl_->source->digests().sha256;
}

SourceState SheetCheck::state() const {
    SourceState state = stateOf(*impl_->source, impl_->path, impl_->options.decisions);
    for (const CheckedTab& tab : impl_->tabs)
        state.tabs.push_back(
            {tab.name, tab.header.row,
             impl_->source->sheets()[tab.sheet].visibility != SheetVisibility::Visible});
    state.counts = impl_->counts();
    state.counts->rows = impl_->summary.rows();
    state.removedNuls = impl_->stats().strippedNuls;
    state.unreadNotes = impl_->stats().unreadNotes;
    return state;
}

SheetResult<std::vector<MapSpec::Fix>> likelyFixes(SheetCheck& check) {
    std::vector<MapSpec::Fix> fixes;
    std::set<std::pair<std::string, std::string>> seen;
    CheckedRow row;
    for (;;) {
        LEADSHEET_TRY(const auto next, check.next(row));
        if (next == Next::End)
            return fixes;
        for (const Problem& problem : row.problems)
            for (const ProblemFix& fix : problem.fixes) {
                if (!fix.likely || fixes.size() >= kMaxLikelyFixes ||
                    !seen.emplace(problem.field, fix.step).second)
                    continue;
                if (const auto step = parseTransform(fix.step))
                    fixes.push_back({problem.field, *step});
                break;
            }
    }
}

} // namespace leadsheet::app
