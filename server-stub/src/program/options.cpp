// SPDX-License-Identifier: Apache-2.0
#include "program/options.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace leadsheet::server::program {
namespace {

/// Numbers as they are typed, moved into the settings after parsing.
struct Numbers {
    std::int64_t windowSeconds = 3600;
    std::int64_t burst = 0;
    std::int64_t burstSeconds = 1;
    std::int64_t quoteSeconds = 86'400;
    std::int64_t spendCap = 0;
    std::int64_t messageDays = 30;
    std::int64_t answerDays = 30;
    std::int64_t drainSeconds = 10;
};

/// What is wrong with a number; CLI11's own words name the largest double there is.
std::string atLeast(const std::string& text, std::int64_t min) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= min)
        return {};
    return "'" + text + "' is not a whole number of at least " + std::to_string(min);
}

std::string positive(const std::string& text) {
    return atLeast(text, 1);
}

std::string notNegative(const std::string& text) {
    return atLeast(text, 0);
}

void addLimits(CLI::App& app, Limits& limits, Numbers& numbers) {
    const std::string group = "Limits";
    const auto shown = [&](const char* name, auto& value, const char* about) {
        return app.add_option(name, value, about)->capture_default_str()->group(group);
    };
    shown("--requests-per-window", limits.defaultRate.quota,
          "Requests per key and window, except creating orders");
    shown("--orders-per-window", limits.orderRate.quota, "Created orders per key and window");
    shown("--rate-window", numbers.windowSeconds, "Length of the window in seconds")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{31'536'000}));
    app.add_option("--burst", numbers.burst, "Further limit: requests per burst window (0 = none)")
        ->check(notNegative)
        ->group(group);
    shown("--burst-window", numbers.burstSeconds, "Length of the burst window in seconds")
        ->check(positive);
    shown("--max-lead-count", limits.maxLeadCount, "Largest order");
    shown("--max-page-size", limits.maxPageSize, "Largest page");
    shown("--max-quote-items", limits.maxQuoteItems, "Items of one batch quote");
    shown("--quote-validity", numbers.quoteSeconds, "How long a price holds, in seconds")
        ->check(positive);
    app.add_option("--daily-spend-cap", numbers.spendCap,
                   "What a key may spend per day, in minor units (0 = no cap)")
        ->check(notNegative)
        ->group(group);
    shown("--max-body-bytes", limits.maxBodyBytes, "Largest request body")->check(positive);
    shown("--max-delivery-bytes", limits.maxDeliveryBytes,
          "Largest delivery of leads in one call, unpacked as well")
        ->check(positive);
    shown("--max-header-bytes", limits.maxHeaderBytes, "Largest request header")->check(positive);
    shown("--max-connections", limits.maxConnections, "Open connections")->check(positive);
    shown("--max-connections-per-address", limits.maxConnectionsPerAddress,
          "Open connections of one address (0 = any number)")
        ->check(notNegative);
}

void addOutgoing(CLI::App& app, Outgoing& outgoing) {
    const std::string group = "Outgoing";
    app.add_flag("--allow-http-destinations", outgoing.allowHttp,
                 "Webhooks may be http, not only https")
        ->group(group);
    app.add_flag("--allow-loopback-destinations", outgoing.allowLoopback,
                 "Webhooks may be on this machine (for tests)")
        ->group(group);
    app.add_option("--outgoing-ca-file", outgoing.caFile,
                   "Certificate authorities for what is sent (PEM), instead of the system's")
        ->check(CLI::ExistingFile)
        ->group(group);
}

void addOutreach(CLI::App& app, Outreach& outreach) {
    const std::string group = "Outgoing";
    const std::string help =
        "Base URL of the outreach platform (any other than its own is for tests)";
    for (const contract::PlatformInfo& platform : contract::kPlatforms) {
        const std::string id(platform.id);
        std::string& url = outreach.baseUrls[id] = platform.baseUrl;
        app.add_option("--" + id + "-url", url, help)->capture_default_str()->group(group);
    }
}

void addMcp(CLI::App& app, Mcp& mcp) {
    const std::string group = "Assistants";
    app.add_option("--mcp-origin", mcp.origins,
                   "Web page that may call POST /mcp, as https://name[:port]; may be repeated")
        ->group(group);
    app.add_option("--mcp-host", mcp.hosts,
                   "Host name under which POST /mcp is reached, for example that of a proxy; may "
                   "be repeated")
        ->group(group);
}

void addLatestClient(CLI::App& app, LatestClient& latest) {
    const std::string group = "Clients";
    auto* version =
        app.add_option("--latest-client", latest.version,
                       "Version of the Leadsheet program that GET /v1/account names, as 1.9.0")
            ->group(group);
    app.add_option("--latest-client-url", latest.url, "Where that version is to be had (https)")
        ->needs(version)
        ->group(group);
}

void addRetention(CLI::App& app, Numbers& numbers) {
    const std::string group = "Retention";
    constexpr std::int64_t kMostDays = 30;
    app.add_option("--message-retention", numbers.messageDays,
                   "Days that messages to webhooks and their log are kept")
        ->capture_default_str()
        ->check(CLI::Range(std::int64_t{1}, kMostDays))
        ->group(group);
    app.add_option("--answer-retention", numbers.answerDays,
                   "Days that what receivers and outreach platforms answered is kept")
        ->capture_default_str()
        ->check(CLI::Range(std::int64_t{0}, kMostDays))
        ->group(group);
}

