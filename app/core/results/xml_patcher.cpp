// SPDX-License-Identifier: Apache-2.0
#include "results/xml_patcher.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <vector>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

struct Attribute {
    std::size_t start = 0; ///< of the blanks before the name
    std::size_t end = 0;   ///< past the closing quote
    std::size_t valueStart = 0;
    std::size_t valueEnd = 0;
};

std::optional<Attribute> findAttribute(std::string_view tag, std::string_view wanted) {
    std::size_t at = tag.find_first_of(" \t\r\n/>", 1);
    while (at < tag.size()) {
        Attribute found;
        found.start = at;
        const std::size_t name = tag.find_first_not_of(kBlanks, at);
        if (name == std::string_view::npos || tag[name] == '/' || tag[name] == '>')
            return std::nullopt;
        const std::size_t nameEnd = tag.find_first_of(" \t\r\n=", name);
        const std::size_t quote = tag.find_first_of("\"'", nameEnd);
        if (quote == std::string_view::npos)
            return std::nullopt;
        found.valueStart = quote + 1;
        found.valueEnd = tag.find(tag[quote], found.valueStart);
        if (found.valueEnd == std::string_view::npos)
            return std::nullopt;
        found.end = found.valueEnd + 1;
        if (tag.substr(name, nameEnd - name) == wanted)
            return found;
        at = found.end;
    }
    return std::nullopt;
}

} // namespace

std::string_view tagPrefix(std::string_view tag) {
    const std::string_view name = tag.substr(1, tag.find_first_of(" \t\r\n/>", 1) - 1);
    const auto colon = name.find(':');
    return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon + 1);
}

bool closesItself(std::string_view tag) {
    return tag.ends_with("/>");
}

std::optional<std::string_view> rawAttribute(std::string_view tag, std::string_view name) {
    const auto found = findAttribute(tag, name);
    if (!found)
        return std::nullopt;
    return tag.substr(found->valueStart, found->valueEnd - found->valueStart);
}

std::string withAttribute(std::string_view tag, std::string_view name, std::string_view value) {
    std::string out(tag);
    if (const auto found = findAttribute(tag, name))
        return out.replace(found->valueStart, found->valueEnd - found->valueStart, value);
    const std::size_t end = tag.size() - (closesItself(tag) ? 2 : 1);
    return out.insert(end, " " + std::string(name) + "=\"" + std::string(value) + "\"");
}

std::string withoutAttribute(std::string_view tag, std::string_view name) {
    std::string out(tag);
    if (const auto found = findAttribute(tag, name))
        out.erase(found->start, found->end - found->start);
    return out;
}

std::string opened(std::string_view tag) {
    std::string out(tag);
    if (closesItself(tag))
        out.erase(out.size() - 2, 1);
    return out;
}

std::string closed(std::string_view tag) {
    std::string out(tag);
    if (!closesItself(tag))
        out.insert(out.size() - 1, "/");
    return out;
}

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
