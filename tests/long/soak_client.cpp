// SPDX-License-Identifier: Apache-2.0
// The client half of a soak: orders, polls, pages of leads and messages to a webhook, from four
// threads over one Client, until standard input ends. Then prints how many of each.
// Usage: soak_client URL RECEIVER_URL ORDERS_PER_SECOND      (the key in LEADSHEET_API_KEY)
#include "leadsheet/client.hpp"
#include "leadsheet/resource/webhooks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using namespace leadsheet;
using std::chrono::milliseconds;

namespace {

constexpr std::int64_t kLeadsAnOrder = 20;
constexpr std::size_t kKnownOrders = 64;
constexpr int kRepeatEvery = 10; ///< every tenth order is sent again with its key
constexpr milliseconds kPollPause{5};
constexpr milliseconds kPagingPause{100};
constexpr milliseconds kMessagePause{200};
constexpr int kPagesAgain = 3; ///< read from the beginning after each walk to the end

class Soak {
public:
    Soak(Client client, std::string receiver, int ordersPerSecond)
        : client_(std::move(client))
        , receiver_(std::move(receiver))
        , orderPause_(milliseconds(1'000) / std::max(ordersPerSecond, 1)) {}

    void run() {
        const std::array<std::jthread, 4> threads{
            std::jthread([this](const std::stop_token& stop) { order(stop); }),
            std::jthread([this](const std::stop_token& stop) { poll(stop); }),
            std::jthread([this](const std::stop_token& stop) { readLeads(stop); }),
            std::jthread([this](const std::stop_token& stop) { message(stop); })};
        for (std::string line; std::getline(std::cin, line);) {
        }
    }

    int report() const {
        std::printf("{\"orders\":%lld,\"repeats\":%lld,\"polls\":%lld,\"leads\":%lld,"
                    "\"pages\":%lld,\"messages\":%lld,\"errors\":%lld}\n",
                    orders_.load(), repeats_.load(), polls_.load(), leads_.load(), pages_.load(),
                    messages_.load(), errors_.load());
        return errors_ == 0 ? 0 : 1;
    }

private:
    using Count = std::atomic<long long>;

    static void pause(const std::stop_token& stop, milliseconds time) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait_for(lock, stop, time, [] { return false; });
    }

    template <class T>
    bool good(const Result<T>& result, const CallOptions& options) {
        if (result)
            return true;
        if (!options.stop.stop_requested()) {
            ++errors_;
            std::fprintf(stderr, "%s: %s\n", std::string(result.error().codeName()).c_str(),
                         result.error().message.c_str());
        }
        return false;
    }

    static CallOptions stoppable(const std::stop_token& stop) {
        CallOptions options;
        options.stop = stop;
        return options;
    }

    void order(const std::stop_token& stop) {
        const CallOptions options = stoppable(stop);
        for (long long n = 0; !stop.stop_requested(); ++n) {
            OrderRequest request;
            request.product = "filters";
            request.leadCount = kLeadsAnOrder;
            request.fields["industries"] =
                std::vector<std::string>{"Industry " + std::to_string(n)};
            const OrderBody body = OrderBody::of(request);
            const auto key = IdempotencyKey::parse("soak-" + std::to_string(n));
            const auto made = client_.orders().create(body, *key, options);
            if (good(made, options)) {
                ++orders_;
                const std::lock_guard lock(mutex_);
                known_.push_back(made->order.number);
                if (known_.size() > kKnownOrders)
                    known_.erase(known_.begin());
            }
            if (made && n % kRepeatEvery == 0) {
                const auto again = client_.orders().create(body, *key, options);
                if (good(again, options)) {
                    ++repeats_;
                    errors_ += again->order.number == made->order.number ? 0 : 1;
                }
            }
            pause(stop, orderPause_);
        }
    }

    void poll(const std::stop_token& stop) {
        const CallOptions options = stoppable(stop);
        for (std::size_t n = 0; !stop.stop_requested(); ++n) {
            std::optional<OrderNumber> number;
            {
                const std::lock_guard lock(mutex_);
                if (!known_.empty())
                    number = known_[n % known_.size()];
            }
            if (number && good(client_.orders().get(*number, options), options))
                ++polls_;
            if (n % kKnownOrders == 0)
                good(client_.orders().list({}, {}, options), options);
            pause(stop, kPollPause);
        }
    }

    void readLeads(const std::stop_token& stop) {
        const CallOptions options = stoppable(stop);
        std::optional<std::string> bookmark;
        while (!stop.stop_requested()) {
            LeadPages fresh = client_.leads().all({}, {}, {1'000, bookmark}, options);
            read(fresh, -1, options);
            bookmark = fresh.cursor();
            LeadPages fromStart = client_.leads().all({}, {}, {1'000, {}}, options);
            read(fromStart, kPagesAgain, options);
            pause(stop, kPagingPause);
        }
    }

    void read(LeadPages& leads, int most, const CallOptions& options) {
        for (int page = 0; page != most; ++page) {
            const auto items = leads.nextPage();
            if (!good(items, options) || items->empty())
                return;
            ++pages_;
            leads_ += static_cast<long long>(items->size());
        }
    }

    void message(const std::stop_token& stop) {
        const CallOptions options = stoppable(stop);
        NewWebhook hook;
        hook.url = receiver_;
        const auto made =
            client_.webhooks().create(hook, *IdempotencyKey::parse("soak-webhook"), options);
        if (!good(made, options))
            return;
        for (int n = 0; !stop.stop_requested(); ++n) {
            const auto key = IdempotencyKey::parse("soak-message-" + std::to_string(n));
            if (good(client_.webhooks().test(made->webhook.id, *key, options), options))
                ++messages_;
            good(client_.webhooks().deliveries(made->webhook.id, {}, {}, options), options);
            pause(stop, kMessagePause);
        }
    }

    Client client_;
    std::string receiver_;
    milliseconds orderPause_;
    std::mutex mutex_;
    std::vector<OrderNumber> known_;
    Count orders_{0};
    Count repeats_{0};
    Count polls_{0};
    Count leads_{0};
    Count pages_{0};
    Count messages_{0};
    Count errors_{0};
};

} // namespace

int main(int argc, char** argv) {
    const char* secret = std::getenv("LEADSHEET_API_KEY");
    if (argc != 4 || secret == nullptr)
        return 2;
    auto key = ApiKey::parse(secret);
    if (!key)
        return 2;
    ClientOptions options(argv[1], *key);
    options.transport.proxy = "none";
    auto client = Client::create(std::move(options));
    if (!client) {
        std::fprintf(stderr, "%s\n", client.error().message.c_str());
        return 1;
    }
    Soak soak(std::move(*client), argv[2], std::atoi(argv[3]));
    soak.run();
    return soak.report();
}
