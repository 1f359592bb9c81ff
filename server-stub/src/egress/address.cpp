// SPDX-License-Identifier: Apache-2.0
#include "egress/address.hpp"

#include <arpa/inet.h>
#include <cstdint>
#include <cstring>
#include <netinet/in.h>

namespace leadsheet::server::egress {
namespace {

struct Block4 {
    std::uint32_t network;
    int bits;
    std::string_view what;
};

constexpr std::string_view kLoopback = "the server's own machine (loopback)";
constexpr std::string_view kPrivate = "inside a private network";
constexpr std::string_view kLinkLocal = "link-local";
constexpr std::string_view kShared = "inside a carrier's shared network";
constexpr std::string_view kMulticast = "a multicast address";
constexpr std::string_view kUnspecified = "the unspecified address";
constexpr std::string_view kReserved = "reserved, not globally reachable";

// The IANA registry of special-purpose IPv4 addresses, what is not globally reachable.
constexpr std::array kSpecial4 = {
    Block4{0x00000000, 8, kUnspecified}, Block4{0x0A000000, 8, kPrivate},
    Block4{0x64400000, 10, kShared},     Block4{0x7F000000, 8, kLoopback},
    Block4{0xA9FE0000, 16, kLinkLocal},  Block4{0xAC100000, 12, kPrivate},
    Block4{0xC0000000, 24, kReserved},   Block4{0xC0000200, 24, kReserved},
    Block4{0xC0586300, 24, kReserved},   Block4{0xC0A80000, 16, kPrivate},
    Block4{0xC6120000, 15, kReserved},   Block4{0xC6336400, 24, kReserved},
    Block4{0xCB007100, 24, kReserved},   Block4{0xE0000000, 4, kMulticast},
    Block4{0xF0000000, 4, kReserved}};

std::optional<std::string_view> special4(std::uint32_t address) {
    for (const Block4& block : kSpecial4) {
        if ((address ^ block.network) >> (32 - block.bits) == 0)
            return block.what;
    }
    return std::nullopt;
}

std::uint32_t wordAt(const unsigned char* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

bool zeros(const unsigned char* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

bool isMapped(const unsigned char* b) {
    return zeros(b, 10) && b[10] == 0xff && b[11] == 0xff;
}

bool isNat64(const unsigned char* b) {
    return b[0] == 0x00 && b[1] == 0x64 && b[2] == 0xff && b[3] == 0x9b && zeros(b + 4, 8);
}

std::optional<std::string_view> special6(const unsigned char* b) {
    if (zeros(b, 15) && b[15] <= 1)
        return b[15] == 1 ? kLoopback : kUnspecified;
    if (isMapped(b) || isNat64(b))
        return special4(wordAt(b + 12));
    if (zeros(b, 12)) // IPv4-compatible, given up long ago: no service has such an address
        return special4(wordAt(b + 12)).value_or(kReserved);
    if (b[0] == 0x20 && b[1] == 0x02) // 6to4
        return special4(wordAt(b + 2));
    if (b[0] == 0xfe && (b[1] & 0xc0) == 0x80)
        return kLinkLocal;
    if ((b[0] & 0xfe) == 0xfc || (b[0] == 0xfe && (b[1] & 0xc0) == 0xc0))
        return kPrivate;
    if (b[0] == 0xff)
        return kMulticast;
    // 2000::/3 is the only space handed out; of it, documentation (two blocks) and the protocol
    // assignments with Teredo are not reachable.
    const bool global = (b[0] & 0xe0) == 0x20;
    const bool documentation =
        (wordAt(b) == 0x20010db8) || (b[0] == 0x3f && b[1] == 0xff && (b[2] & 0xf0) == 0x00);
    const bool protocolAssignments = b[0] == 0x20 && b[1] == 0x01 && b[2] < 0x02;
    if (!global || documentation || protocolAssignments)
        return kReserved;
    return std::nullopt;
}

} // namespace

std::optional<Address> Address::parse(std::string_view text) {
    const std::string copy(text);
    Address address;
    in_addr four{};
    if (inet_pton(AF_INET, copy.c_str(), &four) == 1) {
        std::memcpy(address.bytes.data(), &four, sizeof four);
        return address;
    }
    address.six = true;
    if (inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1)
        return address;
    return std::nullopt;
}

std::optional<Address> Address::of(const sockaddr* address) {
    Address out;
    if (address->sa_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, address, sizeof four);
        std::memcpy(out.bytes.data(), &four.sin_addr, sizeof four.sin_addr);
        return out;
    }
    if (address->sa_family == AF_INET6) {
        sockaddr_in6 six{};
        std::memcpy(&six, address, sizeof six);
        out.six = true;
        std::memcpy(out.bytes.data(), &six.sin6_addr, sizeof six.sin6_addr);
        return out;
    }
    return std::nullopt;
}

std::string Address::text() const {
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    inet_ntop(six ? AF_INET6 : AF_INET, bytes.data(), buffer.data(), buffer.size());
    return buffer.data();
}

std::optional<std::string_view> forbiddenBecause(const Address& address,
                                                 const AddressRules& rules) {
    const auto special =
        address.six ? special6(address.bytes.data()) : special4(wordAt(address.bytes.data()));
    if (special && *special == kLoopback && rules.allowLoopback)
        return std::nullopt;
    return special;
}

} // namespace leadsheet::server::egress
