// SPDX-License-Identifier: Apache-2.0
#include "http/framing.hpp"

#include "http/chars.hpp"
#include "http/target.hpp"

#include <algorithm>
#include <array>
#include <charconv>

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
    if (parsed.ec != std::errc() || framing.contentLength > maxBody) {
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
    for (const Header& field : request.headers) {
        if (!equalsIgnoreCase(field.name, "connection")) {
            continue;
        }
        std::string_view rest = field.value;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            std::string_view item = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            const std::size_t first = std::min(item.find_first_not_of(" \t"), item.size());
            item.remove_prefix(first);
            item = item.substr(0, item.find_last_not_of(" \t") + 1);
            if (equalsIgnoreCase(item, option)) {
                return true;
            }
        }
    }
    return false;
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

} // namespace leadsheet::server::http
