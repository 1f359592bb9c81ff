// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/header.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/messages/check.hpp"
#include "map/header_names.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

constexpr std::size_t kLongestHeader = 60; // characters; longer texts are mostly values or remarks
constexpr std::size_t kMaxHeaderRows = 3;
constexpr std::size_t kColumnsJudged = 1000;
constexpr std::size_t kRowsBelow = 20; // that are looked at for what the columns hold
constexpr double kKnownNameWeight = 3;
constexpr double kEnough = 1.2;
constexpr double kFurtherDown = 0.03; // each row speaks a little less for a header

/// Rows of the head, by index, that hold the names together.
struct Block {
    std::size_t first = 0;
    std::size_t last = 0;
    SampleRow names; ///< joined
    std::size_t known = 0;
};

struct RowFacts {
    std::size_t filled = 0;
    std::size_t known = 0; ///< cells that name a target
    std::size_t numbers = 0;
    std::size_t lengthy = 0; ///< longer than names are, above cells that are as long; addresses
    std::size_t distinct = 0;
    std::size_t repeated = 0; ///< unknown ones that come up again further down in their column
    std::size_t above = 0;    ///< that stand above columns with text
};

bool numeric(std::string_view text) {
    return readDecimal(text, 18, NumberStyle::Comma).ok() ||
           readDecimal(text, 18, NumberStyle::Dot).ok();
}

bool isKnownName(std::string_view text) {
    return Vocabulary::builtIn().isName(plainName(text)) || isOwnHeader(text);
}

/// Names that say all by themselves: a part of a name, such as "Job" above "title", may say
/// something else alone.
std::size_t knownIn(const SampleRow& row) {
    return static_cast<std::size_t>(
        std::count_if(row.cells.begin(), row.cells.end(), [](const std::string& cell) {
            return !Vocabulary::builtIn().target(plainName(cell)).empty() ||
                   isOwnHeader(trimmed(cell));
        }));
}

bool hasNumber(const SampleRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(),
                       [](const std::string& cell) { return numeric(trimmed(cell)); });
}

bool isLong(std::string_view text) {
    return characterCount(text) > kLongestHeader;
}

/// What the rows below a header are like, column by column.
class Below {
public:
    Below(const std::vector<SampleRow>& head, std::size_t from) {
        const std::size_t end = std::min(head.size(), from + kRowsBelow);
        for (std::size_t r = from; r < end; ++r)
            rows_.push_back(&head[r]);
        for (const SampleRow* row : rows_)
            filled_.resize(std::max(filled_.size(), row->cells.size()));
        for (const SampleRow* row : rows_)
            for (std::size_t c = 0; c < row->cells.size(); ++c)
                filled_[c] += !row->textAt(c).empty();
    }

    bool isUsed(std::size_t column) const {
        return column < filled_.size() && filled_[column] * 3 >= rows_.size() &&
               filled_[column] > 0;
    }
    std::size_t usedColumns() const {
        std::size_t used = 0;
        for (std::size_t c = 0; c < filled_.size(); ++c)
            used += isUsed(c);
        return used;
    }
    bool hasLong(std::size_t column) const {
        return rows_.empty() || std::any_of(rows_.begin(), rows_.end(), [&](const SampleRow* row) {
                   return isLong(row->textAt(column));
               });
    }
    bool has(std::size_t column, std::string_view text) const {
        return std::any_of(rows_.begin(), rows_.end(),
                           [&](const SampleRow* row) { return row->textAt(column) == text; });
    }
    bool mostly(std::size_t column, bool (*is)(std::string_view)) const {
        const auto found = std::count_if(rows_.begin(), rows_.end(), [&](const SampleRow* row) {
            return is(row->textAt(column));
        });
        return column < filled_.size() && static_cast<std::size_t>(found) * 2 > filled_[column];
    }

private:
    std::vector<const SampleRow*> rows_;
    std::vector<std::size_t> filled_;
};

RowFacts factsOf(const SampleRow& row, const Below& below) {
    RowFacts facts;
    std::set<std::string> names;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const std::string_view text = row.textAt(c);
        if (text.empty())
            continue;
        ++facts.filled;
        names.insert(plainName(text));
        facts.above += below.isUsed(c);
        if (isKnownName(text))
            ++facts.known;
        else
            facts.repeated += below.has(c, text);
        if (numeric(text))
            ++facts.numbers;
        if (text.find("://") != std::string_view::npos || (isLong(text) && below.hasLong(c)))
            ++facts.lengthy;
    }
    facts.distinct = names.size();
    return facts;
}

