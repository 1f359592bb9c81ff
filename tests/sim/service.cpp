// SPDX-License-Identifier: Apache-2.0
#include "stage.hpp"

#include "api/order_json.hpp"
#include "api/pipeline.hpp"
#include "domain/ids.hpp"
#include "store/open_store.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <stdexcept>

namespace leadsheet::sim {
namespace {

using namespace leadsheet::server;

/// Many times what the busiest world needs.
constexpr std::uint64_t kMostRequests = 4'000;
/// A full disk lasts a minute, and a start is tried every ten seconds.
constexpr int kMostRefusedStarts = 40;
/// Of the catalogue, for orders of few leads.
constexpr std::int64_t kFirstPrice = 80'000;
/// Of budgets that are small.
constexpr std::chrono::minutes kWindow{10};
/// By which prices go up and down; half a cent.
constexpr std::int64_t kPriceStep = 5'000;

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
    config.outgoing.resolver = [](const std::string&) {
        return std::vector<std::string>{"93.184.216.34"};
    };
    config.limits.defaultRate.quota = 100'000;
    if (world.strikes(Kind::TightBudget, 10'000))
        config.limits.orderRate = {3, kWindow};
    if (world.strikes(Kind::ShortQuotes, 10'000))
        config.limits.quoteValidity = std::chrono::minutes(5);
    return config;
}

tl::expected<std::unique_ptr<store::Store>, store::OpenError> openStore(const Config& config) {
    store::SqliteOptions options;
    options.path = config.databasePath;
    options.ownThread = false;
    options.readers = 1;
    auto hooks = std::make_shared<store::OutboxHooks>();
    hooks->makeId = [random = api::randomSource(config)](std::string_view prefix) {
        return domain::makeId(prefix, random);
    };
    hooks->orderEventData = api::orderEventData;
    options.outbox = hooks;
    return store::openSqliteStore(std::move(options));
}

/// A store of somebody else, who outlives this and stops it.
class SharedStore final : public store::Store {
public:
    explicit SharedStore(store::Store& owned)
        : store_(owned) {}

    void submit(std::unique_ptr<store::WriteJob> job, store::Durability durability) override {
        store_.submit(std::move(job), durability);
    }
    store::StoreResult<void> readWith(const std::function<void(store::Reader&)>& body) override {
        return store_.readWith(body);
    }
    store::StoreResult<store::Admitted> admit(const store::Admission& asked) override {
        return store_.admit(asked);
    }
    store::StoreResult<void> confirmEarlierCommits() override {
        return store_.confirmEarlierCommits();
    }
    void stop() override {}
    std::size_t queuedJobs() const override { return store_.queuedJobs(); }

private:
    store::Store& store_;
};

/// What a server makes on an empty disk, the same for all worlds.
Disk::Image freshDatabase;

} // namespace

void prepareDatabase(const std::filesystem::path& root) {
    World world({});
    Disks disks([&] { return world.any("sqlite", 256); },
                [] { return std::int64_t{1'767'600'000'000}; });
    Machine machine(world, "server", root);
    if (!openStore(settings(world, machine)))
        throw std::runtime_error("the simulated server makes no database");
    freshDatabase = machine.disk.image();
}

Service::Service(World& world, Model& model, const std::filesystem::path& root)
    : world_(world)
    , model_(model)
    , machine_(world, "server", root) {
    machine_.isServer = true;
    machine_.drift = 0;
    machine_.disk.install(freshDatabase);
    config_ = settings(world, machine_); // its limits stay when it starts again
    if (world.strikes(Kind::FewRequests, 5'000))
        few_ = 2 + static_cast<std::int64_t>(world.draw(Kind::FewRequests, 4));
    world.setStormy(false);
    setPrice(kFirstPrice);
    processes_.resize(world.plan().on.contains(Kind::TwoServers) ? Disk::kProcesses : 1);
    for (Process& process : processes_) {
        process.number = static_cast<std::size_t>(&process - processes_.data());
        if (!start(process))
            throw std::runtime_error("the simulated server does not start");
    }
}

Service::Process& Service::enter(Process& process) {
    machine_.disk.act(process.number);
    return process;
}

Service::Process* Service::up() {
    for (Process& process : processes_)
        if (process.context)
            return &enter(process);
    return nullptr;
}

Service::Process* Service::besides(const Process& process) {
    for (Process& other : processes_)
        if (&other != &process && other.context)
            return &other;
    return nullptr;
}

Service::Process* Service::next() {
    if (processes_.size() == 1)
        return up();
    Process& chosen = processes_.at(world_.any("balancer", processes_.size()));
    return chosen.context ? &enter(chosen) : up();
}

bool Service::start(Process& process) {
    enter(process);
    auto store = openStore(config_);
    if (!store) {
        if (++process.refusedStarts > kMostRefusedStarts)
            throw Broken("the server starts again", store.error().detail);
        return false;
    }
    process.refusedStarts = 0;
    process.context = makeContext(config_, std::move(*store));
    ++process.life;
    if (world_.plan().on.contains(Kind::Webhooks)) {
        process.dispatcher = std::make_unique<worker::WebhookDispatcher>(
            *process.context,
            [this, &process](const egress::Request& request, egress::Client::Completion done) {
                receive(world_, model_, request, heard(process, std::move(done)));
            });
    }
    if (world_.plan().on.contains(Kind::Outreach)) {
        process.outreach = std::make_unique<worker::OutreachSender>(
            *process.context,
            [this, &process](const egress::Request& request, egress::Client::Completion done,
                             const std::stop_token&) {
                callPlatform(world_, model_, request, heard(process, std::move(done)));
            });
    }
    process.turnPlanned = false;
    planTurn(process, std::chrono::seconds(1));
    return true;
}

void Service::setPrice(std::int64_t unitPrice) {
    price_.unitPriceMicros = unitPrice;
    model_.costs(wallAt(world_.now()), unitPrice);
    world_.tell("server", "a lead costs " + std::to_string(unitPrice));
}

void Service::stop(Process& process) {
    // A process that is killed writes nothing more.
    machine_.disk.freeze(process.number);
    enter(process);
    ++process.life;
    process.dispatcher.reset();
    process.outreach.reset();
    process.limited.clear();
    process.context.reset();
    world_.tell("server", "is down");
    if (besides(process) != nullptr)
        world_.count("servers that died beside another");
    world_.at(world_.now() + std::chrono::milliseconds(200 + world_.any("restart", 20'000)),
              [this, &process] { comeBack(process); });
}

void Service::comeBack(Process& process) {
    const bool powerLost = machine_.losesPower();
    Process* const other = besides(process);
    if (other != nullptr && powerLost)
        stop(*other);
    if (other != nullptr && !powerLost)
        machine_.disk.revive(process.number);
    else
        machine_.restart(powerLost);
    if (!start(process)) {
        stop(process);
        return;
    }
    world_.tell("server", "is up");
    checkMoney();
}

DoneAtServer Service::heard(Process& process, egress::Client::Completion done) {
    return [this, &process, life = process.life,
            done = std::move(done)](const egress::Result& answer) {
        if (life != process.life)
            return;
        enter(process);
        done(answer);
        if (isDead(process))
            stop(process);
        else
            planTurn(process, std::chrono::milliseconds(100));
    };
}

void Service::planTurn(Process& process, Micros in) {
    if ((!process.dispatcher && !process.outreach) || std::exchange(process.turnPlanned, true))
        return;
    world_.at(world_.now() + in, [this, &process, life = process.life] {
        if (life == process.life)
            turn(process);
    });
}

void Service::turn(Process& process) {
    enter(process).turnPlanned = false;
    if (world_.strikes(Kind::ServerDies, 30, "server at its webhooks"))
        return stop(process);
    bool any = process.dispatcher && process.dispatcher->turn();
    any = (process.outreach && process.outreach->turn()) || any;
    if (isDead(process))
        return stop(process);
    if (process.outreach)
        static_cast<void>(process.context->store->read(
            [this](store::Reader& reader) { model_.rememberPushes(reader); }));
    if (any)
        planTurn(process, std::chrono::milliseconds(10));
    else if (const auto left = backlog(); !left || *left > 0)
        planTurn(process, world_.isStormy() ? std::chrono::seconds(20) : std::chrono::minutes(5));
}

std::optional<std::int64_t> Service::backlog() {
    Process* const process = up();
    if (process == nullptr)
        return std::nullopt;
    api::Context& context = *process->context;
    const auto read = context.store->read([&context](store::Reader& reader) {
        const auto waiting = reader.webhookBacklog();
        store::OutreachReads& outreach = reader.outreach();
        const auto due = outreach.due(context.now() + std::chrono::hours(24), nullptr, 1);
        return waiting.waiting + waiting.held +
               static_cast<std::int64_t>(reader.listFanOuts(1).size() + due.size()) +
               outreach.backlog().waiting + (outreach.publishedAccount() ? 1 : 0);
    });
    return read ? std::optional(*read) : std::nullopt;
}

std::string Service::makeAccount(const std::string& name, std::int64_t balance) {
    const api::Context& context = *up()->context;
    store::Account account;
    account.id = domain::makeAccountId(context.random);
    account.name = name;
    account.environment = context.config.environment;
    account.createdAt = context.now();
    const auto done = context.store->writeAndWait([&](store::Tx& tx) {
        tx.insertAccount(account);
        if (balance > 0)
            tx.credit(account.id, balance, "Opening balance", account.createdAt);
    });
    if (!done)
        throw std::runtime_error("no account: " + done.error().detail);
    if (balance > 0)
        model_.opened(account.id.str(), balance);
    return account.id.str();
}

std::string Service::makeKey(const std::string& account, bool admin) {
    const api::Context& context = *up()->context;
    const auto type = admin ? domain::ApiKeyType::Admin : domain::ApiKeyType::Customer;
    const auto minted = domain::mintApiKey(type, context.random, context.config.pepper);
    store::ApiKey key;
    key.id = domain::makeKeyId(context.random);
    key.account = store::AccountId(account);
    key.type = type;
    for (const contract::ScopeInfo& scope : contract::kScopes)
        if (scope.admin == admin)
            key.scopes.emplace_back(scope.name);
    key.hash = minted.hash;
    key.prefix = minted.prefix;
    key.last4 = minted.last4;
    key.createdAt = context.now();
    const auto done = context.store->writeAndWait([&](store::Tx& tx) { tx.insertKey(key); });
    if (!done)
        throw std::runtime_error("no key: " + done.error().detail);
    model_.witness.knows(minted.text, account);
    return minted.text;
}

void Service::topUp(const std::string& account, std::int64_t amount) {
    const store::AccountId id(account);
    if (Process* const process = up()) {
        const auto done = process->context->store->writeAndWait([&](store::Tx& tx) {
            // Where the process died at it, it may have been done.
            const auto lines = tx.listLedger(id, {}, kAllRows).rows;
            const auto isCredit = [](const store::LedgerEntry& line) {
                return line.kind == store::TransferKind::Credit;
            };
            if (std::count_if(lines.begin(), lines.end(), isCredit) < 2)
                tx.credit(id, amount, "Top-up", process->context->now());
        });
        if (isDead(*process))
            stop(*process);
        else if (done)
            return world_.tell("server", "has more money for " + account);
    }
    world_.at(world_.now() + std::chrono::minutes(1),
              [this, account, amount] { topUp(account, amount); });
}

std::optional<http::Response> Service::handle(const http::Request& request) {
    Process* const process = next();
    if (process == nullptr)
        return std::nullopt;
    if (world_.strikes(Kind::ServerDies, 60, "server")) {
        stop(*process);
        return std::nullopt;
    }
    http::Request own = request;
    own.requestId = "req_" + std::to_string(++requests_);
    http::Response response = api::handleRequest(contextFor(*process, request), std::move(own));
    if (response.stream)
        while (response.stream->read(response.body, 1U << 20U) == http::BodySource::State::More) {
        }
    response.headers.push_back({"Date", http::httpDate(process->context->now())});
    if (isDead(*process)) {
        stop(*process);
        return std::nullopt;
    }
    witness(request, response);
    const bool prices = request.path == "/v1/quotes" || request.path == "/v1/orders";
    if (prices && world_.strikes(Kind::Prices, 1'000, "operator"))
        setPrice(kFirstPrice +
                 kPriceStep * (static_cast<std::int64_t>(world_.draw(Kind::Prices, 17)) - 8));
    if (request.method != "GET" && response.status < 300)
        planTurn(*process, std::chrono::seconds(1));
    world_.tell("server",
                request.method + " " + request.path + " " + std::to_string(response.status));
    if (request.method == "POST" && request.path == "/v1/orders" && response.status < 300)
        checkMoney();
    return response;
}

api::Context& Service::contextFor(Process& process, const http::Request& request) {
    Config config = config_;
    Limits& limits = config.limits;
    const std::string* caller = request.header("x-api-key");
    if (few_ > 0 && caller != nullptr && limited_.contains(*caller))
        limits.defaultRate = {few_, kWindow};
    if (asksForUsedKeys(request) && world_.strikes(Kind::PricesRefused, 5'000, "operator"))
        limits.maxLeadCount = 1;
    const std::pair chosen(limits.defaultRate.quota, limits.maxLeadCount);
    if (chosen == std::pair(config_.limits.defaultRate.quota, config_.limits.maxLeadCount))
        return *process.context;
    auto& context = process.limited[chosen];
    if (!context)
        context = makeContext(config, std::make_unique<SharedStore>(*process.context->store));
    return *context;
}

std::unique_ptr<api::Context> Service::makeContext(const Config& config,
                                                   std::unique_ptr<store::Store> store) {
    auto context = std::make_unique<api::Context>(config, std::move(store));
    context->prices = [this](const contract::ProductInfo& product) {
        contract::ProductInfo now = product;
        now.tiers = {&price_, 1};
        return now;
    };
    return context;
}

/// What such keys have bought stays to be found, whatever is taken today.
bool Service::asksForUsedKeys(const http::Request& request) const {
    const std::string* caller = request.header("x-api-key");
    boost::system::error_code notJson;
    const boost::json::value asked = boost::json::parse(request.body, notJson);
    if (caller == nullptr || notJson || request.path != "/v1/quotes" ||
        !asked.as_object().contains("items"))
        return false;
    return std::ranges::all_of(asked.at("items").as_array(), [&](const auto& item) {
        const auto* key = item.as_object().if_contains("idempotencyKey");
        return key != nullptr && model_.witness.wasReused(*caller, std::string(key->as_string()));
    });
}

void Service::witness(const http::Request& request, const http::Response& response) {
    model_.witness.answered(request, response);
    const auto& on = world_.plan().on;
    const bool mayFail = on.contains(Kind::DiskFull) || on.contains(Kind::DiskFails) ||
                         on.contains(Kind::ServerDisk);
    if (response.status >= 500 && !mayFail)
        throw Broken("no failure without a cause", request.method + " " + request.path +
                                                       " was answered " +
                                                       std::to_string(response.status));
    if (requests_ > kMostRequests)
        throw Broken("liveness", "the server was asked without an end");
}

void Service::checkMoney() {
    std::exception_ptr broken;
    const auto read = store().read([&](store::Reader& reader) {
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
