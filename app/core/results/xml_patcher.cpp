// SPDX-License-Identifier: Apache-2.0
#include "results/xml_patcher.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <vector>

namespace leadsheet::app {

namespace say = messages::container;

XmlPatcher::XmlPatcher(XmlHandler& handler, std::string part, const SheetLimits& limits, Sink sink)
    : limits_(limits)
    , sink_(std::move(sink))
    , reader_(handler, std::move(part), limits) {}

std::string_view XmlPatcher::bytes(std::uint64_t from, std::uint64_t to) const {
    return std::string_view(window_).substr(static_cast<std::size_t>(from - windowStart_),
                                            static_cast<std::size_t>(to - from));
}

void XmlPatcher::copyTo(std::uint64_t offset) {
    out_ += bytes(done_, offset);
    dropTo(offset);
}

void XmlPatcher::dropTo(std::uint64_t offset) {
    done_ = offset;
}

SheetResult<void> XmlPatcher::flush(bool all) {
    if (out_.empty() || (!all && out_.size() < kReadStep))
        return {};
    auto written = sink_(out_);
    out_.clear();
    return written;
}

SheetResult<void> XmlPatcher::run(ByteStream& in) {
    std::vector<char> step(kReadStep);
    for (;;) {
        LEADSHEET_TRY(const auto got, in.read(step));
        const std::string_view fresh(step.data(), got);
        window_.erase(0, static_cast<std::size_t>(done_ - windowStart_));
        windowStart_ = done_;
        window_ += fresh;
        LEADSHEET_TRY_DONE(reader_.feed(fresh, fresh.empty()));
        if (!held_)
            copyTo(fresh.empty() ? windowStart_ + window_.size() : reader_.offset());
        else if (window_.size() > limits_.maxXmlWithoutRow)
            return tl::unexpected(SheetError{
                SheetErrorCode::LimitExceeded,
                {},
                {say::rowXmlTooLong(static_cast<std::int64_t>(limits_.maxXmlWithoutRow >> 20))},
                {messages::sheet::saveSheetAlone()},
                {}});
        LEADSHEET_TRY_DONE(flush(fresh.empty()));
        if (fresh.empty())
            return {};
    }
}

} // namespace leadsheet::app
