// SPDX-License-Identifier: Apache-2.0
#include "results/ods_rewriter.hpp"

#include "results/xml_patcher.hpp"
#include "write/xml_text.hpp"

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

namespace {

constexpr std::string_view kOffice = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
constexpr std::string_view kText = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

void appendLine(std::string& out, std::string_view line, const std::string& prefix) {
    XmlTextStats ignored;
    bool first = true;
    while (!line.empty()) {
        const std::size_t plain = std::min(line.find_first_of(" \t"), line.size());
        appendXmlText(out, line.substr(0, plain), XmlDialect::Odf, ignored);
        first = first && plain == 0;
        line.remove_prefix(plain);
        if (line.starts_with('\t')) {
            out += "<" + prefix + "tab/>";
            line.remove_prefix(1);
            first = false;
            continue;
        }
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        if (blanks == 0)
            continue;
        line.remove_prefix(blanks);
        // One blank inside a line stands for itself.
        const bool inside = !first && !line.empty() && !out.ends_with('>');
        if (inside)
            out += ' ';
        if (const std::size_t spelled = blanks - (inside ? 1 : 0); spelled > 0)
            out += "<" + prefix + "s " + prefix + "c=\"" + std::to_string(spelled) + "\"/>";
        first = false;
    }
}

} // namespace

void OdsPrefixes::learn(const XmlAttributes& root) {
    if (root.getQualified("xmlns:office") != kOffice) {
        office = "lso:";
        declarations += " xmlns:lso=\"" + std::string(kOffice) + "\"";
    }
    if (root.getQualified("xmlns:text") != kText) {
        text = "lst:";
        declarations += " xmlns:lst=\"" + std::string(kText) + "\"";
    }
}

void appendOdsParagraphs(std::string& out, std::string_view text, const OdsPrefixes& prefixes) {
    for (bool more = true; more;) {
        const std::size_t end = text.find_first_of("\r\n");
        more = end != std::string_view::npos;
        out += "<" + prefixes.text + "p>";
        appendLine(out, text.substr(0, end), prefixes.text);
        out += "</" + prefixes.text + "p>";
        if (more)
            text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
    }
}

namespace {

class RowWriter {
public:
    RowWriter(std::string& out, const OdsPrefixes& prefixes, const std::string& currency)
        : out_(out)
        , prefixes_(prefixes)
        , currency_(currency)
        , repeatName_(prefixes.table + "number-columns-repeated") {}

    void keep(const OdsCellPiece& piece, std::uint64_t count) {
        if (count == 0)
            return;
        if (count == piece.repeat) {
            out_ += piece.whole;
            return;
        }
        out_ += repeated(piece.tag, repeatName_, count);
        out_ += piece.whole.substr(piece.tag.size());
    }

    void replace(const OdsCellPiece& piece, const std::string& text, bool amount) {
        const auto style = rawAttribute(piece.tag, prefixes_.table + "style-name");
        write(style.value_or(std::string_view()), piece.notes, text, amount);
    }

    void gap(std::uint64_t count) {
        if (count > 0)
            out_ += repeated("<" + prefixes_.table + "table-cell/>", repeatName_, count);
    }

    void write(std::string_view style, std::span<const std::string_view> notes,
               const std::string& text, bool amount) {
        const std::string name = prefixes_.table + "table-cell";
        std::string tag = "<" + name + prefixes_.declarations + ">";
        if (!style.empty())
            tag = withAttribute(tag, prefixes_.table + "style-name", style);
        // Programs show a value of a currency as money unless the cell's style says otherwise.
        if (amount && !currency_.empty())
            tag = withAttribute(withAttribute(tag, prefixes_.office + "value-type", "currency"),
                                prefixes_.office + "currency", currency_);
        else if (!text.empty())
            tag = withAttribute(tag, prefixes_.office + "value-type", amount ? "float" : "string");
        if (amount)
            tag = withAttribute(tag, prefixes_.office + "value", text);
        if (text.empty() && notes.empty()) {
            out_ += closed(tag);
            return;
        }
        out_ += tag;
        for (const std::string_view note : notes)
            out_ += note;
        if (!text.empty())
            appendOdsParagraphs(out_, text, prefixes_);
        out_ += "</" + name + ">";
    }

private:
    std::string& out_;
    const OdsPrefixes& prefixes_;
    const std::string& currency_;
    std::string repeatName_;
};

} // namespace

std::string repeated(std::string_view tag, std::string_view name, std::uint64_t count) {
    return count == 1 ? withoutAttribute(tag, name)
                      : withAttribute(tag, name, std::to_string(count));
}

void appendOdsCells(std::string& out, std::span<const OdsCellPiece> cells, const RowPlan& plan,
                    std::span<const ResultColumn> columns, const OdsPrefixes& prefixes,
                    const std::string& currency) {
    RowWriter writer(out, prefixes, currency);
    auto target = columns.begin();
    std::uint64_t width = 0;
    // A header looks like the one beside it.
    std::string_view headerStyle;
    for (const OdsCellPiece& piece : cells) {
        std::uint64_t at = piece.column;
        width = piece.column + piece.repeat;
        if (piece.content)
            headerStyle =
                rawAttribute(piece.tag, prefixes.table + "style-name").value_or(std::string_view());
        for (; target != columns.end() && target->column < width; ++target) {
            const std::string* const text = textFor(plan, *target);
            if (text == nullptr || piece.covered || piece.formula ||
                (text->empty() && !piece.content))
                continue;
            writer.keep(piece, target->column - at);
            if (plan.kind == RowPlan::Kind::Header && !piece.content)
                writer.write(headerStyle, piece.notes, *text, false);
            else
                writer.replace(piece, *text, isAmount(plan, *target));
            at = target->column + 1U;
        }
        writer.keep(piece, width - at);
    }
    for (; target != columns.end(); ++target) {
        const std::string* const text = textFor(plan, *target);
        if (text == nullptr || text->empty())
            continue;
        writer.gap(target->column - width);
        writer.write(plan.kind == RowPlan::Kind::Header ? headerStyle : std::string_view(), {},
                     *text, isAmount(plan, *target));
        width = target->column + 1U;
    }
}

} // namespace leadsheet::app
