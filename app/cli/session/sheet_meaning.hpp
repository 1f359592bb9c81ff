// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/work/checked_rows.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace leadsheet::cli {

class Console;

/// Its header, or "column C" where it has none.
std::string columnName(std::uint32_t column, const std::string& header);

/// The columns with content that no order will contain, those that look as if they narrow first.
void sayUnused(Console& console, const app::ColumnMap& map);
/// Which product rows order that name none.
void sayProductOf(Console& console, const app::ColumnMap& map);
/// Texts above the columns that deny or demand something.
void sayNotes(Console& console, const std::vector<app::SheetNote>& notes);
boost::json::array unusedJson(const app::ColumnMap& map);

/// What the orders have in common, and by what they are not narrowed: warnings first.
void sayOverview(Console& console, const app::OrderOverview& overview);
boost::json::object overviewJson(const app::OrderOverview& overview);

/// What keeps a row that could be ordered from being ready.
struct Standing {
    bool repeated = false;
    boost::json::object known{}; ///< for JSON: its state and its order
    Message words{};             ///< of that
};

/// The rows of a check in words: each one as a JSON line, and for people all of them, or the first
/// three and the first of every other kind. Rows of one kind set the same fields.
class RowsInWords {
public:
    RowsInWords(Console& console, bool severalTabs, bool all)
        : console_(console)
        , severalTabs_(severalTabs)
        , all_(all) {}

    /// A row that can be ordered; `repeated`: it is not, unless the person wants it twice.
    void add(const app::CheckedRow& row, bool repeated);
    void add(const std::string& tab, std::uint32_t row, const OrderRequest& order, bool repeated);
    /// The same of a row that was compared with a ledger, with its content.
    void add(const work::KnownRow& row, WallTime now);
    /// After the last one.
    void say() const;

private:
    void addRow(const std::string& tab, std::uint32_t row, const OrderRequest& order,
                const Standing& standing);
    struct Line {
        std::string words;
        std::string shape; ///< of the first of its kind; else empty
    };

    Console& console_;
    bool severalTabs_;
    bool all_;
    std::vector<Line> lines_;
    std::map<std::string, std::uint64_t, std::less<>> shapes_; ///< rows of each
    std::uint64_t rows_ = 0;
    app::OrderOverview overview_;
};

} // namespace leadsheet::cli
