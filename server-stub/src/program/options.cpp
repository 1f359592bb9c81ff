// SPDX-License-Identifier: Apache-2.0
#include "program/options.hpp"

#include "domain/field_check.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
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

/// The largest whole number that a header may carry (RFC 9651).
constexpr std::int64_t kMostOfAHeader = 999'999'999'999'999;
constexpr std::int64_t kMostSeconds = 315'360'000; ///< ten years, as checkConfig() has it

/// An option for a whole number, read as decimal: CLI11 itself takes 010 for eight, 0x10 for
/// sixteen and nothing for none, and names the largest double there is.
template <class Number>
CLI::Option* addNumber(CLI::App& app, const std::string& name, Number& value,
                       const std::string& about, std::int64_t least,
                       std::int64_t most = kMostOfAHeader) {
    const auto problem = [least, most](std::string& text) -> std::string {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool whole = error == std::errc() && end == text.data() + text.size();
        if (whole && number >= least && number <= most) {
            text = std::to_string(number);
            return {};
        }
        const std::string bounds =
            most == kMostOfAHeader && error != std::errc::result_out_of_range && number < least
                ? "of at least " + std::to_string(least)
                : "from " + std::to_string(least) + " to " + std::to_string(most);
        return "'" + text + "' is not a whole number " + bounds;
    };
    return app.add_option(name, value, about)
        ->capture_default_str()
        ->transform(CLI::Validator(problem, ""));
}

void addLimits(CLI::App& app, Limits& limits, Numbers& numbers) {
    const auto add = [&app](const std::string& name, auto& value, const std::string& about,
                            std::int64_t least, std::int64_t most = kMostOfAHeader) {
        addNumber(app, name, value, about, least, most)->group("Limits");
    };
    add("--requests-per-window", limits.defaultRate.quota,
        "Requests per key and window, except creating orders", 1);
    add("--orders-per-window", limits.orderRate.quota, "Created orders per key and window", 1);
    add("--rate-window", numbers.windowSeconds, "Length of the window in seconds", 1, 31'536'000);
    add("--burst", numbers.burst, "Further limit: requests per burst window (0 = none)", 0);
    add("--burst-window", numbers.burstSeconds, "Length of the burst window in seconds", 1,
        kMostSeconds);
    add("--max-lead-count", limits.maxLeadCount, "Largest order", 1);
    add("--max-page-size", limits.maxPageSize, "Largest page", 1, 100'000);
    add("--max-quote-items", limits.maxQuoteItems, "Items of one batch quote", 1, 10'000);
    add("--quote-validity", numbers.quoteSeconds, "How long a price holds, in seconds", 1,
        kMostSeconds);
    add("--daily-spend-cap", numbers.spendCap,
        "What a key may spend per day, in minor units (0 = no cap)", 0, domain::kMaxMoney);
    add("--max-body-bytes", limits.maxBodyBytes, "Largest request body", 1);
    add("--max-delivery-bytes", limits.maxDeliveryBytes,
        "Largest delivery of leads in one call, unpacked as well", 1);
    add("--max-header-bytes", limits.maxHeaderBytes, "Largest request header", 1);
    add("--max-connections", limits.maxConnections, "Open connections", 1);
    add("--max-connections-per-address", limits.maxConnectionsPerAddress,
        "Open connections of one address (0 = any number)", 0);
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
    addNumber(app, "--message-retention", numbers.messageDays,
              "Days that messages to webhooks and their log are kept", 1, kMostDays)
        ->group(group);
    addNumber(app, "--answer-retention", numbers.answerDays,
              "Days that what receivers and outreach platforms answered is kept", 0, kMostDays)
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
    limits.defaultPageSize = std::min(limits.defaultPageSize, limits.maxPageSize);
    limits.quoteValidity = std::chrono::seconds(numbers.quoteSeconds);
    if (numbers.spendCap > 0)
        limits.dailySpendCap = numbers.spendCap;
    limits.messageRetention = std::chrono::days(numbers.messageDays);
    limits.answerRetention = std::chrono::days(numbers.answerDays);
    options.drain = std::chrono::seconds(numbers.drainSeconds);
}

/// What the parser does not see; empty when nothing is wrong.
std::string problemOf(const CLI::App& app, const Options& options) {
    const Config& config = options.config;
    if (config.databasePath.empty())
        return "--database is empty. Name a file or a PostgreSQL database, or :memory: to keep "
               "nothing.";
    // An empty value comes from an unset variable of a unit, and must not stand for the default.
    for (const CLI::Option* option : app.get_options())
        for (const std::string& value : option->results())
            if (value.empty())
                return option->get_name() + " is empty. Give it a value, or leave it out.";
    if (config.environment == "live" && !options.bootstrapSandbox.empty())
        return "--bootstrap-sandbox puts play money into a live service. Use --bootstrap-admin "
               "FILE for its first admin key.";
    if (options.pepperFile.empty() && isPostgres(config.databasePath))
        return "A PostgreSQL database needs --pepper-file FILE: the secret that every server of "
               "that database is given alike. Make one with: (umask 077; openssl rand -hex 32 "
               ">pepper)";
    return {};
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
    addNumber(app, "--port", config.port, "Port; 0 = any free one", 0, 65'535);
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
    addNumber(app, "--workers", config.workerThreads, "Threads that handle requests", 1, 1'024);
    app.add_option("--trusted-proxy", config.trustedProxies,
                   "Address or network of a proxy in front of this server, whose X-Forwarded-For "
                   "says who called; may be repeated");
    addNumber(app, "--drain", numbers.drainSeconds,
              "Seconds that requests in flight get when the server is stopped", 0, 3'600);
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
    if (const std::string problem = problemOf(app, options); !problem.empty()) {
        std::fprintf(stderr, "%s\n", problem.c_str());
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
