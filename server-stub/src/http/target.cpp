// SPDX-License-Identifier: Apache-2.0
#include "http/target.hpp"

#include "http/chars.hpp"

#include <algorithm>

namespace leadsheet::server::http {

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
