// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "store/admission.hpp"
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

class SqlSession;
struct Known;

template <class T>
using StoreResult = tl::expected<T, StoreError>;

/// Reads one consistent state of the database. Valid only inside the call it was handed to. Every
/// member may throw StoreFailure, which the caller's job lets pass. The members of one family are
/// in the file of that name in store/operations.
class Reader {
public:
    explicit Reader(SqlSession& session)
        : session_(session)
        , outreach_(session) {}

    /// The service's own, made with its database.
    std::string instanceId();
    std::int64_t accountCount();
    /// What is kept of the pepper to know it again; nullopt = nothing yet.
    std::optional<Digest> pepperCheck();
    bool hasKeys();
    std::optional<Account> findAccount(const AccountId& id);
    /// Oldest first; `after` holds the seq of the last account seen.
    Page<Account> listAccounts(const std::optional<CursorPosition>& after, int limit);

    /// The key with this hash, whatever its state (revoked, expired): the caller judges.
    std::optional<AuthenticatedKey> findKeyByHash(const Digest& hash);
    std::optional<ApiKey> findKey(const KeyId& id);
    std::vector<ApiKey> listKeys(const AccountId& account);
    /// Oldest first, of one account or of all; `after` holds the seq of the last key seen.
    Page<ApiKey> pageKeys(const std::optional<AccountId>& account,
                          const std::optional<CursorPosition>& after, int limit);

    /// The counter without charging it.
    domain::RateDecision peekRate(std::string_view subject, const RateRule& policy, Timestamp now);

    /// Absent and foreign quotes are the same: nullopt.
    std::optional<Quote> findQuote(const AccountId& account, const QuoteId& id);

    std::optional<Order> findOrder(const OrderNumber& number);
    /// nullopt when absent or of another account.
    std::optional<Order> findOrder(const AccountId& account, const OrderNumber& number);
    /// The order that this key bought on the create-order operation.
    std::optional<Order> findOrderByKey(const AccountId& account, std::string_view idempotencyKey);
    /// By createdAt, then seq. Without an account: over all accounts.
    Page<Order> listOrders(const std::optional<AccountId>& account, const OrderFilter& filter,
                           const std::optional<CursorPosition>& after, int limit,
                           Direction direction = Direction::NewestFirst);
    /// For each of `contents` the account's orders that ask for the same, created at `since` or
    /// later and neither cancelled, rejected, failed nor refunded in full; at most `limit` of each.
    /// Orders without a mark are not seen: whoever decides something by the answer calls
    /// markOrders().
    std::vector<Equivalents> findEquivalents(const AccountId& account, Timestamp since,
                                             std::span<const OrderContent> contents,
                                             std::size_t limit);
    /// Oldest first; `after` holds the seq of the last event seen.
    Page<OrderEvent> listEvents(const OrderNumber& number,
                                const std::optional<CursorPosition>& after, int limit);

    /// Visits leads in the order of their seq. A filter by an order of another account finds none.
    LeadSpan visitLeads(const LeadQuery& query, const LeadVisitor& visit);
    /// Visits one lead; false when absent or of another account.
    bool visitLead(const AccountId& account, const LeadId& id, const LeadVisitor& visit);
    std::int64_t countLeads(const AccountId& account, const LeadFilter& filter);
    /// Seq of the account's newest lead; 0 = it has none.
    std::int64_t lastLead(const AccountId& account);
    /// Oldest first; `after` holds the seq of the last erasure seen.
    Page<LeadErasure> listErasures(const AccountId& account,
                                   const std::optional<CursorPosition>& after, int limit);
    std::optional<Delivery> findDelivery(const OrderNumber& order, std::string_view id);
    /// Visits staged leads; their seq is their place among those of the order.
    LeadSpan visitStaged(const StagedQuery& query, const LeadVisitor& visit);
    /// The delivery of an order that is under way.
    std::optional<Publication> findPublication(const OrderNumber& order);
    /// The oldest delivery under way of an account.
    std::optional<Publication> nextPublication(const AccountId& account);
    /// An account that has something for removeDropped().
    std::optional<AccountId> droppedAccount();
    /// Accounts that have deliveries under way, by id, those behind `after`; at most `limit`.
    std::vector<AccountId> publishingAccounts(const AccountId& after, int limit);

