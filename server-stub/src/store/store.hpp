// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "store/leads.hpp"
#include "store/outreach.hpp"
#include "store/records.hpp"
#include "store/store_error.hpp"
#include "store/webhooks.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace leadsheet::server::store {

template <class T>
using StoreResult = tl::expected<T, StoreError>;

/// Reads one consistent state of the database. Valid only inside the call it was handed to. Every
/// member may throw StoreFailure, which the caller's job lets pass.
class Reader : public WebhookReads {
public:
    /// The service's own, made with its database.
    virtual std::string instanceId() = 0;
    virtual std::int64_t accountCount() = 0;
    virtual std::optional<Account> findAccount(const AccountId& id) = 0;
    /// Oldest first; `after` holds the seq of the last account seen.
    virtual Page<Account> listAccounts(const std::optional<CursorPosition>& after, int limit) = 0;

    /// The key with this hash, whatever its state (revoked, expired): the caller judges.
    virtual std::optional<AuthenticatedKey> findKeyByHash(const Digest& hash) = 0;
    virtual std::optional<ApiKey> findKey(const KeyId& id) = 0;
    virtual std::vector<ApiKey> listKeys(const AccountId& account) = 0;
    /// Oldest first, of one account or of all; `after` holds the seq of the last key seen.
    virtual Page<ApiKey> pageKeys(const std::optional<AccountId>& account,
                                  const std::optional<CursorPosition>& after, int limit) = 0;

    /// The counter without charging it.
    virtual domain::RateDecision peekRate(std::string_view subject, const RateRule& policy,
                                          Timestamp now) = 0;

    /// Absent and foreign quotes are the same: nullopt.
    virtual std::optional<Quote> findQuote(const AccountId& account, const QuoteId& id) = 0;

    virtual std::optional<Order> findOrder(const OrderNumber& number) = 0;
    /// nullopt when absent or of another account.
    virtual std::optional<Order> findOrder(const AccountId& account, const OrderNumber& number) = 0;
    /// The order that this key bought on the create-order operation.
    virtual std::optional<Order> findOrderByKey(const AccountId& account,
                                                std::string_view idempotencyKey) = 0;
    /// By createdAt, then seq. Without an account: over all accounts.
    virtual Page<Order> listOrders(const std::optional<AccountId>& account,
                                   const OrderFilter& filter,
                                   const std::optional<CursorPosition>& after, int limit,
                                   Direction direction = Direction::NewestFirst) = 0;
    /// For each wish the account's orders that ask for the same, created at `since` or later and
    /// neither cancelled, rejected, failed nor refunded in full; at most `limit` of each. Orders
    /// without a mark are not seen: whoever decides something by the answer calls markOrders().
    virtual std::vector<Equivalents> findEquivalents(const AccountId& account, Timestamp since,
                                                     std::span<const Wish> wishes,
                                                     std::size_t limit) = 0;
    /// Oldest first; `after` holds the seq of the last event seen.
    virtual Page<OrderEvent> listEvents(const OrderNumber& number,
                                        const std::optional<CursorPosition>& after, int limit) = 0;

    /// Visits leads in the order of their seq. A filter by an order of another account finds none.
    virtual LeadSpan visitLeads(const LeadQuery& query, const LeadVisitor& visit) = 0;
    /// Visits one lead; false when absent or of another account.
    virtual bool visitLead(const AccountId& account, const LeadId& id,
                           const LeadVisitor& visit) = 0;
    virtual std::int64_t countLeads(const AccountId& account, const LeadFilter& filter) = 0;
    /// Seq of the account's newest lead; 0 = it has none.
    virtual std::int64_t lastLead(const AccountId& account) = 0;
    virtual std::optional<Delivery> findDelivery(const OrderNumber& order, std::string_view id) = 0;
    /// Visits staged leads; their seq is their place among those of the order.
    virtual LeadSpan visitStaged(const StagedQuery& query, const LeadVisitor& visit) = 0;
    /// The delivery of an order that is under way.
    virtual std::optional<Publication> findPublication(const OrderNumber& order) = 0;
    /// The oldest delivery under way of an account.
    virtual std::optional<Publication> nextPublication(const AccountId& account) = 0;
    /// An account that has something for removeDropped().
    virtual std::optional<AccountId> droppedAccount() = 0;
    /// Accounts that have deliveries under way, by id, those behind `after`; at most `limit`.
    virtual std::vector<AccountId> publishingAccounts(const AccountId& after, int limit) = 0;

    virtual std::optional<IdempotencyRecord>
    findIdempotency(const AccountId& account, std::string_view operation, std::string_view key) = 0;

    virtual Balance balance(const AccountId& account) = 0;
    /// Newest first; `after` holds the id of the last entry seen.
    virtual Page<LedgerEntry> listLedger(const AccountId& account,
                                         const std::optional<CursorPosition>& after, int limit) = 0;
    /// Spent under this counter key on this UTC day (domain::utcDay).
    virtual MinorUnits spentOn(const KeyId& counterKey, std::int64_t day) = 0;

