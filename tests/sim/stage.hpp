// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/context.hpp"
#include "disk.hpp"
#include "model.hpp"
#include "pulse.hpp"
#include "worker/outreach_sender.hpp"
#include "worker/webhook_dispatcher.hpp"
#include "world.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/clock.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::sim {

/// A process ends here. No std::exception, so that nothing in between takes it for an error.
struct Died {};

/// A computer: its disk, its clock, and what runs on it: one process, or two servers.
class Machine {
public:
    Machine(World& world, std::string name, const std::filesystem::path& root);

    World& world;
    const std::string name;
    Disk disk;
    Micros ahead{0}; ///< of its wall clock
    int drift = 0;   ///< millionths
    bool isServer = false;
    Pulse pulse{Micros(0)};                    ///< of the process that runs
    std::function<void(Micros until)> resting; ///< before its clock waits

    /// A place where a client's process may die. Throws Died.
    void mayDie(std::string_view where);
    /// Whether it does when a process of it dies.
    bool losesPower();
    /// After all of its processes died: the disk as the next one finds it.
    void restart(bool powerLost);
    std::chrono::system_clock::time_point wall() const;

private:
    Disk::Fate fate(bool isSync, bool grows);
    Micros fullUntil_{0};
};

/// Of a clock that is right.
WallTime wallAt(Micros now);

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

using DoneAtServer = std::function<void(const server::egress::Result&)>;

/// Makes what all servers begin with. Once, before the first, in an
/// empty folder.
void prepareDatabase(const std::filesystem::path& root);

/// The real server over a simulated disk, without sockets and threads of its own for writing; or
/// two processes of it on one database, which share the requests.
class Service {
public:
    Service(World& world, Model& model, const std::filesystem::path& root);

    /// Makes an account with this balance. Its id.
    std::string makeAccount(const std::string& name, std::int64_t balance);
    /// Makes a key of it.
    std::string makeKey(const std::string& account, bool admin);
    /// This key may have few requests a window that order nothing.
    void mayLimit(const std::string& key) { limited_.insert(key); }
    /// Gives an account more money, once, as soon as that can be done.
    void topUp(const std::string& account, std::int64_t amount);
    /// From now on a lead costs so many millionths of a dollar.
    void setPrice(std::int64_t unitPrice);
    /// Nothing when the process is dead or died at it.
    std::optional<server::http::Response> handle(const server::http::Request& request);
    void checkMoney();
    /// What is still on its way to webhooks, by what the server itself knows; nothing while it is
    /// not up.
    std::optional<std::int64_t> backlog();
    /// How many it was sent.
    std::uint64_t requests() const { return requests_; }
    bool isUp() { return up() != nullptr; }
    /// Only while it is up.
    server::store::Store& store() { return *up()->context->store; }

private:
    struct Process {
        std::size_t number = 0;                        ///< on the disk
        std::unique_ptr<server::api::Context> context; ///< only while it is up
        /// The same server with other limits, by them; made when a request is the first to meet it.
        std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<server::api::Context>>
            limited;
        std::unique_ptr<server::worker::WebhookDispatcher> dispatcher;
        std::unique_ptr<server::worker::OutreachSender> outreach;
        int life = 0;          ///< what belongs to an earlier one is void
        int refusedStarts = 0; ///< in a row
        bool turnPlanned = false;
    };
    /// Whatever is opened from now on is this one's.
    Process& enter(Process& process);
    /// The first that is up, or nothing.
    Process* up();
    /// Whom the next request meets, or nothing.
    Process* next();
    Process* besides(const Process& process);
    bool start(Process& process);
    void stop(Process& process);
    void comeBack(Process& process);
    bool isDead(const Process& process) const { return machine_.disk.isFrozen(process.number); }
    void planTurn(Process& process, Micros in);
    void turn(Process& process);
    /// What the server hears of something it sent, unless that was an earlier process.
    DoneAtServer heard(Process& process, server::egress::Client::Completion done);
    void witness(const server::http::Request& request, const server::http::Response& response);
    /// The process with the limits that are for this request.
    server::api::Context& contextFor(Process& process, const server::http::Request& request);
    std::unique_ptr<server::api::Context> makeContext(const server::Config& config,
                                                      std::unique_ptr<server::store::Store> store);
    bool asksForUsedKeys(const server::http::Request& request) const;

    World& world_;
    Model& model_;
    Machine machine_;
    server::Config config_;
    std::set<std::string> limited_; ///< keys
    std::int64_t few_ = 0;          ///< requests a window of those; 0 = as many as others
    std::vector<Process> processes_;
    contract::PriceTier price_{1, 0};
    std::uint64_t requests_ = 0;
};

/// What the other end of a webhook does with a message, and what the server hears of it.
void receive(World& world, Model& model, const server::egress::Request& request,
             const DoneAtServer& done);

server::egress::Result answerOf(int status, std::string body = {});
server::egress::Result noAnswer(server::egress::Failure::Kind kind, bool mayHaveArrived);

/// The same of an outreach platform and a call with leads.
void callPlatform(World& world, Model& model, const server::egress::Request& request,
                  const DoneAtServer& done);

/// What lies between a client's process and the server.
std::shared_ptr<Transport> networkOf(Machine& machine, Service& service, Model& model);
Client clientOn(Machine& machine, Service& service, Model& model, const std::string& key);

} // namespace leadsheet::sim
