// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"

#include "api/exchange_recorder.hpp"
#include "domain/crypto.hpp"

#include <leadsheet/contract/document.hpp>
#include <leadsheet/contract/limits.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstdint>
#include <string>
#include <sys/random.h>
#include <system_error>
#include <utility>

namespace leadsheet::server::api {

std::optional<std::chrono::seconds> FailedAuthentication::record(const std::string& address,
                                                                 domain::Timestamp now) {
    const std::lock_guard lock(mutex_);
    const auto ended = [&](const Window& window) {
        return now < window.start || now - window.start >= policy_.window;
    };
    if (windows_.size() >= kMaxAddresses && !windows_.contains(address)) {
        // Swept once a window at most, so that many addresses cost no more than few.
        if (now < swept_ || now - swept_ >= policy_.window) {
            std::erase_if(windows_, [&](const auto& entry) { return ended(entry.second); });
            swept_ = now;
        }
        if (windows_.size() >= kMaxAddresses)
            windows_.erase(windows_.begin());
    }
    Window& window = windows_.try_emplace(address, Window{now, 0}).first->second;
    if (ended(window))
        window = Window{now, 0};
    if (window.failures < policy_.quota) {
        ++window.failures;
        return std::nullopt;
    }
    const auto left = window.start + policy_.window - now;
    return std::max(std::chrono::ceil<std::chrono::seconds>(left), std::chrono::seconds(1));
}

namespace {

namespace json = boost::json;

/// A pattern of the whole numbers from 1 to `most`, as they are written without signs. As the
/// contract's generator writes it for the default.
std::string wholeNumbersTo(std::int64_t most) {
    const std::string text = std::to_string(most);
    std::string kinds;
    for (std::size_t digits = 1; digits < text.size(); ++digits)
        kinds += "[1-9][0-9]{" + std::to_string(digits - 1) + "}|";
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char lowest = at == 0 ? '1' : '0';
        if (text[at] > lowest)
            kinds += text.substr(0, at) + "[" + lowest + "-" + static_cast<char>(text[at] - 1) +
                     "][0-9]{" + std::to_string(text.size() - at - 1) + "}|";
    }
    return "^(?:" + kinds + text + ")$";
}

/// The body of GET /v1/products: the contract's catalogue with the setting's largest leadCount in
/// place of the default one.
std::string catalogueBody(std::int64_t maxLeadCount) {
    if (maxLeadCount == contract::kMaxLeadCount)
        return std::string(contract::productsJson());
    json::value document = json::parse(contract::productsJson());
    for (json::value& product : document.at("data").as_array()) {
        json::object& members = product.as_object();
        members["maxLeadCount"] = maxLeadCount;
        for (json::value& field : members.at("fields").as_array()) {
            if (field.at("name") == "leadCount")
                field.as_object()["max"] = maxLeadCount;
        }
        json::object& schemas = members.at("fieldsSchema").as_object().at("properties").as_object();
        json::object& leadCount = schemas.at("leadCount").as_object();
        leadCount["maximum"] = maxLeadCount;
        leadCount["pattern"] = wholeNumbersTo(maxLeadCount);
    }
    return json::serialize(document);
}

/// What a setting of the contract is here; nullopt: the document does not say it.
std::optional<std::int64_t> inForce(const Limits& limits, std::string_view name) {
    if (name == "maxLeadCount")
        return limits.maxLeadCount;
    if (name == "maxPageSize")
        return limits.maxPageSize;
    if (name == "defaultPageSize")
        return limits.defaultPageSize;
    if (name == "maxQuoteItems")
        return static_cast<std::int64_t>(limits.maxQuoteItems);
    return std::nullopt;
}

/// The API document with the settings in force; null where they are the defaults.
std::unique_ptr<const FixedText> documentInForce(const Limits& limits) {
    constexpr std::string_view kMaximum = "/maximum";
    constexpr std::size_t kDepth = 128;
    const Limits defaults;
    const auto isChanged = [&](const contract::SettingPlace& place) {
        return inForce(limits, place.limit) != inForce(defaults, place.limit);
    };
    if (std::ranges::none_of(contract::openApiSettings(), isChanged))
        return nullptr;
    json::parse_options options;
    options.max_depth = kDepth;
    json::value document = json::parse(contract::openApiJson(), {}, options);
    for (const contract::SettingPlace& place : contract::openApiSettings()) {
        const auto value = inForce(limits, place.limit);
        json::error_code error;
        json::value* const found = document.find_pointer(place.pointer, error);
        if (!value || found == nullptr)
            continue;
        *found = *value;
        if (place.pointer.ends_with(kMaximum)) // as text, too
            document.at_pointer(place.pointer.substr(0, place.pointer.size() - kMaximum.size()))
                .as_object()["pattern"] = wholeNumbersTo(*value);
    }
    return std::make_unique<const FixedText>("application/json", json::serialize(document));
}

// Not std::random_device: it asks the processor for each word, which takes longer than an order.
void systemRandom(std::span<unsigned char> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            throw std::system_error(errno, std::generic_category(), "getrandom");
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
}

domain::Timestamp systemNow() {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::function<domain::Timestamp()> clockOf(const Config& config) {
    if (!config.clock)
        return systemNow;
    return [clock = config.clock] {
        return std::chrono::floor<std::chrono::milliseconds>(clock());
    };
}

/// Cursors and key hashes must not share one secret.
std::string cursorSecret(const std::string& pepper) {
    const domain::Digest secret = domain::hmacSha256(pepper, "cursor signature 1");
    return std::string(secret.begin(), secret.end());
}

store::RateRule rule(std::string name, const RatePolicy& policy) {
    return store::RateRule{std::move(name), domain::RateQuota{policy.quota, policy.window}};
}

egress::Resolver resolverOf(const Outgoing& outgoing) {
    if (!outgoing.resolver)
        return {};
    return [ask = outgoing.resolver](const std::string& host) -> egress::Lookup {
        std::vector<egress::Address> addresses;
        for (const std::string& text : ask(host)) {
            if (const auto address = egress::Address::parse(text))
                addresses.push_back(*address);
        }
        if (addresses.empty())
            return tl::make_unexpected(std::string("no address"));
        return addresses;
    };
}

egress::ClientOptions egressOptions(const Outgoing& outgoing) {
    egress::ClientOptions options;
    options.allowHttp = outgoing.allowHttp;
    options.allowLoopback = outgoing.allowLoopback;
    options.resolver = resolverOf(outgoing);
    options.caFile = outgoing.caFile;
    options.userAgent = "Leadsheet-Webhooks/1";
    return options;
}

} // namespace

Outcome storeProblem(Context& context, const Exchange& exchange, const store::StoreError& error) {
    using Kind = store::StoreError::Kind;
    context.writableUntil = std::chrono::steady_clock::time_point();
    context.logError(exchange.request.requestId + " database: " + error.detail + " (code " +
                     std::to_string(error.nativeCode) + ")");
    Problem problem;
    // `unavailable` promises that nothing was applied.
    const bool isUnknown = error.certainty == store::StoreError::Certainty::Unknown;
    if (isUnknown || error.kind == Kind::Internal) {
        problem.code = contract::ErrorCode::InternalError;
        problem.detail = "The server failed. Quote the requestId when you report it.";
    } else {
        problem.code = contract::ErrorCode::Unavailable;
        problem.detail = error.kind == Kind::Stopped
                             ? "The server is shutting down. Send the request again in a moment."
                             : "The server cannot store data at the moment. Send the request again "
                               "in a moment.";
        problem.retryAfter = std::chrono::seconds(1);
    }
    if (isUnknown)
        problem.detail += " Whether it was applied is not known: repeat it with the same "
                          "Idempotency-Key.";
    return Outcome(tl::unexpect, std::move(problem));
}

Context::Context(Config settings, std::unique_ptr<store::Store> database)
    : random(randomSource(settings))
    , now(clockOf(settings))
    , steadyNow(settings.steadyClock ? settings.steadyClock : std::chrono::steady_clock::now)
    , config(std::move(settings))
    , store(std::move(database))
    , cursors(cursorSecret(config.pepper))
    , secrets(config.pepper)
    , egress(egressOptions(config.outgoing))
    , products(catalogueBody(config.limits.maxLeadCount))
    , openApi(documentInForce(config.limits))
    , accessLog(config.accessLog, metrics)
    , failedAuthentication(config.limits.failedAuthentication)
    , outsideWaits(config.workerThreads)
    , deliveryWaits(config.workerThreads)
    , recorder(ExchangeRecorder::fromEnvironment())
    , startedAt(now()) {}

void Context::logError(const std::string& line) {
    if (!config.errorLog)
        return;
    const std::lock_guard lock(errorLogMutex_);
    config.errorLog(line);
}

domain::RandomBytes randomSource(const Config& config) {
    return config.random ? domain::RandomBytes(config.random) : systemRandom;
}

std::string randomBytes(const Config& config, std::size_t count) {
    std::vector<unsigned char> bytes(count);
    if (config.random)
        config.random(bytes);
    else
        systemRandom(bytes);
    return std::string(bytes.begin(), bytes.end());
}

domain::MoneyResult<domain::Price> priceToday(const Context& context,
                                              const domain::OrderDraft& order) {
    return domain::priceOf(context.prices ? context.prices(*order.product) : *order.product,
                           order.leadCount, order.requireEmail, order.requirePhone);
}

store::RateRule defaultRate(const Context& context) {
    return rule("default", context.config.limits.defaultRate);
}

store::RateRule orderRate(const Context& context) {
    return rule("orders", context.config.limits.orderRate);
}

store::RateRule lookupRate(const Context& context) {
    return rule("lookups", context.config.limits.lookupRate);
}

std::optional<store::RateRule> burstRate(const Context& context) {
    if (!context.config.limits.burstRate)
        return std::nullopt;
    return rule("burst", *context.config.limits.burstRate);
}

} // namespace leadsheet::server::api
