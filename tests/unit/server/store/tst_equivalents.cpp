// SPDX-License-Identifier: Apache-2.0
#include "orders/placement.hpp"

#include "domain/json.hpp"
#include "domain/order_mark.hpp"
#include "orders/steps.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
using namespace std::chrono_literals;
namespace domain = leadsheet::server::domain;
using domain::DuplicatePolicy;

namespace {

constexpr std::size_t kLimit = 5;

std::string numberOf(const StoreResult<Customer::Answer>& answer) {
    if (!answer || !answer->placed.order)
        throw std::runtime_error("no order was made");
    return answer->placed.order->number.str();
}

QString textOf(const Equivalents& found) {
    QString text;
    for (const EquivalentOrder& order : found.orders)
        text += QString(text.isEmpty() ? "%1 %2" : ", %1 %2")
                    .arg(QString::fromStdString(order.number.str()),
                         QString::fromUtf8(name(order.match).data()));
    return found.more > 0 ? text + QString(" and %1 more").arg(found.more) : text;
}

QString listed(std::initializer_list<std::pair<std::string, const char*>> orders) {
    QString text;
    for (const auto& [number, match] : orders)
        text += QString(text.isEmpty() ? "%1 %2" : ", %1 %2")
                    .arg(QString::fromStdString(number), match);
    return text;
}

} // namespace

/// Finding the account's orders that ask for the same, and refusing another one.
class EquivalentsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init();
    void find_everyKind_isNamedStrictOnesFirst();
    void find_moreThanTheLimit_countsTheRest();
    void find_othersAccountsAndOlderOnes_areNotSeen();
    void find_ordersThatEndedWithoutLeads_doNotCount_data();
    void find_ordersThatEndedWithoutLeads_doNotCount();
    void find_manyWishesAtOnce_answersEach();
    void find_unmarkedOrders_getTheirMarksFirst();
    void place_refuse_namesEveryStrictMatch();
    void place_acknowledged_passesWhenAllAreNamed();
    void place_manyMatches_passesWithTheNewestHundred();
    void place_warnAndOff_createAndTellOrNot();
    void place_stricterPolicy_holds();
    void place_excludeOwned_isNeverRefused();
    void refusal_isThatOfTheStricterPolicy_data();
    void refusal_isThatOfTheStricterPolicy();
    void place_refused_writesNothing();
    void account_policy_isKept();
    void content_ofAQuote_isWhatItsRecordAsksFor_data();
    void content_ofAQuote_isWhatItsRecordAsksFor();
    void instance_ofADatabase_staysTheSame();

private:
    Equivalents find(const domain::OrderDraft& draft, Timestamp since = {},
                     std::size_t limit = kLimit) const;
    StoreResult<Customer::Answer> create(const std::string& members, int leads = 10,
                                         Timestamp now = startTime());

    std::unique_ptr<Stores> stores_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
    int keys_ = 0;
};

void EquivalentsTest::initTestCase_data() {
    QTest::addColumn<bool>("memory");
    QTest::newRow("file") << false;
    if (!leadsheet::test::onPostgres())
        QTest::newRow("memory") << true;
}

void EquivalentsTest::init() {
    QFETCH_GLOBAL(bool, memory);
    customer_.reset();
    store_.reset();
    stores_ = std::make_unique<Stores>(memory);
    store_ = stores_->open();
    QVERIFY(store_);
    customer_ = std::make_unique<Customer>(*store_, "one", 100'000'000);
}

Equivalents EquivalentsTest::find(const domain::OrderDraft& draft, Timestamp since,
                                  std::size_t limit) const {
    const auto found = store_->read([&](Reader& reader) {
        const auto content = contentOf(draft);
        return reader.findEquivalents(customer_->account(), since, {&*content, 1}, limit).front();
    });
    return found ? *found : Equivalents{};
}

StoreResult<Customer::Answer> EquivalentsTest::create(const std::string& members, int leads,
                                                      Timestamp now) {
    return customer_->create(*store_, "key " + std::to_string(++keys_), draftFor(leads, members),
                             now);
}

