// SPDX-License-Identifier: Apache-2.0
// sim [--seed N | --seeds A..B]: runs the simulation; a seed that fails is shrunk and told.
#include "actors.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace leadsheet::sim {
namespace {

constexpr std::int64_t kBalance = 100'000'000;
constexpr std::chrono::hours kStorm{2};
constexpr std::chrono::hours kLimit{24 * 7};

struct Outcome {
    std::uint64_t hash = 0;
    std::string rule; ///< that was broken; empty = none
    std::string what;
    std::vector<std::string> story;
    std::vector<EventId> events;
    Micros lasted{0};
    std::size_t orders = 0;
};

void play(World& world, const std::filesystem::path& root, Outcome& outcome) {
    Model model;
    Disks disks([&] { return world.any("sqlite", 256); },
                [&] { return world.now().count() / 1000 + 1'767'600'000'000; });
    Service service(world, model, root);
    const auto accountOf = [&](const std::string& key) {
        std::string id;
        static_cast<void>(service.store().read([&](server::store::Reader& reader) {
            id =
                reader.findKeyByHash(server::domain::hashApiKey(key, "a pepper of the simulation"))
                    ->account.id.str();
        }));
        return id;
    };
    const std::string buyers = service.makeKey("Buyers", kBalance, false);
    const std::string caller = service.makeKey("Caller", kBalance, false);
    const std::string admin = service.makeKey("Operators", 0, true);
    Cast cast{world, service, model, root};
    for (int i = 0; i < world.plan().buyers; ++i)
        beginBuyer(cast, i, buyers, accountOf(buyers));
    for (int i = 0; i < world.plan().callers; ++i)
        beginCaller(cast, caller, accountOf(caller));
    beginOperator(cast, admin);
    world.setStormy(true);
    world.at(kStorm, [&] { world.setStormy(false); });
    world.run(kLimit);
    // The faults are over: what cannot be looked at now would be passed unchecked.
    if (!service.isUp())
        throw Broken("service up", "the service was down at the end");
    std::exception_ptr broken;
    const auto read = service.store().read([&](server::store::Reader& reader) {
        try {
            model.checkEnd(reader);
        } catch (const Broken&) {
            broken = std::current_exception();
        }
    });
    if (broken)
        std::rethrow_exception(broken);
    if (!read)
        throw Broken("store readable", "the store could not be read at the end");
    outcome.orders = model.acknowledged();
    if (outcome.orders == 0)
        throw Broken("not empty", "nothing was ordered");
}

Outcome runOnce(const Plan& plan) {
    std::string folder = (std::filesystem::temp_directory_path() / "leadsheet-sim-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr)
        throw std::runtime_error("no folder in " + folder);
    Outcome outcome;
    {
        World world(plan);
        try {
            play(world, folder, outcome);
        } catch (const Broken& broken) {
            outcome.rule = broken.rule();
            outcome.what = broken.what();
        }
        outcome.hash = world.hash();
        outcome.story = world.story();
        outcome.events = world.events();
        outcome.lasted = world.now();
    }
    std::filesystem::remove_all(folder);
    return outcome;
}

/// Leaves out whatever is not needed to break the same rule.
Plan shrunk(Plan plan, const std::string& rule) {
    const auto still = [&](const Plan& smaller) {
        return runOnce(smaller).rule == rule;
    };
    const auto attempt = [&](auto change) {
        Plan smaller = plan;
        change(smaller);
        if (still(smaller))
            plan = smaller;
    };
    for (std::size_t kind = 0; kind < kKinds; ++kind)
        if (plan.on.contains(static_cast<Kind>(kind)))
            attempt([&](Plan& one) { one.on.erase(static_cast<Kind>(kind)); });
    for (int i = 0; i < 8; ++i) {
        attempt([](Plan& one) { one.rows = std::max(1, one.rows - 1); });
        attempt([](Plan& one) { one.buyers = std::max(1, one.buyers - 1); });
        attempt([](Plan& one) { one.rounds = std::max(1, one.rounds - 1); });
        attempt([](Plan& one) { one.callers = 0; });
    }
    for (const EventId& event : runOnce(plan).events)
        attempt([&](Plan& one) { one.without.insert(event); });
    return plan;
}

bool runSeed(std::uint64_t seed, bool tells, Outcome& outcome) {
    const Plan plan = Plan::of(seed);
    outcome = runOnce(plan);
    if (tells)
        for (const std::string& line : outcome.story)
            std::cout << line << '\n';
    if (outcome.rule.empty())
        return true;
    const Outcome least = runOnce(shrunk(plan, outcome.rule));
    std::cout << "Seed " << seed << " breaks \"" << outcome.rule << "\": " << outcome.what
              << "\nThe fewest events that do:\n";
    for (const std::string& line : least.story)
        std::cout << "  " << line << '\n';
    std::cout << "  " << least.what << "\nAgain: sim --seed " << seed << std::endl;
    return false;
}

int runAll(std::uint64_t first, std::uint64_t last, bool tells) {
    const auto begun = std::chrono::steady_clock::now();
    Micros lasted{0};
    std::size_t orders = 0;
    std::size_t events = 0;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        Outcome outcome;
        if (!runSeed(seed, tells, outcome))
            return 1;
        if (seed == first && runOnce(Plan::of(seed)).hash != outcome.hash) {
            std::cout << "Seed " << seed << " does not give the same run twice\n";
            return 1;
        }
        lasted += outcome.lasted;
        orders += outcome.orders;
        events += outcome.events.size();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    std::cout << last - first + 1 << " seeds, " << orders << " orders, " << events << " events, "
              << lasted.count() / 3'600'000'000 << " hours in " << took.count() << " s: "
              << static_cast<std::int64_t>(static_cast<double>(lasted.count()) / 1e6 / took.count())
              << " x real time" << std::endl;
    return 0;
}

} // namespace
} // namespace leadsheet::sim

int main(int argc, char** argv) {
    const std::string option = argc == 3 ? argv[1] : "";
    const std::string value = argc == 3 ? argv[2] : "";
    const std::size_t dots = value.find("..");
    if (option == "--seed")
        return leadsheet::sim::runAll(std::stoull(value), std::stoull(value), true);
    if (option == "--seeds" && dots != std::string::npos)
        return leadsheet::sim::runAll(std::stoull(value), std::stoull(value.substr(dots + 2)),
                                      false);
    std::cerr << "usage: sim --seed N | --seeds A..B\n";
    return 2;
}
