// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/model/account.hpp"
#include "leadsheet/model/order.hpp"

#include <QDate>
#include <QObject>
#include <QString>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace leadsheet::submit {
class Ledger;
struct AccountRef;
} // namespace leadsheet::submit

namespace leadsheet::desktop {

/// The beginning of a list of the service that is read newest first.
template <class Row>
struct NewestRows {
    std::vector<Row> rows;
    bool all = true; ///< there are none behind them
};

/// Steps of time by which money is summed up.
enum class PeriodUnit { Day, Week, Month };

/// What moved in one step of time, in minor units of the account's currency.
struct MoneyPeriod {
    QDate begin;               ///< local
    std::int64_t charged = 0;  ///< at deliveries
    std::int64_t refunded = 0; ///< given back
    std::int64_t held = 0;     ///< set aside when it ended, or now
};

/// So many steps up to the one that `today` is in, the oldest first.
std::vector<MoneyPeriod> moneyOverTime(const AccountStatistics& sums, PeriodUnit unit, int steps,
                                       const QDate& today);

/// How many orders there are of each status, as Order::status; Unknown comes first.
using StatusCounts = std::array<std::int64_t, 9>;
StatusCounts statusCounts(const AccountStatistics& sums);

/// From an order's creation to its delivery.
struct DeliverySpeed {
    enum Class { TenMinutes, OneHour, OneDay, ThreeDays, Longer };

    std::array<std::int64_t, 5> orders{}; ///< by Class: delivered within that, not sooner
    std::int64_t delivered = 0;
    std::optional<std::chrono::seconds> median;
};
DeliverySpeed deliverySpeed(const std::vector<Order>& orders);

/// How many leads there are of each result, as kLeadResults.
using ResultCounts = std::array<std::int64_t, kLeadResults.size()>;
ResultCounts resultCounts(const AccountStatistics& sums);

/// A row of a sheet, and what its order brought.
struct BoughtRow {
    OrderNumber order;
    QString sheet;    ///< the run's title
    std::string file; ///< its name
    std::string tab;
    std::int64_t row = 0; ///< as the person sees it
    std::int64_t wanted = 0;
    std::int64_t delivered = 0;
    std::optional<Money> charged;
};

/// The rows of these runs' ledger that bought these orders and have leads, the most leads first; at
/// most kMostBoughtRows of them. Errors are the ledger's. Any thread.
inline constexpr std::size_t kMostBoughtRows = 12;
Result<std::vector<BoughtRow>> boughtRows(const submit::Ledger& ledger,
                                          const submit::AccountRef& account,
                                          const std::vector<Order>& orders,
                                          const std::stop_token& stop);

/// Everything that the page shows, each part on its own: a key may lack a scope, and a server may
/// fail at one of them.
struct OverviewNumbers {
    Result<Account> account;
    Result<AccountStatistics> sums;
    Result<NewestRows<Order>> orders;
    Result<std::vector<BudgetStatus>> budgets;
    WallTime at{};
    /// By the ledger of this computer; empty without one.
    std::vector<BoughtRow> bought = {};

    /// When nothing at all came, why; a fault of one part is that part's.
    const Error* failed() const;
};

/// Keeps the numbers of the connected account: read when somebody begins to look, again when they
/// are kStale old, when another balance than theirs was heard, and when asked to. GUI thread only.
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
    bool moneyMoved() const;
    void came(OverviewNumbers numbers);

    AccountSession& session_;
    bool watched_ = false;
    bool again_ = false; ///< to be read again: money has moved since
    std::unique_ptr<OverviewNumbers> numbers_;
    std::optional<Error> trouble_;
    AccountReading reading_;
};

/// Writes the movements of an account's money into a file beside the GUI thread, and says at the
/// end what became of it. GUI thread only.
class StatementSaving : public QObject {
    Q_OBJECT

public:
    explicit StatementSaving(const AccountSession& session, QObject* parent = nullptr);

    bool busy() const { return saving_.busy(); }
    /// Replaces `file`, a workbook unless its name ends in .csv. -> ended
    void save(std::shared_ptr<const Connected> at, const std::filesystem::path& workFolder,
              const QString& file);

signals:
    void ended(leadsheet::desktop::NoticeKind kind, const QString& words);

private:
    AccountActing saving_;
};

} // namespace leadsheet::desktop
