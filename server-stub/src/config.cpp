// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/server/config.hpp"

#include "http/callers.hpp"
#include "mcp/endpoint.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/platforms.hpp>
#include <leadsheet/contract/scopes.hpp>

#include <algorithm>

namespace leadsheet::server {
namespace {

constexpr std::size_t kMinPepperBytes = 16;
/// Ten years: moments so far ahead can be reckoned with, and no operator means more.
constexpr std::chrono::seconds kLongest = std::chrono::hours(24 * 365 * 10);

std::optional<std::string> badRate(std::string_view name, const RatePolicy& policy) {
    if (policy.quota < 1)
        return "the quota of the rate policy " + std::string(name) + " must be at least 1";
    if (policy.window < std::chrono::seconds(1) || policy.window > kLongest)
        return "the window of the rate policy " + std::string(name) + " must be 1 s to " +
               std::to_string(kLongest.count()) + " s";
    return std::nullopt;
}

std::optional<std::string> badRates(const Limits& limits) {
    if (auto bad = badRate("default", limits.defaultRate))
        return bad;
    if (auto bad = badRate("orders", limits.orderRate))
        return bad;
    if (auto bad = badRate("lookups", limits.lookupRate))
        return bad;
    if (auto bad = badRate("failed authentication", limits.failedAuthentication))
        return bad;
    return limits.burstRate ? badRate("burst", *limits.burstRate) : std::nullopt;
}

std::optional<std::string> badNumbers(const Limits& limits) {
    if (limits.maxLeadCount < contract::kMinLeadCount)
        return "the largest leadCount must be at least 1";
    if (limits.maxPageSize < 1 || limits.maxPageSize > 100'000)
        return "the largest page must be from 1 to 100,000";
    if (limits.defaultPageSize < 1 || limits.defaultPageSize > limits.maxPageSize)
        return "the default page size must be from 1 to the largest page";
    if (limits.maxQuoteItems < 1 || limits.maxQuoteItems > 10'000)
        return "the largest quote batch must be from 1 to 10,000";
    if (limits.quoteValidity < std::chrono::seconds(1) || limits.quoteValidity > kLongest)
        return "quotes must be valid for 1 s to " + std::to_string(kLongest.count()) + " s";
    if (limits.dailySpendCap && *limits.dailySpendCap < 1)
        return "the daily spend cap must be at least one minor unit; leave it out for none";
    if (limits.maxBodyBytes < 1'024 || limits.maxDeliveryBytes < 1'024 ||
        limits.maxHeaderBytes < 1'024)
        return "bodies and headers of at least 1,024 bytes must be allowed";
    if (limits.maxConnections < 1)
        return "at least one connection must be allowed";
    return std::nullopt;
}

std::optional<std::string> badOutreach(const Outreach& outreach) {
    for (const auto& [platform, url] : outreach.baseUrls) {
        if (contract::findPlatform(platform) == nullptr)
            return "there is no outreach platform " + platform;
        if (!url.starts_with("https://") && !url.starts_with("http://"))
            return "the base URL of an outreach platform must begin with https:// or http://, "
                   "not " +
                   url;
        if (url.ends_with('/'))
            return "the base URL of an outreach platform must not end with a slash: " + url;
    }
    if (outreach.timeout.count() < 1 || outreach.lease <= outreach.timeout)
        return "an outreach call must be given some time, and its lease more than that";
    if (outreach.callsPerPlatform < 1 || outreach.callsPerWorkspace < 1)
        return "at least one outreach call at a time must be allowed";
    return std::nullopt;
}

std::optional<std::string> badMcp(const Mcp& access) {
    for (const std::string& origin : access.origins) {
        if (!mcp::isOrigin(origin))
            return "an origin is spelled https://name or https://name:port, in lower case, not " +
                   origin;
    }
    for (const std::string& host : access.hosts) {
        if (host.empty() || host.find_first_of("/@ ") != std::string::npos || host.ends_with(':'))
            return "a host name is needed, without scheme and port, not \"" + host + "\"";
    }
    return std::nullopt;
}

/// One to five digits.
bool isVersionPart(std::string_view text) {
    constexpr std::size_t kMaxDigits = 5;
    return !text.empty() && text.size() <= kMaxDigits &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isVersion(std::string_view text) {
    constexpr int kMinParts = 2;
    constexpr int kMaxParts = 4;
    for (int parts = 1; parts <= kMaxParts; ++parts) {
        const auto dot = text.find('.');
        if (!isVersionPart(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return parts >= kMinParts;
        text.remove_prefix(dot + 1);
    }
    return false;
}

/// An https URL with a host, of what may stand in one: no blank, no quotation mark, no user.
bool isHttpsUrl(std::string_view url) {
    constexpr std::string_view kScheme = "https://";
    constexpr std::size_t kMaxLength = 300;
    static constexpr std::string_view kNeverIn = "\"<>\\^`{|}";
    if (!url.starts_with(kScheme) || url.size() > kMaxLength)
        return false;
    const bool printable = std::all_of(url.begin(), url.end(), [](char c) {
        return c > ' ' && c < '\x7f' && kNeverIn.find(c) == std::string_view::npos;
    });
    url.remove_prefix(kScheme.size());
    const auto host = url.substr(0, url.find_first_of("/?#"));
    return printable && !host.empty() && host.find('@') == std::string_view::npos;
}

std::optional<std::string> badLatestClient(const LatestClient& latest) {
    if (!latest.version.empty() && !isVersion(latest.version))
        return "--latest-client must be two to four numbers, for example 1.9.0, not '" +
               latest.version + "'";
    if (!latest.url.empty() && latest.version.empty())
        return "the address of the latest client needs its version (--latest-client)";
    if (!latest.url.empty() && !isHttpsUrl(latest.url))
        return "the address of the latest client must be an https URL of at most 300 characters, "
               "not '" +
               latest.url + "'";
    return std::nullopt;
}

} // namespace

bool isInMemory(const Config& config) {
    return config.databasePath.empty() || config.databasePath == ":memory:";
}

std::optional<std::string> checkConfig(const Config& config) {
    if (config.faults && !http::isLoopback(config.address)) {
        return "a fault plan is accepted only on a loopback address, not on " + config.address +
               "; listen on 127.0.0.1 or leave the plan out";
    }
    if (config.portal.keysWithBalance &&
        (config.environment != "sandbox" || !http::isLoopback(config.address))) {
        return "keys for visitors are made by sandboxes on a loopback address only, not on " +
               config.address + " in the environment " + config.environment +
               "; leave portal.keysWithBalance out";
    }
    if (config.pepper.empty() && !isInMemory(config)) {
        return "a database needs a pepper, or no key made today would be known tomorrow; "
               "hand in the same secret bytes at every start";
    }
    if (!config.pepper.empty() && config.pepper.size() < kMinPepperBytes) {
        return "the pepper has " + std::to_string(config.pepper.size()) +
               " bytes and needs at least " + std::to_string(kMinPepperBytes);
    }
    if (config.workerThreads < 1 || config.workerThreads > 1'024)
        return "the number of worker threads must be from 1 to 1,024";
    if (config.environment != "live" && config.environment != "sandbox")
        return "environment must be live or sandbox, not " + config.environment;
    if (config.fulfilment && config.environment != "sandbox")
        return "simulated fulfilment delivers made-up leads, so the environment must be sandbox";
    if (config.fulfilment && config.fulfilment->pollEvery.count() < 1)
        return "simulated fulfilment must look at the queue no more than once a millisecond";
    if (config.outgoing.pollEvery.count() < 1)
        return "the queue of messages must be looked at no more than once a millisecond";
    if (auto bad = badOutreach(config.outreach))
        return bad;
    if (auto bad = badMcp(config.mcp))
        return bad;
    if (auto bad = badLatestClient(config.latestClient))
        return bad;
    if (auto proxies = http::TrustedProxies::parse(config.trustedProxies); !proxies)
        return proxies.error();
    if (auto bad = badRates(config.limits))
        return bad;
    return badNumbers(config.limits);
}

} // namespace leadsheet::server
