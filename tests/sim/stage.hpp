// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/context.hpp"
#include "disk.hpp"
#include "model.hpp"
#include "world.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/clock.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace leadsheet::sim {

/// A process ends here. No std::exception, so that nothing in between takes it for an error.
struct Died {};

/// A computer: its disk, its clock, and the one process that runs on it.
class Machine {
public:
    Machine(World& world, std::string name, const std::filesystem::path& root);

    World& world;
    const std::string name;
    Disk disk;
    Micros ahead{0}; ///< of its wall clock
    int drift = 0;   ///< millionths
    bool isServer = false;

    /// A place where a client's process may die. Throws Died.
    void mayDie(std::string_view where);
    /// After Died: the disk as the next process finds it.
    void restart();
    std::chrono::system_clock::time_point wall() const;

private:
    Disk::Fate fate(bool isSync, bool grows);
    Micros fullUntil_{0};
};

/// The clocks of a computer.
class MachineClock final : public Clock {
public:
    explicit MachineClock(Machine& machine)
        : machine_(machine) {}
    SteadyTime now() const override;
    WallTime wallNow() const override;
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
              SteadyTime until, const std::stop_token& stop) override;

private:
    Machine& machine_;
};

/// The real server over a simulated disk, without sockets and threads of its own for writing.
class Service {
public:
    Service(World& world, Model& model, const std::filesystem::path& root);

    /// Makes an account with this balance and a key.
    std::string makeKey(const std::string& name, std::int64_t balance, bool admin);
    /// Nothing when the process is dead or died at it.
    std::optional<server::http::Response> handle(const server::http::Request& request);
    void checkMoney();
    bool isUp() const { return context_ != nullptr; }
    /// Only while it is up.
    server::store::Store& store() { return *context_->store; }

private:
    bool start();
    void stop();

    World& world_;
    Model& model_;
    Machine machine_;
    server::Config config_;
    std::unique_ptr<server::api::Context> context_;
    std::uint64_t requests_ = 0;
};

/// What lies between a client's process and the server.
std::shared_ptr<Transport> networkOf(Machine& machine, Service& service, Model& model);
Client clientOn(Machine& machine, Service& service, Model& model, const std::string& key);

} // namespace leadsheet::sim
