// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.hpp"

#include "orders/steps.hpp"

#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "domain/money.hpp"
#include "store/open_store.hpp"
#include "test_database.hpp"

#include <QTest>
#include <atomic>
#include <stdexcept>

namespace leadsheet::server::store::test {

namespace {

template <class T>
T valueOf(StoreResult<T> result) {
    if (!result)
        throw std::runtime_error(result.error().detail);
    return std::move(*result);
}

} // namespace

Timestamp startTime() {
    return *domain::parseTimestamp("2026-03-01T12:00:00Z");
}

domain::RandomBytes counterRandom() {
    // One counter for all, so that no two sources draw the same.
    static std::atomic<std::uint64_t> counter{0};
    return [](std::span<unsigned char> bytes) {
        const std::string seed = std::to_string(++counter);
        std::size_t i = 0;
        for (unsigned char& byte : bytes)
            byte = domain::sha256(seed + "/" + std::to_string(i / 32))[i % 32], ++i;
    };
}

domain::OrderDraft draftFor(std::int64_t leads, const std::string& extraMembers) {
    const auto body = domain::parseJson(R"({"scrapingOption":"filters","leadCount":)" +
                                        std::to_string(leads) + extraMembers + "}");
    if (!body)
        throw std::runtime_error(body.error().detail);
    auto draft = domain::validateOrder(*body, {});
    if (!draft)
        throw std::runtime_error(draft.error().errors.front().detail);
    return std::move(*draft);
}

std::vector<NewLead> leadsFrom(int first, int count) {
    const auto ids =
        domain::makeLeadIds(static_cast<std::size_t>(count), startTime(), counterRandom());
    std::vector<NewLead> leads;
    for (int n = 0; n < count; ++n) {
        auto draft =
            domain::checkLead(*domain::parseJson(R"({"result":"good","country":"DE","email":"p)" +
                                                 std::to_string(first + n) + R"(@x.example"})"));
        auto identities = domain::leadIdentities(*draft);
        leads.push_back(
            {ids[static_cast<std::size_t>(n)], std::move(*draft), std::move(identities)});
    }
    return leads;
}

Customer::Customer(Store& store, const std::string& name, MinorUnits credit) {
    Account account{domain::makeAccountId(random_), name, "sandbox", false, startTime()};
    const auto secret = domain::mintApiKey(domain::ApiKeyType::Customer, random_, "pepper");
    key_.id = domain::makeKeyId(random_);
    key_.account = account.id;
    key_.label = name;
    key_.scopes = {"orders:write", "leads:read"};
    key_.hash = secret.hash;
    key_.prefix = secret.prefix;
    key_.last4 = secret.last4;
    key_.createdAt = startTime();
    key_.counterKey = key_.id;
    const auto written = store.writeAndWait([&](Tx& tx) {
        tx.insertAccount(account);
        tx.insertKey(key_);
        if (credit > 0)
            tx.credit(account.id, credit, "play balance", startTime());
    });
    if (!written)
        throw std::runtime_error(written.error().detail);
}

