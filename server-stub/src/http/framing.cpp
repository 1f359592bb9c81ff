// SPDX-License-Identifier: Apache-2.0
#include "http/framing.hpp"

#include "http/message.hpp"
#include "http/request_head.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <vector>

namespace leadsheet::server::http {

namespace {

using Check = std::optional<Rejection>;

constexpr std::array<std::string_view, 7> kHandledMethods = {"GET",   "HEAD",   "POST",   "PUT",
                                                             "PATCH", "DELETE", "OPTIONS"};

Check checkMethod(std::string_view method) {
    if (std::find(kHandledMethods.begin(), kHandledMethods.end(), method) !=
        kHandledMethods.end()) {
        return std::nullopt;
    }
    if (method == "CONNECT" || method == "TRACE") {
        return Rejection{405, "method_not_allowed",
                         "The method " + std::string(method) + " is not allowed on this server."};
    }
    return notImplemented("The method is not implemented; methods are case-sensitive. Known: " +
                          std::string(kAllowedMethods) + ".");
}

Check checkHost(const Request& request, bool http11) {
    const std::size_t count = request.headerCount("host");
    if (count > 1) {
        return malformed("The request has more than one Host field.");
    }
    if (count == 0) {
        return http11 ? Check(malformed("An HTTP/1.1 request needs a Host field.")) : std::nullopt;
    }
    if (!isValidAuthority(*request.header("host"))) {
        return malformed("The Host field is not a valid host with an optional port.");
    }
    return std::nullopt;
}

/// The items of a list field, of all its lines, without the blanks around them.
std::vector<std::string_view> listItems(const Request& request, std::string_view name) {
    std::vector<std::string_view> items;
    for (const Header& field : request.headers) {
        if (!equalsIgnoreCase(field.name, name)) {
            continue;
        }
        std::string_view rest = field.value;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            std::string_view item = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            item.remove_prefix(std::min(item.find_first_not_of(" \t"), item.size()));
            items.push_back(item.substr(0, item.find_last_not_of(" \t") + 1));
        }
    }
    return items;
}

/// RFC 9112 6.3 and 7.1: with chunked anywhere but once at the end nobody knows where the body
/// ends.
bool isChunkedInside(const std::vector<std::string_view>& codings) {
    return !codings.empty() &&
           std::any_of(codings.begin(), codings.end() - 1,
                       [](std::string_view coding) { return equalsIgnoreCase(coding, "chunked"); });
}

Check checkTransferEncoding(const Request& request, Framing& framing) {
    const std::size_t count = request.headerCount("transfer-encoding");
    if (count == 0) {
        return std::nullopt;
    }
    if (!framing.http11) {
        return malformed("Transfer-Encoding is not allowed in an HTTP/1.0 request.");
    }
    if (request.headerCount("content-length") != 0) {
        return malformed("The request has both Content-Length and Transfer-Encoding.");
    }
    if (isChunkedInside(listItems(request, "transfer-encoding"))) {
        return malformed(
            "\"chunked\" must be the last Transfer-Encoding and must not be repeated.");
    }
    if (count > 1 || !equalsIgnoreCase(*request.header("transfer-encoding"), "chunked")) {
        return notImplemented("The only Transfer-Encoding understood is exactly \"chunked\".");
    }
    framing.chunked = true;
    return std::nullopt;
}

Check checkContentLength(const Request& request, Framing& framing, std::uint64_t maxBody) {
    const std::size_t count = request.headerCount("content-length");
    if (count == 0) {
        return std::nullopt;
    }
    if (count > 1) {
        return malformed("The request has more than one Content-Length field.");
    }
    const std::string& text = *request.header("content-length");
    if (text.empty() || !std::all_of(text.begin(), text.end(), isDigit)) {
        return malformed("Content-Length is not a whole number.");
    }
    const auto parsed =
        std::from_chars(text.data(), text.data() + text.size(), framing.contentLength);
    if (parsed.ec != std::errc()) {
        return malformed("Content-Length does not fit into 64 bits.");
    }
    if (framing.contentLength > maxBody) {
        return payloadTooLarge("The request body is larger than " + std::to_string(maxBody) +
                               " bytes.");
    }
    return std::nullopt;
}

Check checkExpect(const Request& request, Framing& framing) {
    // RFC 9110 10.1.1: a server MUST ignore Expect in an HTTP/1.0 request.
    if (!framing.http11 || request.headerCount("expect") == 0) {
        return std::nullopt;
    }
    if (request.headerCount("expect") > 1 ||
        !equalsIgnoreCase(*request.header("expect"), "100-continue")) {
        return Rejection{417, "expectation_failed",
                         "The only expectation understood is \"100-continue\"."};
    }
    framing.expectContinue = framing.chunked || framing.contentLength > 0;
    return std::nullopt;
}

bool hasConnectionOption(const Request& request, std::string_view option) {
    const auto items = listItems(request, "connection");
    return std::ranges::any_of(
        items, [&](std::string_view item) { return equalsIgnoreCase(item, option); });
}

void skipBlanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

bool takeToken(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), isTokenChar);
    const bool found = end != text.begin();
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    return found;
}

bool takeQuoted(std::string_view& text) {
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return true;
        }
    }
    return false;
}

