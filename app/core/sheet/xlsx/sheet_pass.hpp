// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/text_arena.hpp"
#include "sheet/xlsx/package.hpp"
#include "sheet/xlsx/row_assembler.hpp"
#include "sheet/xlsx/row_batch.hpp"
#include "sheet/xlsx/row_scanner.hpp"
#include "sheet/xlsx/sheet_handler.hpp"
#include "sheet/xml/scanning_feed.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// One pass over a sheet part, in steps of kReadStep, row by row. All that is given to the
/// constructor must outlive it.
class SheetPass {
public:
    SheetPass(const Package& package, const ZipEntry& entry, const AssemblerContext& context);

    /// Like RowSource::next, but an error is given once.
    SheetResult<Next> next(RowView& row);
    /// Complete after End; hidden columns from the first row on.
    const SheetFacts& facts() const { return facts_; }
    /// Packed bytes of the part consumed so far.
    std::uint64_t position() const { return stream_->position(); }

private:
    SheetResult<void> step();
    SheetResult<void> placed(SheetResult<void> result) const;
    SheetResult<void> checkProgress();
    SheetResult<void> deliver(RowView& row);
    SheetResult<void> render(const RowBatch::Row& row);
    SheetError withoutRow() const;

    Package package_;
    const ZipEntry& entry_;
    AssemblerContext context_;
    SheetFacts facts_;
    RowBatch batch_;
    RowAssembler rows_;
    SheetHandler handler_;
    XmlReader reader_;
    RowScanner scanner_;
    ScanningFeed feed_;
    std::unique_ptr<ByteStream> stream_;
    std::vector<char> buffer_;
    std::uint64_t read_ = 0;
    std::uint64_t readAtRow_ = 0;
    std::uint64_t progress_ = 0; // rows and merged cells met
    bool ended_ = false;
    std::optional<SheetError> failure_; // told once the rows before it are
    std::string rendered_;
    TextArena texts_;
};

} // namespace leadsheet::app
