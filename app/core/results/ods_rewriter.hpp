// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/result_layout.hpp"
#include "results/xml_patcher.hpp"
#include "sheet/ods/content.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::app {

/// Prefixes under which a content.xml knows the elements of OpenDocument, colon included.
struct OdsPrefixes {
    std::string table = "table:";
    std::string office = "office:";
    std::string text = "text:";
    /// Namespace declarations that a cell needs because the document lacks them, or nothing.
    std::string declarations;

    /// `root` are the attributes of the document's first element.
    void learn(const XmlAttributes& root);
};

/// Appends a text as paragraphs (OpenDocument 1.3 part 3, 6.1.2 and 5.1.3): a line end begins a new
/// one, and blanks that a reader would join or drop are spelled out.
void appendOdsParagraphs(std::string& out, std::string_view text, const OdsPrefixes& prefixes);

/// A cell element as it stands in the document; `repeat` cells from `column` on.
struct OdsCellPiece {
    std::string_view tag;
    std::string_view whole;              ///< with everything inside
    std::vector<std::string_view> notes; ///< comments inside, as written
    std::uint64_t column = 0;
    std::uint64_t repeat = 1;
    bool covered = false; ///< by a merged cell
    bool formula = false;
    bool content = false;
};

/// Appends the cells of a row with the texts of `plan` in their columns, amounts as numbers in
/// `currency` (empty = in none). Cells keep their style;
/// formulas, covered cells and what no text is meant for stay as they are.
void appendOdsCells(std::string& out, std::span<const OdsCellPiece> cells, const RowPlan& plan,
                    std::span<const ResultColumn> columns, const OdsPrefixes& prefixes,
                    const std::string& currency);

/// An element that stands for `count` instead of what its tag says; `name` is the attribute.
std::string repeated(std::string_view tag, std::string_view name, std::uint64_t count);

/// Puts results into tables of a content.xml (OpenDocument 1.3 part 3, 9) on its way through an
/// XmlPatcher. Rows and cells that stand for several are split where these differ now.
class OdsRewriter final : public XmlHandler, private OdsTableVisitor {
public:
    OdsRewriter();
    ~OdsRewriter() override;
    /// A table to put results into; `sheet` as the reader counts tables. Amounts are in `currency`
    /// (empty = in none).
    void add(std::size_t sheet, std::span<const ResultColumn> columns, const RowPlanner& planner,
             const std::string& currency);
    /// After the tables were added.
    void attach(XmlPatcher& patcher);

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;

private:
    class Table;

    XmlHandler* tableStarts(const XmlAttributes& attributes) override;
    void tableEnds() override {}

    OdsContentWalker walker_;
    std::size_t met_ = 0; // tables
    bool metRoot_ = false;
    std::map<std::size_t, std::unique_ptr<Table>> tables_;
};

} // namespace leadsheet::app
