// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/server/server.hpp"

#include "api/context.hpp"
#include "api/exchange_recorder.hpp"
#include "api/order_json.hpp"
#include "api/pepper_check.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "domain/ids.hpp"
#include "http/http_server.hpp"
#include "store/open_store.hpp"
#include "worker/fulfilment.hpp"
#include "worker/outreach_sender.hpp"
#include "worker/webhook_dispatcher.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace leadsheet::server {

namespace {

using Unexpected = tl::unexpected<StartError>;

StartError storeFailed(const store::StoreError& error) {
    return {StartError::Kind::Database, "the database refused the new accounts: " + error.detail};
}

std::vector<std::string> scopesOf(const BootstrapKey& wanted) {
    if (!wanted.scopes.empty())
        return wanted.scopes;
    std::vector<std::string> all;
    for (const contract::ScopeInfo& scope : contract::kScopes) {
        if (scope.admin == (wanted.type == KeyType::Admin))
            all.emplace_back(scope.name);
    }
    return all;
}

MintedKey mint(api::Context& context, store::Tx& tx, const store::AccountId& account,
               const BootstrapKey& wanted, domain::Timestamp now) {
    const auto type =
        wanted.type == KeyType::Admin ? domain::ApiKeyType::Admin : domain::ApiKeyType::Customer;
    const domain::MintedSecret secret =
        domain::mintApiKey(type, context.random, context.config.pepper);
    store::ApiKey key;
    key.id = domain::makeKeyId(context.random);
    key.account = account;
    key.type = type;
    key.label = wanted.label;
    key.scopes = scopesOf(wanted);
    key.hash = secret.hash;
    key.prefix = secret.prefix;
    key.last4 = secret.last4;
    key.createdAt = now;
    key.dailySpendCap = wanted.dailySpendCap;
    tx.insertKey(key);
    return {key.label, key.id.str(), wanted.type, key.scopes, secret.text};
}

/// Why these accounts or keys cannot be made: an unknown scope, one of the other key type, a
/// negative amount.
std::optional<StartError> checkKeys(const std::vector<BootstrapKey>& keys) {
    const auto config = [](std::string message) {
        return StartError{StartError::Kind::Config, std::move(message)};
    };
    for (const BootstrapKey& key : keys) {
        if (key.dailySpendCap && *key.dailySpendCap < 1)
            return config("the spend cap of key " + key.label + " must be at least 1");
        for (const std::string& name : key.scopes) {
            const contract::ScopeInfo* scope = contract::findScope(name);
            if (scope == nullptr)
                return config("key " + key.label + ": there is no scope " + name);
            if (scope->admin != (key.type == KeyType::Admin))
                return config("key " + key.label + ": a key of its type cannot hold " + name);
        }
    }
    return std::nullopt;
}

std::optional<StartError> checkAccounts(const std::vector<BootstrapAccount>& accounts) {
    for (const BootstrapAccount& account : accounts) {
        if (account.playBalance < 0) {
            return StartError{StartError::Kind::Config,
                              "the play balance of " + account.name + " must not be negative"};
        }
        if (auto bad = checkKeys(account.keys))
            return bad;
    }
    return std::nullopt;
}

/// Makes accounts, credit and keys in one transaction. The secrets exist in the answer only.
tl::expected<std::vector<MintedAccount>, StartError>
makeAccounts(api::Context& context, const std::vector<BootstrapAccount>& accounts,
             bool onlyIfEmpty) {
    if (auto bad = checkAccounts(accounts))
        return tl::make_unexpected(std::move(*bad));
    const domain::Timestamp now = context.now();
    auto made = context.store->writeAndWait([&](store::Tx& tx) {
        std::vector<MintedAccount> minted;
        if (onlyIfEmpty && tx.accountCount() > 0)
            return minted;
        for (const BootstrapAccount& wanted : accounts) {
            store::Account account;
            account.id = domain::makeAccountId(context.random);
            account.name = wanted.name;
            account.environment = context.config.environment;
            account.createdAt = now;
            tx.insertAccount(account);
            if (wanted.playBalance > 0)
                tx.credit(account.id, wanted.playBalance, "Opening balance", now);
            MintedAccount& out =
                minted.emplace_back(MintedAccount{account.id.str(), account.name, {}});
            for (const BootstrapKey& key : wanted.keys)
                out.keys.push_back(mint(context, tx, account.id, key, now));
        }
        return minted;
    });
    if (!made)
        return tl::make_unexpected(storeFailed(made.error()));
    return std::move(*made);
}

tl::expected<MintedAccount, StartError> makeKeys(api::Context& context,
                                                 const std::string& accountId,
                                                 const std::vector<BootstrapKey>& keys,
                                                 bool revokeOlder) {
    if (auto bad = checkKeys(keys))
        return tl::make_unexpected(std::move(*bad));
    const store::AccountId id(accountId);
    const domain::Timestamp now = context.now();
    auto made = context.store->writeAndWait([&](store::Tx& tx) -> std::optional<MintedAccount> {
        const auto account = tx.findAccount(id);
        if (!account)
            return std::nullopt;
        if (revokeOlder) {
            for (const store::ApiKey& key : tx.listKeys(id)) {
                if (!key.revokedAt)
                    tx.revokeKey(key.id, now);
            }
        }
        MintedAccount out{accountId, account->name, {}};
        for (const BootstrapKey& key : keys)
            out.keys.push_back(mint(context, tx, id, key, now));
        return out;
    });
    if (!made)
        return tl::make_unexpected(storeFailed(made.error()));
    if (!*made) {
        return tl::make_unexpected(
            StartError{StartError::Kind::Config, "there is no account " + accountId});
    }
    return std::move(**made);
}

constexpr auto kInterval = std::chrono::minutes(10);
constexpr int kRowsPerStep = 500;
constexpr int kMaxSteps = 200;
constexpr std::size_t kRandomPepperBytes = 32;
/// More of a body is read only of a caller whose key may do what the request asks.
constexpr std::size_t kUnaskedBodyBytes = std::size_t{64} * 1024;

http::Response renderError(const api::Context& context, const http::Rejection& rejection,
                           const http::AccessRecord& record) {
    http::Response response;
    response.status = rejection.status;
    response.body = api::problemBody(rejection.status, rejection.code, rejection.detail,
                                     record.requestId, record.path);
    api::RequestNote note;
    note.code = rejection.code;
    response.note = std::move(note);
    response.headers = {{"Content-Type", "application/problem+json"},
                        {"X-Content-Type-Options", "nosniff"}};
    if (context.recorder)
        context.recorder->connectionAnswer(response);
    return response;
}

StartError fromHttp(const http::StartError& error) {
    using Code = http::StartError::Code;
    auto kind = StartError::Kind::Listen;
    if (error.code == Code::BadCertificate || error.code == Code::BadKey)
        kind = StartError::Kind::Tls;
    else if (error.code == Code::System)
        kind = StartError::Kind::Internal;
    return {kind, error.message};
}

std::shared_ptr<const store::OutboxHooks> outboxHooks(const Config& config) {
    auto hooks = std::make_shared<store::OutboxHooks>();
    hooks->makeId = [random = api::randomSource(config)](std::string_view prefix) {
        return domain::makeId(prefix, random);
    };
    hooks->orderEventData = api::orderEventData;
    hooks->personHash = domain::personHash(config.pepper);
    return hooks;
}

tl::expected<std::unique_ptr<store::Store>, store::OpenError> openStore(const Config& config) {
    if (store::isPostgresUri(config.databasePath)) {
        store::PostgresOptions options;
        options.uri = config.databasePath;
        options.outbox = outboxHooks(config);
        if (config.databaseHook)
            options.hook = [ask = config.databaseHook](store::DbOp op, std::uint64_t number) {
                return ask(op, number) == 0 ? store::PostgresFault::None
                                            : store::PostgresFault::Refused;
            };
        return store::openPostgresStore(std::move(options));
    }
    store::SqliteOptions options;
    options.path = isInMemory(config) ? std::string() : config.databasePath;
    options.hook = config.databaseHook;
    options.outbox = outboxHooks(config);
    return store::openSqliteStore(std::move(options));
}

/// What an operator is told of a request that a stop has cut.
std::string cutLine(const http::AccessRecord& cut) {
    std::string what = cut.method.empty() ? "one that had not fully arrived" : cut.method;
    if (!cut.path.empty())
        what += " " + domain::withoutKeys(cut.path);
    return "leadsheet-server: a request in flight got no complete answer before the server "
           "stopped: " +
           what + " from " + cut.peerAddress + (cut.requestId.empty() ? "" : ", " + cut.requestId);
}

http::HttpConfig httpConfig(api::Context& context, const std::atomic<bool>& stopping) {
    const Config& config = context.config;
    http::HttpConfig out;
    out.address = config.address;
    out.port = config.port;
    out.workers = static_cast<unsigned>(config.workerThreads);
    if (auto proxies = http::TrustedProxies::parse(config.trustedProxies))
        out.trustedProxies = *std::move(proxies);
    out.limits.bodyBytes = config.limits.maxBodyBytes;
    out.limits.spooledBodyBytes = config.limits.maxDeliveryBytes;
    out.limits.unaskedBodyBytes = kUnaskedBodyBytes;
    out.limits.headerBytes = config.limits.maxHeaderBytes;
    out.limits.connections = config.limits.maxConnections;
    out.limits.connectionsPerAddress = config.limits.maxConnectionsPerAddress;
    out.limits.headerTime = config.limits.headerTimeout;
    out.limits.bodyStallTime = config.limits.bodyTimeout;
    out.limits.idleTime = config.limits.idleTimeout;
    if (config.tls) {
        out.tlsCertificateFile = config.tls->certificate;
        out.tlsKeyFile = config.tls->key;
    }
    // The Date header follows the injected clock and a fault plan's skew.
    out.wallClock = [&context]() -> std::chrono::system_clock::time_point {
        const auto skew =
            context.config.faults ? context.config.faults->dateSkew() : std::chrono::seconds(0);
        return context.now() + skew;
    };
    out.accessLog = [&context, &stopping](const http::AccessRecord& record) {
        if (record.closedEarly && stopping)
            context.logError(cutLine(record));
        context.accessLog.record(record, context.now());
    };
    return out;
}

} // namespace

