// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/fault_plan.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::server {

class FaultPlan;

/// A durable fixed window anchored at a key's first request (contract section 3).
struct RatePolicy {
    std::int64_t quota;
    std::chrono::seconds window;
};

/// Every number of the contract that is a setting, with the contract's defaults, and the connection
/// limits.
struct Limits {
    RatePolicy defaultRate{1000, std::chrono::hours(1)}; ///< everything but order creation
    RatePolicy orderRate{5000, std::chrono::hours(1)};   ///< order creation alone
    /// Looking up the budgets, and listing the tools of MCP.
    RatePolicy lookupRate{600, std::chrono::hours(1)};
    std::optional<RatePolicy> burstRate; ///< over all counted requests; off by default
    RatePolicy failedAuthentication{60, std::chrono::minutes(1)}; ///< per source address, in memory

    std::int64_t maxLeadCount = 50'000;
    std::int64_t defaultPageSize = 100;
    std::int64_t maxPageSize = 1'000;
    std::size_t maxQuoteItems = 500;
    std::chrono::seconds quoteValidity = std::chrono::hours(24);
    /// How long an unused quote can be read after it ended.
    std::chrono::seconds quoteRetention = std::chrono::hours(24 * 30);
    std::chrono::seconds idempotencyBodyRetention = std::chrono::hours(24 * 30);
    /// Of messages to webhooks with their attempts; of what receivers and platforms answered.
    std::chrono::hours messageRetention = std::chrono::hours(24 * 30);
    std::chrono::hours answerRetention = std::chrono::hours(24 * 30);
    /// Daily (UTC) spend cap, in minor units, of keys that have none of their own.
    std::optional<std::int64_t> dailySpendCap;

