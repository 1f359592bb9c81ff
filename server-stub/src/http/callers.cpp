// SPDX-License-Identifier: Apache-2.0
#include "http/callers.hpp"

#include "http/framing.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <utility>

namespace leadsheet::server::http {

namespace {

constexpr unsigned kMappedBits = 96; // before the IPv4 address in ::ffff:a.b.c.d
constexpr std::array<unsigned char, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// 192.0.2.1:4711 and [2001:db8::1]:4711 without brackets and port.
std::string_view withoutPort(std::string_view entry) {
    if (entry.starts_with('[')) {
        const auto end = entry.find(']');
        return end == std::string_view::npos ? std::string_view() : entry.substr(1, end - 1);
    }
    if (std::count(entry.begin(), entry.end(), ':') == 1)
        return entry.substr(0, entry.find(':'));
    return entry;
}

std::vector<std::string_view> chainIn(const std::vector<Header>& headers) {
    std::vector<std::string_view> chain;
    for (const Header& field : headers) {
        if (!equalsIgnoreCase(field.name, "X-Forwarded-For"))
            continue;
        std::string_view rest = field.value;
        for (auto comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
            chain.push_back(rest.substr(0, comma));
            rest.remove_prefix(comma + 1);
        }
        chain.push_back(rest);
    }
    return chain;
}

} // namespace

std::string callerNetwork(const std::string& address) {
    std::array<unsigned char, 16> bytes{};
    if (::inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1 ||
        std::equal(kMapped.begin(), kMapped.end(), bytes.begin()))
        return address;
    constexpr std::ptrdiff_t kSubscriberBytes = 8;
    std::fill(bytes.begin() + kSubscriberBytes, bytes.end(), 0);
    std::array<char, INET6_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
    return std::string(text.data()) + "/64";
}

std::optional<TrustedProxies::Address> TrustedProxies::addressIn(std::string_view entry) {
    const std::string text(entry);
    Address address{};
    if (::inet_pton(AF_INET6, text.c_str(), address.data()) == 1)
        return address;
    std::copy(kMapped.begin(), kMapped.end(), address.begin());
    if (::inet_pton(AF_INET, text.c_str(), address.data() + kMapped.size()) == 1)
        return address;
    return std::nullopt;
}

std::optional<TrustedProxies::Network> TrustedProxies::networkIn(std::string_view text) {
    const auto slash = text.find('/');
    const auto address = addressIn(text.substr(0, slash));
    if (!address)
        return std::nullopt;
    const unsigned before =
        text.substr(0, slash).find(':') == std::string_view::npos ? kMappedBits : 0;
    Network network{*address, 8 * static_cast<unsigned>(address->size())};
    if (slash == std::string_view::npos)
        return network;
    const std::string_view bits = text.substr(slash + 1);
    const auto read = std::from_chars(bits.data(), bits.data() + bits.size(), network.bits);
    network.bits += before;
    if (bits.empty() || read.ec != std::errc() || read.ptr != bits.data() + bits.size() ||
        network.bits > 8 * address->size())
        return std::nullopt;
    return network;
}

std::string TrustedProxies::textOf(const Address& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const bool mapped = std::equal(kMapped.begin(), kMapped.end(), address.begin());
    ::inet_ntop(mapped ? AF_INET : AF_INET6, address.data() + (mapped ? kMapped.size() : 0),
                text.data(), text.size());
    return text.data();
}

tl::expected<TrustedProxies, std::string>
TrustedProxies::parse(const std::vector<std::string>& texts) {
    TrustedProxies made;
    for (const std::string& text : texts) {
        const auto network = networkIn(text);
        if (!network)
            return tl::unexpected("a trusted proxy is a numeric address or network, such as "
                                  "127.0.0.1 or 10.0.0.0/8, not \"" +
                                  text + "\"");
        made.networks_.push_back(*network);
    }
    return made;
}

bool TrustedProxies::contains(const Address& address) const {
    return std::any_of(networks_.begin(), networks_.end(), [&](const Network& network) {
        const std::size_t whole = network.bits / 8;
        const unsigned rest = network.bits % 8;
        return std::equal(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(whole),
                          network.address.begin()) &&
               (rest == 0 || (address.at(whole) ^ network.address.at(whole)) >> (8 - rest) == 0);
    });
}

std::string TrustedProxies::callerOf(const std::string& peer,
                                     const std::vector<Header>& headers) const {
    auto caller = networks_.empty() ? std::nullopt : addressIn(peer);
    if (!caller || !contains(*caller))
        return peer;
    const auto chain = chainIn(headers);
    for (auto entry = chain.rbegin(); entry != chain.rend() && contains(*caller); ++entry) {
        const auto next = addressIn(withoutPort(trimmed(*entry)));
        if (!next)
            break;
        caller = next;
    }
    return textOf(*caller);
}

bool TrustedProxies::trusts(const std::string& peer) const {
    const auto address = networks_.empty() ? std::nullopt : addressIn(peer);
    return address && contains(*address);
}

bool isLoopback(std::string_view address) {
    const std::string text(address);
    in_addr v4{};
    if (inet_pton(AF_INET, text.c_str(), &v4) == 1)
        return (ntohl(v4.s_addr) >> 24) == 127;
    return text == "localhost" || text == "::1";
}

std::string CallerLimit::countedAs(const std::string& address) const {
    const bool exempt =
        max_ == 0 || (isLoopback(address) && !limitLoopback_) || proxies_.trusts(address);
    return exempt ? std::string() : callerNetwork(address);
}

bool CallerLimit::isReached(const std::string& caller) const {
    const auto found = open_.find(caller);
    return found != open_.end() && found->second >= max_;
}

void CallerLimit::add(const std::string& caller) {
    if (!caller.empty())
        ++open_[caller];
}

void CallerLimit::remove(std::string& caller) {
    const auto found = open_.find(std::exchange(caller, {}));
    if (found != open_.end() && --found->second == 0)
        open_.erase(found);
}

} // namespace leadsheet::server::http
