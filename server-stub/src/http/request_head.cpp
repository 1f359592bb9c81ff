// SPDX-License-Identifier: Apache-2.0
#include "http/request_head.hpp"

#include "http/message.hpp"

#include <algorithm>
#include <string>

namespace leadsheet::server::http {

namespace {

/// Room for method and version beside the target in a request line.
constexpr std::size_t kRequestLineSlack = 64;
constexpr char kTlsHandshakeRecord = 0x16;

bool isHttpVersion(std::string_view version) {
    return version.size() == 8 && version.starts_with("HTTP/") && isDigit(version[5]) &&
           version[6] == '.' && isDigit(version[7]);
}

std::string_view trimmed(std::string_view value) {
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    return value.substr(0, value.find_last_not_of(" \t") + 1);
}

} // namespace

HeadReader::State HeadReader::reject(Rejection rejection) {
    rejection_ = std::move(rejection);
    return State::Rejected;
}

HeadReader::State HeadReader::read(std::string_view input) {
    while (position_ < input.size()) {
        const char c = input[position_];
        if (!isForbiddenControl(c)) {
            if (position_ == lineStart_ && (c == ' ' || c == '\t')) {
                return reject(
                    malformed(lines_ == 0 ? "The request line begins with white space."
                                          : "A header line is folded (begins with white space)."));
            }
            ++position_;
            if (position_ > limits_->headerBytes) {
                break;
            }
            continue;
        }
        if (c != '\r') {
            return controlCharacter(input);
        }
        if (position_ + 1 == input.size()) {
            break;
        }
        if (input[position_ + 1] != '\n') {
            return reject(
                malformed("A carriage return in the head is not followed by a line feed."));
        }
        const std::string_view line = input.substr(lineStart_, position_ - lineStart_);
        position_ += 2;
        lineStart_ = position_;
        if (const State state = endOfLine(line); state != State::NeedMore) {
            return state;
        }
    }
    return checkLimits(input);
}

HeadReader::State HeadReader::controlCharacter(std::string_view input) {
    const char c = input[position_];
    if (c == '\n') {
        return reject(malformed("A line in the head ends with a bare line feed instead of CR LF."));
    }
    if (position_ == 0 && c == kTlsHandshakeRecord) {
        return reject(malformed("A TLS handshake arrived, but this port speaks plain HTTP."));
    }
    return reject(malformed(c == '\0' ? "The head contains a NUL byte."
                                      : "The head contains a control character."));
}

HeadReader::State HeadReader::checkLimits(std::string_view input) {
    const std::size_t seen = std::min(position_, input.size());
    if (lines_ == 0 &&
        (seen > limits_->targetBytes + kRequestLineSlack || seen > limits_->headerBytes)) {
        return reject(targetTooLong("The request target is longer than " +
                                    std::to_string(limits_->targetBytes) + " bytes."));
    }
    if (seen > limits_->headerBytes) {
        return reject(headerTooLarge("The request head is larger than " +
                                     std::to_string(limits_->headerBytes) + " bytes."));
    }
    return State::NeedMore;
}

HeadReader::State HeadReader::endOfLine(std::string_view line) {
    if (lines_++ == 0) {
        return readRequestLine(line);
    }
    if (line.empty()) {
        return position_ > limits_->headerBytes
                   ? reject(headerTooLarge("The request head is larger than " +
                                           std::to_string(limits_->headerBytes) + " bytes."))
                   : State::Complete;
    }
    if (lines_ - 1 > limits_->headerCount) {
        return reject(headerTooLarge("The request has more than " +
                                     std::to_string(limits_->headerCount) + " header fields."));
    }
    return readField(line);
}

HeadReader::State HeadReader::readRequestLine(std::string_view line) {
    const std::size_t methodEnd = line.find(' ');
    const std::string_view method = line.substr(0, methodEnd);
    if (!isToken(method)) {
        return reject(malformed("The request line does not begin with a method."));
    }
    if (methodEnd == std::string_view::npos) {
        return reject(malformed("The request line has no target and no HTTP version."));
    }
    const std::string_view rest = line.substr(methodEnd + 1);
    const std::size_t targetEnd = rest.find(' ');
    if (targetEnd == std::string_view::npos) {
        return reject(malformed("The request line has no HTTP version (HTTP/0.9 is not spoken)."));
    }
    if (targetEnd == 0) {
        return reject(malformed("The request line has no target."));
    }
    if (targetEnd > limits_->targetBytes) {
        return reject(targetTooLong("The request target is longer than " +
                                    std::to_string(limits_->targetBytes) + " bytes."));
    }
    request_.headers.reserve(16);
    request_.method = method;
    request_.target = rest.substr(0, targetEnd);
    return readVersion(rest.substr(targetEnd + 1));
}

HeadReader::State HeadReader::readVersion(std::string_view version) {
    if (version == "HTTP/1.1" || version == "HTTP/1.0") {
        http11_ = version.back() == '1';
        return State::NeedMore;
    }
    if (isHttpVersion(version)) {
        return reject(versionNotSupported("This server speaks HTTP/1.1 and HTTP/1.0 only."));
    }
    return reject(malformed("The request line does not end with an HTTP version."));
}

HeadReader::State HeadReader::readField(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return reject(malformed("A header line has no colon."));
    }
    if (!isToken(line.substr(0, colon))) {
        return reject(malformed("A header name is empty or contains a forbidden character."));
    }
    request_.headers.push_back(
        {std::string(line.substr(0, colon)), std::string(trimmed(line.substr(colon + 1)))});
    return State::NeedMore;
}

