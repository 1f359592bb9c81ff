// SPDX-License-Identifier: Apache-2.0
#include "egress/address.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <optional>
#include <resolv.h>
#include <sys/socket.h>
#include <thread>
#include <utility>
#include <vector>

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

constexpr int kSecondsPerServer = 2;
constexpr int kTries = 2;

/// The state of glibc's resolver is one per thread.
void boundThisThread() {
    thread_local bool done = false;
    if (done)
        return;
    done = true;
    if (res_init() != 0)
        return;
    _res.retrans = kSecondsPerServer;
    _res.retry = kTries;
    _res.options &= ~static_cast<unsigned long>(RES_DEFNAMES | RES_DNSRCH);
}

struct InfoDeleter {
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};

constexpr auto kStopWait = std::chrono::seconds(1);

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

Resolver systemResolver() {
    return [](const std::string& host) -> Lookup {
        boundThisThread();
        addrinfo hints{};
        hints.ai_family = AF_UNSPEC;
        hints.ai_socktype = SOCK_STREAM;
        hints.ai_flags = AI_ADDRCONFIG;
        addrinfo* first = nullptr;
        const int code = getaddrinfo(host.c_str(), nullptr, &hints, &first);
        const std::unique_ptr<addrinfo, InfoDeleter> list(first);
        if (code != 0)
            return tl::make_unexpected(std::string(gai_strerror(code)));
        std::vector<Address> addresses;
        for (const addrinfo* entry = list.get(); entry != nullptr; entry = entry->ai_next) {
            const auto address = Address::of(entry->ai_addr);
            if (address && std::ranges::find(addresses, *address) == addresses.end())
                addresses.push_back(*address);
        }
        if (addresses.empty())
            return tl::make_unexpected(std::string("no address"));
        return addresses;
    };
}

struct LookupPool::State {
    struct Question {
        std::vector<Done> waiting;
        bool underWay = false;
    };
    struct Party {
        std::deque<std::string> queue; ///< hosts
        std::size_t underWay = 0;
    };
    struct Turn {
        std::string party;
        std::string host;
    };

    Resolver resolver;
    std::size_t maxThreads = 1;
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::string, Question> asked; ///< by host, queued and under way
    std::map<std::string, Party> parties;  ///< those with something queued or under way
    std::deque<std::string> turns;         ///< parties with something queued, in their order
    std::size_t queued = 0;
    std::size_t underWay = 0;
    std::size_t threads = 0;
    std::size_t idle = 0;
    bool stopped = false;

    void queue(const std::string& party, const std::string& host);
    std::optional<Turn> take();
    std::vector<Done> finish(const Turn& turn);
};

void LookupPool::State::queue(const std::string& party, const std::string& host) {
    Party& of = parties[party];
    if (std::ranges::find(of.queue, host) != of.queue.end())
        return;
    if (of.queue.empty())
        turns.push_back(party);
    of.queue.push_back(host);
    ++queued;
}

/// The next lookup to begin; nothing when none may.
std::optional<LookupPool::State::Turn> LookupPool::State::take() {
    for (std::size_t n = turns.size(); n > 0; --n) {
        std::string name = std::move(turns.front());
        turns.pop_front();
        Party& party = parties[name];
        std::optional<std::string> host;
        while (!host && !party.queue.empty() && party.underWay < maxThreads - underWay) {
            const auto question = asked.find(party.queue.front());
            // Else another party's lookup of it has been faster, and answers this one's too.
            if (question != asked.end() && !question->second.underWay) {
                question->second.underWay = true;
                host = question->first;
            }
            party.queue.pop_front();
            --queued;
        }
        if (host) {
            ++party.underWay;
            ++underWay;
        }
        if (!party.queue.empty())
            turns.push_back(name);
        else if (party.underWay == 0)
            parties.erase(name);
        if (host)
            return Turn{std::move(name), std::move(*host)};
    }
    return std::nullopt;
}

/// Who waits for that answer.
std::vector<LookupPool::Done> LookupPool::State::finish(const Turn& turn) {
    --underWay;
    const auto party = parties.find(turn.party);
    if (--party->second.underWay == 0 && party->second.queue.empty())
        parties.erase(party);
    auto question = asked.extract(turn.host);
    changed.notify_all();
    return question.empty() ? std::vector<Done>{} : std::move(question.mapped().waiting);
}

LookupPool::LookupPool(Resolver resolver, std::size_t maxThreads)
    : state_(std::make_shared<State>()) {
    state_->resolver = std::move(resolver);
    state_->maxThreads = maxThreads;
}

LookupPool::~LookupPool() {
    std::unique_lock lock(state_->mutex);
    state_->stopped = true;
    state_->asked.clear();
    state_->changed.notify_all();
    state_->changed.wait_for(lock, kStopWait, [this] { return state_->threads == 0; });
}

void LookupPool::ask(const std::string& party, const std::string& host, Done done) {
    const std::lock_guard lock(state_->mutex);
    State::Question& question = state_->asked[host];
    question.waiting.push_back(std::move(done));
    if (question.underWay)
        return;
    state_->queue(party, host);
    if (state_->idle < state_->queued && state_->threads < state_->maxThreads) {
        ++state_->threads;
        std::thread([state = state_] { work(state); }).detach();
    }
    state_->changed.notify_all();
}

void LookupPool::work(const std::shared_ptr<State>& state) {
    std::unique_lock lock(state->mutex);
    while (!state->stopped) {
        const auto turn = state->take();
        if (!turn) {
            ++state->idle;
            state->changed.wait(lock);
            --state->idle;
            continue;
        }
        lock.unlock();
        const Lookup found = state->resolver(turn->host);
        lock.lock();
        const auto waiting = state->finish(*turn);
        lock.unlock();
        for (const Done& done : waiting)
            done(found);
        lock.lock();
    }
    --state->threads;
    state->changed.notify_all();
}

} // namespace leadsheet::server::egress