    std::optional<IdempotencyRecord>
    findIdempotency(const AccountId& account, std::string_view operation, std::string_view key);

    Balance balance(const AccountId& account);
    /// Newest first; `after` holds the id of the last entry seen.
    Page<LedgerEntry> listLedger(const AccountId& account,
                                 const std::optional<CursorPosition>& after, int limit);
    /// Sums of the account's money, orders and leads.
    AccountStatistics statistics(const AccountId& account, const StatisticsSpan& span);
    /// Spent under this counter key on this UTC day (domain::utcDay).
    MinorUnits spentOn(const KeyId& counterKey, std::int64_t day);

    /// Every broken promise of the money ledger, in words; empty = sound. Checks that each transfer
    /// and the whole sum to zero, that balances equal their entries, that held equals the open
    /// holds. Reads the whole ledger.
    std::vector<std::string> ledgerFaults();

    // Webhooks.
    std::optional<Webhook> findWebhook(std::int64_t seq);
    /// nullopt when absent or of another account.
    std::optional<Webhook> findWebhook(const AccountId& account, const WebhookId& id);
    /// Oldest first; `after` holds the seq of the last one seen.
    Page<Webhook> listWebhooks(const AccountId& account, const std::optional<CursorPosition>& after,
                               int limit);
    WebhookHealth webhookHealth(std::int64_t webhook, Timestamp since);

    std::optional<WebhookDelivery> findWebhookDelivery(const AccountId& account,
                                                       const DeliveryId& id);
    /// Newest first; `after` holds the seq of the last one seen.
    Page<WebhookDelivery> listWebhookDeliveries(std::int64_t webhook, const DeliveryFilter& filter,
                                                const std::optional<CursorPosition>& after,
                                                int limit);
    std::optional<WebhookMessage> findWebhookMessage(std::int64_t seq);
    /// Oldest first.
    std::vector<WebhookAttempt> listWebhookAttempts(std::int64_t delivery);

    /// Deliveries that a recovery of now would queue.
    std::int64_t recoverable(std::int64_t webhook, Timestamp since);
    /// Webhooks that moveBacklog() has something to do for, with their accounts.
    std::vector<std::pair<std::int64_t, AccountId>> webhooksWithBacklog(Timestamp now);
    bool hasBacklog(std::int64_t webhook);

    /// Of all webhooks; costs a step for each, however many deliveries there are.
    DeliveryBacklog webhookBacklog();

    /// Webhooks with a delivery that is due, those that have waited longest first.
    std::vector<DueWebhook> dueWebhooks(Timestamp now);
    /// Those of delivered orders before those of sweeps, oldest first.
    std::vector<FanOut> listFanOuts(int limit);
    std::vector<LeadSweep> listLeadSweeps(int limit);

    /// Destinations and pushes; valid as long as this is.
    OutreachReads& outreach() { return outreach_; }
    PrivacyReads privacy() { return PrivacyReads(session_); }

protected:
    /// What is known of this account; null when that is not kept.
    Known* knownOf(const AccountId& account) const;

    SqlSession& session_;
    Known* known_ = nullptr; ///< of a transaction that holds one account's lock
    OutreachWrites outreach_;
};

/// One write job's view: everything it does is applied together or not at all. Reads see its own
/// writes. Not for keeping: valid only inside the job.
class Tx : public Reader {
public:
    explicit Tx(SqlSession& session, const OutboxHooks* outbox = nullptr, Known* known = nullptr)
        : Reader(session)
        , outbox_(outbox) {
        known_ = known;
    }

    /// For answers that repeat what an earlier transaction did: see SqlSession.
    void confirmEarlierCommits();

    /// What this job has others told of, now or later, belongs to this trace (domain::traceOf());
    /// empty = to none.
    void follow(std::string trace) { trace_ = std::move(trace); }

