// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/row_source.hpp"
#include "sheet/cell_notes.hpp"
#include "sheet/ods/cell.hpp"
#include "sheet/ods/content.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Rows that one step of the parser finished, kept as the file writes them: a cell that stands for
/// 16,384 takes the memory of one until its row is handed out.
class OdsRowQueue {
public:
    struct NewCell {
        CellKind kind = CellKind::Empty;
        bool formula = false;
        bool struck = false;
        std::uint32_t column = 0;
        std::uint32_t repeat = 1;
        double number = 0;
        std::string_view text;
    };

    // The row being built; nothing of it can be taken before `finishRow`.
    void addCell(const NewCell& cell);
    bool rowHasCells() const { return !building_.empty(); }
    void finishRow(std::uint32_t row, std::uint32_t repeat, bool hidden);
    void addBlankRow(std::uint32_t row, std::uint32_t repeat);

    /// The oldest finished row, or false. Views stay valid until the next call of take or finish.
    bool take(RowView& row);
    void clear();

private:
    struct Packed {
        Cell cell; // its text is set when the row is taken
        std::uint32_t repeat;
        std::size_t textAt;
        std::size_t textBytes;
    };
    struct Row {
        std::uint32_t row;
        std::uint32_t repeat;
        bool hidden;
        std::size_t firstCell;
        std::size_t endCell;
    };

    std::vector<Packed> building_;
    std::string buildingText_;
    std::vector<Row> rows_;
    std::vector<Packed> cells_;
    std::string text_;
    std::size_t next_ = 0;
    std::vector<Cell> expanded_;
};

/// Turns the inside of one table:table into rows. Repeats of blank cells and rows cost nothing, and
/// the blank rows after the last content are never handed out; repeats of content count in full.
class OdsTableReader final : public XmlHandler {
public:
    /// `fail` stops the parser. `rows` must outlive the reader.
    OdsTableReader(const SheetLimits& limits, OdsRowQueue& rows,
                   std::function<void(SheetError)> fail);

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;
    /// An element inside the automatic styles, before the table.
    void styleStarts(std::string_view name, const XmlAttributes& attributes);

    /// Number of the row being read, from 1.
    std::uint32_t row() const;
    std::span<const std::uint32_t> hiddenColumns() const { return hiddenColumns_; }
    const std::vector<CellRange>& mergedRanges() const { return merged_; }
    const std::vector<CellNote>& notes() const { return notes_.list(); }
    std::uint64_t unreadNotes() const { return notes_.unread(); }

private:
    enum class Where { Table, Row, Cell };
    struct Span {
        std::uint32_t column = 0;
        std::uint32_t repeat = 1;
        std::uint64_t columns = 1;
        std::uint64_t rows = 1;
    };

    void startInTable(std::string_view name, const XmlAttributes& attributes);
    void startInRow(std::string_view name, const XmlAttributes& attributes);
    void addColumns(const XmlAttributes& attributes);
    void startRow(const XmlAttributes& attributes);
    void endRow();
    void startCell(const XmlAttributes& attributes);
    void addNote();
    void endCell();
    bool addCell(CellKind kind, double number);
    bool withinLimits(std::uint64_t textBytes);
    void addMerged(const Span& span);
    std::uint64_t repeats(const XmlAttributes& attributes, std::string_view name);
    void countMet(std::uint64_t cells);
    void exceeded(std::uint64_t row, std::uint64_t column, Message reason, Message wayOut);
    void fail(SheetError error);

    SheetLimits limits_;
    OdsRowQueue& rows_;
    std::function<void(SheetError)> fail_;
    std::string style_;                         // of cells, the last one met; else empty
    std::set<std::string, std::less<>> struck_; // styles of cells that cross out
    bool failed_ = false;
    Where where_ = Where::Table;
    std::size_t depth_ = 0;   // below the cell
    std::size_t skipped_ = 0; // depth inside an element without cells

    std::vector<bool> groups_; // collapsed or not, innermost last
    std::size_t hiddenGroups_ = 0;
    std::uint64_t nextColumn_ = 0; // of the column descriptions
    std::vector<std::uint32_t> hiddenColumns_;
    std::vector<CellRange> merged_;

    std::uint64_t row_ = 1;
    std::uint64_t rowRepeat_ = 1;
    std::uint64_t rowElements_ = 0;
    std::uint64_t pendingBlank_ = 0;
    bool rowHidden_ = false;
    std::uint64_t rowBytes_ = 0;
    std::vector<Span> rowSpans_;
    std::uint64_t cellsMet_ = 0;
    std::uint64_t textBytes_ = 0; // of the sheet, repeats written out

    std::uint64_t column_ = 0;
    std::uint64_t cellRepeat_ = 1;
    bool cellStruck_ = false;
    Span span_;
    OdsValue value_;
    OdsCellText text_;
    OdsNoteText noteText_;
    CellNotes notes_;
};

/// One walk over content.xml that reads the rows of one sheet. Not movable: parts refer to it.
class OdsTablePass final : private OdsTableVisitor {
public:
    OdsTablePass(std::unique_ptr<ByteStream> content, std::size_t sheet, const SheetLimits& limits,
                 std::stop_token stop);
    OdsTablePass(const OdsTablePass&) = delete;
    OdsTablePass& operator=(const OdsTablePass&) = delete;
    ~OdsTablePass() override = default;

    /// Goes to the sheet; NoSuchSheet when the file has fewer.
    SheetResult<void> enter();
    /// The next row of it; after the last one the rest of the part is checked for damage.
    SheetResult<Next> next(RowView& row);

    bool entered() const { return entered_; }
    const OdsTableReader& table() const { return table_; }
    std::uint64_t position() const { return feed_.stream().position(); }

private:
    void styleStarts(std::string_view name, const XmlAttributes& attributes) override {
        table_.styleStarts(name, attributes);
    }
    XmlHandler* tableStarts(const XmlAttributes& attributes) override;
    void tableEnds() override;
    SheetResult<bool> step();

    std::size_t wanted_;
    std::size_t met_ = 0; // sheets that started
    bool entered_ = false;
    bool left_ = false;
    OdsRowQueue rows_;
    OdsContentFeed feed_;
    OdsTableReader table_;
    std::optional<SheetError> failure_; // told once the rows before it were handed out
};

} // namespace leadsheet::app
