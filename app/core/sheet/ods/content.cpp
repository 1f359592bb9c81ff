// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/content.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::app {

namespace say = messages::container;
using namespace std::string_view_literals;

namespace {

// "'file:///folder/other.ods'#$Sheet1": no sheet of this file can be named like that.
bool isCopyOfOtherFile(const XmlAttributes& attributes) {
    const auto name = attributes.get("name");
    return name && name->starts_with('\'') && name->find("'#") != std::string_view::npos;
}

} // namespace

void OdsContentWalker::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (skipped_ > 0) {
        ++skipped_;
        return;
    }
    switch (where_) {
    case Where::Document:
        if (name == "automatic-styles")
            where_ = Where::Styles;
        else if (name == "spreadsheet")
            where_ = Where::Spreadsheet;
        else if (name != "document-content" && name != "body")
            skipped_ = 1;
        break;
    case Where::Styles:
        ++depth_;
        visitor_.styleStarts(name, attributes);
        break;
    case Where::Spreadsheet:
        if (name == "table" && !isCopyOfOtherFile(attributes)) {
            where_ = Where::Table;
            inside_ = visitor_.tableStarts(attributes);
        } else {
            skipped_ = 1;
        }
        break;
    case Where::Table:
        ++depth_;
        if (inside_ != nullptr)
            inside_->startElement(name, attributes);
        break;
    }
}

void OdsContentWalker::endElement(std::string_view name) {
    if (name == "table-row")
        ++rowsEnded_;
    if (skipped_ > 0) {
        --skipped_;
        return;
    }
    if (where_ == Where::Table && depth_ == 0) {
        where_ = Where::Spreadsheet;
        visitor_.tableEnds();
    } else if (where_ == Where::Table) {
        --depth_;
        if (inside_ != nullptr)
            inside_->endElement(name);
    } else if (where_ == Where::Styles && depth_ > 0) {
        --depth_;
    } else {
        where_ = Where::Document;
    }
}

void OdsContentWalker::text(std::string_view piece) {
    if (where_ == Where::Table && skipped_ == 0 && inside_ != nullptr)
        inside_->text(piece);
}

namespace {

enum class Mark {
    Incomplete, ///< goes on behind the bytes at hand
    Other,
    RowEnd,
    TableStart,
    TableEmpty,
    TableEnd,
    Foreign, ///< markup that no content.xml has; the parser will say so
};

struct Markup {
    Mark mark = Mark::Incomplete;
    std::size_t end = 0; ///< where to look on; behind the tag for table tags
};

Markup upTo(std::string_view text, std::string_view terminator, std::size_t from) {
    const auto at = text.find(terminator, from);
    return at == std::string_view::npos ? Markup{} : Markup{Mark::Other, at + terminator.size()};
}

bool endsName(char c) {
    return c == '>' || c == ' ' || c == '/' || c == '\n' || c == '\t' || c == '\r';
}

// Behind the ">" of a tag; quoted values may have one too.
std::size_t tagEnd(std::string_view text, std::size_t from) {
    for (std::size_t at = from;;) {
        at = text.find_first_of("\"'>", at);
        if (at == std::string_view::npos || text[at] == '>')
            return at == std::string_view::npos ? at : at + 1;
        at = text.find(text[at], at + 1);
        if (at == std::string_view::npos)
            return at;
        ++at;
    }
}

// What stands at the start of `text`, which is "<".
Markup markupAt(std::string_view text) {
    if (text.size() < 2)
        return {};
    if (text[1] == '?')
        return upTo(text, "?>", 2);
    if (text[1] == '!') {
        if (text.starts_with("<!--"))
            return upTo(text, "-->", 4);
        constexpr auto kData = "<![CDATA["sv;
        if (text.starts_with(kData))
            return upTo(text, "]]>", kData.size());
        return text.size() < kData.size() ? Markup{} : Markup{Mark::Foreign, 0};
    }
    const bool closing = text[1] == '/';
    std::size_t local = closing ? 2 : 1;
    std::size_t end = local;
    for (; end < text.size() && !endsName(text[end]); ++end)
        if (text[end] == ':')
            local = end + 1;
    if (end == text.size())
        return {};
    const std::string_view name = text.substr(local, end - local);
    if (name != "table")
        return {closing && name == "table-row" ? Mark::RowEnd : Mark::Other, end};
    const std::size_t behind = tagEnd(text, end);
    if (behind == std::string_view::npos)
        return {};
    if (closing)
        return {Mark::TableEnd, behind};
    return {text[behind - 2] == '/' ? Mark::TableEmpty : Mark::TableStart, behind};
}

} // namespace

