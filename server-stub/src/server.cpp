// SPDX-License-Identifier: Apache-2.0
#include "check_config.hpp"
#include "minting.hpp"
#include "server_impl.hpp"

#include "api/exchange_recorder.hpp"
#include "api/handlers/order_json.hpp"
#include "api/pipeline.hpp"
#include "api/problem.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server {
namespace {

using Unexpected = tl::unexpected<StartError>;

constexpr std::size_t kRandomPepperBytes = 32;

http::Response renderError(const api::Context& context, int status, std::string_view code,
                           std::string_view detail, std::string_view requestId) {
    http::Response response;
    response.status = status;
    response.body = api::problemBody(status, code, detail, requestId);
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

http::HttpConfig httpConfig(api::Context& context) {
    const Config& config = context.config;
    http::HttpConfig out;
    out.address = config.address;
    out.port = config.port;
    out.workers = static_cast<unsigned>(config.workerThreads);
    if (auto proxies = http::TrustedProxies::parse(config.trustedProxies))
        out.trustedProxies = *std::move(proxies);
    out.limits.bodyBytes = config.limits.maxBodyBytes;
    out.limits.headerBytes = config.limits.maxHeaderBytes;
    out.limits.connections = config.limits.maxConnections;
    // One address is a loopback client or a proxy as often as a person.
    out.limits.connectionsPerAddress = config.limits.maxConnections;
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
    out.accessLog = [&context](const http::AccessRecord& record) {
        context.accessLog.record(record, context.now());
    };
    return out;
}

} // namespace

Server::Server(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

Server::~Server() {
    stop(std::chrono::milliseconds(0));
}

tl::expected<std::unique_ptr<Server>, StartError> Server::start(Config config) {
    if (auto bad = checkConfig(config))
        return Unexpected(std::move(*bad));
    if (auto bad = checkAccounts(config.bootstrap))
        return Unexpected(std::move(*bad));
    auto opened = openStore(config);
    if (!opened)
        return Unexpected({StartError::Kind::Database, opened.error().detail});

    const bool makePepper = config.pepper.empty();
    if (makePepper)
        config.pepper = api::randomBytes(config, kRandomPepperBytes);
    auto impl = std::make_unique<Impl>();
    impl->context = std::make_unique<api::Context>(std::move(config), std::move(*opened));
    api::Context& context = *impl->context;
    if (!context.config.bootstrap.empty()) {
        auto minted = makeAccounts(context, context.config.bootstrap, true);
        if (!minted)
            return Unexpected(std::move(minted.error()));
        impl->minted = std::move(*minted);
    }
    impl->webhooks = std::make_unique<webhook::Dispatcher>(context);
    context.gauges = [impl = impl.get()] {
        const http::HttpServer* http = impl->listening.load();
        if (http == nullptr)
            return api::Gauges{};
        const auto counters = http->counters();
        return api::Gauges{counters.open, counters.accepted, counters.refused, 0,
                           impl->webhooks->underWay()};
    };
    auto listening = http::HttpServer::start(
        httpConfig(context),
        [&context](http::Request request, http::Responder responder) {
            responder.send(api::handleRequest(context, std::move(request)));
        },
        [&context](int status, std::string_view code, std::string_view detail,
                   std::string_view requestId) {
            return renderError(context, status, code, detail, requestId);
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
    impl_->maintenance.reset();
    impl_->fulfilment.reset();
    const auto end = std::chrono::steady_clock::now() + deadline;
    impl_->webhooks->stop(deadline);
    impl_->outreach.reset();
    const std::uint64_t before = impl_->context->accessLog.abandoned();
    impl_->http->stop(std::max(std::chrono::milliseconds(0),
                               std::chrono::duration_cast<std::chrono::milliseconds>(
                                   end - std::chrono::steady_clock::now())));
    impl_->context->egress.stop();
    impl_->context->store->stop();
    impl_->drained = impl_->context->accessLog.abandoned() == before;
    return impl_->drained;
}

} // namespace leadsheet::server