double share(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Cells that are numbers below a cell that is none speak for a header.
double contrast(const SampleRow& candidate, const std::vector<SampleRow>& head, std::size_t from) {
    std::size_t below = 0;
    std::size_t textAbove = 0;
    for (std::size_t r = from; r < head.size() && r < from + 5; ++r)
        for (std::size_t c = 0; c < head[r].cells.size() && c < candidate.cells.size(); ++c)
            if (numeric(head[r].cells[c])) {
                ++below;
                textAbove += !candidate.textAt(c).empty() && !numeric(candidate.cells[c]);
            }
    return share(textAbove, below);
}

double scoreOf(const Block& block, const std::vector<SampleRow>& head, std::size_t widest) {
    const Below below(head, block.last + 1);
    const RowFacts facts = factsOf(block.names, below);
    if (facts.filled == 0 || facts.numbers * 2 > facts.filled)
        return 0;
    // A lone cell above a table is a title.
    if (facts.filled == 1 && widest > 1)
        return 0;
    // Names stand above what they name: neither more of them, as in a preamble, nor fewer.
    const std::size_t used = below.usedColumns();
    const double fit = used == 0 ? share(facts.filled, widest)
                                 : share(facts.above, used) -
                                       0.5 * share(facts.filled - facts.above, facts.filled);
    return kKnownNameWeight * share(facts.known, facts.filled) + fit +
           contrast(block.names, head, block.last + 1) + 0.5 * share(facts.distinct, facts.filled) -
           2 * share(facts.numbers + facts.lengthy, facts.filled) -
           share(facts.repeated, facts.filled) - kFurtherDown * static_cast<double>(block.first);
}

SampleRow joinedRows(const std::vector<SampleRow>& head, std::size_t first, std::size_t last) {
    SampleRow joined = head[last];
    for (std::size_t r = first; r <= last; ++r)
        joined.cells.resize(std::max(joined.cells.size(), head[r].cells.size()));
    for (std::size_t c = 0; c < joined.cells.size(); ++c) {
        std::string name;
        std::string before;
        for (std::size_t r = first; r <= last; ++r) {
            const std::string_view part = head[r].textAt(c);
            if (part.empty() || plainName(part) == before)
                continue;
            before = plainName(part);
            name += (name.empty() ? "" : " / ") + std::string(part);
        }
        joined.cells[c] = std::move(name);
    }
    return joined;
}

bool hasDigit(std::string_view text) {
    return std::any_of(text.begin(), text.end(), isDigit);
}

/// "100", "51-200", and not "Wave 2".
bool isFigure(std::string_view text) {
    return hasDigit(text) && std::none_of(text.begin(), text.end(), isLetter);
}

/// "Leads", "Employees": a field of figures.
bool namesFigures(std::string_view name) {
    const auto field = findTarget(Vocabulary::builtIn().target(plainName(name)));
    return field &&
           (field->name == kSizesTarget ||
            (field->info != nullptr && (field->info->kind == contract::FieldKind::Integer ||
                                        field->info->kind == contract::FieldKind::Decimal)));
}

/// "1", "2", "3" or "2025", "2026": what numbers columns, and counts nothing.
bool countsOn(std::string_view before, std::string_view text) {
    const auto one = readDecimal(before, 0, NumberStyle::Dot);
    const auto two = readDecimal(text, 0, NumberStyle::Dot);
    return one.ok() && two.ok() && two.unscaled == one.unscaled + 1;
}

/// Whether a row says more of the columns that the row above it names, and is nobody's order: what
/// several columns below one name are each, and in what the figures of a column are given.
bool specifiesNames(const SampleRow& names, const SampleRow& row, const Below& below) {
    constexpr std::size_t kFewestNames = 2;
    if (knownIn(names) < kFewestNames || hasNumber(names) || row.filled() == 0)
        return false;
    const auto spread = spreadNames(names, row);
    bool leavesOut = false;
    bool specifies = false;
    for (std::size_t c = 0; c < spread.size(); ++c) {
        const std::string_view text = row.textAt(c);
        leavesOut = leavesOut || (text.empty() && !names.textAt(c).empty());
        if (text.empty())
            continue;
        if (spread[c] && !below.has(c, text)) {
            const bool counts =
                (c > 0 && countsOn(row.textAt(c - 1), text)) || countsOn(text, row.textAt(c + 1));
            if (numeric(text) && !counts)
                return false;
            specifies = true;
            continue;
        }
        if (names.textAt(c).empty() || hasDigit(text) || !below.mostly(c, isFigure))
            return false;
        specifies = specifies || namesFigures(names.textAt(c));
    }
    return leavesOut && specifies;
}

/// The rows that end with this one and hold the names together, mostly it alone. Several do when
/// together they name more columns than any of them, or when the last one adds remarks to a few.
Block blockEnding(const std::vector<SampleRow>& head, std::size_t last) {
    Block best{last, last, head[last], knownIn(head[last])};
    std::size_t most = best.known;
    for (std::size_t first = last; first-- > 0 && last - first < kMaxHeaderRows;) {
        if (head[first].row + 1 != head[first + 1].row)
            break;
        if (first + 1 == last && specifiesNames(head[first], head[last], Below(head, last + 1))) {
            SampleRow names = joinedRows(head, first, last);
            const std::size_t known = std::max(knownIn(names), knownIn(head[first]));
            return {first, last, std::move(names), known};
        }
        if (hasNumber(head[first]) || hasNumber(head[last]))
            break;
        const std::size_t own = knownIn(head[first]);
        Block block{first, last, joinedRows(head, first, last), 0};
        block.known = knownIn(block.names);
        const bool remarks = own >= 2 && block.known == own && own > most &&
                             head[last].filled() * 2 <= head[first].filled();
        most = std::max(most, own);
        if (block.known > most || remarks) {
            most = block.known;
            best = std::move(block);
        }
    }
    return best;
}

/// The columns that are looked at; a header shows itself in the first ones.
std::vector<SampleRow> narrowed(const std::vector<SampleRow>& head) {
    std::vector<SampleRow> rows = head;
    for (SampleRow& row : rows)
        if (row.cells.size() > kColumnsJudged)
            row.cells.resize(kColumnsJudged);
    return rows;
}

std::uint32_t firstRow(const HeaderChoice& choice) {
    return *choice.row - choice.rows + 1;
}

/// A row past those that are searched whose cells are column names, mostly.
std::optional<std::uint32_t> namesFurtherDown(const std::vector<SampleRow>& head) {
    for (std::size_t i = kHeaderSearchRows; i < head.size(); ++i)
        if (const std::size_t known = knownIn(head[i]); known >= 2 && known * 2 >= head[i].filled())
            return head[i].row;
    return std::nullopt;
}

HeaderChoice noHeader(std::optional<std::uint32_t> tooFarDown) {
    HeaderChoice none{std::nullopt, Confidence::Unsure, {say::noRowOfNames()}};
    none.tooFarDown = tooFarDown;
    if (tooFarDown)
        none.reason = {say::namesTooFarDown(*tooFarDown, kHeaderSearchRows),
                       say::nameHeaderRow(*tooFarDown)};
    return none;
}

} // namespace

