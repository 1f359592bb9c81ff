// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger_store.hpp"

#include "leadsheet/submit/submission.hpp"

#include <stop_token>

namespace leadsheet::submit::detail {

struct QuoteSetting {
    LedgerStore& store;
    OrderService& service;
    Clock& clock;
    Rng& rng;
    const SubmissionOptions& options;
};

/// One call with its retries; the waits end with `stop`.
Result<std::vector<QuoteAnswer>> askForQuotes(const QuoteSetting& setting,
                                              const std::vector<QuoteAsk>& asks,
                                              const std::stop_token& stop);

/// See Submission::quote.
Result<QuoteSummary> quoteRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                              RunObserver* observer);

/// See Submission::settle. Throws StorageFailure.
Settled settleRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop);

/// See Submission::approve. Throws StorageFailure.
void approveRun(LedgerStore& store, RunId id, const Approval& approval);

} // namespace leadsheet::submit::detail
