// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sandbox/sandbox.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "pretend_platforms.hpp"
#include "sandbox_state.hpp"

#include "leadsheet/server/fault_plan.hpp"
#include "leadsheet/server/server.hpp"
#include "leadsheet/try.hpp"

#include <utility>

namespace leadsheet::app {
namespace {

constexpr const char* kUseLockName = "sandbox.lock"; ///< held shared while the sandbox is open
constexpr const char* kSetupLockName = "setup.lock"; ///< held while it is opened or removed
constexpr const char* kDatabaseName = "server.sqlite";
constexpr const char* kAccountName = "Sandbox";
constexpr std::chrono::seconds kStopDeadline{2};
// A sandbox is for trying things: the contract's budgets stay, but a script that runs the same
// sheet over and over must not wait an hour for its quotes.
constexpr std::int64_t kDefaultRate = 20'000;
constexpr int kTooManyRequests = 429;
// Short, so that a run is seen to ask again and again during a refusal.
constexpr std::chrono::seconds kRetryAfter{5};

namespace say = messages::ledger;

Error startFailure(const server::StartError& error) {
    using Kind = server::StartError::Kind;
    const ErrorCode code = error.kind == Kind::Listen     ? ErrorCode::NetworkError
                           : error.kind == Kind::Database ? ErrorCode::StorageError
                                                          : ErrorCode::InvalidArgument;
    return localError(code,
                      {say::sandboxNotStarted({"service.said", {MessageArg(error.message)}})});
}

std::string accessLine(const server::AccessRecord& record) {
    std::string line = record.method + " " + record.path + " " + std::to_string(record.status);
    if (!record.code.empty())
        line += " " + record.code;
    if (record.replayed)
        line += " replayed";
    return line + " " + std::to_string(record.duration.count() / 1000) + " ms";
}

/// The second one counts.
std::vector<server::BootstrapKey> customerKeys(bool chaos) {
    std::vector<server::BootstrapKey> keys{{"sandbox", server::KeyType::Customer, {}, {}}};
    if (chaos)
        keys.push_back({"count", server::KeyType::Customer, {"orders:read", "account:read"}, {}});
    return keys;
}

struct Minted {
    std::string accountId;
    std::string secret;
    bool isNew = false;
    std::optional<server::MintedKey> counter{};
};

Result<Minted> take(const server::MintedAccount& account, bool isNew) {
    if (account.keys.empty())
        return failure(localError(ErrorCode::InvalidResponse, {say::sandboxMadeNoKey()}));
    Minted minted{account.accountId, account.keys.front().secret, isNew};
    if (account.keys.size() > 1)
        minted.counter = account.keys[1];
    return minted;
}

Result<Minted> mint(server::Server& server, const SandboxState& state, bool alone,
                    const SandboxOptions& options) {
    const auto keys = customerKeys(options.chaos.has_value());
    if (!state.accountId.empty()) {
        auto account = server.mintKeys(state.accountId, keys, alone);
        if (account)
            return take(*account, false);
        if (account.error().kind != server::StartError::Kind::Config)
            return failure(startFailure(account.error()));
        // The database was removed by hand: the account it held is gone, so make another one.
    }
    auto accounts = server.bootstrap({{kAccountName, options.balance, keys}});
    if (!accounts)
        return failure(startFailure(accounts.error()));
    if (accounts->empty())
        return failure(localError(ErrorCode::InvalidResponse, {say::sandboxMadeNoAccount()}));
    return take(accounts->front(), true);
}

/// SQLite gives the side files the mode of the database, so that has to be right from the start.
Result<void> makePrivate(const std::filesystem::path& database) {
    std::error_code ignored;
    if (!std::filesystem::exists(database, ignored))
        return writePrivateFile(database, {});
    using std::filesystem::perms;
    std::filesystem::permissions(database, perms::owner_read | perms::owner_write, ignored);
    return {};
}

} // namespace

Result<std::unique_ptr<Sandbox>> Sandbox::start(const std::filesystem::path& folder,
                                                const SandboxOptions& options) {
    LEADSHEET_TRY_DONE(makePrivateFolder(folder));
    LEADSHEET_TRY(const auto setup,
                  FileLock::take(folder / kSetupLockName, FileLock::Mode::Exclusive, true));
    auto lock = FileLock::take(folder / kUseLockName, FileLock::Mode::Exclusive, false);
    const bool alone = lock && lock->has_value();
    if (lock && !alone)
        lock = FileLock::take(folder / kUseLockName, FileLock::Mode::Shared, true);
    if (!lock)
        return failure(lock.error());
    LEADSHEET_TRY(auto state, loadOrMakeState(folder, folder / kDatabaseName));

    LEADSHEET_TRY_DONE(makePrivate(folder / kDatabaseName));
    LEADSHEET_TRY(auto platforms, PretendPlatforms::start());

    server::Config config;
    config.port = options.port;
    config.databasePath = (folder / kDatabaseName).string();
    config.pepper = state.pepper;
    config.environment = "sandbox";
    // Webhooks of the sandbox are tried out against receivers on this machine.
    config.outgoing.allowHttp = true;
    config.outgoing.allowLoopback = true;
    config.outreach.baseUrls = platforms->baseUrls();
    config.limits.defaultRate.quota = kDefaultRate;
    config.workerThreads = 4;
    config.portal.keysWithBalance = options.balance;
    if (options.fulfil)
        config.fulfilment.emplace();
    auto faults = std::make_shared<server::FaultPlan>();
    config.faults = faults;
    if (options.log)
        config.accessLog = [log = options.log](const server::AccessRecord& record) {
            log(accessLine(record));
        };
    auto server = server::Server::start(std::move(config));
    if (!server)
        return failure(startFailure(server.error()));
    LEADSHEET_TRY(auto minted, mint(**server, state, alone, options));
    if (minted.isNew) {
        state.accountId = minted.accountId;
        LEADSHEET_TRY_DONE(storeState(folder, state));
    }
    LEADSHEET_TRY(auto key, ApiKey::parse(minted.secret));
    std::optional<Client> counter;
    if (minted.counter) {
        LEADSHEET_TRY(const auto counterKey, ApiKey::parse(minted.counter->secret));
        LEADSHEET_TRY(counter, Client::create({(*server)->baseUrl(), counterKey}));
        server::FaultMatch match;
        match.exceptApiKeyId = minted.counter->keyId;
        faults->bySeed(*options.chaos, match);
    }
    if (alone)
        (*lock)->share();
    return std::unique_ptr<Sandbox>(
        new Sandbox(*std::move(*lock), std::move(faults), std::move(platforms), *std::move(server),
                    std::move(key), minted.accountId, minted.isNew, std::move(counter)));
}

Result<bool> Sandbox::reset(const std::filesystem::path& folder) {
    std::error_code error;
    if (!std::filesystem::exists(folder, error))
        return false;
    LEADSHEET_TRY(const auto setup,
                  FileLock::take(folder / kSetupLockName, FileLock::Mode::Exclusive, true));
    LEADSHEET_TRY(const auto lock,
                  FileLock::take(folder / kUseLockName, FileLock::Mode::Exclusive, false));
    if (!lock)
        return failure(
            localError(ErrorCode::LedgerLocked, {say::sandboxInUse(), say::closeSandboxFirst()}));
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() != ".lock")
            std::filesystem::remove_all(entry.path(), error);
    if (error)
        return failure(localError(ErrorCode::StorageError,
                                  {say::sandboxNotRemoved(folder.string(), error.message())}));
    return true;
}

