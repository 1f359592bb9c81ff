// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/config.hpp"
#include "leadsheet/server/fault_plan.hpp"

#include "api/exchange.hpp"
#include "api/metrics.hpp"
#include "api/portal.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/money.hpp"
#include "domain/order_request.hpp"
#include "domain/request_rules.hpp"
#include "domain/timestamp.hpp"
#include "egress/client.hpp"
#include "orders/steps.hpp"
#include "store/store.hpp"
#include "store/store_error.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace leadsheet::server::api {

/// Counts failed authentications by source address (contract section 3). In memory on purpose: it
/// protects this process, and an attacker must not be able to grow the database. Thread-safe;
/// remembers a bounded number of addresses.
class FailedAuthentication {
public:
    explicit FailedAuthentication(RatePolicy policy)
        : policy_(policy) {}

    /// Counts one failure; a value = over the limit, try again after that long.
    std::optional<std::chrono::seconds> record(const std::string& address, domain::Timestamp now);

private:
    struct Window {
        domain::Timestamp start;
        std::int64_t failures;
    };

    static constexpr std::size_t kMaxAddresses = 10'000;

    RatePolicy policy_;
    std::mutex mutex_;
    std::unordered_map<std::string, Window> windows_;
    domain::Timestamp swept_;
};

struct Context;

/// 503 or a bare 500; the cause goes to the error log only.
Outcome storeProblem(Context& context, const Exchange& exchange, const store::StoreError& error);
/// What the store found, or storeProblem().
template <class T>
tl::expected<T, Problem> stored(Context& context, const Exchange& exchange,
                                tl::expected<T, store::StoreError> found) {
    return std::move(found).map_error([&](const store::StoreError& error) {
        return storeProblem(context, exchange, error).error();
    });
}

class ExchangeRecorder;

/// Lead bodies that are read and written at the same time: each takes some megabytes.
inline constexpr int kLargeBodies = 8;

/// What all requests of one server share. Every member is immutable or thread-safe.
struct Context {
    Context(Config settings, std::unique_ptr<store::Store> database);

    /// Writes one line to the error log.
    void logError(const std::string& line);

    /// Fills a span from the injected or the system's random source.
    domain::RandomBytes random;
    std::function<domain::Timestamp()> now;
    /// For how long something takes.
    std::function<std::chrono::steady_clock::time_point()> steadyNow;

    const Config config;
    const std::unique_ptr<store::Store> store;
    const Router router;
    const HandlerTable handlers;
    const domain::CursorCodec cursors;
    const domain::SecretBox secrets;
    egress::Client egress;      ///< everything that the server sends goes through it
    const std::string products; ///< body of GET /v1/products
    /// What GET /v1/openapi.json answers; null = the document as it was made, with the defaults.
    const std::unique_ptr<const FixedText> openApi;
    /// A product with the prices of now, where they are not the catalogue's; null = they are. For
    /// tests, which cannot install another release with other prices.
    std::function<contract::ProductInfo(const contract::ProductInfo&)> prices;
    Metrics metrics;
    AccessLog accessLog;
    FailedAuthentication failedAuthentication;
    InFlight inFlight;
    Slots largeBodies{kLargeBodies};
    Slots personSearches{2}; ///< each reads all leads of an account, on one of few connections
    OutsideWaits outsideWaits;
    OutsideWaits deliveryWaits;             ///< of those who see a long delivery to its end
    std::mutex publishing;                  ///< held while a piece of a delivery is written
    orders::PieceSize pieceSize{steadyNow}; ///< under `publishing`
    const std::shared_ptr<ExchangeRecorder> recorder; ///< null but in test runs
    const domain::Timestamp startedAt;
    /// Until when GET /readyz need not try whether the database takes a write.
    std::atomic<std::chrono::steady_clock::time_point> writableUntil{};
    /// Whether the database does not say yet whose pepper is its own, see refusedPepper().
    std::atomic<bool> pepperIsUnkept{false};
    /// A key of a new account with play money, for a visitor of the portal; nullopt = the store
    /// failed. Empty where visitors get none.
    std::function<std::optional<std::string>()> makeKey;
    std::atomic<int> keysMade{0}; ///< for visitors
    /// Connection numbers; set once the server listens.
    std::function<Gauges()> gauges;

private:
    std::mutex errorLogMutex_;
};

/// The injected or the system's random source.
domain::RandomBytes randomSource(const Config& config);
/// Bytes from the injected or the system's random source.
std::string randomBytes(const Config& config, std::size_t count);

/// What an order costs today.
domain::MoneyResult<domain::Price> priceToday(const Context& context,
                                              const domain::OrderDraft& order);

/// The rate policies of the settings, under the names that the API publishes.
store::RateRule defaultRate(const Context& context);
store::RateRule orderRate(const Context& context);
store::RateRule lookupRate(const Context& context);
std::optional<store::RateRule> burstRate(const Context& context);

/// What `find`, a function of a store::Reader, reads.
template <class Find>
auto readStore(Context& context, const Exchange& exchange, Find&& find) {
    return stored(context, exchange, context.store->read(std::forward<Find>(find)));
}

/// The same for one that answers.
template <class Find>
Outcome readOutcome(Context& context, const Exchange& exchange, Find&& find) {
    SERVER_TRY(Outcome outcome, readStore(context, exchange, std::forward<Find>(find)));
    return outcome;
}

/// What `step` answers, a function of a store::Tx, once its transaction is on the disk;
/// storeProblem when it is not. The step may be run again (store::WriteJob::run).
template <class Step>
Outcome writeOutcome(Context& context, const Exchange& exchange, Step&& step,
                     store::WriteScope scope = {}) {
    auto written = context.store->writeAndWait(
        [&exchange, step = std::forward<Step>(step)](store::Tx& tx) mutable {
            tx.follow(exchange.trace);
            return step(tx);
        },
        store::Durability::Full, std::move(scope));
    SERVER_TRY(Outcome outcome, stored(context, exchange, std::move(written)));
    return outcome;
}

} // namespace leadsheet::server::api