    /// Every broken promise of the money ledger, in words; empty = sound. Checks that each transfer
    /// and the whole sum to zero, that balances equal their entries, that held equals the open
    /// holds. Reads the whole ledger.
    virtual std::vector<std::string> ledgerFaults() = 0;

    /// Destinations and pushes; valid as long as this is.
    virtual OutreachReads& outreach() = 0;
};

/// One write job's view: everything it does is applied together or not at all. Reads see its own
/// writes. Not for keeping: valid only inside the job.
class Tx : public Reader, public WebhookWrites {
public:
    virtual void insertAccount(const Account& account) = 0;
    virtual void setSuspended(const AccountId& account, bool suspended) = 0;
    virtual void renameAccount(const AccountId& account, std::string_view name) = 0;
    virtual void setDuplicates(const AccountId& account, domain::DuplicatePolicy policy,
                               std::int64_t windowDays) = 0;

    /// counterKey is the predecessor's if there is one, else as given, else (empty) the own id.
    virtual void insertKey(const ApiKey& key) = 0;
    /// Sets or brings forward the expiry (rotation overlap).
    virtual void expireKey(const KeyId& id, Timestamp at) = 0;
    virtual void revokeKey(const KeyId& id, Timestamp at) = 0;
    /// Writes at most once a minute and key.
    virtual void touchKey(const KeyId& id, Timestamp at) = 0;

    /// Charges one request to a durable window. Exact: serialised with every other charge on this
    /// database, of this and other processes. A refused request changes nothing. Subjects: a key's
    /// counterKey, or any other text with a prefix of its own ("address:...").
    virtual domain::RateDecision chargeRate(std::string_view subject, const RateRule& policy,
                                            Timestamp now, std::int64_t cost = 1) = 0;

    virtual void insertQuote(const Quote& quote) = 0;
    virtual void consumeQuote(const QuoteId& id, const OrderNumber& order) = 0;

    /// Ignores order.seq and returns the given one; nullopt when the number exists already.
    virtual std::optional<std::int64_t> insertOrder(const Order& order) = 0;
    /// Writes status, payment, captured, refunded, the counts of leads and rows, question,
    /// version + 1 and updatedAt, if the stored version is order.version; false when it is not.
    virtual bool updateOrder(const Order& order) = 0;
    /// Gives up to `limit` orders that have no mark theirs, of one account or of all: older
    /// programs wrote them. How many.
    virtual std::int64_t markOrders(const std::optional<AccountId>& account, int limit) = 0;
    /// Appends; ignores event.seq and returns the given one.
    virtual std::int64_t appendEvent(const OrderEvent& event) = 0;

    virtual void insertIdempotency(const IdempotencyRecord& record) = 0;

    /// Adds leads to what the order has staged. Of each: nullopt; or, when the account owns such a
    /// lead or the order has staged one, be it one before it here, it is not added, and this column
    /// of it told.
    virtual std::vector<std::optional<LeadField>> stageLeads(const Order& order,
                                                             std::span<const NewLead> leads) = 0;
    virtual void insertDelivery(const Delivery& delivery) = 0;
    /// Leaves what the order has staged to removeDropped().
    virtual void dropStaged(const Order& order) = 0;
    /// Deletes what orders of the account that have ended left staged, at most `limit` rows of each
    /// kind; whether there was any. Writes of that account only.
    virtual bool removeDropped(const AccountId& account, int limit) = 0;

    virtual void insertPublication(const Publication& publication) = 0;
    /// Gives at most `limit` staged leads their places, out of everybody's sight, and counts them
    /// in `publication`; false when none is left to be moved. With `endsHere`, endPublication() of
    /// the same moment follows in this transaction then.
    virtual bool movePublication(Publication& publication, int limit, Timestamp now,
                                 bool endsHere) = 0;
    /// Shows what was moved, and forgets the publication. Returns what became readable.
    virtual PublishedSpan endPublication(const Publication& publication, Timestamp now) = 0;

    /// Money in, from the house. `amount` must be positive here and below.
    virtual void credit(const AccountId& account, MinorUnits amount, std::string_view reason,
                        Timestamp at) = 0;
    /// available -> held; false when available is too small, and nothing is done.
    virtual bool hold(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                      Timestamp at) = 0;
    /// Out of the order's open hold. Over the hold: StoreFailure (Internal).
    virtual void capture(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                         Timestamp at) = 0;
    virtual void release(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                         Timestamp at) = 0;
    /// Out of what was captured for the order and not yet refunded. Over it: StoreFailure.
    virtual void refund(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                        std::string_view reason, Timestamp at) = 0;
    virtual void addSpent(const KeyId& counterKey, std::int64_t day, MinorUnits amount) = 0;

    /// Deletes ended rate windows, unused quotes that ended before `bodiesBefore` and kept answers
    /// that are older (the link from key to order stays), at most `limit` rows of each; returns how
    /// many rows changed.
    virtual std::int64_t purge(Timestamp windowsBefore, Timestamp bodiesBefore, int limit) = 0;

