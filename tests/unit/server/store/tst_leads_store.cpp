// SPDX-License-Identifier: Apache-2.0
#include "orders/steps.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <sqlite3.h>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;
using Applied = IngestResult::Outcome;

/// Leads behind the seam: numbering, ranges, atomicity, and that every filter has its index.
class LeadsStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void parts_numberLeadsWithoutGaps();
    void duplicatesWithinAPart_areFoundWhereverTheyStand_data();
    void duplicatesWithinAPart_areFoundWhereverTheyStand();
    void failedPart_leavesNothing();
    void partThatCannotBeRead_leavesNothing();
    void visit_endsWhereItIsTold();
    void deliveredAfter_isABoundBetweenParts();
    void newestDeliveredAt_isTheBoundOfWhatCameLater();
    void fields_thatAreNotAskedFor_areNotRead();
    void fields_inEveryCombination_needBoundedMemory();

private:
    OrderNumber orderInProgress(const Customer& customer);
    /// And delivers the part.
    IngestResult ingest(const OrderNumber& number, const std::string& id, int first, int count,
                        Timestamp now = startTime());
    std::vector<std::int64_t> seqs(const LeadQuery& query);

    std::unique_ptr<Stores> stores_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
    int keys_ = 0;
};

void LeadsStoreTest::init() {
    store_.reset();
    stores_ = std::make_unique<Stores>(false);
    store_ = stores_->open();
    QVERIFY(store_);
    customer_ = std::make_unique<Customer>(*store_, "one");
}

/// Hands the leads over in batches of that size.
static decltype(IngestPart::visit) visitorOf(std::span<const NewLead> leads, std::size_t batch) {
    return [=](const auto& take) {
        for (auto left = leads; !left.empty(); left = left.subspan(std::min(batch, left.size())))
            take(left.first(std::min(batch, left.size())));
        return true;
    };
}

OrderNumber LeadsStoreTest::orderInProgress(const Customer& customer) {
    const auto made = customer.create(*store_, "key-" + std::to_string(++keys_), draftFor(10));
    const OrderNumber number = made->placed.order->number;
    const auto approved = store_->writeAndWait([&](Tx& tx) {
        OrderStep step;
        step.number = number;
        step.now = startTime();
        return performStep(tx, step).outcome;
    });
    if (!approved || *approved != OrderStepResult::Outcome::Done)
        throw std::runtime_error("the order was not approved");
    return number;
}

IngestResult LeadsStoreTest::ingest(const OrderNumber& number, const std::string& id, int first,
                                    int count, Timestamp now) {
    const auto leads = leadsFrom(first, count);
    IngestPart part;
    part.number = number;
    part.deliveryId = id;
    part.fingerprint = domain::sha256(id + std::to_string(first));
    part.leads = leads;
    part.now = now;
    part.renderAnswer = [](const IngestCounts& counts) {
        return std::to_string(counts.accepted);
    };
    auto result = store_->writeAndWait([&](Tx& tx) { return ingestPart(tx, part); });
    if (!result)
        throw std::runtime_error(result.error().detail);
    if (result->outcome == Applied::Applied)
        deliver(*store_, number, true, now);
    return std::move(*result);
}

std::vector<std::int64_t> LeadsStoreTest::seqs(const LeadQuery& query) {
    std::vector<std::int64_t> found;
    const auto span = store_->read([&](Reader& reader) {
        return reader.visitLeads(query, [&](const LeadRow& lead) { found.push_back(lead.seq()); });
    });
    if (!span)
        throw std::runtime_error(span.error().detail);
    return found;
}

