// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "egress/client.hpp"
#include "egress/lookup_pool.hpp"
#include "egress/transfer.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace leadsheet::server::egress {

/// What other threads tell the engine's. Outlives the engine while a lookup is under way.
struct Inbox {
    struct Resolved {
        std::uint64_t exchange;
        Lookup found;
    };

    std::mutex mutex;
    CURLM* multi = nullptr; ///< null before and after the engine's life
    std::vector<std::uint64_t> cancelled;
    std::vector<Resolved> resolved;

    void wake() {
        if (multi != nullptr)
            curl_multi_wakeup(multi);
    }
};

/// Runs every exchange on one thread over one libcurl multi handle.
class Client::Engine {
public:
    explicit Engine(ClientOptions options);
    ~Engine();

    void send(Request request, Completion done, std::stop_token stop);
    std::optional<Failure> check(const std::string& url, const std::string& party,
                                 std::chrono::milliseconds timeout);
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    using StopCallback = std::stop_callback<std::function<void()>>;

    struct Exchange {
        std::uint64_t id = 0;
        Request request;
        Target target;
        Completion done;
        std::stop_token token;
        std::optional<StopCallback> onStop;
        Clock::time_point started;
        bool resolving = false;
        std::vector<Address> addresses;
        std::size_t nextAddress = 0;
        std::unique_ptr<Transfer> transfer;
    };
    using Exchanges = std::map<std::uint64_t, std::unique_ptr<Exchange>>;

    void run();
    bool takeMail();
    void begin(std::unique_ptr<Exchange> exchange);
    void onResolved(const Inbox::Resolved& resolved);
    void connectNext(Exchange& exchange);
    void onEnded(CURL* easy, CURLcode code);
    void endLateLookups();
    void cancelAll();
    void cancel(std::uint64_t id);
    void finish(Exchanges::iterator at, Result result);
    int pollMillis() const;
    std::optional<Failure> judge(const Target& target, const Lookup& found) const;

    const ClientOptions options_;
    CURLM* const multi_;
    const std::shared_ptr<Inbox> inbox_;
    std::mutex mutex_;
    bool closed_ = false;
    std::vector<std::unique_ptr<Exchange>> incoming_;
    std::uint64_t lastId_ = 0;
    Exchanges exchanges_; ///< the engine's thread only
    LookupPool lookups_;  ///< of what is sent
    LookupPool checks_;   ///< of check(): whatever hangs there keeps nothing from being sent
    std::mutex joinMutex_;
    std::thread thread_;
};

} // namespace leadsheet::server::egress
