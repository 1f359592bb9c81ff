// SPDX-License-Identifier: Apache-2.0
#include "results/ods_rewriter.hpp"

#include "results/ods_row.hpp"
#include "results/xml_patcher.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

namespace leadsheet::app {
namespace {

constexpr std::uint64_t kFarAway = std::uint64_t{1} << 40;

std::uint64_t repeatsOf(const XmlAttributes& attributes, std::string_view name) {
    const auto given = attributes.get(name);
    if (!given)
        return 1;
    std::uint64_t count = 0;
    const auto result = std::from_chars(given->data(), given->data() + given->size(), count);
    // The reader has refused what is not a number.
    return result.ec == std::errc() ? std::clamp<std::uint64_t>(count, 1, kFarAway) : kFarAway;
}

} // namespace

/// A table that results are put into.
class OdsRewriter::Table final : public XmlHandler {
public:
    Table(std::span<const ResultColumn> columns, const RowPlanner& planner, std::string currency)
        : columns_(columns)
        , planner_(planner)
        , currency_(std::move(currency)) {}

    void attach(XmlPatcher& patcher) { patcher_ = &patcher; }
    OdsPrefixes& prefixes() { return prefixes_; }

    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        if (skipped_ > 0 || where_ == Where::Cell) {
            if (skipped_ == 0)
                startInCell(name);
            ++skipped_;
        } else if (where_ == Where::Row) {
            startCell(name, attributes);
        } else {
            startInTable(name, attributes);
        }
    }

    void endElement(std::string_view name) override {
        if (skipped_ > 0) {
            if (--skipped_ == 0 && where_ == Where::Cell && name == "annotation")
                cells_.back().notes.back().end = patcher_->tagEnd();
        } else if (where_ == Where::Cell) {
            cells_.back().end = patcher_->tagEnd();
            where_ = Where::Row;
        } else if (where_ == Where::Row) {
            where_ = Where::Rows;
            endRow();
        }
    }

    void text(std::string_view) override {}

private:
    enum class Where { Rows, Row, Cell };

    struct Range {
        std::uint64_t start = 0;
        std::uint64_t end = 0;
    };
    struct MetCell {
        std::uint64_t start = 0;
        std::uint64_t tagEnd = 0;
        std::uint64_t end = 0;
        std::vector<Range> notes;
        OdsCellPiece piece; // without its views, which come when the row is whole
    };

    void startInTable(std::string_view name, const XmlAttributes& attributes) {
        const bool row = name == "table-row";
        if (row || name == "table-rows" || name == "table-header-rows" || name == "table-row-group")
            declareColumns();
        if (name == "table-column") {
            startColumns(attributes);
            ++skipped_;
        } else if (row) {
            startRow(attributes);
        } else if (name != "table-rows" && name != "table-header-rows" &&
                   name != "table-row-group" && name != "table-columns" &&
                   name != "table-header-columns" && name != "table-column-group") {
            ++skipped_;
        }
    }

    // What is hidden to the right of the table is shown where results come.
    void startColumns(const XmlAttributes& attributes) {
        const std::string tag(patcher_->tag());
        prefixes_.table = tagPrefix(tag);
        const std::uint64_t first = declared_;
        const std::uint64_t past = first + repeatsOf(attributes, "number-columns-repeated");
        declared_ = std::min(past, kFarAway);
        const auto visibility = attributes.get("visibility");
        if (!visibility || *visibility == "visible")
            return;
        const std::string repeat = prefixes_.table + "number-columns-repeated";
        const std::string shown = withoutAttribute(tag, prefixes_.table + "visibility");
        std::vector<std::string> pieces;
        std::uint64_t next = first;
        for (const ResultColumn& target : columns_) {
            if (!target.added || target.column < next || target.column >= past)
                continue;
            if (target.column > next)
                pieces.push_back(repeated(tag, repeat, target.column - next));
            pieces.push_back(repeated(shown, repeat, 1));
            next = target.column + 1U;
        }
        if (pieces.empty())
            return;
        if (next < past)
            pieces.push_back(repeated(tag, repeat, past - next));
        patcher_->copyTo(patcher_->tagStart());
        for (std::size_t i = 0; i < pieces.size(); ++i)
            patcher_->insert(i + 1 < pieces.size() ? closed(pieces[i]) : pieces[i]);
        patcher_->dropTo(patcher_->tagEnd());
    }

    // A table has at least as many columns as its rows have cells.
    void declareColumns() {
        const std::uint64_t needed = columns_.back().column + 1U;
        if (declared_ == 0 || declared_ >= needed)
            return;
        patcher_->copyTo(patcher_->tagStart());
        patcher_->insert(repeated("<" + prefixes_.table + "table-column/>",
                                  prefixes_.table + "number-columns-repeated", needed - declared_));
        declared_ = needed;
    }

    void startRow(const XmlAttributes& attributes) {
        where_ = Where::Row;
        rowStart_ = patcher_->tagStart();
        rowTagEnd_ = patcher_->tagEnd();
        rowRepeat_ = repeatsOf(attributes, "number-rows-repeated");
        prefixes_.table = tagPrefix(patcher_->tag());
        cells_.clear();
        nextColumn_ = 0;
        patcher_->copyTo(rowStart_);
        patcher_->hold();
    }