/// Purges ended rate windows, answer bodies and webhook logs past their retention, and what removed
/// destinations left behind: once in the constructor, then every ten minutes on a thread of its
/// own. Any number of processes on one database may do so.
class Maintenance {
public:
    explicit Maintenance(api::Context& context);
    ~Maintenance();
    Maintenance(const Maintenance&) = delete;
    Maintenance& operator=(const Maintenance&) = delete;

private:
    void run(const std::stop_token& stop);
    void purge();

    api::Context& context_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

class Server::Impl {
public:
    std::unique_ptr<api::Context> context;
    std::atomic<bool> stopping{false};
    // After the context, so that it is gone before what its handlers use.
    std::unique_ptr<http::HttpServer> http;
    /// Set once it listens; requests may come before start() has returned.
    std::atomic<http::HttpServer*> listening{nullptr};
    std::unique_ptr<Maintenance> maintenance;
    std::unique_ptr<worker::Fulfilment> fulfilment;
    /// Set before it listens, kept until the store has stopped.
    std::unique_ptr<worker::WebhookDispatcher> webhooks;
    std::unique_ptr<worker::OutreachSender> outreach;
    std::mutex mutex;
    std::vector<MintedAccount> minted;
    std::mutex stopMutex;
    bool stopped = false;
    bool drained = true;
};

Maintenance::Maintenance(api::Context& context)
    : context_(context) {
    purge();
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Maintenance::~Maintenance() {
    thread_.request_stop();
    thread_.join();
}

void Maintenance::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        wake_.wait_for(lock, stop, kInterval, [] { return false; });
        if (!stop.stop_requested())
            purge();
    }
}

