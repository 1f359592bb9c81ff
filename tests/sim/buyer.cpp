// SPDX-License-Identifier: Apache-2.0
#include "sheet.hpp"

#include "leadsheet/submit/results.hpp"
#include "leadsheet/testing/seeded_rng.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/deeds.hpp"
#include "leadsheet/work/planning.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>

namespace leadsheet::sim {
namespace {

using namespace leadsheet::submit;

/// Each puts right what the one before brought to light.
constexpr int kMostRepairs = 6;

/// Pauses or cancels the run when a row was settled.
class Hand final : public RunObserver {
public:
    Hand(Machine& machine, RunControl& control)
        : machine_(machine)
        , control_(control) {}
    void onRows(const std::vector<RowChange>&) override {
        if (!machine_.world.strikes(Kind::Pauses, 500, machine_.name))
            return;
        if (machine_.world.draw(Kind::Pauses, 2) == 0)
            control_.pause();
        else
            control_.cancel();
    }

private:
    Machine& machine_;
    RunControl& control_;
};

/// Sees to it that a run moves while it is sent.
class Watch {
public:
    Watch(Machine& machine, const Ledger& ledger, RunId run)
        : machine_(machine) {
        machine.pulse.begins(machine.world.now());
        // Waits that were written down by a clock that was wrong are another matter.
        machine.resting = [&machine, &ledger, run](Micros until) {
            try {
                if (machine.ahead == Micros(0))
                    machine.pulse.rests(ledger, run, until);
            } catch (const Broken& broken) {
                machine.world.fail(broken);
            }
        };
    }
    ~Watch() {
        machine_.resting = nullptr;
        machine_.pulse.ends();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
    Machine& machine_;
};

/// What a row is of, however it is spelled.
std::string wishOf(const RowRecord& row) {
    const auto request = boost::json::parse(row.request).as_object();
    const std::string industry(request.at("industries").as_array().at(0).as_string());
    return "i" + industry.substr(1);
}

class Buyer {
public:
    Buyer(Cast& cast, int number, std::string key, std::string account)
        : cast_(cast)
        , machine_(cast.world, "buyer" + std::to_string(number), cast.root)
        , key_(std::move(key))
        , account_(std::move(account))
        , sheet_(cast, machine_.name, account_) {}

    void live();

private:
    /// One process from its start to its end; whether nothing is left to do.
    Result<bool> work();
    Result<work::RunLedger> open(const Client& client, AccountRef& account);
    Result<std::optional<RunInfo>> takeUp(work::RunLedger& held);
    Result<std::optional<RunId>> planAgain(work::RunLedger& held);
    Result<void> approve(work::RunLedger& held, RunId run, bool isNew);
    void submit(const std::string& what);
    void submitSheet();
    void checkSpent(const RunInfo& run) const;
    Result<void> noteFlaws(const work::RunLedger& held, RunId run);
    Result<void> readPrices(const work::RunLedger& held, RunId run);
    void checkRows();
    void claimRows(const Ledger& ledger, const RunInfo& run);