Customer::Answer Customer::createIn(Tx& tx, const std::string& idempotencyKey,
                                    const domain::OrderDraft& draft, Timestamp now) const {
    const domain::Digest fingerprint = domain::requestFingerprint("createOrder", draft.recordJson);
    tx.chargeRate(key_.counterKey.str(), {"orders", {5'000, std::chrono::hours(1)}}, now);
    Answer answer;
    auto check =
        orders::checkIdempotency(tx, key_.account, "createOrder", idempotencyKey, fingerprint);
    answer.verdict = check.verdict;
    if (check.verdict != orders::IdempotencyVerdict::Fresh) {
        answer.body = check.record->body.value_or("");
        return answer;
    }
    answer.placed = orders::placeOrder(tx, placementOf(idempotencyKey, draft, now));
    answer.body = answer.placed.answer;
    return answer;
}

orders::Placement Customer::placementOf(const std::string& idempotencyKey,
                                        const domain::OrderDraft& draft, Timestamp now) const {
    const auto price =
        domain::priceOf(*draft.product, draft.leadCount, draft.requireEmail, draft.requirePhone);
    return {key_,
            draft,
            *price,
            "createOrder",
            idempotencyKey,
            domain::requestFingerprint("createOrder", draft.recordJson),
            [this] { return domain::makeOrderNumber(random_); },
            201,
            [](const Order& order, const Equivalents& equivalents) {
                return "{\"order_number\":\"" + order.number.str() +
                       "\",\"named\":" + std::to_string(equivalents.orders.size()) +
                       ",\"more\":" + std::to_string(equivalents.more) + "}";
            },
            std::nullopt,
            now,
            "{}",
            duplicates_,
            duplicatesSince_};
}

OrderAhead Customer::aheadOf(const std::string& idempotencyKey, const domain::OrderDraft& draft,
                             Timestamp now) const {
    OrderAhead ahead{key_.counterKey.str(), {"orders"},    key_.counterKey,
                     domain::utcDay(now),   "createOrder", idempotencyKey};
    orders::lookForQuoteAndEquivalents(ahead, placementOf(idempotencyKey, draft, now));
    return ahead;
}

StoreResult<Customer::Answer> Customer::create(Store& store, const std::string& idempotencyKey,
                                               const domain::OrderDraft& draft,
                                               Timestamp now) const {
    return store.writeAndWait([&](Tx& tx) { return createIn(tx, idempotencyKey, draft, now); },
                              Durability::Full, key_.account, aheadOf(idempotencyKey, draft, now));
}

Quote quoteFor(const Customer& customer, const domain::OrderDraft& draft) {
    Quote quote;
    quote.id = draft.quoteId.value();
    quote.account = customer.account();
    quote.product = "filters";
    quote.leadCount = draft.leadCount;
    quote.unitPrice = 50'000;
    quote.total = draft.leadCount * 5;
    quote.createdAt = startTime();
    quote.expiresAt = startTime() + std::chrono::hours(24);
    quote.requestDigest = draft.requestDigest;
    quote.recordJson = draft.recordJson;
    return quote;
}

std::future<StoreResult<Customer::Answer>> Orders::submit(const Customer& customer,
                                                          const std::string& key,
                                                          const domain::OrderDraft& draft,
                                                          const Then& then) {
    auto answer = std::make_shared<Answer>();
    auto end = std::make_shared<std::promise<StoreResult<Answer>>>();
    auto ended = end->get_future();
    store_.write(
        [=, this, &customer](Tx& tx) {
            ++runs_;
            *answer = customer.createIn(tx, key, draft);
            if (then)
                then(tx, *answer);
        },
        [=](const StoreResult<void>& result) {
            if (result)
                end->set_value(*answer);
            else
                end->set_value(tl::make_unexpected(result.error()));
        },
        Durability::Full, customer.account(), customer.aheadOf(key, draft));
    return ended;
}

SqliteOptions Stores::options() const {
    SqliteOptions options;
    if (!inMemory_)
        options.path = path();
    return options;
}

namespace {

tl::expected<std::unique_ptr<Store>, OpenError> openAnywhere(const SqliteOptions& options) {
    if (!leadsheet::test::onPostgres())
        return openSqliteStore(options);
    PostgresOptions on;
    on.uri = leadsheet::test::databaseFor(options.path);
    on.readers = options.readers;
    on.maxBatch = options.maxBatch;
    on.gather = options.gather;
    on.maxQueued = options.maxQueued;
    on.outbox = options.outbox;
    if (options.hook) {
        on.hook = [hook = options.hook](DbOp op, std::uint64_t number) {
            return hook(op, number) == 0 ? PostgresFault::None : PostgresFault::Conflict;
        };
    }
    return openPostgresStore(on);
}

} // namespace

std::unique_ptr<Store> Stores::open(const SqliteOptions& options) {
    auto store = openAnywhere(options);
    if (!store) {
        QTest::qFail(store.error().detail.c_str(), __FILE__, __LINE__);
        return nullptr;
    }
    return std::move(*store);
}

OrderNumber orderInProgress(Store& store, const Customer& customer, std::int64_t leads) {
    static std::atomic<int> made{0};
    const auto order =
        customer.create(store, "in progress " + std::to_string(++made), draftFor(leads));
    orders::OrderStep step;
    step.number = order->placed.order->number;
    step.now = startTime();
    const auto approved =
        store.writeAndWait([&](Tx& tx) { return orders::performStep(tx, step).outcome; });
    if (!approved || *approved != orders::OrderStepResult::Outcome::Done)
        throw std::runtime_error("the order was not approved");
    return step.number;
}

std::vector<LeadId> stage(Store& store, const OrderNumber& number, int first, int count) {
    static std::atomic<int> parts{0};
    const auto leads = leadsFrom(first, count);
    orders::IngestPart part;
    part.number = number;
    part.deliveryId = "part " + std::to_string(++parts);
    part.leads = leads;
    part.now = startTime();
    part.renderAnswer = [](const orders::IngestCounts&) {
        return std::string();
    };
    const auto taken =
        store.writeAndWait([&](Tx& tx) { return orders::ingestPart(tx, part).outcome; });
    if (!taken || *taken != orders::IngestResult::Outcome::Applied)
        throw std::runtime_error("the part was not ingested");
    std::vector<LeadId> ids;
    for (const NewLead& lead : leads)
        ids.push_back(lead.id);
    return ids;
}

Order deliver(Store& store, const OrderNumber& number, bool part, Timestamp now) {
    orders::OrderStep step;
    step.number = number;
    step.action = part ? domain::OrderAction::DeliverPart : domain::OrderAction::Deliver;
    step.now = now;
    const auto answer = [](Reader&, const Order&) {
        return std::string("{}");
    };
    orders::PieceSize size;
    const auto done = store.writeAndWait([&](Tx& tx) {
        const auto start = orders::startDelivery(tx, step, std::nullopt, answer);
        while (const auto under = tx.findPublication(number)) {
            while (orders::moveDelivery(tx, under->account, now, size)) {
            }
            orders::finishDelivery(tx, under->account, answer, now);
        }
        using Outcome = orders::OrderStepResult::Outcome;
        const bool fine = start.begun || start.result.outcome == Outcome::Done;
        return fine ? tx.findOrder(number) : std::nullopt;
    });
    if (!done || !*done)
        throw std::runtime_error(done ? "not delivered" : done.error().detail);
    return **done;
}

Balance balanceOf(Store& store, const AccountId& account) {
    return valueOf(store.read([&](Reader& reader) { return reader.balance(account); }));
}

std::vector<Order> ordersOf(Store& store, const AccountId& account) {
    return valueOf(store.read([&](Reader& reader) {
               return reader.listOrders(account, {}, std::nullopt, 10'000);
           }))
        .rows;
}

std::vector<std::string> ledgerFaultsOf(Store& store) {
    return valueOf(store.read([](Reader& reader) { return reader.ledgerFaults(); }));
}

} // namespace leadsheet::server::store::test