void Maintenance::purge() {
    const Limits& limits = context_.config.limits;
    auto longest =
        std::max({limits.defaultRate.window, limits.orderRate.window, limits.lookupRate.window});
    if (limits.burstRate)
        longest = std::max(longest, limits.burstRate->window);
    const domain::Timestamp now = context_.now();
    // Small steps, so that requests are never kept waiting by housekeeping.
    for (int step = 0; step < kMaxSteps; ++step) {
        const auto purged = context_.store->writeAndWait([&](store::Tx& tx) {
            return tx.purge({now - longest, now - limits.idempotencyBodyRetention,
                             now - limits.quoteRetention, now - limits.quoteValidity},
                            kRowsPerStep) +
                   tx.purgeWebhookLog(now - limits.messageRetention, kRowsPerStep) +
                   tx.bringForward(now, kRowsPerStep) +
                   tx.outreachWrites().bringForward(now, kRowsPerStep) +
                   tx.privacyWrites().purgeAnswers(now - limits.answerRetention, kRowsPerStep) +
                   tx.outreachWrites().purge(kRowsPerStep);
        });
        if (!purged) {
            context_.logError("housekeeping: " + purged.error().detail);
            return;
        }
        if (*purged == 0)
            return;
    }
}

Server::Server(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

Server::~Server() {
    stop(std::chrono::milliseconds(0));
}

tl::expected<std::unique_ptr<Server>, StartError> Server::start(Config config) {
    if (auto bad = checkConfig(config))
        return Unexpected({StartError::Kind::Config, std::move(*bad)});
    if (auto bad = checkAccounts(config.bootstrap))
        return Unexpected(std::move(*bad));
    const bool makePepper = config.pepper.empty();
    if (makePepper)
        config.pepper = api::randomBytes(config, kRandomPepperBytes);
    auto opened = openStore(config);
    if (!opened)
        return Unexpected({StartError::Kind::Database, opened.error().detail});

    auto impl = std::make_unique<Impl>();
    impl->context = std::make_unique<api::Context>(std::move(config), std::move(*opened));
    api::Context& context = *impl->context;
    if (auto refused = api::refusedPepper(context))
        return Unexpected({StartError::Kind::Database, std::move(*refused)});
    if (!context.config.bootstrap.empty()) {
        SERVER_TRY(auto minted, makeAccounts(context, context.config.bootstrap, true));
        impl->minted = std::move(minted);
    }
    if (const auto balance = context.config.portal.keysWithBalance) {
        context.makeKey = [&context, balance = *balance]() -> std::optional<std::string> {
            const BootstrapKey key{"portal", KeyType::Customer, {}, {}};
            auto made = makeAccounts(context, {{"Visitor", balance, {key}}}, false);
            if (!made)
                return std::nullopt;
            return std::move(made->front().keys.front().secret);
        };
    }
    impl->webhooks = std::make_unique<worker::WebhookDispatcher>(context);
    context.gauges = [impl = impl.get()] {
        const http::HttpServer* http = impl->listening.load();
        if (http == nullptr)
            return api::Gauges{};
        const auto counters = http->counters();
        return api::Gauges{counters.open, counters.accepted, counters.refused, 0,
                           impl->webhooks->underWay()};
    };
    auto listening = http::HttpServer::start(
        httpConfig(context, impl->stopping),
        [&context](http::Request request, http::Responder responder) {
            responder.send(api::handleRequest(context, std::move(request)));
        },
        [&context](const http::Rejection& rejection, const http::AccessRecord& record) {
            return renderError(context, rejection, record);
        });
    if (!listening)
        return Unexpected(fromHttp(listening.error()));
    impl->http = std::move(*listening);
    impl->listening = impl->http.get();
    impl->maintenance = std::make_unique<Maintenance>(context);
    impl->outreach = std::make_unique<worker::OutreachSender>(context);
    if (context.config.fulfilment)
        impl->fulfilment =
            std::make_unique<worker::Fulfilment>(context, *context.config.fulfilment);
    return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const {
    return impl_->http->port();
}

std::string Server::baseUrl() const {
    const Config& config = impl_->context->config;
    std::string host = config.address == "*" ? "localhost" : config.address;
    if (host.find(':') != std::string::npos)
        host = "[" + host + "]";
    return (config.tls ? "https://" : "http://") + host + ":" + std::to_string(port());
}

std::vector<MintedAccount> Server::minted() {
    const std::lock_guard lock(impl_->mutex);
    return std::exchange(impl_->minted, {});
}

tl::expected<std::vector<MintedAccount>, StartError>
Server::bootstrap(const std::vector<BootstrapAccount>& accounts) {
    return makeAccounts(*impl_->context, accounts, false);
}

tl::expected<MintedAccount, StartError> Server::mintKeys(const std::string& accountId,
                                                         const std::vector<BootstrapKey>& keys,
                                                         bool revokeOlder) {
    return makeKeys(*impl_->context, accountId, keys, revokeOlder);
}

bool Server::stop(std::chrono::milliseconds deadline) {
    const std::lock_guard lock(impl_->stopMutex);
    if (impl_->stopped)
        return impl_->drained;
    impl_->stopped = true;
    impl_->stopping = true;
    impl_->maintenance.reset();
    impl_->fulfilment.reset();
    const std::uint64_t before = impl_->context->accessLog.abandoned();
    {
        // At the same time: a receiver that hangs must not keep the server taking requests.
        const std::jthread draining([&] { impl_->http->drain(deadline); });
        impl_->webhooks->stop(deadline);
        impl_->outreach.reset();
    }
    impl_->context->egress.stop(); // handlers may wait for a platform
    impl_->http->stop(std::chrono::milliseconds(0));
    impl_->context->store->stop();
    impl_->drained = impl_->context->accessLog.abandoned() == before;
    return impl_->drained;
}

} // namespace leadsheet::server
