// SPDX-License-Identifier: Apache-2.0
#include "stage.hpp"

#include "api/order_json.hpp"
#include "api/pipeline.hpp"
#include "domain/ids.hpp"
#include "store/open_store.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <stdexcept>

namespace leadsheet::sim {
namespace {

using namespace leadsheet::server;

Config settings(World& world, Machine& machine) {
    Config config;
    config.databasePath = (machine.disk.folder() / "server.db").string();
    config.pepper = "a pepper of the simulation";
    config.clock = [&machine] {
        return machine.wall();
    };
    config.steadyClock = [&world] {
        return SteadyTime(world.now());
    };
    config.random = [&world](std::span<unsigned char> bytes) {
        for (unsigned char& byte : bytes)
            byte = static_cast<unsigned char>(world.any("server", 256));
    };
    config.limits.defaultRate.quota = 100'000;
    if (world.strikes(Kind::TightBudget, 10'000))
        config.limits.orderRate = {3, std::chrono::minutes(10)};
    return config;
}

std::unique_ptr<store::Store> openStore(const Config& config) {
    store::SqliteOptions options;
    options.path = config.databasePath;
    options.ownThread = false;
    auto hooks = std::make_shared<store::OutboxHooks>();
    hooks->makeId = [random = api::randomSource(config)](std::string_view prefix) {
        return domain::makeId(prefix, random);
    };
    hooks->orderEventData = api::orderEventData;
    options.outbox = hooks;
    auto opened = store::openSqliteStore(std::move(options));
    return opened ? std::move(*opened) : nullptr;
}

} // namespace

Service::Service(World& world, Model& model, const std::filesystem::path& root)
    : world_(world)
    , model_(model)
    , machine_(world, "server", root) {
    machine_.isServer = true;
    machine_.drift = 0;
    config_ = settings(world, machine_); // its limits stay when it starts again
    world.setStormy(false);
    if (!start())
        throw std::runtime_error("the simulated server does not start");
}

bool Service::start() {
    auto store = openStore(config_);
    if (!store)
        return false;
    context_ = std::make_unique<api::Context>(config_, std::move(store));
    return true;
}

void Service::stop() {
    context_.reset();
    world_.tell("server", "is down");
    world_.at(world_.now() + std::chrono::milliseconds(200 + world_.any("restart", 20'000)),
              [this] {
                  machine_.restart();
                  if (!start()) {
                      stop();
                      return;
                  }
                  world_.tell("server", "is up");
                  checkMoney();
              });
}

std::string Service::makeKey(const std::string& name, std::int64_t balance, bool admin) {
    std::string secret;
    const auto now = context_->now();
    const auto done = context_->store->writeAndWait([&](store::Tx& tx) {
        store::Account account;
        account.id = domain::makeAccountId(context_->random);
        account.name = name;
        account.environment = context_->config.environment;
        account.createdAt = now;
        tx.insertAccount(account);
        if (balance > 0) {
            tx.credit(account.id, balance, "Opening balance", now);
            model_.opened(account.id.str(), balance);
        }
        const auto type = admin ? domain::ApiKeyType::Admin : domain::ApiKeyType::Customer;
        const auto minted = domain::mintApiKey(type, context_->random, context_->config.pepper);
        store::ApiKey key;
        key.id = domain::makeKeyId(context_->random);
        key.account = account.id;
        key.type = type;
        key.label = name;
        for (const contract::ScopeInfo& scope : contract::kScopes)
            if (scope.admin == admin)
                key.scopes.emplace_back(scope.name);
        key.hash = minted.hash;
        key.prefix = minted.prefix;
        key.last4 = minted.last4;
        key.createdAt = now;
        tx.insertKey(key);
        secret = minted.text;
    });
    if (!done)
        throw std::runtime_error("no account: " + done.error().detail);
    return secret;
}

std::optional<http::Response> Service::handle(const http::Request& request) {
    if (!context_)
        return std::nullopt;
    if (world_.strikes(Kind::ServerDies, 60, "server")) {
        stop();
        return std::nullopt;
    }
    http::Request own = request;
    own.requestId = "req_" + std::to_string(++requests_);
    http::Response response = api::handleRequest(*context_, std::move(own));
    if (response.stream)
        while (response.stream->read(response.body, 1U << 20U) == http::BodySource::State::More) {
        }
    response.headers.push_back({"Date", http::httpDate(context_->now())});
    if (machine_.disk.isFrozen()) {
        stop();
        return std::nullopt;
    }
    world_.tell("server",
                request.method + " " + request.path + " " + std::to_string(response.status));
    if (request.method == "POST" && request.path == "/v1/orders" && response.status < 300)
        checkMoney();
    return response;
}

void Service::checkMoney() {
    std::exception_ptr broken;
    const auto read = context_->store->read([&](store::Reader& reader) {
        try {
            model_.check(reader);
        } catch (const Broken&) {
            broken = std::current_exception();
        }
    });
    static_cast<void>(read);
    if (broken)
        std::rethrow_exception(broken);
}

} // namespace leadsheet::sim