void EquivalentsTest::find_everyKind_isNamedStrictOnesFirst() {
    const auto at = [](int minute) {
        return startTime() + std::chrono::minutes(minute);
    };
    const std::string same = numberOf(create(R"(,"locations":"US")", 10, at(0)));
    const std::string other = numberOf(create(R"(,"locations":["us"])", 20, at(1)));
    const std::string reference =
        numberOf(create(R"(,"locations":"Bonn","externalRef":"row 1")", 10, at(2)));
    const std::string similar = numberOf(create(R"(,"locations":"United States")", 10, at(3)));
    QVERIFY(create(R"(,"locations":"UK")", 10, at(4)));
    QVERIFY(create(R"(,"locations":"us","requireEmail":true)", 10, at(5)));
    QCOMPARE(textOf(find(draftFor(10, R"(,"locations":" US ","externalRef":"row 1")"))),
             listed({{reference, "same_reference"},
                     {other, "other_count"},
                     {same, "same"},
                     {similar, "similar"}}));
    QCOMPARE(textOf(find(draftFor(10, R"(,"locations":" US ")"))),
             listed({{other, "other_count"}, {same, "same"}, {similar, "similar"}}));
    const Equivalents found = find(draftFor(10, R"(,"locations":"US")"));
    QCOMPARE(found.orders.back().leadCount, std::int64_t{10});
    QCOMPARE(found.orders.back().total, std::int64_t{80});
    QCOMPARE(found.orders.back().keyLast4, customer_->key().last4);
    QVERIFY(found.orders.back().createdAt == at(3));
}

void EquivalentsTest::find_moreThanTheLimit_countsTheRest() {
    std::string oldest;
    for (int i = 0; i < 9; ++i) {
        const std::string number =
            numberOf(create(i < 7 ? R"(,"locations":"US")" : R"(,"locations":"USA")", 10,
                            startTime() + std::chrono::minutes(i)));
        oldest = oldest.empty() ? number : oldest;
    }
    const Equivalents found = find(draftFor(10, R"(,"locations":"US")"));
    QCOMPARE(found.orders.size(), kLimit);
    QCOMPARE(found.more, std::int64_t{4});
    for (const EquivalentOrder& order : found.orders)
        QVERIFY(order.match == OrderMatch::Same);
    const Equivalents all = find(draftFor(10, R"(,"locations":"US")"), {}, 8);
    QCOMPARE(all.orders[6].number.str(), oldest);
    QVERIFY(all.orders[7].match == OrderMatch::Similar);
    QCOMPARE(all.more, std::int64_t{1});
}

void EquivalentsTest::find_othersAccountsAndOlderOnes_areNotSeen() {
    const Customer other(*store_, "two");
    QVERIFY(other.create(*store_, "k", draftFor(10)));
    QCOMPARE(textOf(find(draftFor(10))), QString());
    const std::string mine = numberOf(create("", 10, startTime()));
    QCOMPARE(textOf(find(draftFor(10), startTime())), listed({{mine, "same"}}));
    QCOMPARE(textOf(find(draftFor(10), startTime() + 1ms)), QString());
}

void EquivalentsTest::find_ordersThatEndedWithoutLeads_doNotCount_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("counts");
    for (const domain::OrderStatus status : domain::kOrderStatuses) {
        const bool ended =
            status == domain::OrderStatus::Cancelled || status == domain::OrderStatus::Rejected ||
            status == domain::OrderStatus::Failed || status == domain::OrderStatus::Refunded;
        QTest::newRow(std::string(domain::name(status)).c_str())
            << static_cast<int>(status) << !ended;
    }
}

void EquivalentsTest::find_ordersThatEndedWithoutLeads_doNotCount() {
    QFETCH(int, status);
    QFETCH(bool, counts);
    auto answer = create(R"(,"locations":"US","externalRef":"a")");
    QVERIFY(answer);
    Order order = *answer->placed.order;
    order.status = static_cast<domain::OrderStatus>(status);
    QVERIFY(*store_->writeAndWait([&](Tx& tx) { return tx.updateOrder(order); }));
    for (const char* members : {R"(,"locations":"US")", R"(,"locations":"USA")",
                                R"(,"locations":"Bonn","externalRef":"a")"})
        QCOMPARE(find(draftFor(10, members)).orders.size(), std::size_t{counts ? 1U : 0U});
}

void EquivalentsTest::find_manyWishesAtOnce_answersEach() {
    std::vector<OrderContent> contents;
    std::vector<std::string> numbers;
    for (int i = 0; i < 301; ++i) {
        const std::string members = R"(,"keywords":"word )" + std::to_string(i) + "\"";
        if (i % 3 == 0)
            numbers.push_back(numberOf(create(members)));
        contents.push_back(*contentOf(draftFor(10, members)));
    }
    const auto found = store_->read([&](Reader& reader) {
        return reader.findEquivalents(customer_->account(), {}, contents, kLimit);
    });
    QVERIFY(found);
    QCOMPARE(found->size(), contents.size());
    for (std::size_t i = 0; i < found->size(); ++i)
        QCOMPARE(textOf((*found)[i]), i % 3 == 0 ? listed({{numbers[i / 3], "same"}}) : QString());
}