    virtual OutreachWrites& outreachWrites() = 0;
};

/// How much a commit must survive. Both survive the end of the process.
enum class Durability {
    Full,    ///< and power loss: for everything that a client is told
    Relaxed, ///< counters: the last moments before a power loss may be missing
};

/// What a job touches: one account with its keys, orders, money and webhooks; or, empty, anything.
/// Jobs of different accounts may run at the same time. What two scoped jobs both could touch (the
/// house's funding, a list of all accounts) belongs to no scope.
using WriteScope = AccountId;

/// One unit of work for the writer.
class WriteJob {
public:
    virtual ~WriteJob() = default;
    virtual const WriteScope& scope() const = 0;
    /// Runs on a writer; throwing undoes this job alone. Must be short and must not wait for
    /// anything but the Tx. May run again after all that it did in the database was undone (a lost
    /// connection, a conflict with another process), so it must begin anew each time.
    virtual void run(Tx& tx) = 0;
    /// Called exactly once, after the commit or the failure, on the writer or, if the job was not
    /// accepted, on the calling thread. Must be short, must not throw, may queue further jobs.
    virtual void done(StoreResult<void> result) = 0;
};

/// The seam between the API and a database. Thread-safe.
class Store {
public:
    virtual ~Store() = default;

    /// Queues a job. Jobs of one scope run in the order of their arrival; neighbours may share a
    /// commit. Two jobs with a scope in common, in whatever process, run one after the other.
    virtual void submit(std::unique_ptr<WriteJob> job, Durability durability) = 0;

    /// Runs `body` on the calling thread with one consistent snapshot; waits while every reader is
    /// in use. Sees all writes whose completion was called before.
    virtual StoreResult<void> readWith(const std::function<void(Reader&)>& body) = 0;

    /// Finishes the queued jobs, then refuses new ones (Stopped). Idempotent. Waits for the writer,
    /// so never call it from a completion.
    virtual void stop() = 0;

    /// Jobs waiting; a gauge for metrics.
    virtual std::size_t queuedJobs() const = 0;

    /// write([..](Tx& tx) {...}, [..](StoreResult<void> result) {...}); captures may be move-only.
    template <class Body, class Done>
    void write(Body body, Done done, Durability durability = Durability::Full,
               WriteScope scope = {}) {
        struct Job final : WriteJob {
            Job(Body b, Done d, WriteScope s)
                : body(std::move(b))
                , finish(std::move(d))
                , only(std::move(s)) {}
            const WriteScope& scope() const override { return only; }
            void run(Tx& tx) override { body(tx); }
            void done(StoreResult<void> result) override { finish(std::move(result)); }
            Body body;
            Done finish;
            WriteScope only;
        };
        submit(std::make_unique<Job>(std::move(body), std::move(done), std::move(scope)),
               durability);
    }

    /// Blocking form of write(): never from a completion. The job's value is handed out only when
    /// it was committed.
    template <class Body>
    auto writeAndWait(Body body, Durability durability = Durability::Full, WriteScope scope = {})
        -> StoreResult<std::invoke_result_t<Body, Tx&>>;

    /// read([&](Reader& r) { return r.findOrder(...); }) -> StoreResult<std::optional<Order>>
    template <class Body>
    auto read(Body body) -> StoreResult<std::invoke_result_t<Body, Reader&>> {
        using Value = std::invoke_result_t<Body, Reader&>;
        if constexpr (std::is_void_v<Value>) {
            return readWith([&](Reader& reader) { body(reader); });
        } else {
            std::optional<Value> value;
            auto result = readWith([&](Reader& reader) { value.emplace(body(reader)); });
            if (!result)
                return tl::make_unexpected(std::move(result.error()));
            return std::move(*value);
        }
    }
};

template <class Body>
auto Store::writeAndWait(Body body, Durability durability, WriteScope scope)
    -> StoreResult<std::invoke_result_t<Body, Tx&>> {
    using Value = std::invoke_result_t<Body, Tx&>;
    using Kept = std::conditional_t<std::is_void_v<Value>, bool, Value>;
    struct Shared {
        std::mutex mutex;
        std::condition_variable finished;
        std::optional<StoreResult<void>> result;
        std::optional<Kept> value;
    };
    const auto shared = std::make_shared<Shared>();
    write(
        [shared, body = std::move(body)](Tx& tx) mutable {
            if constexpr (std::is_void_v<Value>)
                body(tx);
            else
                shared->value.emplace(body(tx));
        },
        [shared](StoreResult<void> result) {
            {
                const std::scoped_lock lock(shared->mutex);
                shared->result.emplace(std::move(result));
            }
            shared->finished.notify_one();
        },
        durability, std::move(scope));
    std::unique_lock lock(shared->mutex);
    shared->finished.wait(lock, [&] { return shared->result.has_value(); });
    if (!*shared->result)
        return tl::make_unexpected(std::move(shared->result->error()));
    if constexpr (std::is_void_v<Value>)
        return {};
    else
        return std::move(*shared->value);
}

} // namespace leadsheet::server::store
