// SPDX-License-Identifier: Apache-2.0
#include "transport/public_address.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <netinet/in.h>

namespace leadsheet::detail {
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
