// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include <algorithm>
#include <cstdio>

namespace leadsheet::sim {
namespace {

constexpr std::array<std::string_view, kKinds> kNames{"connection-refused",
                                                      "request-lost",
                                                      "request-late",
                                                      "request-repeated",
                                                      "answer-lost",
                                                      "answer-cut",
                                                      "slow",
                                                      "gateway-502",
                                                      "gateway-429",
                                                      "server-dies",
                                                      "server-disk",
                                                      "client-dies",
                                                      "client-disk",
                                                      "power-loss",
                                                      "disk-full",
                                                      "disk-fails",
                                                      "clock-jumps",
                                                      "clock-drifts",
                                                      "tight-budget",
                                                      "respells",
                                                      "copies",
                                                      "pauses",
                                                      "refusals",
                                                      "parts",
                                                      "cancels",
                                                      "questions",
                                                      "refunds",
                                                      "again",
                                                      "recounts",
                                                      "repeats",
                                                      "webhooks",
                                                      "receiver-fails",
                                                      "receiver-slow",
                                                      "poor",
                                                      "gateway-refuses",
                                                      "receiver-gone",
                                                      "short-quotes",
                                                      "low-caps",
                                                      "resubmits",
                                                      "gives-up",
                                                      "rearranges",
                                                      "references",
                                                      "prices",
                                                      "outreach",
                                                      "platform-fails",
                                                      "platform-slow",
                                                      "platform-refuses",
                                                      "wrong-references",
                                                      "two-servers",
                                                      "few-requests",
                                                      "prices-refused"};

constexpr std::uint64_t kPrime = 0x100000001b3U;

std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 30U;
    value *= 0xbf58476d1ce4e5b9U;
    value ^= value >> 27U;
    value *= 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

std::uint64_t fold(std::uint64_t hash, std::string_view text) {
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    return hash;
}

} // namespace

std::string_view name(Kind kind) {
    return kNames.at(static_cast<std::size_t>(kind));
}

Plan Plan::of(std::uint64_t seed) {
    Plan plan;
    plan.seed = seed;
    std::uint64_t bits = mixed(seed + 0x9e3779b97f4a7c15U);
    for (std::size_t i = 0; i < kKinds; ++i)
        if (((bits >> i) & 1U) != 0)
            plan.on.insert(static_cast<Kind>(i));
    bits = mixed(bits + 1);
    plan.buyers = 1 + static_cast<int>(bits % 3);
    plan.rows = 2 + static_cast<int>((bits >> 8U) % 5);
    plan.rounds = 1 + static_cast<int>((bits >> 16U) % 2);
    plan.callers = static_cast<int>((bits >> 24U) % 2);
    return plan;
}

struct World::Sleeper {
    Sleeper(std::string who, std::function<void()> body)
        : name(std::move(who))
        , fiber(std::move(body)) {}
    std::string name;
    Fiber fiber;
};

World::World(Plan plan)
    : plan_(std::move(plan)) {}

World::~World() = default;

std::uint64_t World::random(std::string_view stream, std::uint64_t number) const {
    return mixed(fold(mixed(plan_.seed + 1), stream) + number * 0x9e3779b97f4a7c15U);
}

bool World::strikes(Kind kind, int inTenThousand, std::string_view where) {
    const auto index = static_cast<std::size_t>(kind);
    const EventId id{kind, decided_.at(index)++};
    if (!stormy_ || !plan_.on.contains(kind) || plan_.without.contains(id))
        return false;
    if (random(name(kind), id.number) % 10'000 >= static_cast<std::uint64_t>(inTenThousand))
        return false;
    events_.push_back(id);
    tell(std::string(where), "EVENT " + std::string(name(kind)) + "#" + std::to_string(id.number));
    return true;
}

std::uint64_t World::draw(Kind kind, std::uint64_t choices) {
    const auto index = static_cast<std::size_t>(kind);
    return random("draw", (std::uint64_t{index} << 48U) +
                              (std::uint64_t{decided_.at(index)} << 16U) + drawn_.at(index)++) %
           choices;
}

std::uint64_t World::any(std::string_view purpose, std::uint64_t choices) {
    auto found = anys_.find(purpose);
    if (found == anys_.end())
        found = anys_.emplace(std::string(purpose), 0).first;
    return random(purpose, found->second++) % choices;
}

void World::at(Micros time, std::function<void()> what) {
    agenda_.emplace(std::pair{std::max(time, now_), agendaNumber_++}, std::move(what));
}

void World::begin(std::string name, std::function<void()> body) {
    auto guarded = [this, body = std::move(body)] {
        try {
            if (!ending_)
                body();
        } catch (const Ending&) {
            // The run is over.
        } catch (...) {
            if (!failure_)
                failure_ = std::current_exception();
        }
    };
    fibers_.push_back(std::make_unique<Sleeper>(std::move(name), std::move(guarded)));
    at(now_, [this, fiber = fibers_.back().get()] { wake(*fiber); });
}

void World::wake(Sleeper& fiber) {
    current_ = &fiber;
    fiber.fiber.resume();
    current_ = nullptr;
}

void World::sleep(Micros time) {
    if (!ending_) {
        at(now_ + time, [this, self = current_] { wake(*self); });
        Fiber::leave();
    }
    if (ending_ && std::uncaught_exceptions() == 0)
        throw Ending();
}

void World::unwind() {
    ending_ = true;
    for (const auto& one : fibers_)
        while (!one->fiber.ended())
            wake(*one);
}

void World::run(Micros limit) {
    const auto running = [this] {
        return std::any_of(fibers_.begin(), fibers_.end(),
                           [](const auto& one) { return !one->fiber.ended(); });
    };
    while (!failure_ && running() && !agenda_.empty()) {
        auto next = agenda_.extract(agenda_.begin());
        now_ = next.key().first;
        if (now_ > limit) {
            std::string who;
            for (const auto& one : fibers_)
                who += one->fiber.ended() ? "" : " " + one->name;
            failure_ = std::make_exception_ptr(
                Broken("liveness", "after " + std::to_string(now_.count() / 3'600'000'000) +
                                       " hours these have not come to an end:" + who));
            break;
        }
        try {
            next.mapped()();
        } catch (...) {
            failure_ = std::current_exception();
        }
    }
    const std::exception_ptr failure = failure_;
    unwind();
    if (failure)
        std::rethrow_exception(failure);
}

void World::fail(const Broken& broken) {
    if (!failure_)
        failure_ = std::make_exception_ptr(broken);
}

void World::tell(const std::string& who, const std::string& what) {
    std::array<char, 48> time{};
    const auto ms = now_.count() / 1000;
    std::snprintf(time.data(), time.size(), "%02d:%02d:%02d.%03d", static_cast<int>(ms / 3'600'000),
                  static_cast<int>(ms / 60'000 % 60), static_cast<int>(ms / 1000 % 60),
                  static_cast<int>(ms % 1000));
    story_.push_back(std::string(time.data()) + "  " + who + (who.empty() ? "" : ": ") + what);
    hash_ = fold(hash_, story_.back());
}

} // namespace leadsheet::sim
