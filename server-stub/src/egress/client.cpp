// SPDX-License-Identifier: Apache-2.0
#include "egress/client.hpp"

#include "egress/address.hpp"
#include "egress/transfer.hpp"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <curl/curl.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace leadsheet::server::egress {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kLookupThreads = 32; // of each of the two pools
constexpr long kIdleConnections = 256;
constexpr std::size_t kAddressesTried = 3;
constexpr int kLongestPollMillis = 60'000;

milliseconds since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
}

CURLM* makeMulti() {
    static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
    return initialised == CURLE_OK ? curl_multi_init() : nullptr;
}

Failure failed(Failure::Kind kind, std::string detail) {
    Failure failure;
    failure.kind = kind;
    failure.detail = std::move(detail);
    return failure;
}

ClientOptions completed(ClientOptions options) {
    if (!options.resolver)
        options.resolver = systemResolver();
    return options;
}

bool isToken(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

std::optional<std::string> badRequest(const Request& request) {
    if (!isToken(request.method))
        return "The method is not a word.";
    for (const auto& [name, value] : request.headers) {
        const bool clean = std::ranges::none_of(
            value, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
        if (!isToken(name) || !clean)
            return "The header " + name + " holds a character that headers cannot hold.";
    }
    if (!request.body.empty() && (request.method == "GET" || request.method == "HEAD"))
        return "A " + request.method + " request carries no body.";
    return std::nullopt;
}

/// Nobody means more; keeps sums of times within their type.
constexpr std::int64_t kLongestSeconds = 366LL * 24 * 3600;

std::optional<std::int64_t> wholeSeconds(const std::string& text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem == std::errc::result_out_of_range && stop == end)
        return kLongestSeconds;
    if (problem != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> untilDate(const Response& response, const std::string& text) {
    const std::string* const date = response.header("date");
    const time_t now = date == nullptr ? -1 : curl_getdate(date->c_str(), nullptr);
    const time_t then = curl_getdate(text.c_str(), nullptr);
    if (now == -1 || then == -1)
        return std::nullopt;
    return std::int64_t{then} - std::int64_t{now};
}

} // namespace

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

Client::Engine::Engine(ClientOptions options)
    : options_(completed(std::move(options)))
    , multi_(makeMulti())
    , inbox_(std::make_shared<Inbox>())
    , lookups_(options_.resolver, kLookupThreads)
    , checks_(options_.resolver, kLookupThreads) {
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, kIdleConnections);
    inbox_->multi = multi_;
    thread_ = std::thread([this] { run(); });
}

Client::Engine::~Engine() {
    stop();
    curl_multi_cleanup(multi_);
}

void Client::Engine::stop() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    const std::lock_guard joining(joinMutex_);
    {
        const std::lock_guard lock(inbox_->mutex);
        inbox_->wake();
    }
    if (thread_.joinable())
        thread_.join();
    const std::lock_guard lock(inbox_->mutex);
    inbox_->multi = nullptr;
}

void Client::Engine::send(Request request, Completion done, std::stop_token stop) {
    auto target = parseTarget(request.url, options_.allowHttp);
    auto bad = target ? badRequest(request) : std::optional(target.error());
    if (bad)
        return done(tl::make_unexpected(failed(Failure::Kind::BadRequest, std::move(*bad))));
    auto exchange = std::make_unique<Exchange>();
    exchange->request = std::move(request);
    exchange->target = std::move(*target);
    exchange->done = std::move(done);
    exchange->token = std::move(stop);
    exchange->started = Clock::now();
    {
        const std::lock_guard lock(mutex_);
        if (!closed_) {
            exchange->id = ++lastId_;
            incoming_.push_back(std::move(exchange));
        }
    }
    if (exchange) // not taken: the client has stopped
        return exchange->done(
            tl::make_unexpected(failed(Failure::Kind::Cancelled, "The sender was stopped.")));
    const std::lock_guard lock(inbox_->mutex);
    inbox_->wake();
}

void Client::Engine::run() {
    while (takeMail()) {
        int running = 0;
        curl_multi_perform(multi_, &running);
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
            if (message->msg == CURLMSG_DONE)
                onEnded(message->easy_handle, message->data.result);
        }
        endLateLookups();
        curl_multi_poll(multi_, nullptr, 0, pollMillis(), nullptr);
    }
    cancelAll();
}