bool isPostgres(std::string_view database) {
    return database.starts_with("postgresql://") || database.starts_with("postgres://");
}

void applyNumbers(const Numbers& numbers, Options& options) {
    Limits& limits = options.config.limits;
    limits.defaultRate.window = std::chrono::seconds(numbers.windowSeconds);
    limits.orderRate.window = std::chrono::seconds(numbers.windowSeconds);
    limits.lookupRate.window = std::chrono::seconds(numbers.windowSeconds);
    if (numbers.burst > 0)
        limits.burstRate = RatePolicy{numbers.burst, std::chrono::seconds(numbers.burstSeconds)};
    limits.quoteValidity = std::chrono::seconds(numbers.quoteSeconds);
    if (numbers.spendCap > 0)
        limits.dailySpendCap = numbers.spendCap;
    limits.messageRetention = std::chrono::days(numbers.messageDays);
    limits.answerRetention = std::chrono::days(numbers.answerDays);
    options.drain = std::chrono::seconds(numbers.drainSeconds);
}

} // namespace

std::optional<Options> parseOptions(int argc, char** argv, int& exitCode) {
    Options options;
    Config& config = options.config;
    config.port = 8080;
    config.databasePath = "leadsheet-server.db";
    Numbers numbers;
    TlsFiles tls;
    bool simulate = false;
    CLI::App app{"The Leadsheet /v1 service: orders, quotes and leads over HTTP."};
    app.footer("leadsheet-server copy --from FILE --to URI moves a database to PostgreSQL.");
    app.set_version_flag("--version", LEADSHEET_VERSION);
    app.add_option("--listen", config.address,
                   "Address to listen on: IPv4, IPv6, localhost, or * for all")
        ->capture_default_str();
    app.add_option("--port", config.port, "Port; 0 = any free one")->capture_default_str();
    app.add_option("--database", config.databasePath,
                   "SQLite file, or postgresql://USER@HOST/DATABASE; :memory: keeps nothing")
        ->capture_default_str();
    app.add_option("--pepper-file", options.pepperFile,
                   "Secret mixed into key hashes; created beside a SQLite database if left out");
    auto* cert = app.add_option("--tls-cert", tls.certificate, "Certificate chain (PEM)");
    auto* key = app.add_option("--tls-key", tls.key, "Private key (PEM)");
    cert->needs(key);
    key->needs(cert);
    app.add_option("--environment", config.environment, "What GET /v1/account says")
        ->capture_default_str()
        ->check(CLI::IsMember({"sandbox", "live"}));
    app.add_option("--bootstrap-sandbox", options.bootstrapSandbox,
                   "Create play accounts and write their keys to this new file (mode 0600)");
    app.add_option("--bootstrap-admin", options.bootstrapAdmin,
                   "Create an operator and write its admin key to this new file (mode 0600); "
                   "nothing is created while the file exists")
        ->excludes("--bootstrap-sandbox");
    app.add_flag("--simulate-fulfilment", simulate,
                 "Approve orders and deliver made-up leads after a few seconds (sandbox only)");
    app.add_option("--access-log", options.accessLog,
                   "Append one JSON line per request to this file; - is standard error");
    app.add_option("--workers", config.workerThreads, "Threads that handle requests")
        ->capture_default_str()
        ->check(CLI::Range(1, 1'024));
    app.add_option("--trusted-proxy", config.trustedProxies,
                   "Address or network of a proxy in front of this server, whose X-Forwarded-For "
                   "says who called; may be repeated");
    app.add_option("--drain", numbers.drainSeconds,
                   "Seconds that requests in flight get when the server is stopped")
        ->capture_default_str()
        ->check(CLI::Range(0, 3'600));
    addLatestClient(app, config.latestClient);
    addLimits(app, config.limits, numbers);
    addRetention(app, numbers);
    addOutgoing(app, config.outgoing);
    addOutreach(app, config.outreach);
    addMcp(app, config.mcp);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        exitCode = app.exit(error) == 0 ? kExitDone : kExitUsage;
        return std::nullopt;
    }
    applyNumbers(numbers, options);
    if (config.databasePath.empty()) {
        std::fputs("--database is empty. Name a file or a PostgreSQL database, or :memory: to keep "
                   "nothing.\n",
                   stderr);
        exitCode = kExitUsage;
        return std::nullopt;
    }
    if (config.environment == "live" && !options.bootstrapSandbox.empty()) {
        std::fputs("--bootstrap-sandbox puts play money into a live service. Use --bootstrap-admin "
                   "FILE for its first admin key.\n",
                   stderr);
        exitCode = kExitUsage;
        return std::nullopt;
    }
    if (options.pepperFile.empty() && isPostgres(config.databasePath)) {
        std::fputs(
            "A PostgreSQL database needs --pepper-file FILE: the secret that every server of "
            "that database is given alike. Make one with: (umask 077; openssl rand -hex 32 "
            ">pepper)\n",
            stderr);
        exitCode = kExitUsage;
        return std::nullopt;
    }
    if (simulate)
        config.fulfilment.emplace();
    if (!tls.certificate.empty())
        config.tls = tls;
    return options;
}

} // namespace leadsheet::server::program
