// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "overview_numbers.hpp"

#include <QObject>

#include <array>
#include <memory>
#include <optional>

namespace leadsheet::desktop {

/// The results that a verification may have, as the service spells them.
inline constexpr std::array<const char*, 4> kVerificationResults{"good", "risky", "unknown",
                                                                 "invalid"};

/// Leads by their result, counted by the service.
struct ResultCounts {
    std::int64_t leads = 0;
    std::array<std::int64_t, kVerificationResults.size()> of{}; ///< as kVerificationResults
};

/// Everything that the page shows, each part on its own: a key may lack a scope, and a server may
/// fail at one of them.
struct OverviewNumbers {
    Result<Account> account;
    Result<NewestRows<LedgerEntry>> ledger;
    Result<NewestRows<Order>> orders;
    Result<ResultCounts> results;
    Result<std::vector<BudgetStatus>> budgets;
    WallTime at{};

    /// When nothing at all came, why; a fault of one part is that part's.
    const Error* failed() const;
};

/// Asks the service for the numbers with a bounded number of requests: kPages pages of the ledger
/// and of the orders each, five counts, the account and the (free) budgets. Blocks; any thread.
OverviewNumbers readOverview(const Client& client, const std::stop_token& stop);

/// Keeps the numbers of the connected account: read when somebody begins to look, again when they
/// are kStale old, and when asked to. GUI thread only.
class OverviewFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int kPages = 3;
    static constexpr std::int64_t kRowsAPage = 1000;
    static constexpr std::chrono::minutes kStale{5};

    explicit OverviewFeed(AccountSession& session, QObject* parent = nullptr);

    void setWatched(bool watched);
    void refreshNow();
    bool loading() const { return reading_.busy(); }
    /// The last that came; null before.
    const OverviewNumbers* numbers() const { return numbers_.get(); }
    /// Of the last attempt when it brought nothing; the numbers before it are kept.
    const std::optional<Error>& trouble() const { return trouble_; }

signals:
    void changed();

private:
    void accountChanged();
    void came(OverviewNumbers numbers);

    AccountSession& session_;
    bool watched_ = false;
    std::unique_ptr<OverviewNumbers> numbers_;
    std::optional<Error> trouble_;
    Background reading_;
};

} // namespace leadsheet::desktop
