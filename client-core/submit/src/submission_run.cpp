// SPDX-License-Identifier: Apache-2.0
#include "submission_run.hpp"

#include "earlier_orders.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "quoting.hpp"
#include "row_table.hpp"
#include "run_table.hpp"

#include <algorithm>

namespace leadsheet::submit {
namespace {

using detail::Moment;
using detail::SentRow;
using detail::Transaction;
using detail::Verdict;
using std::chrono::milliseconds;

/// Rows are marked Sending this far ahead, so that nobody waits for the disk between two rows.
constexpr std::size_t kStagedPerSender = 2;
/// With a longer wait for the budget, rows marked ahead go back to Queued.
constexpr std::chrono::seconds kPatience{2};
constexpr std::chrono::seconds kPacingSavedEvery{5};
/// One limit window and its jitter: where the clock was set back since a wait was written down, it
/// may be anything, and nobody waits for it any longer than this.
constexpr std::chrono::minutes kLongestStoredWait{66};

namespace say = messages::ledger;

} // namespace

SubmissionRun::SubmissionRun(const Setting& setting, const RunInfo& run, RunControl& control,
                             RunObserver* observer)
    : setting_(setting)
    , control_(control)
    , observer_(observer)
    , startSteady_(setting.clock.now())
    , startWall_(setting.clock.wallNow())
    , book_(setting.store.database(), run)
    , account_(detail::accountOfRun(setting.store.database(), run.id.value))
    , senders_(std::clamp(setting.options.maxInFlight, 1, 16)) {}

SubmissionRun::~SubmissionRun() {
    const std::lock_guard lock(control_.mutex_);
    control_.wake_ = nullptr;
}

Moment SubmissionRun::now() const {
    const SteadyTime steady = setting_.clock.now();
    return {steady, startWall_ + std::chrono::floor<milliseconds>(steady - startSteady_)};
}

WallTime SubmissionRun::stamp() const {
    return setting_.clock.wallNow();
}

RunReport SubmissionRun::execute() {
    try {
        begin();
    } catch (const detail::StorageFailure& failed) {
        pause(PauseReason::LocalStorage, Said(failed.error()),
              std::string(failed.error().codeName()));
        return makeReport();
    }
    const auto doubt = [currency = book_.run().spec.currency](const SentRow& row,
                                                              const SendResult& sent) {
        return detail::isDoubtful(row, sent, currency);
    };
    const auto threads = setting_.options.ownThreads ? detail::SendCrew::Threads::Own
                                                     : detail::SendCrew::Threads::None;
    crew_.emplace(setting_.service, senders_, doubt, control_.cancel_.get_token(), threads);
    {
        const std::lock_guard lock(control_.mutex_);
        control_.wake_ = [this] {
            crew_->poke();
        };
    }
    try {
        for (;;) {
            turn();
            askForOrders();
            if (finished())
                break;
            report(false);
            crew_->wait(setting_.clock, nextLook());
        }
        end();
    } catch (const detail::StorageFailure& failed) {
        saveWhatCanBeSaved(failed.error());
    }
    {
        const std::lock_guard lock(control_.mutex_);
        control_.wake_ = nullptr;
    }
    crew_.reset();
    report(true);
    return makeReport();
}

void SubmissionRun::begin() {
    detail::Database& database = setting_.store.database();
    detail::recallPacing(database, account_, setting_.service, now().wall,
                         control_.cancel_.get_token());
    // A budget is a key's, and this may be another key than the one that was told to wait.
    bool othersBudget = false;
    if (book_.waitsForBudget(now().wall)) {
        const auto budget = setting_.service.askPacing(control_.cancel_.get_token());
        othersBudget = budget && budget->remaining > 0;
    }
    Transaction transaction(database);
    book_.shortenWaits(now().wall, now().wall + kLongestStoredWait);
    book_.lookUpAtOnce();
    if (othersBudget)
        book_.forgetBudgetWaits();
    detail::setRunState(database, book_.run().id.value, RunState::Running, PauseReason::None,
                        Said(), stamp());
    transaction.commit();
}

void SubmissionRun::turn() {
    collect();
    readControl();
    checkPace();
    if (ending_ || holding()) {
        for (SentRow& row : crew_->unstage())
            returned_.push_back(std::move(row));
    }
    crew_->release();
    const RunTotals before = book_.totals();
    std::vector<SentRow> leaving;
    try {
        const bool toWrite = !outcomes_.empty() || !quotes_.empty() || !returned_.empty();
        const bool toTake = (room() > 0 || holdsOnlyOrders()) && book_.totals().unsettled() > 0;
        if (!toWrite && !toTake)
            return;
        Transaction transaction(setting_.store.database());
        for (const SentRow& row : returned_)
            book_.putBack(row, stamp());
        writeOutcomes();
        writeQuotes();
        // An answer just written may have ended the run.
        leaving = takeRows();
        savePacing();
        transaction.commit();
    } catch (const detail::StorageFailure&) {
        book_.setTotals(before);
        book_.dropChanges();
        throw;
    }
    returned_.clear();
    outcomes_.clear();
    quotes_.clear();
    crew_->stage(std::move(leaving));
    if (observer_ != nullptr) {
        if (const auto changes = book_.takeChanges(); !changes.empty())
            observer_->onRows(changes);
    } else {
        book_.dropChanges();
    }
    askForQuotes();
}

void SubmissionRun::readControl() {
    if (setting_.clock.now() - startSteady_ > setting_.options.deadline)
        pause(PauseReason::Deadline, Said({say::runTimeOver(), say::resumeRun()}));
    const auto request = control_.request_.load();
    if (request == RunControl::Request::None)
        return;
    stop_ = stop_ || request == RunControl::Request::Stop;
    if (request == RunControl::Request::Cancel)
        pause(PauseReason::Cancelled, Said({say::runCancelled(), say::resumeSettlesUnknownRows()}));
    else
        pause(PauseReason::ByPerson, Said({stop_ ? say::runStopped() : say::runPaused()}));
}

void SubmissionRun::collect() {
    for (detail::Answer& answer : crew_->collect())
        std::visit([this](auto& kind) { understand(std::move(kind)); }, answer);
}

void SubmissionRun::understand(detail::SendAnswer answer) {
    Verdict verdict = detail::judge(answer.row, answer.result, book_.run().spec.currency, now(),
                                    setting_.rng, setting_.service.retryBudget());
    weigh(verdict);
    if (verdict.limited)
        heedLimit(answer.result.attempt.retryAfter, say::serverAskedToWaitUntil);
    if (verdict.next == Verdict::Next::LookUp && waitsToLookUp())
        putOff(verdict);
    if (verdict.next == Verdict::Next::Requote) {
        weighRequote(answer.row, verdict);
        // What is staged was most likely priced together with this row.
        for (SentRow& row : crew_->unstage())
            returned_.push_back(std::move(row));
    }
    outcomes_.push_back({std::move(answer.row), std::move(verdict)});
}

void SubmissionRun::understand(detail::QuoteReply reply) {
    quoteUnderWay_ = false;
    quoteLimited_ = !reply.result && detail::isBudgetWait(reply.result.error());
    if (reply.result) {
        quoteFailures_ = 0;
        ++pricings_;
        outageSince_.reset();
        quotes_.push_back(std::move(reply));
        return;
    }
    const Error& error = reply.result.error();
    if (error.is(ErrorCode::Cancelled))
        return;
    if (const PauseReason problem = detail::accountProblem(error); problem != PauseReason::None) {
        pause(problem, Said(error), std::string(error.codeName()));
        return;
    }
    if (error.stop == StopReason::Permanent) {
        pause(PauseReason::ServerUnreachable, Said(error), std::string(error.codeName()));
        return;
    }
    quoteAt_ = now().steady + std::max(backoff(detail::rowPolicy(), quoteFailures_++, setting_.rng),
                                       error.retryAfter.value_or(milliseconds(0)));
    if (quoteLimited_)
        heedLimit(error.retryAfter, say::requestBudgetUsedUp);
    else
        noteFailure(Said(error), std::string(error.codeName()));
}

void SubmissionRun::writeOutcomes() {
    for (const Outcome& outcome : outcomes_) {
        if (outcome.verdict.next == Verdict::Next::Weigh)
            book_.weighEquivalents(outcome.row, outcome.verdict, now().wall, stamp());
        else
            book_.record(outcome.row, outcome.verdict, stamp());
        if (outcome.verdict.next == Verdict::Next::LookUp)
            lookUps_.push_back(outcome.row);
        if (outcome.verdict.quotesExpired && outcome.row.quoteExpires > expiredThrough_) {
            // Both times are the server's own, so a wrong clock here does not matter.
            expiredThrough_ = outcome.row.quoteExpires;
            book_.expireQuotes(expiredThrough_);
        }
    }
}

void SubmissionRun::writeQuotes() {
    for (const detail::QuoteReply& reply : quotes_) {
        for (std::size_t i = 0; i < reply.rows.size(); ++i)
            writeQuote(reply.rows[i], (*reply.result)[i]);
    }
    if (risen_ > 0) {
        pause(PauseReason::PriceRose,
              Said({say::newPricesHigher(risen_), say::priceAgainAndApprove()}), "price_changed");
    }
}

void SubmissionRun::writeQuote(const SentRow& row, const QuoteAnswer& answer) {
    const WallTime time = stamp();
    const std::string& currency = book_.run().spec.currency;
    if (answer.existing) {
        SentRow bought = row;
        bought.mayHavePlaced = book_.mayHavePlaced(row, *answer.existing);
        Verdict verdict = detail::judgeBought(bought, *answer.existing, currency);
        if (verdict.pause != PauseReason::None)
            pause(verdict.pause, verdict.pauseDetail, verdict.code);
        book_.settleStale(row, verdict, time);
    } else if (answer.refusal) {
        Verdict verdict;
        verdict.state = RowState::Refused;
        verdict.httpStatus = answer.refusal->httpStatus;
        verdict.code = answer.refusal->codeName();
        verdict.message = Said(*answer.refusal);
        book_.settleStale(row, verdict, time);
    } else if (answer.offer->amount < 0 || answer.offer->currency != currency) {
        pause(PauseReason::PriceRose,
              Said({say::priceOfferedInOtherCurrency(answer.offer->currency, currency),
                    say::nothingSentAtSuchPrice()}),
              "price_changed");
        book_.unqueue(row, time);
    } else if (answer.offer->amount > row.quoted) {
        ++risen_;
        book_.unqueue(row, time);
    } else {
        std::string guard = detail::guardOf(row.body);
        if (guard.empty() && answer.offer->equivalents)
            guard = detail::duplicateGuard({});
        book_.requote(row, *answer.offer,
                      detail::withQuote(row.request, answer.offer->quoteId, guard), time);
    }
}

std::vector<SentRow> SubmissionRun::takeRows() {
    const std::size_t places = room();
    std::vector<SentRow> rows;
    if (holdsOnlyOrders())
        rows = book_.takeReused(OrderService::kMaxQuoteItems, now().wall, stamp());
    else if (places > 0)
        rows = book_.takeDue(places, now().wall, stamp());
    for (SentRow& row : rows) {
        row.pricing = pricings_;
        if (row.keyReused)
            lookUps_.push_back(std::move(row));
    }
    std::erase_if(rows, [](const SentRow& row) { return row.keyReused; });
    return rows;
}

/// How many more rows may be marked Sending.
std::size_t SubmissionRun::room() const {
    if (ending_ || holding())
        return 0;
    const std::size_t staged = crew_->staged();
    if (probing())
        return staged + crew_->inFlight() == 0 ? 1 : 0;
    const std::size_t most = kStagedPerSender * static_cast<std::size_t>(senders_);
    return most - std::min(staged, most);
}

bool SubmissionRun::holding() const {
    return setting_.clock.now() < std::max(holdUntil_, paceUntil_);
}

bool SubmissionRun::holdsOnlyOrders() const {
    const SteadyTime time = setting_.clock.now();
    return !ending_ && time >= holdUntil_ && time < paceUntil_;
}

void SubmissionRun::askForQuotes() {
    if (ending_ || quoteUnderWay_ || setting_.clock.now() < quoteAt_)
        return;
    detail::QuoteJob job;
    for (SentRow& row : book_.staleRows(OrderService::kMaxQuoteItems)) {
        auto key = IdempotencyKey::parse(row.key);
        if (!key)
            throw detail::StorageFailure(key.error());
        job.asks.push_back({row.request, std::move(*key)});
        job.rows.push_back(std::move(row));
    }
    if (job.rows.empty())
        return;
    quoteUnderWay_ = true;
    crew_->quote(std::move(job));
}

void SubmissionRun::checkPace() {
    const auto wait = crew_->paceWait();
    if (!wait)
        return;
    const Moment moment = now();
    if (wait->time == SteadyTime::max()) {
        if (crew_->inFlight() == 0)
            crew_->retryPace();
        return;
    }
    if (wait->time <= moment.steady) {
        crew_->retryPace();
        return;
    }
    const auto left = wait->time - moment.steady;
    if (setting_.options.maxLimitWait && left > *setting_.options.maxLimitWait) {
        pauseUntil(moment.wall + std::chrono::ceil<milliseconds>(left), say::orderBudgetUsedUp);
    } else if (left > kPatience) {
        for (SentRow& row : crew_->unstage())
            returned_.push_back(std::move(row));
        paceUntil_ = wait->time;
    }
}

void SubmissionRun::savePacing() {
    const SteadyTime time = setting_.clock.now();
    if (time - pacingSaved_ < kPacingSavedEvery && pacingSaved_ != SteadyTime{})
        return;
    pacingSaved_ = time;
    detail::savePacing(setting_.store.database(), account_, setting_.service.rememberPacing());
}

bool SubmissionRun::finished() {
    if (crew_->busy() > 0 || crew_->staged() > 0 || !returned_.empty() || !lookUps_.empty())
        return false;
    if (ending_)
        return true;
    if (book_.totals().unsettled() == 0)
        return true;
    if (const auto until = waitsForServerUntil()) {
        pauseUntil(*until, waitsToLookUp() ? say::requestBudgetUsedUp : say::serverAskedToWait);
        return true;
    }
    const bool othersWait = book_.totals().unsettled() > book_.totals().of(RowState::Queued);
    if (book_.capReached() && !othersWait) {
        pause(PauseReason::SpendCap, Said({say::spendingCapReached(), say::raiseCapOrStop()}),
              "spend_guard");
        return true;
    }
    return false;
}

/// Asked to pause, or out of time, when the last rows were already under way.
bool SubmissionRun::settledAnyway() const {
    const bool asked = reason_ == PauseReason::ByPerson || reason_ == PauseReason::Cancelled ||
                       reason_ == PauseReason::Deadline;
    return asked && book_.totals().unsettled() == 0;
}

void SubmissionRun::end() {
    detail::Database& database = setting_.store.database();
    RunState state = RunState::Finished;
    if (settledAnyway()) {
        reason_ = PauseReason::None;
        detail_ = {};
    } else if (ending_)
        state = stop_ && reason_ == PauseReason::ByPerson ? RunState::Stopped : RunState::Paused;
    if (reason_ == PauseReason::Cancelled && book_.totals().unanswered() == 0)
        detail_ = Said({say::runCancelled()});
    Transaction transaction(database);
    if (state == RunState::Stopped)
        book_.makeReady(stamp());
    detail::setRunState(database, book_.run().id.value, state, reason_, detail_, stamp());
    detail::savePacing(database, account_, setting_.service.rememberPacing());
    transaction.commit();
    endState_ = state;
}

void SubmissionRun::saveWhatCanBeSaved(const Error& error) {
    ending_ = true;
    // Never begun: they stay Sending in the file and the next start settles them by their keys.
    static_cast<void>(crew_->unstage());
    while (crew_->busy() > 0) {
        crew_->wait(setting_.clock, SteadyTime::max());
        collect();
    }
    reason_ = PauseReason::LocalStorage;
    detail_ = Said(error);
    code_ = error.codeName();
    // The disk may be fine again, and answers in hand are worth a second try.
    const RunTotals before = book_.totals();
    try {
        Transaction transaction(setting_.store.database());
        writeOutcomes();
        detail::setRunState(setting_.store.database(), book_.run().id.value, RunState::Paused,
                            reason_, detail_, stamp());
        book_.setTotals(detail::loadTotals(setting_.store.database(), book_.run().id.value));
        transaction.commit();
        endState_ = RunState::Paused;
    } catch (const detail::StorageFailure&) {
        book_.setTotals(before);
        endState_ = RunState::Running;
    }
}

} // namespace leadsheet::submit
