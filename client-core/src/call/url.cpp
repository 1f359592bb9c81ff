// SPDX-License-Identifier: Apache-2.0
#include "call/url.hpp"

#include "leadsheet/messages/service.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <netinet/in.h>

namespace leadsheet::detail {

namespace {

constexpr std::size_t kMaxUrlLength = 2048;

namespace say = messages::service;

tl::unexpected<Error> invalid(Message why) {
    return failure(localError(ErrorCode::InvalidArgument, {std::move(why)}));
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool allDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

bool hostCharacter(char c) {
    return isDigit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' || c == '.' || c == '_';
}

/// Splits `host[:port]`; false when either is malformed.
bool splitAuthority(std::string_view authority, std::string& host) {
    std::string_view port;
    bool portGiven = false;
    if (authority.starts_with('[')) {
        const auto close = authority.find(']');
        if (close == std::string_view::npos)
            return false;
        host = authority.substr(1, close - 1);
        if (host.empty() || host.find_first_not_of("0123456789abcdefABCDEF:.") != std::string::npos)
            return false;
        const std::string_view rest = authority.substr(close + 1);
        portGiven = !rest.empty();
        if (portGiven && rest.front() != ':')
            return false;
        port = rest.substr(portGiven ? 1 : 0);
    } else {
        const auto colon = authority.find(':');
        portGiven = colon != std::string_view::npos;
        host = authority.substr(0, colon);
        port = portGiven ? authority.substr(colon + 1) : std::string_view();
        if (host.empty() || !std::all_of(host.begin(), host.end(), hostCharacter))
            return false;
    }
    std::transform(host.begin(), host.end(), host.begin(), lower);
    return !portGiven ||
           (allDigits(port) && port.size() <= 5 && std::stoi(std::string(port)) <= 65535);
}

} // namespace

Result<BaseUrl> parseBaseUrl(std::string_view text) {
    if (text.empty())
        return invalid(say::serverAddressEmpty());
    if (text.size() > kMaxUrlLength)
        return invalid(say::serverAddressTooLong());
    if (std::any_of(text.begin(), text.end(), [](char c) { return c <= 0x20 || c >= 0x7f; }))
        return invalid(say::serverAddressBadCharacter());
    const auto schemeEnd = text.find("://");
    std::string scheme(text.substr(0, schemeEnd == std::string_view::npos ? 0 : schemeEnd));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(), lower);
    if (scheme != "https" && scheme != "http")
        return invalid(say::serverAddressScheme());
    if (text.find_first_of("?#") != std::string_view::npos)
        return invalid(say::serverAddressQuery());
    std::string_view rest = text.substr(schemeEnd + 3);
    const auto slash = rest.find('/');
    const std::string_view authority = rest.substr(0, slash);
    std::string_view path = slash == std::string_view::npos ? "" : rest.substr(slash);
    while (path.ends_with('/'))
        path.remove_suffix(1);
    if (authority.find('@') != std::string_view::npos)
        return invalid(say::serverAddressUser());
    BaseUrl url;
    url.secure = scheme == "https";
    if (!splitAuthority(authority, url.host))
        return invalid(say::serverAddressInvalid());
    url.text = scheme + "://" + std::string(authority) + std::string(path);
    return url;
}

bool isLoopbackHost(std::string_view host) {
    if (host == "localhost" || host == "::1")
        return true;
    if (!host.starts_with("127."))
        return false;
    // Only a numeric address: 127.0.0.1.example.com is somebody else's.
    return std::count(host.begin(), host.end(), '.') == 3 &&
           host.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string encodeSegment(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    constexpr std::string_view kUnreserved = "-._~";
    std::string out;
    for (const char c : text) {
        if (isDigit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
            kUnreserved.find(c) != std::string_view::npos) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += kHex[byte >> 4U];
        out += kHex[byte & 0x0FU];
    }
    return out;
}

std::string encodeQuery(const std::vector<std::pair<std::string, std::string>>& parameters) {
    std::string out;
    for (const auto& [name, value] : parameters) {
        out += out.empty() ? '?' : '&';
        out += encodeSegment(name) + '=' + encodeSegment(value);
    }
    return out;
}

namespace {

struct Block4 {
    std::uint32_t network;
    int bits;
};

// The IANA registry of special-purpose IPv4 addresses, what is not globally reachable.
constexpr std::array kSpecial4 = {
    Block4{0x00000000, 8},  Block4{0x0A000000, 8},  Block4{0x64400000, 10}, Block4{0x7F000000, 8},
    Block4{0xA9FE0000, 16}, Block4{0xAC100000, 12}, Block4{0xC0000000, 24}, Block4{0xC0000200, 24},
    Block4{0xC0586300, 24}, Block4{0xC0A80000, 16}, Block4{0xC6120000, 15}, Block4{0xC6336400, 24},
    Block4{0xCB007100, 24}, Block4{0xE0000000, 4},  Block4{0xF0000000, 4}};

bool isPublic4(std::uint32_t address) {
    return std::none_of(kSpecial4.begin(), kSpecial4.end(), [address](const Block4& block) {
        return (address ^ block.network) >> (32 - block.bits) == 0;
    });
}

std::uint32_t bigEndian32(const unsigned char* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

bool isPublic6(const unsigned char* bytes) {
    constexpr std::array<unsigned char, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    constexpr std::array<unsigned char, 12> kNat64 = {0, 0x64, 0xff, 0x9b};
    if (std::memcmp(bytes, kMapped.data(), kMapped.size()) == 0 ||
        std::memcmp(bytes, kNat64.data(), kNat64.size()) == 0)
        return isPublic4(bigEndian32(bytes + 12));
    if (bytes[0] == 0x20 && bytes[1] == 0x02) // 6to4
        return isPublic4(bigEndian32(bytes + 2));
    // 2000::/3 is the only space handed out; of it, documentation and Teredo are not reachable.
    const bool global = (bytes[0] & 0xe0) == 0x20;
    const bool documentation =
        bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0d && bytes[3] == 0xb8;
    const bool protocolAssignments = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] < 0x02;
    return global && !documentation && !protocolAssignments;
}

} // namespace

bool isPublicAddress(const sockaddr* address) {
    if (address->sa_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, address, sizeof four);
        return isPublic4(ntohl(four.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        sockaddr_in6 six{};
        std::memcpy(&six, address, sizeof six);
        return isPublic6(six.sin6_addr.s6_addr);
    }
    return false;
}

} // namespace leadsheet::detail