namespace {

enum class Part { Path, Query };

std::optional<Rejection> checkDecodedByte(char c, Part part) {
    if (c == '\0') {
        return malformed("The request target contains an encoded NUL (%00).");
    }
    if (part == Part::Path && (c == '/' || c == '\\')) {
        return malformed("The path contains an encoded slash or backslash, which is not accepted.");
    }
    if (part == Part::Path && (isForbiddenControl(c) || c == '\t')) {
        return malformed("The path contains an encoded control character.");
    }
    return std::nullopt;
}

std::optional<Rejection> decode(std::string_view text, Part part, std::string& out) {
    out.clear();
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && part == Part::Query) {
            out.push_back(' ');
        } else if (text[i] != '%') {
            out.push_back(text[i]);
        } else {
            const int high = i + 2 < text.size() ? hexValue(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hexValue(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return malformed("The request target contains '%' without two hexadecimal digits.");
            }
            const char c = static_cast<char>(high * 16 + low);
            if (auto bad = checkDecodedByte(c, part)) {
                return bad;
            }
            out.push_back(c);
            i += 2;
        }
    }
    if (!isValidUtf8(out)) {
        return malformed("The request target does not decode to valid UTF-8.");
    }
    return std::nullopt;
}

bool hasDotSegment(std::string_view path) {
    std::size_t start = 0;
    while (start <= path.size()) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        const std::string_view segment = path.substr(start, end - start);
        if (segment == "." || segment == "..") {
            return true;
        }
        start = end + 1;
    }
    return false;
}

std::optional<Rejection> checkRawCharacters(std::string_view target) {
    for (const char c : target) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= 0x20 || byte >= 0x7f) {
            return malformed(
                "The request target contains a character that must be percent-encoded.");
        }
        if (c == '#') {
            return malformed("The request target contains a fragment ('#').");
        }
        if (c == '"' || c == '<' || c == '>') {
            return malformed("The request target contains a quote or an angle bracket.");
        }
    }
    return std::nullopt;
}

std::optional<Rejection> parseQuery(std::string_view query, const HttpLimits& limits,
                                    Request& request) {
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view piece = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        if (piece.empty()) {
            continue;
        }
        if (request.query.size() == limits.queryParameters) {
            return malformed("The query has more than " + std::to_string(limits.queryParameters) +
                             " parameters.");
        }
        const std::size_t equals = std::min(piece.find('='), piece.size());
        auto& [name, value] = request.query.emplace_back();
        if (auto bad = decode(piece.substr(0, equals), Part::Query, name)) {
            return bad;
        }
        if (equals < piece.size()) {
            if (auto bad = decode(piece.substr(equals + 1), Part::Query, value)) {
                return bad;
            }
        }
    }
    return std::nullopt;
}