void LeadsStoreTest::parts_numberLeadsWithoutGaps() {
    const Customer other(*store_, "two");
    const auto mine = orderInProgress(*customer_);
    const auto theirs = orderInProgress(other);
    QCOMPARE(ingest(mine, "a", 0, 3).answer, std::string("3"));
    QCOMPARE(ingest(theirs, "a", 0, 2).answer, std::string("2"));
    QCOMPARE(ingest(mine, "b", 1, 4).answer, std::string("2")); // two of them are owned
    QCOMPARE(ingest(mine, "b", 1, 4).outcome, Applied::Replayed);
    QCOMPARE(ingest(mine, "b", 9, 1).outcome, Applied::OtherContent);
    QCOMPARE(seqs({customer_->account(), {}, 0, {}, 100}),
             (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    QCOMPARE(seqs({other.account(), {}, 0, {}, 100}), (std::vector<std::int64_t>{1, 2}));
    const auto last =
        store_->read([&](Reader& reader) { return reader.lastLead(customer_->account()); });
    QCOMPARE(*last, 5);
    QCOMPARE(seqs({AccountId("acc_none"), {}, 0, {}, 100}).size(), 0U);
}

void LeadsStoreTest::duplicatesWithinAPart_areFoundWhereverTheyStand_data() {
    QTest::addColumn<int>("batch");
    QTest::newRow("at once") << 0;
    QTest::newRow("in batches") << 7;
    QTest::newRow("in one batch") << 300;
}

void LeadsStoreTest::duplicatesWithinAPart_areFoundWhereverTheyStand() {
    QFETCH(int, batch);
    const auto number = orderInProgress(*customer_);
    ingest(number, "before", 0, 10);
    // Far and near: more than any engine takes at once lies between some.
    auto leads = leadsFrom(5, 300); // the first five are owned
    for (int n = 0; n < 300; n += 50)
        leads[static_cast<std::size_t>(n + 7)].identities =
            leads[static_cast<std::size_t>(n < 50 ? 6 : n - 40)].identities;
    IngestPart part;
    part.number = number;
    part.deliveryId = "part";
    if (batch == 0)
        part.leads = leads;
    else
        part.visit = visitorOf(leads, static_cast<std::size_t>(batch));
    part.now = startTime();
    part.renderAnswer = [](const IngestCounts& counts) {
        std::string text = std::to_string(counts.accepted) + ":";
        for (const auto& duplicate : counts.duplicates)
            text += " " + std::to_string(duplicate.lead);
        return text;
    };
    const auto taken = store_->writeAndWait([&](Tx& tx) { return ingestPart(tx, part); });
    QVERIFY2(taken, taken ? "" : taken.error().detail.c_str());
    deliver(*store_, number);
    QCOMPARE(taken->answer, std::string("289: 0 1 2 3 4 7 57 107 157 207 257"));
    const auto found = seqs({customer_->account(), {}, 0, {}, 1'000});
    QCOMPARE(found.size(), std::size_t{299});
    QCOMPARE(found.back(), std::int64_t{299});
}

void LeadsStoreTest::failedPart_leavesNothing() {
    const auto number = orderInProgress(*customer_);
    auto leads = leadsFrom(0, 3);
    // Breaks a promise of the database in the middle of the part.
    leads[2].draft.values[domain::leadField("result")] = "great";
    IngestPart part;
    part.number = number;
    part.deliveryId = "a";
    part.leads = leads;
    part.now = startTime();
    part.renderAnswer = [](const IngestCounts&) {
        return std::string();
    };
    QVERIFY(!store_->writeAndWait([&](Tx& tx) { return ingestPart(tx, part).outcome; }));
    QCOMPARE(seqs({customer_->account(), {}, 0, {}, 100}).size(), 0U);
    QCOMPARE(ingest(number, "a", 0, 3).answer, std::string("3"));
    QCOMPARE(seqs({customer_->account(), {}, 0, {}, 100}), (std::vector<std::int64_t>{1, 2, 3}));
}

void LeadsStoreTest::partThatCannotBeRead_leavesNothing() {
    const auto number = orderInProgress(*customer_);
    const auto leads = leadsFrom(0, 3);
    IngestPart part;
    part.number = number;
    part.deliveryId = "a";
    part.visit = [&](const auto& take) {
        take(leads);
        return false;
    };
    part.now = startTime();
    part.renderAnswer = [](const IngestCounts&) {
        return std::string();
    };
    QVERIFY(!store_->writeAndWait([&](Tx& tx) { return ingestPart(tx, part).outcome; }));
    QCOMPARE(ingest(number, "a", 0, 3).answer, std::string("3"));
    QCOMPARE(seqs({customer_->account(), {}, 0, {}, 100}), (std::vector<std::int64_t>{1, 2, 3}));
}

void LeadsStoreTest::visit_endsWhereItIsTold() {
    const auto number = orderInProgress(*customer_);
    ingest(number, "a", 0, 10);
    const auto visit = [&](std::int64_t after, std::optional<std::int64_t> upTo, int limit) {
        const auto span = store_->read([&](Reader& reader) {
            return reader.visitLeads({customer_->account(), {}, after, upTo, limit},
                                     [](const LeadRow&) {});
        });
        return std::pair(span->last, span->more);
    };
    QCOMPARE(visit(0, {}, 4), std::pair(std::int64_t{4}, true));
    QCOMPARE(visit(4, {}, 6), std::pair(std::int64_t{10}, false));
    QCOMPARE(visit(0, 7, 7), std::pair(std::int64_t{7}, false));
    QCOMPARE(visit(0, 7, 6), std::pair(std::int64_t{6}, true));
    QCOMPARE(visit(10, {}, 6), std::pair(std::int64_t{10}, false));
    QCOMPARE(visit(99, {}, 6), std::pair(std::int64_t{99}, false));
}

void LeadsStoreTest::deliveredAfter_isABoundBetweenParts() {
    const auto number = orderInProgress(*customer_);
    const auto at = [](int second) {
        return startTime() + std::chrono::seconds(second);
    };
    ingest(number, "a", 0, 2, at(0));
    ingest(number, "b", 2, 2, at(5));
    ingest(number, "c", 4, 2, at(5));
    ingest(number, "d", 6, 2, at(9));
    const auto after = [&](int second) {
        LeadFilter filter;
        filter.deliveredAfter = at(second);
        const auto found = seqs({customer_->account(), filter, 0, {}, 100});
        const auto counted = store_->read(
            [&](Reader& reader) { return reader.countLeads(customer_->account(), filter); });
        return *counted == static_cast<std::int64_t>(found.size()) ? *counted : -1;
    };
    QCOMPARE(after(-1), 8);
    QCOMPARE(after(0), 6);
    QCOMPARE(after(4), 6);
    QCOMPARE(after(5), 4); // two parts of one moment come after each other
    QCOMPARE(after(9), 0);
}

void LeadsStoreTest::newestDeliveredAt_isTheBoundOfWhatCameLater() {
    const auto number = orderInProgress(*customer_);
    LeadFilter filter;
    std::vector<std::int64_t> seen;
    const auto look = [&] {
        const auto looked = store_->read([&](Reader& reader) {
            return reader.visitLeads(
                {customer_->account(), filter, 0, {}, 100}, [&](const LeadRow& lead) {
                    seen.push_back(lead.seq());
                    const auto at =
                        domain::fromMillis(lead.integer(domain::leadField("deliveredAt")));
                    filter.deliveredAfter = std::max(filter.deliveredAfter.value_or(at), at);
                });
        });
        QVERIFY(looked);
    };
    // In the same millisecond, and by a clock that was set back.
    ingest(number, "a", 0, 2);
    look();
    ingest(number, "b", 2, 2);
    look();
    ingest(number, "c", 4, 2, startTime() - std::chrono::hours(1));
    ingest(number, "d", 6, 2, startTime() - std::chrono::hours(1));
    look();
    look();
    QCOMPARE(seen, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

void LeadsStoreTest::fields_thatAreNotAskedFor_areNotRead() {
    constexpr LeadField kEmail = domain::leadField("email");
    constexpr LeadField kCountry = domain::leadField("country");
    constexpr LeadField kProduct = domain::leadField("product");
    constexpr LeadField kExternalRef = domain::leadField("externalRef");
    const auto number = orderInProgress(*customer_);
    ingest(number, "a", 0, 1);
    const auto visit = [&](std::vector<LeadField> fields) {
        std::string seen;
        LeadQuery query{customer_->account(), {}, 0, {}, 1, std::move(fields)};
        const auto span = store_->read([&](Reader& reader) {
            return reader.visitLeads(query, [&](const LeadRow& lead) {
                for (const LeadField field : {kEmail, kCountry, kProduct, kExternalRef})
                    seen.append(lead.isNull(field) ? "-" : lead.text(field)).append(" ");
                seen += std::to_string(lead.seq());
            });
        });
        return span ? seen : span.error().detail;
    };
    QCOMPARE(visit({}), std::string("p0@x.example DE filters - 1"));
    QCOMPARE(visit({kCountry}), std::string("- DE - - 1"));
    QCOMPARE(visit({kProduct, kEmail}), std::string("p0@x.example - filters - 1"));
    QCOMPARE(visit({kExternalRef, kExternalRef}), std::string("- - - - 1"));
}

// Every set of columns is a statement of its own; a caller must not be able to fill the memory
// with them, and one that is dropped while its rows are read must go on.
void LeadsStoreTest::fields_inEveryCombination_needBoundedMemory() {
    // The store has SQLite count no memory; that can be changed while SQLite is not in use.
    store_.reset();
    sqlite3_shutdown();
    QCOMPARE(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1), SQLITE_OK);
    init();
    ingest(orderInProgress(*customer_), "a", 0, 1);
    const auto visitSet = [&](unsigned set) {
        LeadQuery query{customer_->account(), {}, 0, {}, 1, {}};
        for (LeadField field = 0; field < 16; ++field)
            if ((set >> field & 1U) != 0)
                query.fields.push_back(field);
        int visited = 0;
        const auto span = store_->read([&](Reader& reader) {
            return reader.visitLeads(query, [&](const LeadRow&) { ++visited; });
        });
        return span ? visited : 0;
    };
    int used = 0;
    int most = 0;
    // PostgreSQL keeps its statements in the server; there the end of the cache is what counts.
    const unsigned sets = leadsheet::test::onPostgres() ? 700 : 6'000;
    for (unsigned set = 1; set <= sets; ++set) {
        QCOMPARE(visitSet(set), 1);
        int ignored = 0;
        sqlite3_status(SQLITE_STATUS_MEMORY_USED, &used, &ignored, 0);
        if (set == 2'000)
            most = used;
    }
    QVERIFY(leadsheet::test::onPostgres() || most > 0);
    QVERIFY2(used <= most + most / 2, qPrintable(QString("%1, then %2").arg(most).arg(used)));
}

LEADSHEET_TEST(tst_leads_store, LeadsStoreTest);
#include "tst_leads_store.moc"
