// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/order_request.hpp"
#include "orders/placement.hpp"
#include "store/open_store.hpp"

#include <QTemporaryDir>
#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

namespace leadsheet::server::store::test {

/// A moment all tests start from.
Timestamp startTime();

/// Repeatable "randomness".
domain::RandomBytes counterRandom();

/// An order for `leads` leads of product filters, as a client would send it.
domain::OrderDraft draftFor(std::int64_t leads, const std::string& extraMembers = {});

/// Leads number `first` and on of a series of different ones, good and in Germany.
std::vector<NewLead> leadsFrom(int first, int count);

/// A job of a scope that waits, inside its transaction, until it is let go.
class Held {
public:
    Held(Store& store, const WriteScope& scope) {
        store.write(
            [this](Tx& tx) {
                (void)tx.accountCount();
                begun_.set_value();
                go_.get_future().wait();
            },
            [this](const StoreResult<void>&) { ended_.set_value(); }, Durability::Full, scope);
        begun_.get_future().wait();
    }
    void letGo() {
        go_.set_value();
        ended_.get_future().wait();
    }

private:
    std::promise<void> begun_;
    std::promise<void> go_;
    std::promise<void> ended_;
};

/// One account with a key, 1,000.00 of credit and the calls that tests repeat.
class Customer {
public:
    /// Writes account and key; fails the test when that fails.
    Customer(Store& store, const std::string& name, MinorUnits credit = 100'000);

    const AccountId& account() const { return key_.account; }
    const ApiKey& key() const { return key_; }
    ApiKey& key() { return key_; }
    /// Of the account, for the orders that are created from now on.
    void setDuplicates(domain::DuplicatePolicy policy, Timestamp since = {}) {
        duplicates_ = policy;
        duplicatesSince_ = since;
    }

    /// What the create-order handler does for one request, as one job: charge, idempotency, place.
    struct Answer {
        orders::IdempotencyVerdict verdict = orders::IdempotencyVerdict::Fresh;
        orders::PlacementResult placed;
        std::string body; ///< of a replay or a new order
    };
    Answer createIn(Tx& tx, const std::string& idempotencyKey, const domain::OrderDraft& draft,
                    Timestamp now = startTime()) const;
    OrderAhead aheadOf(const std::string& idempotencyKey, const domain::OrderDraft& draft,
                       Timestamp now = startTime()) const;
    StoreResult<Answer> create(Store& store, const std::string& idempotencyKey,
                               const domain::OrderDraft& draft, Timestamp now = startTime()) const;

private:
    orders::Placement placementOf(const std::string& idempotencyKey,
                                  const domain::OrderDraft& draft, Timestamp now) const;

    ApiKey key_;
    domain::DuplicatePolicy duplicates_ = domain::DuplicatePolicy::Warn;
    Timestamp duplicatesSince_;
    domain::RandomBytes random_ = counterRandom();
};

/// What the account may buy for the draft's quoteId within a day, cheaper than today's list.
Quote quoteFor(const Customer& customer, const domain::OrderDraft& draft);

/// Orders that are submitted one after the other, without waiting.
class Orders {
public:
    explicit Orders(Store& store)
        : store_(store) {}

    using Answer = Customer::Answer;
    /// After it has placed the order, the job goes on with `then` inside its transaction.
    using Then = std::function<void(Tx&, const Answer&)>;
    std::future<StoreResult<Answer>> submit(const Customer& customer, const std::string& key,
                                            const Then& then = {}) {
        return submit(customer, key, draftFor(10), then);
    }
    std::future<StoreResult<Answer>> submit(const Customer& customer, const std::string& key,
                                            const domain::OrderDraft& draft, const Then& then = {});

    /// How often jobs have run: more than once each when a batch was written singly.
    int runs() const { return runs_; }
    static bool isCreated(const StoreResult<Answer>& answer) {
        return answer && answer->verdict == orders::IdempotencyVerdict::Fresh &&
               answer->placed.outcome == orders::PlacementResult::Outcome::Created;
    }

private:
    Store& store_;
    std::atomic<int> runs_ = 0;
};

/// A store on a file in a directory of its own, or in memory; or on PostgreSQL, where tests run
/// there (test_database.hpp).
class Stores {
public:
    explicit Stores(bool inMemory)
        : inMemory_(inMemory) {}

    SqliteOptions options() const;
    std::string path() const { return folder_.filePath("server.db").toStdString(); }
    /// Fails the test and returns null when the store does not open.
    std::unique_ptr<Store> open() const { return open(options()); }
    static std::unique_ptr<Store> open(const SqliteOptions& options);

private:
    bool inMemory_;
    QTemporaryDir folder_;
};

/// A new order that takes leads.
OrderNumber orderInProgress(Store& store, const Customer& customer, std::int64_t leads = 999);
/// Ingests so many leads, see leadsFrom(); their ids. Throws when they are refused.
std::vector<LeadId> stage(Store& store, const OrderNumber& number, int first, int count);

/// Delivers what the order has staged, as a part or as the end, all in one job; throws when it is
/// refused.
Order deliver(Store& store, const OrderNumber& number, bool part = false,
              Timestamp now = startTime());

/// Reads that fail the test when they fail.
Balance balanceOf(Store& store, const AccountId& account);
std::vector<Order> ordersOf(Store& store, const AccountId& account);
std::vector<std::string> ledgerFaultsOf(Store& store);

} // namespace leadsheet::server::store::test
