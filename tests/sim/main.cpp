// SPDX-License-Identifier: Apache-2.0
// sim --seed N | --seeds A..B | --seeds N,N,... | --count A..B: runs the simulation; a seed that
// fails is shrunk and told, or only counted.
#include "actors.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>

namespace leadsheet::sim {
namespace {

constexpr std::int64_t kBalance = 100'000'000;
constexpr std::int64_t kLittle = 120; ///< three orders
constexpr std::chrono::hours kStorm{2};
constexpr std::chrono::minutes kTopUp{20};
constexpr std::chrono::hours kLimit{24 * 7};
/// So many worlds have everything in them (World::count).
constexpr std::uint64_t kMany = 100;
constexpr std::array kMustHappen{"sheets",
                                 "sheets with references",
                                 "orders with a reference",
                                 "orders without a reference",
                                 "references put right",
                                 "higher limits",
                                 "higher prices approved",
                                 "calls of a platform",
                                 "leads that a platform refuses",
                                 "servers that died beside another"};
/// Switched on for a whole world: no event tells of them.
constexpr std::array kSettings{Kind::Webhooks, Kind::Poor, Kind::Outreach, Kind::TwoServers};

struct Outcome {
    std::uint64_t hash = 0;
    std::string rule; ///< that was broken; empty = none
    std::string what;
    std::vector<std::string> story;
    std::vector<EventId> events;
    std::map<std::string, std::int64_t> counts;
    Micros lasted{0};
    std::size_t orders = 0;
    std::uint64_t requests = 0;
};

void play(World& world, const std::filesystem::path& root, Outcome& outcome) {
    Model model;
    Disks disks([&] { return world.any("sqlite", 256); },
                [&] { return world.now().count() / 1000 + 1'767'600'000'000; });
    Service service(world, model, root);
    const bool poor = world.plan().on.contains(Kind::Poor);
    const std::int64_t balance = poor ? kLittle : kBalance;
    const std::string buyers = service.makeAccount("Buyers", balance);
    const std::string callers = service.makeAccount("Callers", balance);
    const std::string admin = service.makeKey(service.makeAccount("Operators", 0), true);
    std::vector<std::string> keys;
    for (int i = 0; i <= world.plan().buyers; ++i)
        keys.push_back(service.makeKey(buyers, false));
    for (int i = 0; i < world.plan().buyers; ++i)
        service.mayLimit(keys[static_cast<std::size_t>(i)]);
    const std::string callersKey = service.makeKey(callers, false);
    const std::string lookersKey = service.makeKey(callers, false);
    world.setStormy(true);
    Cast cast{world, service, model, root};
    for (int i = 0; i < world.plan().buyers; ++i)
        beginBuyer(cast, i, keys.at(static_cast<std::size_t>(i)), buyers);
    beginCustomer(cast, "customer", keys.back(), buyers);
    for (int i = 0; i < world.plan().callers; ++i) {
        beginCaller(cast, callersKey, callers);
        beginCustomer(cast, "customer2", lookersKey, callers);
    }
    for (const std::string& account : {buyers, callers}) {
        if (!poor)
            continue;
        model.expectsCredit(account, kBalance);
        world.at(kTopUp, [&service, account] { service.topUp(account, kBalance); });
    }
    beginOperator(cast, admin);
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
    outcome.requests = service.requests();
    if (outcome.orders == 0)
        throw Broken("not empty", "nothing was ordered");
}

/// Empty, and gone with this.
class Folder {
public:
    Folder()
        : path_((std::filesystem::temp_directory_path() / "leadsheet-sim-XXXXXX").string()) {
        if (::mkdtemp(path_.data()) == nullptr)
            throw std::runtime_error("no folder in " + path_);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path path() const { return path_; }

private:
    std::string path_;
};

void prepare() {
    const Folder folder;
    prepareDatabase(folder.path());
}

Outcome runOnce(const Plan& plan) {
    const Folder folder;
    Outcome outcome;
    {
        World world(plan);
        try {
            play(world, folder.path(), outcome);
        } catch (const Broken& broken) {
            outcome.rule = broken.rule();
            outcome.what = broken.what();
        }
        outcome.hash = world.hash();
        outcome.story = world.story();
        outcome.events = world.events();
        outcome.counts = world.counts();
        outcome.lasted = world.now();
    }
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

/// What did not happen was not tried out.
bool allHappened(std::map<std::string, std::int64_t>& counts) {
    std::vector<std::string> wanted(kMustHappen.begin(), kMustHappen.end());
    for (std::size_t i = 0; i < kKinds; ++i)
        if (std::ranges::find(kSettings, static_cast<Kind>(i)) == kSettings.end())
            wanted.emplace_back(name(static_cast<Kind>(i)));
    for (const std::string& what : wanted) {
        if (counts[what] > 0)
            continue;
        std::cout << "In none of these worlds: " << what << '\n';
        return false;
    }
    return true;
}

using Seeds = std::vector<std::uint64_t>;

/// "7", "1..100" or "7,12,90".
Seeds seedsOf(const std::string& text) {
    Seeds seeds;
    const std::size_t dots = text.find("..");
    if (dots != std::string::npos) {
        for (auto seed = std::stoull(text); seed <= std::stoull(text.substr(dots + 2)); ++seed)
            seeds.push_back(seed);
        return seeds;
    }
    std::istringstream list(text);
    for (std::string seed; std::getline(list, seed, ',');)
        seeds.push_back(std::stoull(seed));
    return seeds;
}

int runAll(const Seeds& seeds, bool tells) {
    const auto begun = std::chrono::steady_clock::now();
    Micros lasted{0};
    std::size_t orders = 0;
    std::size_t events = 0;
    std::uint64_t requests = 0;
    std::map<std::string, std::int64_t> counts;
    for (const std::uint64_t seed : seeds) {
        Outcome outcome;
        if (!runSeed(seed, tells, outcome))
            return 1;
        if (seed == seeds.front() && runOnce(Plan::of(seed)).hash != outcome.hash) {
            std::cout << "Seed " << seed << " does not give the same run twice\n";
            return 1;
        }
        lasted += outcome.lasted;
        orders += outcome.orders;
        events += outcome.events.size();
        requests = std::max(requests, outcome.requests);
        for (const auto& [what, times] : outcome.counts)
            counts[what] += times;
        for (const EventId& event : outcome.events)
            ++counts[std::string(name(event.kind))];
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    std::cout << seeds.size() << " seeds, " << orders << " orders, " << events
              << " events, at most " << requests << " requests, " << lasted.count() / 3'600'000'000
              << " hours in " << took.count() << " s: "
              << static_cast<std::int64_t>(static_cast<double>(lasted.count()) / 1e6 / took.count())
              << " x real time" << std::endl;
    for (const auto& [what, times] : counts)
        std::cout << what << ' ' << times << (what == counts.rbegin()->first ? "\n" : ", ");
    return seeds.size() < kMany || allHappened(counts) ? 0 : 1;
}

/// In how many worlds a fault is found: for faults that were put in on purpose.
int countAll(const Seeds& all) {
    std::map<std::string, std::vector<std::uint64_t>> found;
    for (const std::uint64_t seed : all) {
        const Outcome outcome = runOnce(Plan::of(seed));
        if (outcome.rule.empty())
            continue;
        if (found[outcome.rule].empty())
            std::cout << "Seed " << seed << " breaks \"" << outcome.rule << "\": " << outcome.what
                      << std::endl;
        found[outcome.rule].push_back(seed);
    }
    for (const auto& [rule, seeds] : found) {
        std::cout << rule << ":";
        for (const std::uint64_t seed : seeds)
            std::cout << ' ' << seed;
        std::cout << '\n';
    }
    return found.empty() ? 0 : 1;
}

} // namespace
} // namespace leadsheet::sim

int main(int argc, char** argv) {
    const std::string option = argc == 3 ? argv[1] : "";
    const std::string value = argc == 3 ? argv[2] : "";
    leadsheet::sim::prepare();
    if (option == "--seed" || option == "--seeds")
        return leadsheet::sim::runAll(leadsheet::sim::seedsOf(value), option == "--seed");
    if (option == "--count")
        return leadsheet::sim::countAll(leadsheet::sim::seedsOf(value));
    std::cerr << "usage: sim --seed N | --seeds A..B | --seeds N,N,... | --count A..B\n";
    return 2;
}
