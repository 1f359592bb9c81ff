// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/result.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace leadsheet::server {
class FaultPlan;
class Server;
} // namespace leadsheet::server

namespace leadsheet::app {

class PretendPlatforms;

/// Play money of a new sandbox, in cents.
inline constexpr std::int64_t kSandboxBalance = 2'500'000;

struct SandboxOptions {
    std::uint16_t port = 0;                      ///< 0 = any free one
    std::int64_t balance = kSandboxBalance;      ///< of a sandbox that is made now
    std::function<void(const std::string&)> log; ///< one line a request; from any thread
    /// Orders are approved and delivered after seconds, with made-up leads; one whose notes hold a
    /// question mark is asked about first.
    bool fulfil = true;
    /// Seed of faults that strike about one request in four; see server::FaultPlan::bySeed().
    std::optional<std::uint64_t> chaos{};
};

/// What became of the wishes in a sandbox with faults.
struct ChaosCount {
    std::uint64_t wishes = 0; ///< orders that were asked for, each with a key that no other had
    std::uint64_t orders = 0; ///< that are in the database
    std::uint64_t faults = 0;
    friend bool operator==(const ChaosCount&, const ChaosCount&) = default;
};

/// The whole server inside this process, on a loopback port, with a database that outlives the
/// process and a play account. Several processes may have the same sandbox open at the same time:
/// each runs its own server over the one database, with its own key. The key lives in memory only;
/// the next process that finds itself alone revokes all older ones. Outreach platforms are
/// pretended: what becomes of a lead there is the campaign's choice, and nothing leaves this
/// computer.
class Sandbox {
public:
    /// Opens the sandbox in `folder`, or makes one.
    static Result<std::unique_ptr<Sandbox>> start(const std::filesystem::path& folder,
                                                  const SandboxOptions& options = {});
    /// Removes everything in the sandbox, its ledger of orders included. ErrorCode::LedgerLocked
    /// while any process has it open. False when there was none.
    static Result<bool> reset(const std::filesystem::path& folder);

    /// Stops the server; requests under way are answered first.
    ~Sandbox();
    Sandbox(const Sandbox&) = delete;
    Sandbox& operator=(const Sandbox&) = delete;

    std::string baseUrl() const;
    const ApiKey& key() const { return key_; }
    const std::string& accountId() const { return accountId_; }
    /// True when this call made it.
    bool isNew() const { return isNew_; }

    /// With SandboxOptions::chaos: counted by a key that no fault strikes.
    Result<ChaosCount> chaosCount() const;

    // Faults on request, for people who want to see what happens; this process's server only.
    // One thread at a time.

    /// Answers every request with 429 for so long.
    void refuseFor(std::chrono::seconds time);
    /// Places the next order and loses the answer.
    void dropNextAnswer();
    /// Holds every answer back for kSlowAnswer.
    void setSlow(bool slow);
    static constexpr std::chrono::seconds kSlowAnswer{2};

private:
    Sandbox(FileLock lock, std::shared_ptr<server::FaultPlan> faults,
            std::unique_ptr<PretendPlatforms> platforms, std::unique_ptr<server::Server> server,
            ApiKey key, std::string accountId, bool isNew, std::optional<Client> counter);

    FileLock lock_; ///< declared first: released after the server is gone
    std::shared_ptr<server::FaultPlan> faults_;
    std::uint64_t slow_ = 0;                      ///< its rule, 0 = none
    std::unique_ptr<PretendPlatforms> platforms_; ///< outlive the server that calls them
    std::unique_ptr<server::Server> server_;
    ApiKey key_;
    std::string accountId_;
    bool isNew_;
    std::optional<Client> counter_; ///< with chaos
};

} // namespace leadsheet::app