    std::size_t maxBodyBytes = std::size_t{16} * 1024 * 1024;
    std::size_t maxDeliveryBytes = std::size_t{64} * 1024 * 1024; ///< of leads, unpacked as well
    std::size_t maxHeaderBytes = std::size_t{16} * 1024;
    std::size_t maxConnections = 1'000;
    /// Of one IPv4 address or IPv6 /64; 0 = any number. Loopback and trusted proxies are exempt.
    std::size_t maxConnectionsPerAddress = 256;
    std::chrono::milliseconds headerTimeout{5'000};
    std::chrono::milliseconds bodyTimeout{10'000};
    std::chrono::milliseconds idleTimeout{60'000};
};

struct TlsFiles {
    std::string certificate; ///< PEM chain
    std::string key;         ///< PEM private key
};

/// One finished request, for an access log. Never holds a key's secret, a query value or a body.
struct AccessRecord {
    std::chrono::system_clock::time_point time;
    std::string requestId;
    std::string peerAddress;
    std::string method;
    std::string path; ///< without query
    std::string operationId;
    std::string apiKeyId; ///< empty when not authenticated
    std::string accountId;
    std::string code; ///< problem code; empty for success
    std::string tool; ///< of a tool call of an assistant: the tool's name; `code` is the tool's
    std::string traceparent; ///< that came with it, if it was valid (W3C Trace Context)
    int status = 0;
    std::size_t requestBytes = 0;
    std::size_t responseBytes = 0;
    std::chrono::microseconds duration{0};
    bool replayed = false;
};

enum class KeyType { Customer, Admin };

/// A key to make at start. No scopes = every scope of its type.
struct BootstrapKey {
    std::string label;
    KeyType type = KeyType::Customer;
    std::vector<std::string> scopes;
    std::optional<std::int64_t> dailySpendCap; ///< minor units
};

struct BootstrapAccount {
    std::string name;
    std::int64_t playBalance = 0; ///< minor units, credited through the ledger
    std::vector<BootstrapKey> keys;
};

/// A key's secret, handed out exactly once: only its hash is kept.
struct MintedKey {
    std::string label;
    std::string keyId;
    KeyType type;
    std::vector<std::string> scopes;
    std::string secret;
};

struct MintedAccount {
    std::string accountId;
    std::string name;
    std::vector<MintedKey> keys;
};

/// Plays the people who fulfil orders, for sandboxes and demonstrations: approves, asks when an
/// order's notes hold a question mark, and delivers made-up leads. Every person, company and
/// address of them is invented (domains end with .example). Runs on a thread of the server; any
/// number of processes on one database may do so.
struct SimulatedFulfilment {
    std::chrono::milliseconds approveAfter{2'000}; ///< creation or reply to approval
    std::chrono::milliseconds deliverAfter{4'000}; ///< approval to delivery
    std::chrono::milliseconds pollEvery{250};      ///< real time between two looks at the queue
    /// The same seed and order number give the same leads.
    std::uint64_t seed = 1;
};

/// What the server sends itself: messages to webhooks, leads to outreach platforms. Every address
/// is judged before it is connected to (contract section 8).
struct Outgoing {
    bool allowHttp = false;     ///< http beside https
    bool allowLoopback = false; ///< receivers on the server's own machine: tests and sandboxes
    std::string caFile;         ///< PEM; empty = the system's certificate authorities
    /// Real time between two looks at the queue when nothing is under way.
    std::chrono::milliseconds pollEvery{100};
    /// Leads delivered after a moment are divided into messages before their request is answered,
    /// unless they are more than these.
    std::int64_t maxLeadsAtOnce = 10'000;
    /// Numeric addresses of a host, none = unknown; called from any thread, may block. Empty = the
    /// system's resolver. For tests.
    std::function<std::vector<std::string>(const std::string& host)> resolver;
};

/// Outreach platforms (contract section 9).
struct Outreach {
    /// Instead of platforms' own, by the platform's id, without a final slash: for tests. Judged as
    /// Outgoing says.
    std::map<std::string, std::string> baseUrls;
    std::chrono::milliseconds timeout{30'000}; ///< of one call
    /// How long a sender may have leads before others take them for lost: their push is unknown
    /// then. Longer than `timeout`.
    std::chrono::milliseconds lease{120'000};
    /// Calls at once. A platform that hangs must not keep other platforms waiting, and a workspace
    /// of many leads must leave calls to others.
    std::size_t callsPerPlatform = 16;
    std::size_t callsPerWorkspace = 4;
};

/// Who may reach POST /mcp, beyond what needs no permission: programs that are not web pages (they
/// send no Origin), and pages and names of this machine while the server listens on a loopback
/// address. Against pages that reach for a server on their visitor's machine by a name of theirs.
struct Mcp {
    /// Web pages that may call it, as browsers spell them: scheme://host[:port], lower case.
    std::vector<std::string> origins;
    /// Host names, without port, under which a server on a loopback address is reached, for example
    /// that of a proxy before it. Elsewhere, with none listed, every name will do.
    std::vector<std::string> hosts;
};

/// The pages for developers.
struct Portal {
    /// Whoever asks on POST /docs/key gets an account of their own with this play balance (minor
    /// units) and a key of it. Refused unless the environment is "sandbox" and the address is a
    /// loopback one. None = visitors get no keys.
    std::optional<std::int64_t> keysWithBalance;
};

/// The version of the Leadsheet program that GET /v1/account names, so that clients need to ask no
/// other host.
struct LatestClient {
    std::string version; ///< two to four numbers, as 1.9.0; empty = none is named
    std::string url;     ///< https, at most 300 characters; empty = none
};

/// How to run one server. A default Config is a private in-memory server on a free loopback port.
struct Config {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0; ///< 0 = any free port
    /// A SQLite file; empty or ":memory:" = nothing is kept; or postgresql://USER@HOST/DATABASE,
    /// which any number of servers may share.
    std::string databasePath;
    /// Secret bytes mixed into key hashes and cursor signatures, at least 16. Empty = made at
    /// random, which is allowed only for an in-memory database.
    std::string pepper;
    std::optional<TlsFiles> tls;
    /// Numeric addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For says who called;
    /// nobody else's is believed.
    std::vector<std::string> trustedProxies;
    std::string environment = "sandbox"; ///< published by GET /v1/account
    Limits limits;
    /// Threads that handle requests. A write waits for its commit on one of them, so this also
    /// bounds how many orders share a commit (the store takes up to 64).
    std::size_t workerThreads = 64;

    /// Injected time and randomness; empty = the system's. All are called from any thread.
    std::function<std::chrono::system_clock::time_point()> clock;
    /// By which the service measures how long its own work takes; sockets have their own.
    std::function<std::chrono::steady_clock::time_point()> steadyClock;
    std::function<void(std::span<unsigned char>)> random;

    Outgoing outgoing;
    Outreach outreach;
    Mcp mcp;
    Portal portal;
    LatestClient latestClient;

    /// Off by default: a real service is fulfilled by people.
    std::optional<SimulatedFulfilment> fulfilment;

    /// Faults on request; refused unless `address` is a loopback address.
    std::shared_ptr<FaultPlan> faults;

    /// Accounts and keys to make in a new database; Server::minted() hands the keys out.
    std::vector<BootstrapAccount> bootstrap;

    /// Sinks; called from worker threads, one call at a time. Empty = silent.
    std::function<void(const AccessRecord&)> accessLog;
    std::function<void(const std::string&)> errorLog;

    /// Called before every database operation; a result other than 0 is taken as that SQLite error,
    /// and with PostgreSQL as a refusal that passes. For tests.
    std::function<int(store::DbOp, std::uint64_t)> databaseHook;
};

/// Whether the database goes away with the server.
bool isInMemory(const Config& config);

/// What is wrong with the settings, before anything is opened; nullopt = nothing.
std::optional<std::string> checkConfig(const Config& config);

} // namespace leadsheet::server
