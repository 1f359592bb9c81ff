// SPDX-License-Identifier: Apache-2.0
#include "window_simulation.hpp"

#include "leadsheet/testing/seeded_rng.hpp"

#include <algorithm>
#include <queue>

namespace leadsheet::test {
namespace {

using std::chrono::microseconds;

/// Simulated time begins away from zero, where a steady clock would too.
const SteadyTime kStart{std::chrono::hours(10)};

class Server {
public:
    explicit Server(const SimulationOptions& options)
        : options_(options) {}

    PaceAnswer count(SteadyTime time, bool fails) {
        const SteadyTime now = time - (time - kStart) / 1'000'000 * options_.serverSlowPpm;
        if (!open_ || now >= startedAt_ + options_.window) {
            if (open_ && options_.windowsFollowAtOnce)
                startedAt_ += (now - startedAt_) / options_.window * options_.window;
            else
                startedAt_ = now;
            open_ = true;
            used.push_back(0);
        }
        PaceAnswer answer;
        const bool allowed = used.back() < options_.quota;
        if (allowed)
            ++used.back();
        const auto left =
            std::chrono::ceil<std::chrono::seconds>(startedAt_ + options_.window - now);
        answer.status = allowed ? (fails ? 503 : 201) : 429;
        if (!allowed)
            answer.retryAfter = left;
        if (options_.sendsFields) {
            answer.limits = {{"orders", options_.quota - used.back(), left}};
            answer.policies = {{"orders", options_.quota,
                                std::chrono::duration_cast<std::chrono::seconds>(options_.window)}};
        }
        return answer;
    }

    std::vector<std::int64_t> used;

private:
    const SimulationOptions& options_;
    bool open_ = false;
    SteadyTime startedAt_{};
};

struct Event {
    SteadyTime time;
    enum class Kind { Wake, AtServer, AtClient, RowDue, Other } kind = Kind::Wake;
    PaceTicket ticket{};
    PaceAnswer answer{};
};

struct Later {
    bool operator()(const Event& a, const Event& b) const { return a.time > b.time; }
};

class Simulation {
public:
    Simulation(const SimulationOptions& options, Pacer& pacer)
        : options_(options)
        , pacer_(pacer)
        , server_(options)
        , rng_(options.seed)
        , ready_(options.rows) {}

    SimulationResult run() {
        now_ = kStart;
        if (options_.othersEveryMilliseconds > 0)
            schedule({now_, Event::Kind::Other});
        sendWhatMayGo();
        while (done_ < options_.rows && !events_.empty()) {
            Event event = events_.top();
            events_.pop();
            now_ = event.time;
            handle(event);
            sendWhatMayGo();
        }
        result_.usedPerWindow = server_.used;
        result_.finished = std::chrono::duration_cast<microseconds>(now_ - kStart);
        return result_;
    }

private:
    microseconds latency() {
        return microseconds(
            rng_.uniform(options_.leastLatency.count(), options_.mostLatency.count()));
    }

    void schedule(Event event) { events_.push(std::move(event)); }

    void sendWhatMayGo() {
        while (ready_ > 0) {
            const auto leave = pacer_.tryAcquire(now_);
            if (const auto* wait = std::get_if<PaceWait>(&leave)) {
                // Threads wake up a little late.
                if (wait->time != SteadyTime::max() && wait->time != wakeAt_) {
                    wakeAt_ = wait->time;
                    schedule({wait->time + microseconds(rng_.uniform(20, 200)), Event::Kind::Wake});
                }
                return;
            }
            --ready_;
            result_.mostInFlight = std::max(result_.mostInFlight, ++inFlight_);
            schedule({now_ + latency(), Event::Kind::AtServer, std::get<PaceTicket>(leave)});
        }
    }

    void handle(Event& event) {
        switch (event.kind) {
        case Event::Kind::Wake:
            break;
        case Event::Kind::RowDue:
            ++ready_;
            break;
        case Event::Kind::Other:
            server_.count(now_, false);
            schedule({now_ + std::chrono::milliseconds(options_.othersEveryMilliseconds),
                      Event::Kind::Other});
            break;
        case Event::Kind::AtServer:
            atServer(event);
            break;
        case Event::Kind::AtClient:
            --inFlight_;
            pacer_.settle(event.ticket, event.answer, now_);
            if (event.answer.status == 201)
                ++done_;
            else
                schedule({now_ + retryDelay(event.answer), Event::Kind::RowDue});
            break;
        }
    }

    void atServer(Event& event) {
        ++result_.requests;
        const auto nth = [&](int n) {
            return n > 0 && result_.requests % n == 0;
        };
        event.answer = server_.count(now_, nth(options_.everyNthFails));
        if (event.answer.status == 429)
            ++result_.refused;
        if (nth(options_.everyNthIsCut))
            event.answer = PaceAnswer{};
        event.kind = Event::Kind::AtClient;
        event.time = now_ + latency();
        schedule(std::move(event));
    }

    microseconds retryDelay(const PaceAnswer& answer) {
        if (answer.retryAfter)
            return *answer.retryAfter;
        return microseconds(rng_.uniform(250'000, 500'000));
    }

    const SimulationOptions& options_;
    Pacer& pacer_;
    Server server_;
    testing::SeededRng rng_;
    std::priority_queue<Event, std::vector<Event>, Later> events_;
    SteadyTime now_{};
    SteadyTime wakeAt_{};
    int ready_;
    int done_ = 0;
    int inFlight_ = 0;
    SimulationResult result_;
};

} // namespace

PacerOptions pacerFor(const SimulationOptions& options) {
    PacerOptions pacer;
    pacer.budget = "orders";
    pacer.otherBudgets = {"default"};
    pacer.maxInFlight = options.maxInFlight;
    return pacer;
}

SimulationResult simulate(const SimulationOptions& options, Pacer& pacer) {
    return Simulation(options, pacer).run();
}

SimulationResult simulate(const SimulationOptions& options) {
    Pacer pacer(pacerFor(options));
    return simulate(options, pacer);
}

} // namespace leadsheet::test
