// SPDX-License-Identifier: Apache-2.0
#include "submission_run.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::submit {

// Which order a key bought that was answered with idempotency_key_reused: nothing new was ordered
// then, and only the look-up can tell what was.

using detail::SentRow;
using detail::Verdict;
using std::chrono::milliseconds;

namespace {

/// Where another computer orders the same sheet, every second answer asks for a look-up: as many as
/// come up meanwhile go in one call.
constexpr std::chrono::seconds kBetweenLookUps{1};

} // namespace

void SubmissionRun::askForOrders() {
    if (lookUpUnderWay_ || lookUps_.empty())
        return;
    const bool nothingElse = crew_->busy() == 0 && crew_->staged() == 0;
    const bool full = lookUps_.size() >= OrderService::kMaxQuoteItems;
    if (!ending_ && !full && !nothingElse && now().steady < lookUpAt_)
        return;
    detail::QuoteJob job;
    const auto count = std::min(lookUps_.size(), OrderService::kMaxQuoteItems);
    for (std::size_t i = 0; i < count; ++i) {
        SentRow& row = lookUps_[i];
        row.isRefused = refusedRows_.contains(row.ordinal);
        auto key = IdempotencyKey::parse(row.key);
        if (!key)
            throw detail::StorageFailure(key.error());
        job.asks.push_back(
            {row.request.empty() ? detail::withoutQuote(row.body) : row.request, *std::move(key)});
        job.rows.push_back(std::move(row));
    }
    lookUps_.erase(lookUps_.begin(), lookUps_.begin() + static_cast<std::ptrdiff_t>(count));
    lookUpUnderWay_ = true;
    lookUpAt_ = now().steady + kBetweenLookUps;
    crew_->lookUp(std::move(job));
}

bool SubmissionRun::waitsToLookUp() const {
    return lookUpLimited_ && now().steady < lookUpAt_;
}

/// What a later look-up settles. The wait is that of the key in use, and not of the row.
void SubmissionRun::putOff(Verdict& verdict) {
    verdict.next = Verdict::Next::Nothing;
    verdict.state = RowState::Unknown;
    verdict.outcomeKnown = true; // of this attempt: it ordered nothing
    verdict.httpStatus = 422;
    verdict.code = detail::kKeyReused;
    if (const detail::Moment moment = now(); waitsToLookUp())
        verdict.waitUntil =
            moment.wall + std::chrono::ceil<milliseconds>(lookUpAt_ - moment.steady);
}

void SubmissionRun::understand(detail::LookUpAnswer answer) {
    lookUpUnderWay_ = false;
    lookUpLimited_ = false;
    const std::string& currency = book_.run().spec.currency;
    std::vector<SentRow> left; // what could not be asked
    std::optional<Error> error;
    bool refused = false; // counts once: rows that are placed between them are not seen here
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
        SentRow& row = answer.rows[i];
        const detail::FoundOrder& found = answer.found[i];
        if (row.isRefused)
            refusedRows_.insert(row.ordinal);
        if (!found) {
            error = found.error();
            left.push_back(std::move(row));
            continue;
        }
        if (*found)
            row.mayHavePlaced = book_.mayHavePlaced(row, **found);
        Verdict verdict = detail::judgeLookUp(row, found, currency, now(), setting_.rng);
        if (verdict.state != RowState::Refused || !std::exchange(refused, true))
            weigh(verdict);
        outcomes_.push_back({std::move(row), std::move(verdict)});
    }
    if (left.empty())
        return;
    // One call failed, however many rows it asked about.
    Verdict verdict =
        detail::judgeLookUp(left.front(), failure(*error), currency, now(), setting_.rng);
    weigh(verdict);
    if (verdict.limited) {
        lookUpLimited_ = true;
        lookUpAt_ = now().steady + *error->retryAfter;
        for (SentRow& row : lookUps_)
            left.push_back(std::move(row));
        lookUps_.clear();
    }
    putOff(verdict);
    for (SentRow& row : left)
        outcomes_.push_back({std::move(row), verdict});
}

} // namespace leadsheet::submit
