// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fiber.hpp"

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::sim {

using Micros = std::chrono::microseconds;

/// More than any world has of anything.
inline constexpr int kAllRows = 100'000;

/// What can befall the world. A run has some of these kinds on.
enum class Kind : std::uint8_t {
    ConnectionRefused, ///< before a byte was sent
    RequestLost,       ///< the client waits until its time is over
    RequestLate,       ///< arrives when nobody waits for the answer any more
    RequestRepeated,   ///< arrives once more, later
    AnswerLost,
    AnswerCut,
    Slow,            ///< seconds on the way, so that others are faster
    Gateway502,      ///< of a proxy; the request may have arrived
    Gateway429,      ///< of a proxy, which does not say how long
    ServerDies,      ///< between two requests
    ServerDisk,      ///< the server dies at a write or sync of its disk
    ClientDies,      ///< at a call or a wait
    ClientDisk,      ///< a client dies at a write or sync of its disk
    PowerLoss,       ///< whoever dies loses what was not synced, pages torn
    DiskFull,        ///< for a while
    DiskFails,       ///< once
    ClockJumps,      ///< of a computer's wall clock
    ClockDrifts,     ///< of a computer
    TightBudget,     ///< few orders a window
    Respells,        ///< of a row between two submissions
    Copies,          ///< of a row within a sheet
    Pauses,          ///< a run is paused or cancelled
    Refusals,        ///< an operator rejects or fails an order
    Parts,           ///< deliveries in parts
    Cancels,         ///< a customer cancels an order
    Questions,       ///< an operator asks before going on
    Refunds,         ///< an operator gives money back, in parts or all of it
    Again,           ///< a buyer wants something once more, on purpose
    Recounts,        ///< of a row between two submissions: another number of leads
    Repeats,         ///< a program sends an order again that was answered long ago
    Webhooks,        ///< accounts have one each
    ReceiverFails,   ///< of a webhook: wrong answers, none, or lost ones
    ReceiverSlow,    ///< answers when nobody waits any more
    Poor,            ///< accounts have too little money for a while
    GatewayRefuses,  ///< 409 or 422 of a proxy, after a request that may have arrived
    ReceiverGone,    ///< answers 410 once; its owner switches it on again
    ShortQuotes,     ///< a quote is good for minutes
    LowCaps,         ///< a buyer approves less than all of a run costs, and later the rest
    Resubmits,       ///< a buyer leaves a run where it is, edits the sheet and submits it again
    GivesUp,         ///< a buyer gives up what is left of a run, and submits the sheet again
    Rearranges,      ///< of the columns and rows of a sheet between two submissions
    References,      ///< a sheet has a column that says what each row is
    Prices,          ///< the operator changes what leads cost
    Outreach,        ///< accounts have a destination each
    PlatformFails,   ///< wrong answers, none, or lost ones
    PlatformSlow,    ///< answers when nobody waits any more
    PlatformRefuses, ///< the credential, the campaign, or so many calls
    WrongReferences, ///< two rows have the same one, or those of others
    TwoServers,      ///< on one database, which die one at a time or together
    FewRequests,     ///< a buyer's key has few requests a window that order nothing
    PricesRefused,   ///< of what keys have bought long ago: the operator takes no such orders now
    Count
};
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::Count);
std::string_view name(Kind kind);

/// The n-th event of its kind.
struct EventId {
    Kind kind = Kind::Count;
    std::uint32_t number = 0;
    friend auto operator<=>(const EventId&, const EventId&) = default;
};

/// What a run is made of. The same plan gives the same run.
struct Plan {
    std::uint64_t seed = 0;
    std::set<Kind> on;
    std::set<EventId> without; ///< events that do not happen
    int buyers = 2;
    int rows = 6;   ///< of a sheet at first
    int rounds = 2; ///< submissions of each buyer
    int callers = 1;

    static Plan of(std::uint64_t seed);
};

/// What the model says of a run that went wrong.
class Broken : public std::runtime_error {
public:
    Broken(std::string rule, const std::string& what)
        : std::runtime_error(what)
        , rule_(std::move(rule)) {}
    const std::string& rule() const { return rule_; }

private:
    std::string rule_;
};

/// Time, chance, and who runs next: the one place where anything is decided.
class World {
public:
    explicit World(Plan plan);
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    const Plan& plan() const { return plan_; }
    Micros now() const { return now_; }

    /// Events happen until then; afterwards the world is kind.
    void setStormy(bool stormy) { stormy_ = stormy; }
    bool isStormy() const { return stormy_; }

    /// Whether an event of that kind happens here, with this chance in ten thousand.
    bool strikes(Kind kind, int inTenThousand, std::string_view where = {});
    /// From 0 to below `choices`, by the event last decided of its kind.
    std::uint64_t draw(Kind kind, std::uint64_t choices);
    /// The same for what belongs to no kind; each purpose has numbers of its own.
    std::uint64_t any(std::string_view purpose, std::uint64_t choices);

    void at(Micros time, std::function<void()> what);
    /// Begins at once. An exception that leaves it ends the run.
    void begin(std::string name, std::function<void()> body);
    /// Within a fiber.
    void sleep(Micros time);

    /// Runs until every fiber has ended. Throws what ended the run; Broken("liveness") when `limit`
    /// has passed.
    void run(Micros limit);

    /// Ends the run with this, from where nothing may be thrown.
    void fail(const Broken& broken);

    /// Into the story and the hash.
    void tell(const std::string& who, const std::string& what);
    /// Something happened that has to happen in some world of many.
    void count(std::string_view what) { ++counts_[std::string(what)]; }
    const std::map<std::string, std::int64_t>& counts() const { return counts_; }
    std::uint64_t hash() const { return hash_; }
    const std::vector<std::string>& story() const { return story_; }
    /// Events that happened.
    const std::vector<EventId>& events() const { return events_; }

private:
    struct Sleeper;
    struct Ending {}; ///< unwinds what has not ended when the run is over
    void wake(Sleeper& fiber);
    void unwind();
    std::uint64_t random(std::string_view stream, std::uint64_t number) const;

    Plan plan_;
    Micros now_{0};
    bool stormy_ = true;
    std::map<std::pair<Micros, std::uint64_t>, std::function<void()>> agenda_;
    std::uint64_t agendaNumber_ = 0;
    std::vector<std::unique_ptr<Sleeper>> fibers_;
    Sleeper* current_ = nullptr;
    std::exception_ptr failure_;
    bool ending_ = false;
    std::array<std::uint32_t, kKinds> decided_{};
    std::array<std::uint32_t, kKinds> drawn_{};
    std::map<std::string, std::uint64_t, std::less<>> anys_;
    std::vector<EventId> events_;
    std::vector<std::string> story_;
    std::map<std::string, std::int64_t> counts_;
    std::uint64_t hash_ = 0xcbf29ce484222325U;
};

} // namespace leadsheet::sim
