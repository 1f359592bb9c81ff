// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/shared_text_handler.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "sheet/xlsx/escaped_text.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

// Offsets of the table are 32 bits wide.
constexpr std::uint64_t kMaxKept = std::numeric_limits<std::uint32_t>::max() - (64U << 20);
constexpr std::uint64_t kMaxForOneText = 1 << 20; // more than its bytes, with what a block wastes

} // namespace

SharedTextHandler::SharedTextHandler(TextTable& table, const SheetLimits& limits)
    : table_(table)
    , maxTextBytes_(limits.maxFieldBytes)
    , maxKept_(std::min(limits.maxSharedTextBytes, kMaxKept)) {}

void SharedTextHandler::startElement(std::string_view name, const XmlAttributes&) {
    if (skipped_ > 0) {
        ++skipped_;
    } else if (name == "rPh" || name == "extLst" || name == "Choice") {
        skipped_ = 1;
    } else if (name == "si") {
        ++openTexts_;
        text_.clear();
    } else if (name == "t") {
        inText_ = true;
    }
}

void SharedTextHandler::endElement(std::string_view name) {
    if (skipped_ > 0) {
        --skipped_;
    } else if (name == "t") {
        inText_ = false;
    } else if (name == "si") {
        --openTexts_;
        add();
    }
}

void SharedTextHandler::text(std::string_view piece) {
    if (!inText_ || skipped_ > 0)
        return;
    if (text_.size() + piece.size() > maxTextBytes_)
        return refuse(say::sharedTextTooLong(static_cast<std::int64_t>(table_.size()),
                                             static_cast<std::int64_t>(maxTextBytes_)),
                      messages::sheet::shortenCell());
    text_ += piece;
}

bool SharedTextHandler::addPlain(std::string_view text) {
    if (text.size() > maxTextBytes_ || table_.keptBytes() + text.size() + kMaxForOneText > maxKept_)
        return false;
    if (text.find("_x") == std::string_view::npos) {
        table_.add(text);
        return true;
    }
    text_ = text;
    decodeEscapes(text_);
    table_.add(text_);
    return true;
}

void SharedTextHandler::add() {
    decodeEscapes(text_);
    table_.add(text_);
    if (table_.keptBytes() > maxKept_)
        refuse(say::sharedTextsTooLong(static_cast<std::int64_t>(maxKept_)),
               messages::sheet::saveSheetAloneOrSplit());
}

void SharedTextHandler::refuse(Message reason, Message wayOut) {
    reader().fail(
        {SheetErrorCode::LimitExceeded, {}, {std::move(reason)}, {std::move(wayOut)}, {}});
}

} // namespace leadsheet::app