/// False once the client is to stop.
bool Client::Engine::takeMail() {
    std::vector<std::unique_ptr<Exchange>> incoming;
    std::vector<std::uint64_t> cancelled;
    std::vector<Inbox::Resolved> resolved;
    bool closed = false;
    {
        const std::lock_guard lock(mutex_);
        incoming.swap(incoming_);
        closed = closed_;
    }
    {
        const std::lock_guard lock(inbox_->mutex);
        cancelled.swap(inbox_->cancelled);
        resolved.swap(inbox_->resolved);
    }
    for (auto& exchange : incoming)
        begin(std::move(exchange));
    for (const Inbox::Resolved& lookup : resolved)
        onResolved(lookup);
    for (const std::uint64_t id : cancelled)
        cancel(id);
    return !closed;
}

void Client::Engine::begin(std::unique_ptr<Exchange> incoming) {
    Exchange& exchange = *incoming;
    exchanges_[exchange.id] = std::move(incoming);
    exchange.resolving = true;
    const auto tell = [inbox = inbox_, id = exchange.id](const Lookup& found) {
        const std::lock_guard lock(inbox->mutex);
        inbox->resolved.push_back({id, found});
        inbox->wake();
    };
    exchange.onStop.emplace(exchange.token, [inbox = inbox_, id = exchange.id] {
        const std::lock_guard lock(inbox->mutex);
        inbox->cancelled.push_back(id);
        inbox->wake();
    });
    if (const auto numeric = Address::parse(exchange.target.host))
        onResolved({exchange.id, std::vector{*numeric}});
    else
        lookups_.ask(exchange.request.party, exchange.target.host, tell);
}

std::optional<Failure> Client::Engine::judge(const Target& target, const Lookup& found) const {
    // One wording for every name, so that nobody learns from it which names the server's network
    // knows. A literal address says nothing that was not in the request.
    const auto refused = [&](Failure::Kind kind) {
        return failed(kind, "The server does not send to the host " + target.host +
                                ": its name has no address on the public internet.");
    };
    if (!found || found->empty())
        return refused(Failure::Kind::Unresolved);
    for (const Address& address : *found) {
        const auto why = forbiddenBecause(address, {options_.allowLoopback});
        if (why && Address::parse(target.host))
            return failed(Failure::Kind::Forbidden, "The address " + target.host + " is " +
                                                        std::string(*why) +
                                                        "; the server does not send there.");
        if (why)
            return refused(Failure::Kind::Forbidden);
    }
    return std::nullopt;
}

void Client::Engine::onResolved(const Inbox::Resolved& resolved) {
    const auto at = exchanges_.find(resolved.exchange);
    if (at == exchanges_.end() || !at->second->resolving)
        return;
    Exchange& exchange = *at->second;
    exchange.resolving = false;
    if (auto refused = judge(exchange.target, resolved.found))
        return finish(at, tl::make_unexpected(std::move(*refused)));
    exchange.addresses = *resolved.found;
    if (exchange.addresses.size() > kAddressesTried)
        exchange.addresses.resize(kAddressesTried);
    connectNext(exchange);
}

void Client::Engine::connectNext(Exchange& exchange) {
    const auto spent = since(exchange.started);
    const auto left = static_cast<std::int64_t>(exchange.addresses.size() - exchange.nextAddress);
    const TransferTimes times{(exchange.request.connectTimeout - spent) / left,
                              exchange.request.totalTimeout - spent};
    exchange.transfer =
        std::make_unique<Transfer>(exchange.request, exchange.target,
                                   exchange.addresses[exchange.nextAddress++], options_, times);
    curl_multi_add_handle(multi_, exchange.transfer->easy());
}

void Client::Engine::onEnded(CURL* easy, CURLcode code) {
    curl_multi_remove_handle(multi_, easy);
    const auto at = std::ranges::find_if(exchanges_, [easy](const auto& entry) {
        return entry.second->transfer && entry.second->transfer->easy() == easy;
    });
    if (at == exchanges_.end())
        return;
    Exchange& exchange = *at->second;
    if (exchange.transfer->neverConnected(code) &&
        exchange.nextAddress < exchange.addresses.size() &&
        since(exchange.started) < exchange.request.connectTimeout)
        return connectNext(exchange);
    finish(at, exchange.transfer->finish(code));
}