void EquivalentsTest::find_unmarkedOrders_getTheirMarksFirst() {
    const std::string number = numberOf(create(R"(,"locations":"US")"));
    // As a program of an older version writes them.
    const std::string old = R"({"leadCount":10,"locations":["us"],"scrapingOption":"filters"})";
    const auto draft = draftFor(10, R"(,"locations":"US")");
    const auto found = store_->writeAndWait([&](Tx& tx) {
        Order order = *tx.findOrder(OrderNumber(number));
        order.number = OrderNumber("LS-0000000042");
        order.idempotencyKey = "old";
        order.recordJson = old;
        order.marks = {};
        tx.insertOrder(order);
        const auto content = contentOf(draft);
        return findEquivalents(tx, customer_->account(), {}, {&*content, 1}, kLimit).front();
    });
    QVERIFY(found);
    QCOMPARE(textOf(*found), listed({{"LS-0000000042", "same"}, {number, "same"}}));
    const auto left = store_->writeAndWait([](Tx& tx) { return tx.markOrders(std::nullopt, 10); });
    QVERIFY(left && *left == 0);
}

void EquivalentsTest::place_refuse_namesEveryStrictMatch() {
    const std::string first = numberOf(create(R"(,"locations":"US")"));
    const std::string second = numberOf(create(R"(,"locations":"US")", 20, startTime() + 1s));
    QVERIFY(create(R"(,"locations":"USA")"));
    const auto refused = create(R"(,"locations":["us"],"duplicates":"refuse")");
    QVERIFY(refused);
    QVERIFY(refused->placed.outcome == PlacementResult::Outcome::EquivalentOrder);
    QCOMPARE(textOf(refused->placed.equivalents),
             listed({{second, "other_count"}, {first, "same"}}));
    QVERIFY(create(R"(,"locations":"Bonn","duplicates":"refuse")")->placed.order);
}

