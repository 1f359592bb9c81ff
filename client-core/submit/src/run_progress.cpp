// SPDX-License-Identifier: Apache-2.0
#include "run_progress.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "ledger_store.hpp"
#include "submission_run.hpp"

#include <algorithm>

namespace leadsheet::submit {

using std::chrono::milliseconds;

namespace detail {
namespace {

constexpr std::chrono::seconds kGaugeSpan{5};
/// No estimate beyond this: the arithmetic stays far from its limits and the number says nothing
/// anyway.
constexpr double kLongestMs = 366.0 * 24 * 3600 * 1000;

milliseconds asDuration(double ms) {
    return milliseconds(static_cast<std::int64_t>(std::min(ms, kLongestMs)));
}

} // namespace

std::optional<milliseconds> timeFor(std::int64_t rows, double perSecond, const PacerView& budget,
                                    SteadyTime now) {
    if (rows <= 0)
        return milliseconds(0);
    if (perSecond <= 0)
        return std::nullopt;
    const double perRowMs = 1000.0 / perSecond;
    const double sendingMs = static_cast<double>(rows) * perRowMs;
    const bool running = budget.windowEnds > now;
    const std::int64_t left = running ? budget.remaining : budget.quota;
    if (rows <= left || budget.quota <= 0 || budget.window.count() <= 0)
        return asDuration(sendingMs);
    // The rest goes in whole windows and a last, partly used one.
    const std::int64_t beyond = rows - left;
    const std::int64_t fullWindows = (beyond - 1) / budget.quota;
    const std::int64_t last = beyond - fullWindows * budget.quota;
    const milliseconds first =
        running ? std::chrono::ceil<milliseconds>(budget.windowEnds - now) : budget.window;
    const double windowsMs =
        static_cast<double>(first.count()) +
        static_cast<double>(fullWindows) * static_cast<double>(budget.window.count()) +
        static_cast<double>(last) * perRowMs;
    // Windows so short or large that they never run out leave the speed as the only limit.
    return asDuration(std::max(sendingMs, windowsMs));
}

void SpeedGauge::note(std::int64_t settled, SteadyTime now) {
    samples_.push_back({now, settled});
    while (samples_.size() > 2 && now - samples_.front().at > kGaugeSpan)
        samples_.pop_front();
}

double SpeedGauge::perSecond() const {
    if (samples_.size() < 2)
        return 0;
    const std::chrono::duration<double> span = samples_.back().at - samples_.front().at;
    if (span.count() <= 0)
        return 0;
    return static_cast<double>(samples_.back().settled - samples_.front().settled) / span.count();
}

} // namespace detail

// What a run tells while it goes and when it ends.

namespace {

/// Asking again where nothing will announce that asking is worthwhile.
constexpr milliseconds kPoll{100};

SteadyTime steadyAt(const detail::Moment& now, WallTime time) {
    return now.steady + std::max(time - now.wall, milliseconds(0));
}

WallTime wallAt(const detail::Moment& now, SteadyTime time) {
    return now.wall + std::chrono::ceil<milliseconds>(time - now.steady);
}

} // namespace

SteadyTime SubmissionRun::nextLook() {
    const SteadyTime work = nextWork();
    // What came too soon after the last report is told before a wait that may last an hour.
    return reportOwed_ ? std::min(work, *lastReport_ + setting_.options.progressInterval) : work;
}

SteadyTime SubmissionRun::nextWork() {
    const detail::Moment moment = now();
    if (ending_)
        return SteadyTime::max();
    // Calls under way end by themselves, and then the loop looks again.
    const bool busy = crew_->busy() > 0 || (crew_->staged() > 0 && !crew_->paceWait());
    SteadyTime next = busy ? SteadyTime::max() : startSteady_ + setting_.options.deadline + kPoll;
    if (holding()) {
        next = std::min(next, std::max(holdUntil_, paceUntil_));
        const auto due = paceUntil_ > moment.steady ? book_.nextReusedDue() : std::nullopt;
        return due ? std::min(next, std::max(holdUntil_, steadyAt(moment, *due))) : next;
    }
    if (const auto wait = crew_->paceWait()) {
        if (wait->time != SteadyTime::max())
            next = std::min(next, wait->time);
        else if (crew_->inFlight() == 0)
            next = std::min(next, moment.steady + kPoll);
    }
    // With no room a due row cannot be taken anyway; the next answer makes room.
    if (const auto due = room() > 0 ? book_.nextDue() : std::nullopt)
        next = std::min(next, steadyAt(moment, *due));
    if (quoteAt_ > moment.steady)
        next = std::min(next, quoteAt_);
    if (!lookUps_.empty() && !lookUpUnderWay_)
        next = std::min(next, lookUpAt_);
    return next;
}

/// Set when nothing goes on but what needs the budget of all requests but orders.
std::optional<SteadyTime> SubmissionRun::requestBudgetUntil() const {
    const SteadyTime time = now().steady;
    if (!crew_ || crew_->busy() > 0 || crew_->staged() > 0)
        return std::nullopt;
    if (quoteLimited_ && quoteAt_ > time)
        return quoteAt_;
    if (waitsToLookUp() && book_.totals().of(RowState::Unknown) > 0)
        return lookUpAt_;
    return std::nullopt;
}

RunProgress SubmissionRun::progress() {
    const detail::Moment moment = now();
    RunProgress progress;
    progress.run = book_.run().id;
    progress.totals = book_.totals();
    progress.inFlight = crew_ ? static_cast<std::int64_t>(crew_->inFlight()) : 0;
    const std::int64_t left = progress.totals.unsettled();
    speed_.note(progress.totals.all() - left, moment.steady);
    progress.rowsPerSecond = speed_.perSecond();
    if (const auto time =
            detail::timeFor(left, progress.rowsPerSecond, setting_.service.pacing(), moment.steady))
        progress.eta = moment.wall + *time;
    const auto pace = crew_ ? crew_->paceWait() : std::nullopt;
    if (ending_) {
        progress.waiting = progress.inFlight > 0 ? Waiting::ForInFlight : Waiting::No;
    } else if (holdUntil_ > moment.steady) {
        progress.waiting = limitUntold_ ? Waiting::ForUntoldLimit : Waiting::ForServer;
        progress.waitingUntil = wallAt(moment, holdUntil_);
    } else if (paceUntil_ > moment.steady) {
        progress.waiting = limited_ ? Waiting::ForLimit : Waiting::ForBudget;
        progress.waitingUntil = wallAt(moment, paceUntil_);
    } else if (pace && pace->why == WaitReason::RequestBudget) {
        progress.waiting = limited_ ? Waiting::ForLimit : Waiting::ForBudget;
        if (pace->time != SteadyTime::max())
            progress.waitingUntil = wallAt(moment, pace->time);
    } else if (const auto until = requestBudgetUntil()) {
        progress.waiting = Waiting::ForRequests;
        progress.waitingUntil = wallAt(moment, *until);
    } else if (left > 0 && progress.totals.of(RowState::Queued) == 0 &&
               progress.totals.of(RowState::Sending) == 0) {
        progress.waiting = Waiting::ForRetry;
        progress.waitingUntil = book_.nextDue();
    }
    return progress;
}

void SubmissionRun::report(bool last) {
    if (observer_ == nullptr)
        return;
    const SteadyTime time = setting_.clock.now();
    reportOwed_ = !last && lastReport_ && time - *lastReport_ < setting_.options.progressInterval;
    if (reportOwed_)
        return;
    lastReport_ = time;
    observer_->onProgress(progress());
}

RunReport SubmissionRun::makeReport() const {
    RunReport report;
    report.run = book_.run().id;
    report.state = endState_.value_or(RunState::Paused);
    report.reason = reason_;
    report.detail = detail_.text;
    report.said = detail_.messages;
    report.code = code_;
    report.waitUntil = resumeAt_;
    report.totals = book_.totals();
    return report;
}

// What answers mean for the run as a whole: when it holds back, and when it pauses.

namespace {

using detail::Verdict;

/// Failures in a row after which the run as a whole holds back and only probes.
constexpr int kOutageAfter = 8;
/// What the retry machine may add to a wait the server asked for, and a little more.
constexpr std::int64_t kJitterPercent = 11;

namespace say = messages::ledger;

Message noUsableAnswer(std::chrono::seconds time) {
    if (time.count() == 0)
        return say::noUsableAnswer();
    return time >= std::chrono::minutes(2) && time.count() % 60 == 0
               ? say::noUsableAnswerForMinutes(time.count() / 60)
               : say::noUsableAnswerForSeconds(time.count());
}

} // namespace

void SubmissionRun::pause(PauseReason reason, const Said& detail, const std::string& code) {
    ending_ = true;
    // The loudest reason wins: money first, then the one that came first.
    if (reason_ != PauseReason::None && reason != PauseReason::HeldOtherThanQuoted)
        return;
    reason_ = reason;
    detail_ = detail;
    code_ = code;
    resumeAt_.reset();
}

void SubmissionRun::pauseUntil(WallTime time, Message (*why)(std::string_view)) {
    if (reason_ != PauseReason::None)
        return;
    pause(PauseReason::LimitReached, Said({why(detail::timestamp(time))}), "rate_limited");
    resumeAt_ = time;
}

void SubmissionRun::weigh(const Verdict& verdict) {
    if (verdict.pause != PauseReason::None)
        pause(verdict.pause, verdict.pauseDetail, verdict.code);
    limited_ = verdict.limited;
    limitUntold_ = verdict.limitUntold;
    if (verdict.serverFailed) {
        weighFailure(verdict);
        return;
    }
    if (verdict.httpStatus != 0) {
        failures_ = 0;
        outageSince_.reset();
    }
    if (verdict.state == RowState::Refused)
        countRefusal(verdict.code);
    else if (verdict.state == RowState::Placed || verdict.state == RowState::AlreadyOrdered)
        refusals_ = 0;
}

void SubmissionRun::weighFailure(const Verdict& verdict) {
    ++failures_;
    noteFailure(verdict.message, verdict.code);
    if (probing()) {
        const int step = std::min(failures_ - kOutageAfter, detail::kLongestBackoffStep);
        // The last probe falls on the end of the outage that is put up with, not behind it.
        holdUntil_ = std::min(now().steady + backoff(detail::rowPolicy(), step, setting_.rng),
                              *outageSince_ + setting_.options.maxOutage);
    }
}

bool SubmissionRun::probing() const {
    return failures_ >= kOutageAfter;
}

void SubmissionRun::noteFailure(const Said& message, const std::string& code) {
    const SteadyTime time = now().steady;
    // During a wait for the budget nothing is asked, so nothing can go unanswered either.
    if (!outageSince_ || *outageSince_ < paceUntil_)
        outageSince_ = time;
    const std::chrono::seconds most = setting_.options.maxOutage;
    if (time - *outageSince_ < most)
        return;
    Said detail({noUsableAnswer(most)});
    // What a service said is a message of one argument, its text.
    std::vector<Message> last = message.messages;
    if (last.empty())
        last.push_back({"service.said", {MessageArg(message.text)}});
    last.front() = say::lastAnswer(std::move(last.front()));
    for (Message& sentence : last)
        detail.add(std::move(sentence));
    pause(PauseReason::ServerUnreachable, detail, code);
}

void SubmissionRun::heedLimit(const std::optional<milliseconds>& asked,
                              Message (*why)(std::string_view)) {
    if (asked && setting_.options.maxLimitWait && *asked > *setting_.options.maxLimitWait)
        pauseUntil(now().wall + *asked, why);
}

std::optional<WallTime> SubmissionRun::waitsForServerUntil() {
    const bool nothingElse = book_.totals().of(RowState::Queued) == 0 || book_.capReached();
    if (!setting_.options.maxLimitWait || !nothingElse || holding())
        return std::nullopt;
    // Our own pauses are shorter than this, so a longer one was the server's wish.
    const milliseconds longest =
        std::max<milliseconds>(*setting_.options.maxLimitWait, detail::rowPolicy().maxDelay);
    const auto due = book_.nextDue();
    const bool tooLong = due && *due - now().wall > longest + longest * kJitterPercent / 100;
    return tooLong ? due : std::nullopt;
}

void SubmissionRun::weighRequote(const detail::SentRow& row, const Verdict& verdict) {
    // Prices run out for all rows under way at once, and that is not the fault of any row: what
    // counts is that new prices are refused again and again.
    if (row.pricing <= refusedPricing_)
        return;
    refusedPricing_ = row.pricing;
    countRefusal(verdict.code);
}

void SubmissionRun::countRefusal(const std::string& code) {
    refusals_ = code == refusalCode_ ? refusals_ + 1 : 1;
    refusalCode_ = code;
    if (refusals_ < kSameRefusalLimit)
        return;
    pause(PauseReason::SameRefusal,
          Said({say::sameRefusalAgain(refusals_, code), say::mendCauseThenResume()}), code);
}

} // namespace leadsheet::submit
