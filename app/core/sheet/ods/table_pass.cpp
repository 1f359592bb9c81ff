// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/table_pass.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"

#include <utility>

namespace leadsheet::app {

namespace say = messages::container;

OdsTablePass::OdsTablePass(std::unique_ptr<ByteStream> content, std::size_t sheet,
                           const SheetLimits& limits, std::stop_token stop)
    : wanted_(sheet)
    , feed_(std::move(content), *this, limits, std::move(stop))
    , table_(limits, rows_, [this](SheetError error) { feed_.reader().fail(std::move(error)); }) {}

SheetResult<void> OdsTablePass::enter() {
    while (!entered_ && !failure_) {
        const auto more = step();
        if (!more)
            failure_ = more.error();
        else if (!*more)
            break;
    }
    if (entered_)
        return {};
    if (failure_)
        return tl::unexpected(*failure_);
    if (met_ == 0)
        return tl::unexpected(SheetError{SheetErrorCode::DamagedFile,
                                         {},
                                         {say::noSheetInContent()},
                                         {messages::sheet::openFileSaveAgain()},
                                         {}});
    return tl::unexpected(SheetError{SheetErrorCode::NoSuchSheet,
                                     {},
                                     {say::fileSheetCount(static_cast<std::int64_t>(met_))},
                                     {say::chooseByNameOrNumber()},
                                     {}});
}

SheetResult<Next> OdsTablePass::next(RowView& row) {
    for (;;) {
        if (rows_.take(row))
            return Next::Row;
        if (failure_)
            return tl::unexpected(*failure_);
        if (left_)
            break;
        if (const auto more = step(); !more)
            failure_ = more.error();
        else if (!*more)
            break;
    }
    if (auto rest = feed_.drain(); !rest) {
        failure_ = rest.error();
        return tl::unexpected(*failure_);
    }
    return Next::End;
}

// What comes behind the sheet is not part of it, however it is written.
SheetResult<bool> OdsTablePass::step() {
    auto more = feed_.step();
    if (more || left_)
        return more.value_or(false);
    SheetError error = more.error();
    if (entered_ && error.place.row == 0 && error.code != SheetErrorCode::Cancelled)
        error.place.row = table_.row();
    return tl::unexpected(std::move(error));
}

XmlHandler* OdsTablePass::tableStarts(const XmlAttributes&) {
    if (met_++ != wanted_)
        return nullptr;
    entered_ = true;
    return &table_;
}

void OdsTablePass::tableEnds() {
    left_ = entered_;
}

} // namespace leadsheet::app