    void insertAccount(const Account& account);
    void setSuspended(const AccountId& account, bool suspended);
    void renameAccount(const AccountId& account, std::string_view name);
    void setDuplicates(const AccountId& account, domain::DuplicatePolicy policy,
                       std::int64_t windowDays);

    /// Unless there is one already.
    void keepPepperCheck(const Digest& check);
    /// counterKey is the predecessor's if there is one, else as given, else (empty) the own id;
    /// rateKey is the predecessor's or the own id, whatever is given.
    void insertKey(const ApiKey& key);
    /// Sets or brings forward the expiry (rotation overlap).
    void expireKey(const KeyId& id, Timestamp at);
    void revokeKey(const KeyId& id, Timestamp at);
    /// Writes at most once a minute and key.
    void touchKey(const KeyId& id, Timestamp at);

    /// Charges one request to a durable window. Exact: serialised with every other charge on this
    /// database, of this and other processes. A refused request changes nothing. Subjects: a key's
    /// rateKey, or any other text with a prefix of its own ("address:...").
    domain::RateDecision chargeRate(std::string_view subject, const RateRule& policy, Timestamp now,
                                    std::int64_t cost = 1);

    void insertQuote(const Quote& quote);
    void consumeQuote(const QuoteId& id, const OrderNumber& order);

    /// Ignores order.seq and returns the given one; nullopt when the number exists already.
    std::optional<std::int64_t> insertOrder(const Order& order);
    /// Writes status, payment, captured, refunded, the counts of leads and rows, question,
    /// version + 1 and updatedAt, if the stored version is order.version; false when it is not.
    bool updateOrder(const Order& order);
    /// Gives up to `limit` orders that have no mark theirs, of one account or of all: older
    /// programs wrote them. How many.
    std::int64_t markOrders(const std::optional<AccountId>& account, int limit);
    /// Appends; ignores event.seq.
    void appendEvent(const OrderEvent& event);

    void insertIdempotency(const IdempotencyRecord& record);

    /// Adds leads to what the order has staged. Of each: nullopt; or, when the account owns such a
    /// lead or the order has staged one, be it one before it here, it is not added, and this column
    /// of it told.
    std::vector<std::optional<LeadField>> stageLeads(const Order& order,
                                                     std::span<const NewLead> leads);
    void insertDelivery(const Delivery& delivery);
    /// Empties whatever a lead says about a person and notes that it did; a second time changes
    /// nothing. Its place, id, order, result, country and whether it had an address and a phone
    /// stay, so that counts, pages and bookmarks stay right; so do its identities (digests), so
    /// that a later delivery of the same person is a duplicate, which costs nothing. Pushes of it
    /// that wait are rejected. Whether it changed anything; nullopt when absent or of another
    /// account.
    std::optional<bool> eraseLead(const LeadErasure& erasure);
    /// Leaves what the order has staged to removeDropped().
    void dropStaged(const Order& order);
    /// Deletes what orders of the account that have ended left staged, at most `limit` rows of each
    /// kind; whether there was any. Writes of that account only.
    bool removeDropped(const AccountId& account, int limit);

    void insertPublication(const Publication& publication);
    /// Gives at most `limit` staged leads their places, out of everybody's sight, and counts them
    /// in `publication`; false when none is left to be moved. With `endsHere`, endPublication() of
    /// the same moment follows in this transaction then.
    bool movePublication(Publication& publication, int limit, Timestamp now, bool endsHere);
    /// Shows what was moved, and forgets the publication. Returns what became readable.
    PublishedSpan endPublication(const Publication& publication, Timestamp now);

    /// Money in, from the house. `amount` must be positive here and below.
    void credit(const AccountId& account, MinorUnits amount, std::string_view reason, Timestamp at);
    /// available -> held; false when available is too small, and nothing is done.
    bool hold(const AccountId& account, const OrderNumber& order, MinorUnits amount, Timestamp at);
    /// Out of the order's open hold. Over the hold: StoreFailure (Internal).
    void capture(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                 Timestamp at);
    void release(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                 Timestamp at);
    /// Out of what was captured for the order and not yet refunded. Over it: StoreFailure.
    void refund(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                std::string_view reason, Timestamp at);
    void addSpent(const KeyId& counterKey, std::int64_t day, MinorUnits amount);

