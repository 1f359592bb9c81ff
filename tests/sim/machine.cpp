// SPDX-License-Identifier: Apache-2.0
#include "stage.hpp"

#include <exception>

namespace leadsheet::sim {
namespace {

constexpr std::int64_t kBeginning = 1'767'600'000'000'000; // January 2026, microseconds
constexpr Micros kLongestWait = std::chrono::minutes(10);

} // namespace

Machine::Machine(World& inWorld, std::string itsName, const std::filesystem::path& root)
    : world(inWorld)
    , name(std::move(itsName))
    , disk(root / name, [this](bool isSync, bool grows) { return fate(isSync, grows); }) {
    if (world.strikes(Kind::ClockDrifts, 5'000, name))
        drift = static_cast<int>(world.draw(Kind::ClockDrifts, 2'000)) - 1'000;
}

Disk::Fate Machine::fate(bool isSync, bool grows) {
    if (world.strikes(isServer ? Kind::ServerDisk : Kind::ClientDisk, isServer ? 15 : 20, name))
        return Disk::Fate::Dies;
    if (world.strikes(Kind::DiskFails, 8, name))
        return Disk::Fate::Fails;
    if (!isSync && grows && world.now() < fullUntil_ && world.isStormy())
        return Disk::Fate::Full;
    if (!isSync && grows && world.strikes(Kind::DiskFull, 5, name)) {
        fullUntil_ = world.now() + std::chrono::seconds(1 + world.draw(Kind::DiskFull, 60));
        return Disk::Fate::Full;
    }
    return Disk::Fate::Works;
}

void Machine::mayDie(std::string_view where) {
    if (!disk.isFrozen() && std::uncaught_exceptions() == 0 &&
        world.strikes(Kind::ClientDies, 60, name + " " + std::string(where)))
        disk.freeze();
    if (world.strikes(Kind::ClockJumps, 20, name))
        ahead += std::chrono::minutes(static_cast<int>(world.draw(Kind::ClockJumps, 240)) - 120);
    if (disk.isFrozen() && std::uncaught_exceptions() == 0)
        throw Died();
}

bool Machine::losesPower() {
    return world.strikes(Kind::PowerLoss, 5'000, name);
}

void Machine::restart(bool powerLost) {
    disk.restart(powerLost, [this](std::uint64_t n) { return world.any("power " + name, n); });
}

std::chrono::system_clock::time_point Machine::wall() const {
    return std::chrono::system_clock::time_point(
        Micros(kBeginning) + world.now() + Micros(world.now().count() / 1'000'000 * drift) + ahead);
}

WallTime wallAt(Micros now) {
    return std::chrono::floor<std::chrono::milliseconds>(
        std::chrono::system_clock::time_point(Micros(kBeginning) + now));
}

SteadyTime MachineClock::now() const {
    return SteadyTime(machine_.world.now() + std::chrono::hours(1));
}

WallTime MachineClock::wallNow() const {
    return std::chrono::floor<std::chrono::milliseconds>(machine_.wall());
}

void MachineClock::wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any&,
                        SteadyTime until, const std::stop_token& stop) {
    if (stop.stop_requested() || until <= now())
        return;
    const Micros left =
        until - now() > kLongestWait ? kLongestWait : std::chrono::ceil<Micros>(until - now());
    lock.unlock();
    if (machine_.resting)
        machine_.resting(machine_.world.now() + left);
    machine_.world.sleep(left);
    lock.lock();
    machine_.mayDie("waiting");
}

} // namespace leadsheet::sim