void Client::Engine::endLateLookups() {
    for (auto at = exchanges_.begin(); at != exchanges_.end();) {
        const auto next = std::next(at);
        const Exchange& exchange = *at->second;
        if (exchange.resolving && since(exchange.started) >= exchange.request.connectTimeout)
            finish(at,
                   tl::make_unexpected(failed(Failure::Kind::Unresolved,
                                              "The address of the host " + exchange.target.host +
                                                  " did not arrive in time.")));
        at = next;
    }
}

int Client::Engine::pollMillis() const {
    milliseconds wait(kLongestPollMillis);
    for (const auto& [id, exchange] : exchanges_) {
        if (exchange->resolving)
            wait = std::min(wait, exchange->request.connectTimeout - since(exchange->started));
    }
    return static_cast<int>(std::max<std::int64_t>(wait.count(), 0));
}

void Client::Engine::cancel(std::uint64_t id) {
    const auto at = exchanges_.find(id);
    if (at == exchanges_.end())
        return;
    Failure failure = failed(Failure::Kind::Cancelled, "The request was cancelled.");
    if (const auto& transfer = at->second->transfer) {
        failure.mayHaveArrived = transfer->mayHaveArrived();
        curl_multi_remove_handle(multi_, transfer->easy());
    }
    finish(at, tl::make_unexpected(std::move(failure)));
}

void Client::Engine::cancelAll() {
    while (!exchanges_.empty())
        cancel(exchanges_.begin()->first);
}

void Client::Engine::finish(Exchanges::iterator at, Result result) {
    const std::unique_ptr<Exchange> exchange = std::move(at->second);
    exchanges_.erase(at);
    exchange->onStop.reset();
    if (result)
        result->duration = since(exchange->started);
    else
        result.error().duration = since(exchange->started);
    exchange->transfer.reset();
    exchange->done(std::move(result));
}

std::optional<Failure> Client::Engine::check(const std::string& url, const std::string& party,
                                             milliseconds timeout) {
    const auto target = parseTarget(url, options_.allowHttp);
    if (!target)
        return failed(Failure::Kind::BadRequest, target.error());
    if (const auto numeric = Address::parse(target->host))
        return judge(*target, std::vector{*numeric});
    struct Answer {
        std::mutex mutex;
        std::condition_variable ready;
        std::optional<Lookup> found;
    };
    const auto answer = std::make_shared<Answer>();
    checks_.ask(party, target->host, [answer](const Lookup& found) {
        const std::lock_guard lock(answer->mutex);
        answer->found = found;
        answer->ready.notify_all();
    });
    std::unique_lock lock(answer->mutex);
    if (!answer->ready.wait_for(lock, timeout, [&] { return answer->found.has_value(); }))
        return failed(Failure::Kind::Unresolved,
                      "The address of the host " + target->host + " did not arrive in time.");
    return judge(*target, *answer->found);
}

const std::string* Response::header(std::string_view name) const {
    const auto found = std::ranges::find_if(
        headers, [name](const Header& header) { return header.first == name; });
    return found == headers.end() ? nullptr : &found->second;
}

Client::Client(ClientOptions options)
    : engine_(std::make_unique<Engine>(std::move(options))) {}

Client::~Client() = default;

void Client::send(Request request, Completion done, std::stop_token stop) {
    engine_->send(std::move(request), std::move(done), std::move(stop));
}

Result Client::fetch(Request request, std::stop_token stop) {
    std::mutex mutex;
    std::condition_variable ready;
    std::optional<Result> result;
    send(
        std::move(request),
        [&](Result answer) {
            // Told under the lock: the waiting frame is gone right after it is released.
            const std::lock_guard lock(mutex);
            result.emplace(std::move(answer));
            ready.notify_all();
        },
        std::move(stop));
    std::unique_lock lock(mutex);
    ready.wait(lock, [&] { return result.has_value(); });
    return std::move(*result);
}

std::optional<Failure> Client::check(const std::string& url, const std::string& party,
                                     std::chrono::milliseconds timeout) {
    return engine_->check(url, party, timeout);
}

void Client::stop() {
    engine_->stop();
}

std::optional<std::chrono::seconds> retryAfter(const Response& response) {
    const std::string* const value = response.header("retry-after");
    if (value == nullptr || value->empty())
        return std::nullopt;
    auto wait = wholeSeconds(*value);
    if (!wait)
        wait = untilDate(response, *value);
    if (!wait || *wait <= 0)
        return std::nullopt;
    return std::chrono::seconds(std::min(*wait, kLongestSeconds));
}

} // namespace leadsheet::server::egress