    /// What is older goes.
    struct Purge {
        Timestamp windowsBefore;  ///< rate windows that began before
        Timestamp bodiesBefore;   ///< answers; not links to orders, nor of credits and refunds
        Timestamp quotesBefore;   ///< unused quotes that ended before
        Timestamp refusalsBefore; ///< of orders; nobody is answered with older ones
    };
    /// At most `limit` rows of each; returns how many rows changed.
    std::int64_t purge(const Purge& ended, int limit);
    /// Null when the store was opened without; then nothing is announced.
    const OutboxHooks* outbox() const { return outbox_; }

    /// Ignores seq and returns the given one.
    std::int64_t insertWebhook(const Webhook& webhook);
    /// Writes what its owner decides and the secrets, version + 1, if the stored version is
    /// webhook.version; false when it is not.
    bool updateWebhook(const Webhook& webhook);
    /// From now on it is not found. What waits for it and its log go later, by moveBacklog().
    void removeWebhook(std::int64_t webhook, Timestamp now);

    /// Gives the message its seq, id and place in the account's sequence. `data` is called with
    /// that place, inside.
    WebhookMessage
    insertWebhookMessage(WebhookMessage message,
                         const std::function<std::string(std::int64_t accountSeq)>& data);
    /// Pending (due at once) or Held. Its seq is 0 when the message is written with those of other
    /// orders.
    WebhookDelivery queueDelivery(const WebhookMessage& message, std::int64_t webhook,
                                  DeliveryState state);
    /// Makes a delivery due at once, whatever its state, with all attempts before it.
    void requeueDelivery(std::int64_t delivery, Timestamp now);
    /// The same for every failed or held delivery of a webhook that was made at `since` or later;
    /// returns how many, or nullopt when they are many: then moveBacklog() does it.
    std::optional<std::int64_t> recoverDeliveries(std::int64_t webhook, Timestamp since,
                                                  Timestamp now);
    /// Pending -> held; when they are many, by moveBacklog(), and none of them is claimed
    /// meanwhile.
    void holdDeliveries(std::int64_t webhook, Timestamp now);
    /// Does a piece of what is still to be done to the deliveries of a webhook, in the order it was
    /// asked for; false = nothing is left to do now.
    bool moveBacklog(std::int64_t webhook, Timestamp now);

    /// Takes deliveries that are due, oldest first, and hides them until `leaseUntil`, so that no
    /// other worker takes them and a worker that dies loses none.
    /// Those in `underWay` are passed over, as are those that another transaction holds. Needs no
    /// account in the job's scope.
    std::vector<WebhookDelivery> claimDeliveries(std::int64_t webhook, Timestamp now,
                                                 Timestamp leaseUntil, int limit,
                                                 const std::set<std::int64_t>& underWay);
    /// Makes a claimed delivery due again without an attempt, if the lease is still its own.
    void releaseDelivery(const WebhookDelivery& claimed, Timestamp now);
    /// Logs the attempt; sets the state if the lease is still the one that was claimed. False when
    /// the delivery is gone.
    bool finishDelivery(const DeliveryResult& result);
    /// Notes a success (it fails no more) or a failure of a call to the webhook as it was then.
    /// False, and nothing noted, when it has another address or secret by now, or is gone.
    bool noteWebhookResult(const Webhook& called, bool delivered, Timestamp at);

    void queueFanOut(const FanOut& fanOut);
    /// False when another process was faster.
    bool takeFanOut(std::int64_t seq);
    void queueLeadSweep(const LeadSweep& sweep);
    /// Moves it on to `reached`, or ends it there. False when another process was faster.
    bool moveLeadSweep(const LeadSweep& sweep, std::int64_t reached);

    /// Deletes finished and held deliveries made before, and messages nobody waits for, at most
    /// `limit` of each; returns how many rows went.
    std::int64_t purgeWebhookLog(Timestamp before, int limit);
    /// Brings near what waits over 27 hours, longer than anything may: the clock was set back.
    std::int64_t bringForward(Timestamp now, int limit);

