// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/ods/content_feed.hpp"
#include "sheet/ods/row_queue.hpp"
#include "sheet/ods/table_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

namespace leadsheet::app {

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
