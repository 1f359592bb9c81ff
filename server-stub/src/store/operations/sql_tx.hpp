// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/operations/sql_outreach.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

namespace leadsheet::server::store {

/// The policy of that name; anything else is a fault of the database.
domain::DuplicatePolicy policyOf(std::string_view name);

/// Every operation of the seam, in SQL, over any engine's session. The members of one family are in
/// the file of that name beside this one.
class SqlTx final : public Tx {
public:
    explicit SqlTx(SqlSession& session, const OutboxHooks* outbox = nullptr)
        : session_(session)
        , outbox_(outbox)
        , outreach_(session) {}

    // accounts.cpp
    std::string instanceId() override;
    std::int64_t accountCount() override;
    std::optional<Account> findAccount(const AccountId& id) override;
    Page<Account> listAccounts(const std::optional<CursorPosition>& after, int limit) override;
    void insertAccount(const Account& account) override;
    void setSuspended(const AccountId& account, bool suspended) override;
    void renameAccount(const AccountId& account, std::string_view name) override;
    void setDuplicates(const AccountId& account, domain::DuplicatePolicy policy,
                       std::int64_t windowDays) override;

    // keys.cpp
    std::optional<AuthenticatedKey> findKeyByHash(const Digest& hash) override;
    std::optional<ApiKey> findKey(const KeyId& id) override;
    std::vector<ApiKey> listKeys(const AccountId& account) override;
    Page<ApiKey> pageKeys(const std::optional<AccountId>& account,
                          const std::optional<CursorPosition>& after, int limit) override;
    void insertKey(const ApiKey& key) override;
    void expireKey(const KeyId& id, Timestamp at) override;
    void revokeKey(const KeyId& id, Timestamp at) override;
    void touchKey(const KeyId& id, Timestamp at) override;

    // limits.cpp
    domain::RateDecision peekRate(std::string_view subject, const RateRule& rule,
                                  Timestamp now) override;
    domain::RateDecision chargeRate(std::string_view subject, const RateRule& rule, Timestamp now,
                                    std::int64_t cost) override;
    MinorUnits spentOn(const KeyId& counterKey, std::int64_t day) override;
    void addSpent(const KeyId& counterKey, std::int64_t day, MinorUnits amount) override;

    // idempotency.cpp
    std::optional<IdempotencyRecord> findIdempotency(const AccountId& account,
                                                     std::string_view operation,
                                                     std::string_view key) override;
    void insertIdempotency(const IdempotencyRecord& record) override;
    std::int64_t purge(Timestamp windowsBefore, Timestamp bodiesBefore, int limit) override;

    // quotes.cpp
    std::optional<Quote> findQuote(const AccountId& account, const QuoteId& id) override;
    void insertQuote(const Quote& quote) override;
    void consumeQuote(const QuoteId& id, const OrderNumber& order) override;

    // orders.cpp
    std::optional<Order> findOrder(const OrderNumber& number) override;
    std::optional<Order> findOrder(const AccountId& account, const OrderNumber& number) override;
    std::optional<Order> findOrderByKey(const AccountId& account,
                                        std::string_view idempotencyKey) override;
    Page<Order> listOrders(const std::optional<AccountId>& account, const OrderFilter& filter,
                           const std::optional<CursorPosition>& after, int limit,
                           Direction direction) override;
    std::optional<std::int64_t> insertOrder(const Order& order) override;
    bool updateOrder(const Order& order) override;

    // equivalents.cpp
    std::vector<Equivalents> findEquivalents(const AccountId& account, Timestamp since,
                                             std::span<const Wish> wishes,
                                             std::size_t limit) override;
    std::int64_t markOrders(const std::optional<AccountId>& account, int limit) override;

    // leads_read.cpp
    LeadSpan visitLeads(const LeadQuery& query, const LeadVisitor& visit) override;
    bool visitLead(const AccountId& account, const LeadId& id, const LeadVisitor& visit) override;
    std::int64_t countLeads(const AccountId& account, const LeadFilter& filter) override;
    std::int64_t lastLead(const AccountId& account) override;
    LeadSpan visitStaged(const StagedQuery& query, const LeadVisitor& visit) override;

    // staged_leads.cpp
    std::optional<Delivery> findDelivery(const OrderNumber& order, std::string_view id) override;
    std::vector<std::optional<LeadField>> stageLeads(const Order& order,
                                                     std::span<const NewLead> leads) override;
    void insertDelivery(const Delivery& delivery) override;
    void dropStaged(const Order& order) override;
    std::optional<AccountId> droppedAccount() override;
    bool removeDropped(const AccountId& account, int limit) override;

