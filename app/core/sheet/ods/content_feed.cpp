// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/content_feed.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

// Enough for the document's end tag with what programs write behind it.
constexpr std::size_t kTailBytes = 1024;

} // namespace

OdsContentFeed::OdsContentFeed(std::unique_ptr<ByteStream> stream, OdsTableVisitor& visitor,
                               const SheetLimits& limits, std::stop_token stop)
    : stream_(std::move(stream))
    , walker_(visitor)
    , reader_(walker_, kOdsContentPart, limits)
    , skipper_(reader_, walker_, limits.maxRows)
    , limits_(limits)
    , stop_(std::move(stop))
    , buffer_(kReadStep) {}

SheetResult<std::size_t> OdsContentFeed::read() {
    // A few bytes of an archive inflate to many steps.
    if (stop_.stop_requested())
        return cancelledError();
    auto got = stream_->read(buffer_);
    if (got) {
        tail_.append(buffer_.data() + (*got - std::min(*got, kTailBytes)),
                     std::min(*got, kTailBytes));
        tail_.erase(0, tail_.size() - std::min(tail_.size(), kTailBytes));
    }
    return got;
}

SheetResult<bool> OdsContentFeed::step() {
    const auto got = read();
    if (!got)
        return tl::unexpected(got.error());
    fed_ += *got;
    LEADSHEET_TRY_DONE(skipper_.feed(std::string_view(buffer_.data(), *got), *got == 0));
    const std::uint64_t rowsEnded = walker_.rowsEnded() + skipper_.droppedRows();
    if (rowsEnded != rowsEnded_) {
        rowsEnded_ = rowsEnded;
        fedAtRow_ = fed_;
    }
    if (fed_ - fedAtRow_ > limits_.maxXmlWithoutRow)
        return tl::unexpected(SheetError{
            SheetErrorCode::LimitExceeded,
            {},
            {say::contentWithoutRowEnd(kOdsContentPart,
                                       static_cast<std::int64_t>(limits_.maxXmlWithoutRow >> 20))},
            {say::openFileSaveSheet()},
            {}});
    return *got != 0;
}

SheetResult<void> OdsContentFeed::drain() {
    for (;;) {
        LEADSHEET_TRY(const auto got, read());
        if (got == 0)
            break;
    }
    std::string tail = tail_;
    tail.erase(std::remove(tail.begin(), tail.end(), '\0'), tail.end()); // UTF-16
    if (tail.find("document-content>") != std::string::npos)
        return {};
    return tl::unexpected(SheetError{SheetErrorCode::DamagedFile,
                                     {},
                                     {say::contentCutBehindSheet(kOdsContentPart)},
                                     {messages::sheet::fetchOrSaveAgain()},
                                     {}});
}

} // namespace leadsheet::app