SheetResult<void> OdsTableSkipper::feed(std::string_view bytes, bool last) {
    if (!started_) {
        started_ = true;
        // UTF-16 has zero bytes in "<" and in its byte order mark or nothing that looks like tags.
        const std::string_view head = bytes.substr(0, 4);
        passing_ = head.find('\0') != std::string_view::npos || head.starts_with("\xFF\xFE") ||
                   head.starts_with("\xFE\xFF");
    }
    if (passing_)
        return reader_.feed(bytes, last);
    held_.erase(0, from_);
    from_ = 0;
    held_ += bytes;
    return consume(last);
}

SheetResult<void> OdsTableSkipper::consume(bool last) {
    std::size_t at = 0;
    for (;;) {
        at = held_.find('<', at);
        if (at == std::string::npos) {
            auto done = leave(held_.size());
            return done && last ? reader_.feed({}, true) : done;
        }
        const Markup markup = markupAt(std::string_view(held_).substr(at));
        if (markup.mark == Mark::Foreign)
            return passOn(at, last);
        if (markup.mark == Mark::Incomplete) {
            // The parser has its own word on an end inside a tag and on one without end.
            if (last || held_.size() - at > XmlReader::kMaxToken)
                return passOn(at, last);
            return leave(at);
        }
        if (skipping_ && markup.mark == Mark::TableStart)
            ++depth_;
        if (skipping_ && markup.mark == Mark::RowEnd)
            if (auto counted = countRow(); !counted)
                return counted;
        if (skipping_ && markup.mark == Mark::TableEnd && depth_-- == 0) {
            if (auto dropped = drop(at); !dropped)
                return dropped;
            skipping_ = false;
        }
        at += markup.end;
        if (skipping_ || markup.mark != Mark::TableStart)
            continue;
        if (auto passed = pass(at); !passed)
            return passed;
        if (walker_.readsTable())
            return passOn(at, last);
        skipping_ = walker_.skipsTable();
        depth_ = 0;
        rowsOfTable_ = 0;
    }
}

SheetResult<void> OdsTableSkipper::pass(std::size_t end) {
    const auto bytes = std::string_view(held_).substr(from_, end - from_);
    from_ = end;
    return bytes.empty() ? SheetResult<void>() : reader_.feed(bytes, false);
}

SheetResult<void> OdsTableSkipper::drop(std::size_t end) {
    const auto bytes = std::string_view(held_).substr(from_, end - from_);
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    from_ = end;
    dropped_ += bytes.size() - lines;
    return lines == 0 ? SheetResult<void>() : reader_.feed(std::string(lines, '\n'), false);
}

SheetResult<void> OdsTableSkipper::leave(std::size_t end) {
    return skipping_ ? drop(end) : pass(end);
}

SheetResult<void> OdsTableSkipper::passOn(std::size_t from, bool last) {
    if (auto left = leave(from); !left)
        return left;
    passing_ = true;
    skipping_ = false;
    auto rest = pass(held_.size());
    return rest && last ? reader_.feed({}, true) : rest;
}

SheetResult<void> OdsTableSkipper::countRow() {
    ++droppedRows_;
    if (++rowsOfTable_ <= maxRows_)
        return {};
    return tl::unexpected(SheetError{SheetErrorCode::LimitExceeded,
                                     {},
                                     {say::tooManySheetRows(static_cast<std::int64_t>(maxRows_))},
                                     {messages::sheet::splitIntoFiles()},
                                     {}});
}

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
    LEADSHEET_TRY(const auto got, read());
    fed_ += got;
    LEADSHEET_TRY_DONE(skipper_.feed(std::string_view(buffer_.data(), got), got == 0));
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
    return got != 0;
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