    Cast& cast_;
    Machine machine_;
    std::string key_;
    std::string account_;
    Sheet sheet_;
    bool planned_ = false; ///< this version of the sheet was approved
    bool again_ = false;   ///< what is planned is a row that was ordered, once more
    std::string wanted_;   ///< the wish of that row
    std::map<std::string, std::int64_t> shown_; ///< prices by order key: the highest agreed to
    std::map<RunId, std::int64_t> mayHold_;     ///< what the person approved of each run, in all
};

Result<work::RunLedger> Buyer::open(const Client& client, AccountRef& account) {
    LEADSHEET_TRY(const auto proven, client.account().get());
    account = {"http://localhost", proven.id, "sim", proven.instanceId};
    auto clock = std::make_shared<MachineClock>(machine_);
    LedgerOptions options;
    options.clock = clock;
    LEADSHEET_TRY(auto opened, Ledger::open(machine_.disk.folder() / "ledger.db", options));
    work::RunLedger held;
    held.ledger = std::make_unique<Ledger>(std::move(opened));
    LEADSHEET_TRY(auto lock, held.ledger->lock());
    LEADSHEET_TRY_DONE(held.ledger->identify(account, lock));
    SubmissionOptions sending;
    sending.ownThreads = false;
    sending.maxInFlight = 4;
    held.submission = std::make_unique<Submission>(
        *held.ledger, std::move(lock), serviceOver(client), clock,
        std::make_shared<testing::SeededRng>(cast_.world.any("run", 1U << 30U)), sending);
    return held;
}

/// As `leadsheet resume`: the newest approved run that has rows left. Plans that a killed process
/// left behind go.
Result<std::optional<RunInfo>> Buyer::takeUp(work::RunLedger& held) {
    LEADSHEET_TRY(const auto runs, held.ledger->runs());
    std::optional<RunInfo> found;
    for (const RunInfo& run : runs) {
        if (!run.cap && run.state == RunState::Planned)
            LEADSHEET_TRY_DONE(held.ledger->discard(run.id, held.lock()));
        else if (!found && run.totals.left() > 0)
            found = run;
    }
    return found;
}

/// A row that was ordered, as a run of its own; nothing when there is no such row.
Result<std::optional<RunId>> Buyer::planAgain(work::RunLedger& held) {
    LEADSHEET_TRY(const auto runs, held.ledger->runs());
    for (const RunInfo& run : runs) {
        RowFilter filter;
        filter.states = {RowState::Placed, RowState::AlreadyOrdered, RowState::Ended};
        filter.withContent = true;
        RowReader reader(*held.ledger, run.id, filter);
        LEADSHEET_TRY(const auto rows, reader.next());
        if (rows.empty())
            continue;
        const RowRecord& row = rows[cast_.world.draw(Kind::Again, rows.size())];
        wanted_ = wishOf(row);
        LEADSHEET_TRY(const RunId planned,
                      held.ledger->orderAgain(run.id, std::array{row.ref.ordinal}, held.lock()));
        return planned;
    }
    return std::nullopt;
}

Result<void> Buyer::approve(work::RunLedger& held, RunId run, bool isNew) {
    LEADSHEET_TRY(const auto price, work::priceRun(held, run, {}, [](const auto&) {}, {}));
    if (isNew && !again_)
        LEADSHEET_TRY_DONE(noteFlaws(held, run));
    if (price.quote.rows == 0) {
        LEADSHEET_TRY_DONE(work::keepFoundOrders(held, price, std::nullopt));
        planned_ = planned_ || isNew;
        if (price.waiting.rows == 0)
            return {};
    }
    Approval approval = work::approvalOf(price, price.all());
    approval.retire = true;
    if (cast_.world.strikes(Kind::LowCaps, 4'000, machine_.name))
        *approval.cap =
            *approval.cap * static_cast<std::int64_t>(cast_.world.draw(Kind::LowCaps, 100)) / 100;
    LEADSHEET_TRY_DONE(readPrices(held, run));
    LEADSHEET_TRY(const auto before, held.ledger->run(run));
    std::int64_t& most = mayHold_[run];
    most = std::max(most, before.totals.committed() + *approval.cap);
    // The yes may count although the process dies at it.
    if (isNew && again_)
        cast_.model.wishAgain(account_, wanted_);
    LEADSHEET_TRY_DONE(held.submission->approve(run, approval));
    planned_ = planned_ || isNew;
    return {};
}

Result<bool> Buyer::work() {
    machine_.pulse = Pulse(cast_.world.now());
    const Client client = clientOn(machine_, cast_.service, cast_.model, key_);
    AccountRef account;
    LEADSHEET_TRY(auto held, open(client, account));
    LEADSHEET_TRY(auto unfinished, takeUp(held));
    if (unfinished && !again_ && cast_.world.strikes(Kind::GivesUp, 2'000, machine_.name)) {
        planned_ = false;
        LEADSHEET_TRY_DONE(work::giveUpRest(held, unfinished->id, {}));
        return false;
    }
    if (unfinished && !again_ && cast_.world.strikes(Kind::Resubmits, 2'000, machine_.name)) {
        sheet_.change();
        planned_ = false;
        unfinished.reset();
    }
    if (!unfinished && planned_)
        return true;
    RunId run;
    if (unfinished) {
        run = unfinished->id;
    } else if (again_) {
        LEADSHEET_TRY(const auto planned, planAgain(held));
        if (!planned)
            return true;
        run = *planned;
    } else {
        LEADSHEET_TRY(run, sheet_.plan(held, account));
    }
    if (!unfinished || work::needsApproval(*unfinished))
        LEADSHEET_TRY_DONE(approve(held, run, !unfinished));
    LEADSHEET_TRY(const auto info, held.ledger->run(run));
    if (info.totals.unsettled() == 0)
        return false; // an earlier run may have something left
    RunControl control;
    Hand hand(machine_, control);
    const Watch watch(machine_, *held.ledger, run);
    LEADSHEET_TRY(const auto report, held.submission->run(run, control, &hand));
    cast_.world.tell(machine_.name, "run " + std::to_string(run.value) + " " +
                                        std::string(name(report.state)) + " " +
                                        std::string(name(report.reason)));
    if (report.reason == PauseReason::LocalStorage)
        cast_.model.sendings.interrupted(machine_.name);
    LEADSHEET_TRY(const auto after, held.ledger->run(run));
    checkSpent(after);
    LEADSHEET_TRY_DONE(noteFlaws(held, run));
    return false;
}

/// What the person sees of rows that cannot be ordered as they are.
Result<void> Buyer::noteFlaws(const work::RunLedger& held, RunId run) {
    RowReader reader(*held.ledger, run, {});
    LEADSHEET_TRY(const auto rows, reader.next());
    for (const RowRecord& row : rows)
        sheet_.note(row);
    return {};
}

/// The person sees what each row costs before they say yes.
Result<void> Buyer::readPrices(const work::RunLedger& held, RunId run) {
    RowFilter filter;
    filter.states = {RowState::Ready};
    RowReader reader(*held.ledger, run, filter);
    LEADSHEET_TRY(const auto rows, reader.next());
    for (const RowRecord& row : rows) {
        std::int64_t& shown = shown_[row.key];
        if (shown > 0 && row.quoted.value_or(0) > shown)
            cast_.world.count("higher prices approved");
        shown = std::max(shown, row.quoted.value_or(0));
    }
    return {};
}

/// By what the person said, and not by what the ledger noted of it.
void Buyer::checkSpent(const RunInfo& run) const {
    const auto said = mayHold_.find(run.id);
    const std::int64_t most = said == mayHold_.end() ? 0 : said->second;
    if (run.totals.held > most)
        throw Broken("what was approved is spent",
                     machine_.name + " spent " + std::to_string(run.totals.held) + " of " +
                         std::to_string(most) + " in run " + std::to_string(run.id.value));
}

void Buyer::checkRows() {
    const auto ledger = Ledger::open(machine_.disk.folder() / "ledger.db");
    if (!ledger)
        throw Broken("every row is settled", ledger.error().message);
    const auto runs = ledger->runs().value();
    for (const RunInfo& run : runs) {
        if (run.cap && run.totals.unsettled() > 0)
            throw Broken("every row is settled", machine_.name + " has unsettled rows in run " +
                                                     std::to_string(run.id.value));
        checkSpent(run);
        claimRows(*ledger, run);
    }
}

void Buyer::claimRows(const Ledger& ledger, const RunInfo& run) {
    RowFilter filter;
    filter.withContent = true;
    RowReader reader(ledger, run.id, filter);
    std::int64_t held = 0;
    const auto rows = reader.next().value();
    for (const RowRecord& row : rows) {
        if (row.state == RowState::Refused && !isReferenceUsed(row))
            throw Broken("no row is refused", machine_.name + " was refused " + wishOf(row) + ": " +
                                                  row.code + " " + row.message);
        if (!isOrdered(row.state))
            continue;
        Claim claim{machine_.name,
                    " in run " + std::to_string(run.id.value) + ", row " +
                        std::to_string(row.sourceRow) + " (" + row.reference + ", " +
                        std::string(name(row.state)) + ")",
                    row.key,
                    row.reference,
                    account_,
                    row.orderNumber,
                    wishOf(row),
                    row.leadCount,
                    {},
                    row.state == RowState::Ended};
        if (row.state == RowState::Placed) {
            cast_.world.count(row.reference.empty() ? "orders without a reference"
                                                    : "orders with a reference");
            claim.held = row.price;
            if (row.price > shown_[row.key])
                throw Broken("nobody pays more than was agreed",
                             machine_.name + " pays " + std::to_string(row.price.value_or(0)) +
                                 " for " + wishOf(row) + ", and was shown " +
                                 std::to_string(shown_[row.key]));
            held += row.price.value_or(0);
        }
        cast_.model.claim(std::move(claim));
    }
    if (held != run.totals.held)
        throw Broken("ledgers are right", machine_.name + " counts " +
                                              std::to_string(run.totals.held) + " held in run " +
                                              std::to_string(run.id.value) + ", its rows " +
                                              std::to_string(held));
}

/// Until nothing is left to do, through deaths.
void Buyer::submit(const std::string& what) {
    World& world = cast_.world;
    world.tell(machine_.name, what);
    for (bool done = false; !done;) {
        try {
            const auto ended = work();
            if (!ended) {
                world.tell(machine_.name, "stops: " + std::string(ended.error().codeName()));
                cast_.model.sendings.interrupted(machine_.name);
            }
            done = ended && *ended;
            if (machine_.disk.isFrozen())
                throw Died();
        } catch (const Died&) {
            world.tell(machine_.name, "died");
            cast_.model.sendings.interrupted(machine_.name);
            machine_.restart(machine_.losesPower());
            done = false;
        }
        world.sleep(std::chrono::seconds(1 + world.any("buyer", done ? 30 : 120)));
    }
}

/// Until no row lacks anything.
void Buyer::submitSheet() {
    int times = 0;
    do {
        if (++times > kMostRepairs)
            throw Broken("a sheet can be put right", machine_.name + " corrects without an end");
        planned_ = false;
        submit("submits " + std::to_string(sheet_.size()) + " rows");
    } while (sheet_.repair());
}

void Buyer::live() {
    World& world = cast_.world;
    for (int round = 0; round < world.plan().rounds; ++round) {
        sheet_.edit(round);
        submitSheet();
        if (!world.strikes(Kind::Again, 4'000, machine_.name))
            continue;
        again_ = true;
        planned_ = false;
        submit("orders a row again");
        again_ = false;
    }
    checkRows();
}

} // namespace

void beginBuyer(Cast& cast, int number, const std::string& key, const std::string& account) {
    auto buyer = std::make_shared<Buyer>(cast, number, key, account);
    ++cast.busy;
    cast.world.begin("buyer" + std::to_string(number), [&cast, buyer] {
        buyer->live();
        --cast.busy;
    });
}

} // namespace leadsheet::sim