    void startCell(std::string_view name, const XmlAttributes& attributes) {
        if (name != "table-cell" && name != "covered-table-cell") {
            ++skipped_;
            return;
        }
        where_ = Where::Cell;
        MetCell cell;
        cell.start = patcher_->tagStart();
        cell.tagEnd = patcher_->tagEnd();
        cell.piece.column = nextColumn_;
        cell.piece.repeat = repeatsOf(attributes, "number-columns-repeated");
        cell.piece.covered = name == "covered-table-cell";
        cell.piece.formula = attributes.get("formula").has_value();
        cell.piece.content = cell.piece.formula || attributes.get("value-type").has_value();
        nextColumn_ = std::min(nextColumn_ + cell.piece.repeat, kFarAway);
        cells_.push_back(std::move(cell));
    }

    void startInCell(std::string_view name) {
        if (name == "annotation")
            cells_.back().notes.push_back({patcher_->tagStart(), 0});
        else
            cells_.back().piece.content = true;
    }

    void endRow() {
        patcher_->release();
        const std::uint64_t end = patcher_->tagEnd();
        const std::string_view rowTag = patcher_->bytes(rowStart_, rowTagEnd_);
        const std::string_view endTag =
            closesItself(rowTag) ? std::string_view() : patcher_->bytes(patcher_->tagStart(), end);
        std::vector<OdsCellPiece> pieces;
        bool blank = true;
        for (const MetCell& cell : cells_) {
            OdsCellPiece piece = cell.piece;
            piece.tag = patcher_->bytes(cell.start, cell.tagEnd);
            piece.whole = patcher_->bytes(cell.start, cell.end);
            for (const Range& note : cell.notes)
                piece.notes.push_back(patcher_->bytes(note.start, note.end));
            blank = blank && (!piece.content || piece.covered);
            pieces.push_back(std::move(piece));
        }
        const std::uint64_t first = row_;
        row_ = std::min(row_ + rowRepeat_, kFarAway);
        // Thousands of blank rows at the end stand for nothing.
        if (blank && rowRepeat_ > 1)
            return patcher_->copyTo(end);
        const auto planFor = [&](std::uint64_t row) {
            return planner_.plan(static_cast<std::uint32_t>(row));
        };
        RowPlan plan = planFor(first);
        std::string out;
        for (std::uint64_t row = first; row < row_;) {
            std::uint64_t same = 1;
            RowPlan next;
            while (row + same < row_ && (next = planFor(row + same)) == plan)
                ++same;
            planner_.count(plan, blank, same);
            if (same == rowRepeat_ && !changesRow(plan, columns_))
                return patcher_->copyTo(end);
            appendRow(out, rowTag, endTag, pieces, plan, same);
            row += same;
            plan = std::move(next);
        }
        patcher_->insert(out);
        patcher_->dropTo(end);
    }

    void appendRow(std::string& out, std::string_view tag, std::string_view endTag,
                   std::span<const OdsCellPiece> pieces, const RowPlan& plan,
                   std::uint64_t count) const {
        out += opened(count == rowRepeat_
                          ? std::string(tag)
                          : repeated(tag, prefixes_.table + "number-rows-repeated", count));
        appendOdsCells(out, pieces, plan, columns_, prefixes_, currency_);
        out += endTag.empty() ? "</" + prefixes_.table + "table-row>" : std::string(endTag);
    }

    std::span<const ResultColumn> columns_;
    const RowPlanner& planner_;
    std::string currency_;
    XmlPatcher* patcher_ = nullptr;
    OdsPrefixes prefixes_;
    Where where_ = Where::Rows;
    std::size_t skipped_ = 0;
    std::uint64_t declared_ = 0; // columns
    std::uint64_t row_ = 1;
    std::uint64_t rowRepeat_ = 1;
    std::uint64_t rowStart_ = 0;
    std::uint64_t rowTagEnd_ = 0;
    std::uint64_t nextColumn_ = 0;
    std::vector<MetCell> cells_;
};

OdsRewriter::OdsRewriter()
    : walker_(*this) {}
OdsRewriter::~OdsRewriter() = default;

void OdsRewriter::add(std::size_t sheet, std::span<const ResultColumn> columns,
                      const RowPlanner& planner, const std::string& currency) {
    tables_.emplace(sheet, std::make_unique<Table>(columns, planner, currency));
}

void OdsRewriter::attach(XmlPatcher& patcher) {
    for (const auto& [sheet, table] : tables_)
        table->attach(patcher);
}

void OdsRewriter::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (!metRoot_)
        for (const auto& [sheet, table] : tables_)
            table->prefixes().learn(attributes);
    metRoot_ = true;
    walker_.startElement(name, attributes);
}

void OdsRewriter::endElement(std::string_view name) {
    walker_.endElement(name);
}

void OdsRewriter::text(std::string_view piece) {
    walker_.text(piece);
}

XmlHandler* OdsRewriter::tableStarts(const XmlAttributes&) {
    const auto found = tables_.find(met_++);
    return found == tables_.end() ? nullptr : found->second.get();
}

} // namespace leadsheet::app