    OutreachWrites& outreachWrites() { return outreach_; }
    PrivacyWrites privacyWrites() { return PrivacyWrites(session_); }

private:
    struct Transfer;
    bool tryPost(const Transfer& transfer);
    void post(const Transfer& transfer);
    std::vector<bool> suppressed(std::span<const std::string_view> identities);
    LeadEnd leadEnd(const AccountId& account, Timestamp now);
    void forgetRecord(const AccountId& account);
    void forgetWebhooks();
    std::optional<std::int64_t> nextInSequence(WebhookMessage& message);

    std::optional<std::string> trace() const {
        return trace_.empty() ? std::nullopt : std::optional(trace_);
    }

    const OutboxHooks* outbox_;
    std::string trace_;
};

/// How much a commit must survive. Both survive the end of the process.
enum class Durability {
    Full,    ///< and power loss: for everything that a client is told
    Relaxed, ///< counters: the last moments before a power loss may be missing
};

/// What a job touches: one account with its keys, orders, money and webhooks; or, empty, anything.
/// Jobs of different accounts may run at the same time. What two scoped jobs both could touch (a
/// list of all accounts) belongs to no scope, but for the house's funding, which is only added to.
/// Jobs under a name that no account has run one after the other, beside those of any account; they
/// must bear that.
using WriteScope = AccountId;

/// One unit of work for the writer.
class WriteJob {
public:
    virtual ~WriteJob() = default;
    virtual const WriteScope& scope() const = 0;
    /// Of a job that places an order; may be wrong, which only makes it slower.
    virtual const OrderAhead* ahead() const { return nullptr; }
    /// Runs on a writer; throwing undoes this job alone. Must be short and must not wait for
    /// anything but the Tx. May run again after all that it did in the database was undone (a lost
    /// connection, a conflict with another process), so it must start over each time.
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

    /// Looks for a key and, where that takes no longer, charges the request.
    virtual StoreResult<Admitted> admit(const Admission& asked);

    /// Waits until everything that a read has seen would survive the loss of the database server,
    /// as far as its settings promise that; many that wait share a commit. Never from a completion.
    virtual StoreResult<void> confirmEarlierCommits() { return {}; }

    /// Finishes the queued jobs, then refuses new ones (Stopped). Idempotent. Waits for the writer,
    /// so never call it from a completion.
    virtual void stop() = 0;

    /// Jobs waiting; a gauge for metrics.
    virtual std::size_t queuedJobs() const = 0;

    /// write([..](Tx& tx) {...}, [..](StoreResult<void> result) {...}); captures may be move-only.
    template <class Body, class Done>
    void write(Body body, Done done, Durability durability = Durability::Full,
               WriteScope scope = {}, std::optional<OrderAhead> ahead = {}) {
        struct Job final : WriteJob {
            Job(Body b, Done d, WriteScope s, std::optional<OrderAhead> a)
                : body(std::move(b))
                , finish(std::move(d))
                , only(std::move(s))
                , order(std::move(a)) {}
            const WriteScope& scope() const override { return only; }
            const OrderAhead* ahead() const override { return order ? &*order : nullptr; }
            void run(Tx& tx) override { body(tx); }
            void done(StoreResult<void> result) override { finish(std::move(result)); }
            Body body;
            Done finish;
            WriteScope only;
            std::optional<OrderAhead> order;
        };
        submit(std::make_unique<Job>(std::move(body), std::move(done), std::move(scope),
                                     std::move(ahead)),
               durability);
    }

    /// Blocking form of write(): never from a completion. The job's value is handed out only when
    /// it was committed.
    template <class Body>
    auto writeAndWait(Body body, Durability durability = Durability::Full, WriteScope scope = {},
                      std::optional<OrderAhead> ahead = {})
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
auto Store::writeAndWait(Body body, Durability durability, WriteScope scope,
                         std::optional<OrderAhead> ahead)
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
        durability, std::move(scope), std::move(ahead));
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
