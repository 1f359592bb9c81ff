// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/ods_row.hpp"
#include "results/result_layout.hpp"
#include "results/xml_patcher.hpp"
#include "sheet/ods/content.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::app {

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