std::string_view confidenceWord(Confidence confidence) {
    static constexpr auto kWords = std::to_array<std::string_view>({"unsure", "likely", "certain"});
    static_assert(kWords.size() == static_cast<std::size_t>(Confidence::Certain) + 1);
    return kWords[static_cast<std::size_t>(confidence)];
}

namespace {

/// Whether the rows between are those of a table that begins with the first block.
bool headsTable(const Block& block, const std::vector<SampleRow>& head, std::size_t end) {
    return block.known >= 2 && block.known * 2 >= block.names.filled() && !hasNumber(block.names) &&
           std::any_of(head.begin() + static_cast<std::ptrdiff_t>(block.last + 1),
                       head.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const SampleRow& row) { return row.hasSeveral() && hasNumber(row); });
}

} // namespace

HeaderChoice detectHeader(const std::vector<SampleRow>& sample) {
    const std::vector<SampleRow> head = narrowed(sample);
    std::size_t widest = 0;
    for (const SampleRow& row : head)
        widest = std::max(widest, row.filled());
    std::optional<Block> best;
    double bestScore = 0;
    for (std::size_t i = 0; i < head.size() && i < kHeaderSearchRows; ++i) {
        Block block = blockEnding(head, i);
        const double score = scoreOf(block, head, widest);
        const bool extends = best && block.first == best->first && block.known >= best->known;
        // The names of a second table take nothing from the first one.
        if (best && block.first > best->last && block.known <= best->known &&
            headsTable(*best, head, block.first))
            continue;
        if (score > bestScore || (extends && score > 0)) {
            bestScore = score;
            best = std::move(block);
        }
    }
    const auto further = best && best->known > 0 ? std::nullopt : namesFurtherDown(head);
    if (!best || (further && bestScore < kEnough + 1))
        return noHeader(further);
    HeaderChoice choice;
    choice.row = head[best->last].row;
    choice.rows = static_cast<std::uint32_t>(best->last - best->first + 1);
    choice.tooFarDown = further;
    const bool oneRow = choice.rows == 1;
    const std::size_t filled = best->names.filled();
    if (best->known >= 2 || (best->known == 1 && filled == 1)) {
        choice.confidence = Confidence::Certain;
        const auto known = static_cast<std::int64_t>(best->known);
        const auto total = static_cast<std::int64_t>(filled);
        choice.reason = {oneRow
                             ? say::knownNamesInRow(known, total, *choice.row)
                             : say::knownNamesInRows(known, total, firstRow(choice), *choice.row)};
        return choice;
    }
    if (best->known == 1 || bestScore >= kEnough + 1) {
        choice.confidence = Confidence::Likely;
        choice.reason = {oneRow ? say::rowHasNamesAboveValues(*choice.row)
                                : say::rowsHaveNamesAboveValues(firstRow(choice), *choice.row)};
        return choice;
    }
    if (bestScore < kEnough)
        return noHeader(further);
    choice.reason = {oneRow ? say::rowCouldBeNames(*choice.row)
                            : say::rowsCouldBeNames(firstRow(choice), *choice.row)};
    return choice;
}

HeaderChoice statedHeader(const std::vector<SampleRow>& sample, std::uint32_t row) {
    const std::vector<SampleRow> head = narrowed(sample);
    HeaderChoice choice{row, Confidence::Certain, {say::headerStated()}};
    for (std::size_t i = 0; i < head.size(); ++i)
        if (head[i].row == row)
            choice.rows = static_cast<std::uint32_t>(i - blockEnding(head, i).first + 1);
    return choice;
}

} // namespace leadsheet::app