void EquivalentsTest::place_acknowledged_passesWhenAllAreNamed() {
    const std::string first = numberOf(create(""));
    const std::string second = numberOf(create(""));
    const auto with = [&](const std::string& numbers) {
        const auto answer =
            create(R"(,"duplicates":"refuse","acknowledgeDuplicateOf":[)" + numbers + "]");
        return answer->placed.order.has_value();
    };
    const std::string both = "\"" + first + "\",\"" + second + "\"";
    QVERIFY(!with(""));
    QVERIFY(!with("\"" + first + "\""));
    QVERIFY(!with("\"" + second + R"(","LS-0000000000")"));
    QVERIFY(with(both + R"(,"LS-0000000000")"));
    QVERIFY(!with(both)); // the one made just now is not named
}

void EquivalentsTest::place_manyMatches_passesWithTheNewestHundred() {
    std::string newest;
    for (int i = 0; i < 103; ++i) {
        const std::string number = numberOf(create("", 1, startTime() + std::chrono::seconds(i)));
        if (i >= 3)
            newest += (newest.empty() ? "\"" : ",\"") + number + "\"";
    }
    const auto refused = create(R"(,"duplicates":"refuse")", 1);
    QCOMPARE(refused->placed.equivalents.orders.size(), std::size_t{100});
    QCOMPARE(refused->placed.equivalents.more, std::int64_t{3});
    QVERIFY(create(R"(,"duplicates":"refuse","acknowledgeDuplicateOf":[)" + newest + "]", 1)
                ->placed.order);
}

void EquivalentsTest::place_warnAndOff_createAndTellOrNot() {
    Equivalents told;
    const auto place = [&](DuplicatePolicy policy, const std::string& key,
                           const std::string& acknowledged = {}) {
        told = {};
        const auto draft = draftFor(10, R"(,"locations":"US")" + acknowledged);
        const auto price = *domain::priceOf(*draft.product, 10, false, false);
        return store_
            ->writeAndWait([&](Tx& tx) {
                return placeOrder(tx, {customer_->key(),
                                       draft,
                                       price,
                                       "createOrder",
                                       key,
                                       {},
                                       [&] { return OrderNumber("LS-000000000" + key); },
                                       201,
                                       [&](const Order&, const Equivalents& equivalents) {
                                           told = equivalents;
                                           return std::string("{}");
                                       },
                                       {},
                                       startTime(),
                                       "{}",
                                       policy,
                                       {}});
            })
            ->order.has_value();
    };
    QVERIFY(create(R"(,"locations":"USA")"));
    QVERIFY(place(DuplicatePolicy::Warn, "1"));
    QCOMPARE(told.orders.size(), std::size_t{1});
    QVERIFY(told.orders.front().match == OrderMatch::Similar);
    QVERIFY(place(DuplicatePolicy::Warn, "2"));
    QCOMPARE(told.orders.size(), std::size_t{2});
    QVERIFY(place(DuplicatePolicy::Off, "3"));
    QVERIFY(told.orders.empty());
    QVERIFY(!place(DuplicatePolicy::Refuse, "4"));
    QVERIFY(
        place(DuplicatePolicy::Refuse, "5",
              R"(,"acknowledgeDuplicateOf":["LS-0000000001","LS-0000000002","LS-0000000003"])"));
    QVERIFY(told.orders.empty()); // the caller has named them
}

void EquivalentsTest::place_stricterPolicy_holds() {
    QVERIFY(create("")->placed.order);
    const auto placed = [&](DuplicatePolicy account, const std::string& members) {
        customer_->setDuplicates(account);
        return create(members)->placed.order.has_value();
    };
    QVERIFY(placed(DuplicatePolicy::Warn, ""));
    QVERIFY(placed(DuplicatePolicy::Off, ""));
    QVERIFY(placed(DuplicatePolicy::Off, R"(,"duplicates":"warn")"));
    QVERIFY(!placed(DuplicatePolicy::Off, R"(,"duplicates":"refuse")"));
    QVERIFY(!placed(DuplicatePolicy::Refuse, ""));
    QVERIFY(!placed(DuplicatePolicy::Refuse, R"(,"duplicates":"warn")"));
    customer_->setDuplicates(DuplicatePolicy::Refuse, startTime() + 1ms);
    QVERIFY(create("")->placed.order); // all others are older than the window
}

void EquivalentsTest::place_excludeOwned_isNeverRefused() {
    QVERIFY(create(R"(,"externalRef":"a")")->placed.order);
    QVERIFY(
        create(R"(,"externalRef":"a","duplicates":"refuse","excludeOwned":true)")->placed.order);
    // The order itself counts for others.
    const auto refused = create(R"(,"duplicates":"refuse","excludeOwned":false)");
    QCOMPARE(refused->placed.equivalents.orders.size(), std::size_t{2});
}

void EquivalentsTest::refusal_isThatOfTheStricterPolicy_data() {
    QTest::addColumn<int>("account");
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<bool>("refuses");
    const auto row = [](const char* name, DuplicatePolicy account, const char* members,
                        bool refuses) {
        QTest::newRow(name) << static_cast<int>(account) << QByteArray(members) << refuses;
    };
    row("neither", DuplicatePolicy::Warn, "", false);
    row("the account's", DuplicatePolicy::Refuse, R"(,"duplicates":"warn")", true);
    row("the order's", DuplicatePolicy::Off, R"(,"duplicates":"refuse")", true);
    row("for other people", DuplicatePolicy::Refuse, R"(,"excludeOwned":true)", false);
    row("for other people, and not asked", DuplicatePolicy::Off, R"(,"excludeOwned":true)", false);
}

void EquivalentsTest::refusal_isThatOfTheStricterPolicy() {
    QFETCH(int, account);
    QFETCH(QByteArray, members);
    QFETCH(bool, refuses);
    const auto draft = draftFor(10, members.toStdString());
    QCOMPARE(refusesEquivalents({customer_->key(),
                                 draft,
                                 {},
                                 "createOrder",
                                 "k",
                                 {},
                                 {},
                                 201,
                                 {},
                                 {},
                                 startTime(),
                                 "{}",
                                 static_cast<DuplicatePolicy>(account),
                                 {}}),
             refuses);
}

void EquivalentsTest::place_refused_writesNothing() {
    QVERIFY(create("")->placed.order);
    const Balance before = balanceOf(*store_, customer_->account());
    const auto refused =
        customer_->create(*store_, "same key", draftFor(10, R"(,"duplicates":"refuse")"));
    QVERIFY(refused && !refused->placed.order);
    QCOMPARE(balanceOf(*store_, customer_->account()), before);
    QCOMPARE(ordersOf(*store_, customer_->account()).size(), std::size_t{1});
    // Not kept: the same key buys once it acknowledges.
    const std::string number = ordersOf(*store_, customer_->account()).front().number.str();
    const auto placed = customer_->create(
        *store_, "same key",
        draftFor(10, R"(,"duplicates":"refuse","acknowledgeDuplicateOf":[")" + number + "\"]"));
    QVERIFY(placed && placed->verdict == IdempotencyVerdict::Fresh && placed->placed.order);
}

