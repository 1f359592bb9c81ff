// SPDX-License-Identifier: Apache-2.0
#include "egress/resolver.hpp"

#include <algorithm>
#include <memory>
#include <netdb.h>
#include <resolv.h>
#include <sys/socket.h>

namespace leadsheet::server::egress {
namespace {

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

} // namespace

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
        for (const addrinfo* one = list.get(); one != nullptr; one = one->ai_next) {
            const auto address = Address::of(one->ai_addr);
            if (address && std::ranges::find(addresses, *address) == addresses.end())
                addresses.push_back(*address);
        }
        if (addresses.empty())
            return tl::make_unexpected(std::string("no address"));
        return addresses;
    };
}

} // namespace leadsheet::server::egress
