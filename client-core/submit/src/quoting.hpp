// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/order_service.hpp"
#include "leadsheet/submit/submission.hpp"
#include "ledger_store.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace leadsheet::submit::detail {

struct QuoteSetting {
    LedgerStore& store;
    OrderService& service;
    Clock& clock;
    Rng& rng;
    const SubmissionOptions& options;
};

/// Told how long is waited before the service is asked again.
using OnWait = std::function<void(std::chrono::seconds)>;

/// One call with its retries; the waits end with `stop`.
Result<std::vector<QuoteAnswer>> askForQuotes(const QuoteSetting& setting,
                                              const std::vector<QuoteAsk>& asks,
                                              const OnWait& onWait, const std::stop_token& stop);

/// See Submission::quote.
Result<QuoteSummary> quoteRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                              RunObserver* observer);

/// See Submission::settle. Throws StorageFailure.
Settled settleRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                  RunObserver* observer);

/// See Submission::approve. Throws StorageFailure.
void approveRun(LedgerStore& store, RunId id, const Approval& approval);

/// Tells the service what the ledger remembers of the account's order budget. A budget is a key's,
/// and this may be another key: when the remembered one is used up, the server is asked first, and
/// the ledger's word counts only if it does not answer. Throws StorageFailure.
void recallPacing(Database& database, std::int64_t account, OrderService& service, WallTime now,
                  const std::stop_token& stop);

} // namespace leadsheet::submit::detail