/// chunk-ext = *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )
bool isExtensions(std::string_view text) {
    while (!text.empty()) {
        skipBlanks(text);
        if (!text.starts_with(';')) {
            return false;
        }
        text.remove_prefix(1);
        skipBlanks(text);
        if (!takeToken(text)) {
            return false;
        }
        std::string_view value = text;
        skipBlanks(value);
        if (value.starts_with('=')) {
            value.remove_prefix(1);
            skipBlanks(value);
            if (!(value.starts_with('"') ? takeQuoted(value) : takeToken(value))) {
                return false;
            }
            text = value;
        }
    }
    return true;
}

} // namespace

tl::expected<Framing, Rejection> vetFraming(const Request& request, bool http11,
                                            std::uint64_t maxBody) {
    Framing framing;
    framing.http11 = http11;
    // Framing faults come first: after one of them nothing else in the request can be trusted.
    Check bad = checkTransferEncoding(request, framing);
    if (!bad) {
        bad = checkContentLength(request, framing, maxBody);
    }
    if (!bad) {
        bad = checkHost(request, http11);
    }
    if (!bad) {
        bad = checkMethod(request.method);
    }
    if (!bad) {
        bad = checkExpect(request, framing);
    }
    if (bad) {
        return tl::unexpected(std::move(*bad));
    }
    framing.keepAlive = !hasConnectionOption(request, "close") &&
                        (http11 || hasConnectionOption(request, "keep-alive"));
    return framing;
}

BodyReader::BodyReader(const HttpLimits& limits, const Framing& framing)
    : limits_(&limits)
    , state_(framing.chunked             ? State::SizeLine
             : framing.contentLength > 0 ? State::Length
                                         : State::Complete)
    , left_(framing.contentLength)
    , maxBytes_(limits.bodyBytes) {}

BodyReader::Step BodyReader::read(std::string_view bytes, std::string& body) {
    Step step;
    while (step.consumed < bytes.size() && !complete() && !step.rejection) {
        if (state_ == State::Length || state_ == State::ChunkData) {
            takeData(bytes.substr(step.consumed), step, body);
        } else {
            takeLineByte(bytes[step.consumed++], step);
        }
    }
    return step;
}

void BodyReader::takeData(std::string_view bytes, Step& step, std::string& body) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
    body.append(bytes.substr(0, count));
    step.consumed += count;
    taken_ += count;
    left_ -= count;
    if (left_ == 0) {
        state_ = state_ == State::Length ? State::Complete : State::DataEnd;
    }
}

void BodyReader::takeLineByte(char c, Step& step) {
    if (sawCarriageReturn_) {
        sawCarriageReturn_ = false;
        step.rejection = c == '\n' ? endOfLine()
                                   : malformed("A carriage return in the chunked body is not "
                                               "followed by a line feed.");
        return;
    }
    if (c == '\r') {
        sawCarriageReturn_ = true;
    } else if (state_ == State::DataEnd) {
        step.rejection = malformed("The data of a chunk is not followed by CR LF.");
    } else if (isForbiddenControl(c)) {
        step.rejection = malformed(
            c == '\n' ? "A line of the chunked body ends with a bare line feed instead of CR LF."
                      : "A line of the chunked body contains a control character.");
    } else if (line_.size() + trailerBytes_ >= limits_->chunkLineBytes) {
        step.rejection = malformed("A chunk's size line, or the trailers, are longer than " +
                                   std::to_string(limits_->chunkLineBytes) + " bytes.");
    } else {
        line_.push_back(c);
    }
}

std::optional<Rejection> BodyReader::endOfLine() {
    std::optional<Rejection> bad;
    if (state_ == State::DataEnd) {
        state_ = State::SizeLine;
    } else if (state_ == State::SizeLine) {
        bad = sizeLine();
    } else {
        bad = trailerLine();
    }
    line_.clear();
    return bad;
}

std::optional<Rejection> BodyReader::sizeLine() {
    const char* const end = line_.data() + line_.size();
    std::uint64_t size = 0;
    const auto parsed = std::from_chars(line_.data(), end, size, 16);
    // from_chars takes a minus sign even for an unsigned number.
    if (line_.empty() || hexValue(line_.front()) < 0) {
        return malformed("A chunk size is not a hexadecimal number.");
    }
    if (parsed.ec == std::errc::result_out_of_range) {
        return malformed("A chunk size is larger than any body can be.");
    }
    if (!isExtensions({parsed.ptr, static_cast<std::size_t>(end - parsed.ptr)})) {
        return malformed("A chunk size is followed by something that is not a chunk extension.");
    }
    if (taken_ > maxBytes_ || size > maxBytes_ - taken_) {
        return payloadTooLarge("The request body is larger than " + std::to_string(maxBytes_) +
                               " bytes.");
    }
    left_ = size;
    state_ = size == 0 ? State::Trailers : State::ChunkData;
    return std::nullopt;
}

std::optional<Rejection> BodyReader::trailerLine() {
    if (line_.empty()) {
        state_ = State::Complete;
        return std::nullopt;
    }
    trailerBytes_ += line_.size();
    const std::size_t colon = line_.find(':');
    if (colon == std::string::npos || !isToken(std::string_view(line_).substr(0, colon))) {
        return malformed("A trailer field of the chunked body is malformed.");
    }
    return std::nullopt;
}

} // namespace leadsheet::server::http