/// Turns absolute-form into origin-form; the authority becomes the value of Host.
std::optional<Rejection> stripAuthority(Request& request) {
    const std::string_view target = request.target;
    const std::size_t schemeEnd = target.find("://");
    if (schemeEnd == std::string_view::npos ||
        !(equalsIgnoreCase(target.substr(0, schemeEnd), "http") ||
          equalsIgnoreCase(target.substr(0, schemeEnd), "https"))) {
        return malformed("The request target is neither a path nor an http or https URL.");
    }
    const std::string_view rest = target.substr(schemeEnd + 3);
    const std::size_t authorityEnd = std::min(rest.find_first_of("/?"), rest.size());
    const std::string authority(rest.substr(0, authorityEnd));
    if (!isValidAuthority(authority)) {
        return malformed("The URL in the request line has an invalid host.");
    }
    std::string origin(rest.substr(authorityEnd));
    if (origin.empty() || origin.front() != '/') {
        origin.insert(origin.begin(), '/');
    }
    for (Header& field : request.headers) {
        if (equalsIgnoreCase(field.name, "host")) {
            field.value = authority;
        }
    }
    request.target = std::move(origin);
    return std::nullopt;
}

bool isHostCharacter(char c) {
    return isAlpha(c) || isDigit(c) ||
           std::string_view("-._~!$&'()*+,;=%").find(c) != std::string_view::npos;
}

bool isPort(std::string_view text) {
    return text.size() <= 5 && std::all_of(text.begin(), text.end(), isDigit);
}

bool isIpv6Character(char c) {
    return hexValue(c) >= 0 || c == ':' || c == '.';
}

} // namespace

bool isValidAuthority(std::string_view authority) {
    if (authority.starts_with('[')) {
        const std::size_t end = authority.find(']');
        if (end == std::string_view::npos) {
            return false;
        }
        const std::string_view literal = authority.substr(1, end - 1);
        const std::string_view after = authority.substr(end + 1);
        return literal.size() >= 2 &&
               std::all_of(literal.begin(), literal.end(), isIpv6Character) &&
               (after.empty() || (after.front() == ':' && isPort(after.substr(1))));
    }
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    const std::string_view host = authority.substr(0, colon);
    return !host.empty() && std::all_of(host.begin(), host.end(), isHostCharacter) &&
           (colon == authority.size() || isPort(authority.substr(colon + 1)));
}

bool isValidUtf8(std::string_view text) noexcept {
    std::size_t i = 0;
    while (i < text.size()) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            ++i;
            continue;
        }
        const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (lead < 0xc2 || lead > 0xf4 || text.size() - i < length) {
            return false;
        }
        // The second byte alone tells overlong forms, surrogates and values above U+10FFFF.
        const auto second = static_cast<unsigned char>(text[i + 1]);
        const unsigned lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        const unsigned highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (second < lowest || second > highest) {
            return false;
        }
        for (std::size_t k = 2; k < length; ++k) {
            if ((static_cast<unsigned char>(text[i + k]) & 0xc0U) != 0x80U) {
                return false;
            }
        }
        i += length;
    }
    return true;
}

std::optional<Rejection> resolveTarget(Request& request, const HttpLimits& limits) {
    if (auto bad = checkRawCharacters(request.target)) {
        return bad;
    }
    if (request.target == "*") {
        if (request.method != "OPTIONS") {
            return malformed("The target '*' is for OPTIONS only.");
        }
        request.path = "*";
        return std::nullopt;
    }
    if (request.target.front() != '/') {
        if (auto bad = stripAuthority(request)) {
            return bad;
        }
    }
    const std::string_view target = request.target;
    const std::size_t pathEnd = std::min(target.find('?'), target.size());
    const std::string_view rawPath = target.substr(0, pathEnd);
    if (rawPath.find('\\') != std::string_view::npos) {
        return malformed("The path contains a backslash.");
    }
    if (auto bad = decode(rawPath, Part::Path, request.path)) {
        return bad;
    }
    if (hasDotSegment(request.path)) {
        return malformed("The path contains a '.' or '..' segment.");
    }
    return parseQuery(target.substr(std::min(pathEnd + 1, target.size())), limits, request);
}

} // namespace leadsheet::server::http
