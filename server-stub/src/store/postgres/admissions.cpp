// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/admissions.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
#include <string>
#include <utility>

namespace leadsheet::server::store::postgres {

namespace {

/// Of one question.
constexpr std::ptrdiff_t kMostTogether = 256;
/// Another process holds a counter for a moment only; whoever finds it held so often gets into the
/// line of jobs, which waits for it.
constexpr int kTries = 3;

StoreError admissionFailure(const char* why) {
    return {StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
            std::string("an admission threw: ") + why, 0};
}

} // namespace

Admissions::Admissions(const PostgresOptions& options, std::shared_ptr<FaultHook> hook)
    : pool_(options, std::move(hook), 1) {}

StoreResult<Admitted> Admissions::admit(const Admission& asked) {
    for (int tries = 1;; ++tries) {
        SERVER_TRY(auto judged, tryOnce(asked));
        if (!judged.isHeld || tries == kTries)
            return std::move(judged.admitted);
    }
}

StoreResult<Judged> Admissions::tryOnce(const Admission& asked) {
    Waiting own{&asked, {}, false, false, {}};
    std::vector<Waiting*> together{&own};
    {
        std::unique_lock lock(mutex_);
        if (isAsking_) {
            waiting_.push_back(&own);
            own.wake.wait(lock, [&] { return own.isDone || own.isNext; });
            if (own.isDone)
                return std::move(own.result);
            const auto end =
                waiting_.begin() +
                std::min(std::ssize(waiting_), static_cast<std::ptrdiff_t>(kMostTogether - 1));
            together.insert(together.end(), waiting_.begin(), end);
            waiting_.erase(waiting_.begin(), end);
        }
        isAsking_ = true;
    }
    admitAll(together);
    // Under the lock, so that none of them ends before it was woken.
    const std::scoped_lock lock(mutex_);
    for (Waiting* const each : together) {
        each->isDone = true;
        each->wake.notify_one();
    }
    isAsking_ = !waiting_.empty();
    if (isAsking_) {
        Waiting* const next = waiting_.front();
        waiting_.erase(waiting_.begin());
        next->isNext = true;
        next->wake.notify_one();
    }
    return std::move(own.result);
}

void Admissions::admitAll(const std::vector<Waiting*>& waiting) {
    std::vector<const Admission*> asked;
    std::ranges::transform(waiting, std::back_inserter(asked), &Waiting::asked);
    bool lostAtOnce = false;
    auto judged = ask(asked, lostAtOnce);
    if (lostAtOnce)
        judged = ask(asked, lostAtOnce);
    for (std::size_t at = 0; at < waiting.size(); ++at) {
        if (judged)
            waiting[at]->result = std::move((*judged)[at]);
        else
            waiting[at]->result = tl::make_unexpected(judged.error());
    }
}

/// A connection that idled may have been lost long ago, which is found out only now: then a fresh
/// one takes its place. What was charged in spite of it is charged twice then.
StoreResult<std::vector<Judged>> Admissions::ask(const std::vector<const Admission*>& asked,
                                                 bool& lostAtOnce) {
    std::unique_ptr<Connection> connection;
    StoreResult<std::vector<Judged>> result;
    try {
        connection = pool_.borrow();
        connection->forgetFailures();
        connection->relax();
        result = admitTogether(*connection, asked);
    } catch (const StoreFailure& failure) {
        result = tl::make_unexpected(failure.error());
    } catch (const std::exception& failure) {
        if (connection)
            connection->distrust(); // it may have happened between a question and its answer
        result = tl::make_unexpected(admissionFailure(failure.what()));
    }
    lostAtOnce = !lostAtOnce && connection && connection->trouble() == Trouble::Lost;
    if (connection) {
        connection->rollback();
        pool_.giveBack(std::move(connection));
    }
    return result;
}

} // namespace leadsheet::server::store::postgres