    // publications.cpp
    std::optional<Publication> findPublication(const OrderNumber& order) override;
    std::optional<Publication> nextPublication(const AccountId& account) override;
    std::vector<AccountId> publishingAccounts(const AccountId& after, int limit) override;
    void insertPublication(const Publication& publication) override;
    bool movePublication(Publication& publication, int limit, Timestamp now,
                         bool endsHere) override;
    PublishedSpan endPublication(const Publication& publication, Timestamp now) override;

    // events.cpp
    Page<OrderEvent> listEvents(const OrderNumber& number,
                                const std::optional<CursorPosition>& after, int limit) override;
    std::int64_t appendEvent(const OrderEvent& event) override;

    // ledger.cpp
    Balance balance(const AccountId& account) override;
    Page<LedgerEntry> listLedger(const AccountId& account,
                                 const std::optional<CursorPosition>& after, int limit) override;
    void credit(const AccountId& account, MinorUnits amount, std::string_view reason,
                Timestamp at) override;
    bool hold(const AccountId& account, const OrderNumber& order, MinorUnits amount,
              Timestamp at) override;
    void capture(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                 Timestamp at) override;
    void release(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                 Timestamp at) override;
    void refund(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                std::string_view reason, Timestamp at) override;

    // webhooks.cpp
    std::optional<Webhook> findWebhook(std::int64_t seq) override;
    std::optional<Webhook> findWebhook(const AccountId& account, const WebhookId& id) override;
    Page<Webhook> listWebhooks(const AccountId& account, const std::optional<CursorPosition>& after,
                               int limit) override;
    WebhookHealth webhookHealth(std::int64_t webhook, Timestamp since) override;
    const OutboxHooks* outbox() override { return outbox_; }
    std::int64_t insertWebhook(const Webhook& webhook) override;
    bool updateWebhook(const Webhook& webhook) override;
    void noteWebhookResult(std::int64_t webhook, bool delivered, Timestamp at) override;

    // webhook_deliveries.cpp
    std::optional<WebhookDelivery> findWebhookDelivery(const AccountId& account,
                                                       const DeliveryId& id) override;
    Page<WebhookDelivery> listWebhookDeliveries(std::int64_t webhook, const DeliveryFilter& filter,
                                                const std::optional<CursorPosition>& after,
                                                int limit) override;
    std::vector<WebhookAttempt> listWebhookAttempts(std::int64_t delivery) override;
    std::vector<std::int64_t> dueWebhooks(Timestamp now) override;
    WebhookDelivery queueDelivery(const WebhookMessage& message, std::int64_t webhook,
                                  DeliveryState state) override;
    void requeueDelivery(std::int64_t delivery, Timestamp now) override;
    std::vector<WebhookDelivery> claimDeliveries(std::int64_t webhook, Timestamp now,
                                                 Timestamp leaseUntil, int limit,
                                                 const std::set<std::int64_t>& underWay) override;
    void releaseDelivery(const WebhookDelivery& claimed, Timestamp now) override;
    bool finishDelivery(const DeliveryResult& result) override;

    // webhook_backlogs.cpp
    DeliveryBacklog webhookBacklog() override;
    std::int64_t recoverable(std::int64_t webhook, Timestamp since) override;
    std::vector<std::int64_t> webhooksWithBacklog(Timestamp now) override;
    bool hasBacklog(std::int64_t webhook) override;
    std::optional<std::int64_t> recoverDeliveries(std::int64_t webhook, Timestamp since,
                                                  Timestamp now) override;
    void holdDeliveries(std::int64_t webhook, Timestamp now) override;
    void removeWebhook(std::int64_t webhook, Timestamp now) override;
    bool moveBacklog(std::int64_t webhook, Timestamp now) override;

    // webhook_messages.cpp
    std::optional<WebhookMessage> findWebhookMessage(std::int64_t seq) override;
    WebhookMessage
    insertWebhookMessage(WebhookMessage message,
                         const std::function<std::string(std::int64_t accountSeq)>& data) override;
    std::vector<FanOut> listFanOuts(int limit) override;
    std::vector<LeadSweep> listLeadSweeps(int limit) override;
    void queueFanOut(const FanOut& fanOut) override;
    bool takeFanOut(std::int64_t seq) override;
    void queueLeadSweep(const LeadSweep& sweep) override;
    bool moveLeadSweep(const LeadSweep& sweep, std::int64_t reached) override;
    std::int64_t purgeWebhookLog(Timestamp before, int limit) override;

    // ledger_check.cpp
    std::vector<std::string> ledgerFaults() override;

    OutreachReads& outreach() override { return outreach_; }
    OutreachWrites& outreachWrites() override { return outreach_; }

private:
    struct Transfer;
    bool tryPost(const Transfer& transfer);
    void post(const Transfer& transfer);
    LeadEnd leadEnd(const AccountId& account, Timestamp now);

    SqlSession& session_;
    const OutboxHooks* outbox_;
    SqlOutreach outreach_;
};

} // namespace leadsheet::server::store