void EquivalentsTest::account_policy_isKept() {
    const auto account = [&] {
        return *store_->read(
            [&](Reader& reader) { return *reader.findAccount(customer_->account()); });
    };
    QVERIFY(account().duplicates == DuplicatePolicy::Warn);
    QCOMPARE(account().duplicateWindowDays, std::int64_t{90});
    QVERIFY(store_->writeAndWait(
        [&](Tx& tx) { tx.setDuplicates(customer_->account(), DuplicatePolicy::Refuse, 0); }));
    QVERIFY(account().duplicates == DuplicatePolicy::Refuse);
    QVERIFY(windowStart(account(), startTime()) == Timestamp{});
    const auto caller =
        store_->read([&](Reader& reader) { return reader.findKeyByHash(customer_->key().hash); });
    QVERIFY((*caller)->account.duplicates == DuplicatePolicy::Refuse);
    QCOMPARE((*caller)->account.duplicateWindowDays, std::int64_t{0});
    Account of;
    QVERIFY(windowStart(of, startTime()) == startTime() - std::chrono::days(90));
}

void EquivalentsTest::content_ofAQuote_isWhatItsRecordAsksFor_data() {
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<bool>("some");
    QTest::addColumn<QByteArray>("reference"); // null = none
    const auto row = [](const char* name, const char* record, bool some, const char* reference) {
        QTest::newRow(name) << QByteArray(record) << some << QByteArray(reference);
    };
    row("a place", R"({"locations":"US"})", true, nullptr);
    row("a reference", R"({"locations":"US","externalRef":"row 1"})", true, "row 1");
    row("a reference that is not text", R"({"locations":"US","externalRef":1})", true, nullptr);
    row("owned leads as well", R"({"locations":"US","excludeOwned":false})", true, nullptr);
    row("other people", R"({"locations":"US","excludeOwned":true})", false, nullptr);
    row("neither yes nor no", R"({"locations":"US","excludeOwned":1})", true, nullptr);
    row("a list", "[]", false, nullptr);
    row("not JSON", "{", false, nullptr);
}

void EquivalentsTest::content_ofAQuote_isWhatItsRecordAsksFor() {
    QFETCH(QByteArray, record);
    QFETCH(bool, some);
    QFETCH(QByteArray, reference);
    Quote quote;
    quote.recordJson = record.toStdString();
    quote.leadCount = 7;
    const auto content = contentOf(quote);
    QCOMPARE(content.has_value(), some);
    if (!some)
        return;
    const auto marks = domain::orderMarks(domain::parseJson(record.toStdString())->get_object());
    QCOMPARE(content->marks.mark, marks.mark);
    QCOMPARE(content->marks.similar, marks.similar);
    QVERIFY(marks.similar);
    QCOMPARE(content->leadCount, std::int64_t{7});
    QCOMPARE(content->externalRef.has_value(), !reference.isNull());
    QCOMPARE(content->externalRef.value_or(""), reference.toStdString());
}

void EquivalentsTest::instance_ofADatabase_staysTheSame() {
    QFETCH_GLOBAL(bool, memory);
    const auto id = [](Store& store) {
        const auto found = store.read([](Reader& reader) { return reader.instanceId(); });
        if (!found)
            throw std::runtime_error(found.error().detail);
        return *found;
    };
    const std::string first = id(*store_);
    QVERIFY2(
        QRegularExpression("^srv_[0-9a-f]{32}$").match(QString::fromStdString(first)).hasMatch(),
        first.c_str());
    const Stores others(memory);
    QVERIFY(id(*others.open()) != first);
    if (memory)
        return;
    store_.reset();
    QCOMPARE(id(*stores_->open()), first);
}

LEADSHEET_TEST(tst_equivalents, EquivalentsTest);
#include "tst_equivalents.moc"
