// SPDX-License-Identifier: Apache-2.0
// What answers mean for the run as a whole: when it holds back, and when it pauses.
#include "submission_run.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "ledger_store.hpp"

#include <algorithm>

namespace leadsheet::submit {
namespace {

using detail::Verdict;
using std::chrono::milliseconds;

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

void SubmissionRun::heedLimit(const std::optional<milliseconds>& asked) {
    if (asked && setting_.options.maxLimitWait && *asked > *setting_.options.maxLimitWait)
        pauseUntil(now().wall + *asked, say::serverAskedToWaitUntil);
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