Sandbox::Sandbox(FileLock lock, std::shared_ptr<server::FaultPlan> faults,
                 std::unique_ptr<PretendPlatforms> platforms,
                 std::unique_ptr<server::Server> server, ApiKey key, std::string accountId,
                 bool isNew, std::optional<Client> counter)
    : lock_(std::move(lock))
    , faults_(std::move(faults))
    , platforms_(std::move(platforms))
    , server_(std::move(server))
    , key_(std::move(key))
    , accountId_(std::move(accountId))
    , isNew_(isNew)
    , counter_(std::move(counter)) {}

Sandbox::~Sandbox() {
    server_->stop(kStopDeadline);
}

Result<ChaosCount> Sandbox::chaosCount() const {
    ChaosCount count;
    if (!counter_)
        return count;
    // Wishes last, so that an order that is placed meanwhile is never counted without its wish.
    LEADSHEET_TRY(const auto statistics, counter_->account().statistics());
    for (const StatusCount& some : statistics.orders.value_or(std::vector<StatusCount>()))
        count.orders += static_cast<std::uint64_t>(some.count);
    count.wishes = faults_->wishes();
    count.faults = faults_->consumed();
    return count;
}

void Sandbox::refuseFor(std::chrono::seconds time) {
    faults_->until(std::chrono::system_clock::now() + time,
                   server::Fault::answerRetryAfter(kTooManyRequests, kRetryAfter));
}

void Sandbox::dropNextAnswer() {
    server::FaultMatch orders;
    orders.operationId = "createOrder";
    faults_->add(server::Fault::resetAfterCommit(), orders);
}

void Sandbox::setSlow(bool slow) {
    if (slow == (slow_ != 0))
        return;
    if (!slow)
        faults_->remove(std::exchange(slow_, 0));
    else
        slow_ = faults_->everyNth(1, server::Fault::stall(kSlowAnswer));
}

std::string Sandbox::baseUrl() const {
    return server_->baseUrl();
}

} // namespace leadsheet::app
