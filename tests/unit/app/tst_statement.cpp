// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/order_money.hpp"
#include "leadsheet/app/statement.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/transport.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <boost/json.hpp>
#include <cstdint>
#include <fstream>

using namespace leadsheet;
using namespace leadsheet::app;
namespace json = boost::json;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
constexpr bool kAddressSanitizer = __has_feature(address_sanitizer) != 0;
#else
constexpr bool kAddressSanitizer = false;
#endif

constexpr std::int64_t kPrice = 1'234;

json::object money(std::int64_t amount) {
    return {{"amount", amount}, {"currency", "USD"}};
}

/// An account with one credit and then orders, each held and charged in full.
class FakeBooks final : public Transport {
public:
    explicit FakeBooks(std::int64_t orders)
        : movements_(1 + 2 * orders) {}

    std::int64_t wrongAt = -1;     ///< the number of a movement whose balance is a cent off
    std::int64_t wrongBalance = 0; ///< by how much the account's own balance is off
    bool noOrders = false;         ///< the key may not read orders

    std::int64_t credit() const { return kPrice * movements_; }

    Exchange send(const HttpRequest& request, const std::stop_token&) override {
        const QUrlQuery query(QUrl(QString::fromStdString(request.url)));
        const std::int64_t limit = query.queryItemValue("limit").toLongLong();
        const QString cursor = query.queryItemValue("cursor");
        Exchange exchange;
        exchange.response = HttpResponse{200, {{"Content-Type", "application/json"}}, {}};
        std::string& body = exchange.response->body;
        if (request.url.find("/v1/account/ledger") != std::string::npos) {
            body = json::serialize(
                ledgerPage(cursor.isEmpty() ? movements_ - 1 : cursor.mid(1).toLongLong(), limit));
        } else if (request.url.find("/v1/orders") != std::string::npos) {
            if (noOrders)
                return refused();
            body = json::serialize(
                orderPage(cursor.isEmpty() ? movements_ / 2 : cursor.mid(1).toLongLong(), limit));
        } else {
            body = json::serialize(account());
        }
        return exchange;
    }

private:
    static Exchange refused() {
        Exchange exchange;
        exchange.response = HttpResponse{
            403,
            {{"Content-Type", "application/problem+json"}},
            R"({"type":"about:blank","title":"no","status":403,"code":"missing_scope","detail":"orders:read"})"};
        return exchange;
    }

    static std::string numberOf(std::int64_t order) {
        return "LS-" + QString::number(order).rightJustified(10, QLatin1Char('0')).toStdString();
    }

    json::object balanceAfter(std::int64_t movement) const {
        const std::int64_t held = movement % 2 == 1 ? kPrice : 0;
        const std::int64_t orders = (movement + 1) / 2;
        return {{"available", money(credit() - orders * kPrice + (movement == wrongAt ? 1 : 0))},
                {"held", money(held)}};
    }

    json::object entry(std::int64_t movement) const {
        const bool first = movement == 0;
        json::object entry{{"id", std::to_string(movement)},
                           {"type", first               ? "credit"
                                    : movement % 2 == 1 ? "hold"
                                                        : "capture"},
                           {"amount", money(first ? credit() : kPrice)},
                           {"balance", balanceAfter(movement)},
                           {"orderNumber", first ? json::value(nullptr)
                                                 : json::value(numberOf((movement + 1) / 2))},
                           {"reason", nullptr},
                           {"at", formatTimestamp(*parseTimestamp("2026-01-01T00:00:00Z") +
                                                  std::chrono::minutes(movement))}};
        return entry;
    }

    json::object ledgerPage(std::int64_t from, std::int64_t limit) const {
        json::array data;
        std::int64_t at = from;
        for (; at >= 0 && static_cast<std::int64_t>(data.size()) < limit; --at)
            data.push_back(entry(at));
        return pageOf(std::move(data), at >= 0, "m" + std::to_string(at), limit);
    }

    json::object orderPage(std::int64_t from, std::int64_t limit) const {
        json::array data;
        std::int64_t at = from;
        for (; at >= 1 && static_cast<std::int64_t>(data.size()) < limit; --at)
            data.push_back(json::object{{"order_number", numberOf(at)},
                                        {"status", "delivered"},
                                        {"scrapingOption", "filters"},
                                        {"leadCount", 100},
                                        {"externalRef", "ref " + std::to_string(at)},
                                        {"request", {{"metadata", {{"Campaign", "Spring"}}}}}});
        return pageOf(std::move(data), at >= 1, "o" + std::to_string(at), limit);
    }

    static json::object pageOf(json::array data, bool more, const std::string& cursor,
                               std::int64_t limit) {
        return {{"data", std::move(data)},
                {"meta",
                 {{"hasMore", more},
                  {"limit", limit},
                  {"nextCursor", more ? json::value(cursor) : json::value(nullptr)}}}};
    }

    json::object account() const {
        json::object balance = balanceAfter(movements_ - 1);
        balance["available"].as_object()["amount"].as_int64() += wrongBalance;
        return {{"id", "acc_1"}, {"balance", balance}, {"key", {{"scopes", json::array()}}}};
    }

    std::int64_t movements_;
};

std::int64_t residentKilobytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            return std::stoll(line.substr(6));
    return 0;
}

Client clientOf(std::shared_ptr<FakeBooks> books) {
    ClientOptions options("http://127.0.0.1:1", *ApiKey::parse("k"));
    options.customTransport = std::move(books);
    return *Client::create(std::move(options));
}

Result<Statement> statementOf(const std::shared_ptr<FakeBooks>& books, const QTemporaryDir& folder,
                              const char* since = "", const char* until = "") {
    StatementOptions options;
    options.since = statementTime(since, false);
    options.until = statementTime(until, true);
    options.account = {"http://127.0.0.1:1", "acc_1", ""};
    options.workFolder = folder.path().toStdString();
    return Statement::read(clientOf(books), nullptr, options);
}

Order orderOf(const char* status, std::int64_t charged, std::int64_t refunded) {
    Order order(*OrderNumber::parse("LS-0000000001"));
    order.statusText = status;
    order.status = orderStatusFromName(status);
    order.price = Money{100, "USD"};
    order.captured = Money{charged, "USD"};
    order.refunded = Money{refunded, "USD"};
    return order;
}

} // namespace

class StatementTest : public QObject {
    Q_OBJECT

private slots:
    void moneyOf_eachState_isHeldChargedReleasedRefunded_data() {
        QTest::addColumn<QString>("status");
        QTest::addColumn<qint64>("captured");
        QTest::addColumn<qint64>("given");
        QTest::addColumn<qint64>("held");
        QTest::addColumn<qint64>("released");
        QTest::newRow("in review") << "pending_review" << 0LL << 0LL << 100LL << 0LL;
        QTest::newRow("part charged") << "in_progress" << 30LL << 0LL << 70LL << 0LL;
        QTest::newRow("asked") << "info_requested" << 0LL << 0LL << 100LL << 0LL;
        QTest::newRow("delivered") << "delivered" << 100LL << 0LL << 0LL << 0LL;
        QTest::newRow("fewer leads") << "delivered" << 40LL << 0LL << 0LL << 60LL;
        QTest::newRow("partly refunded") << "delivered" << 40LL << 10LL << 0LL << 60LL;
        QTest::newRow("refunded") << "refunded" << 40LL << 40LL << 0LL << 60LL;
        QTest::newRow("refunded before delivery") << "refunded" << 0LL << 0LL << 0LL << 100LL;
        QTest::newRow("cancelled") << "cancelled" << 0LL << 0LL << 0LL << 100LL;
        QTest::newRow("failed after a part") << "failed" << 30LL << 0LL << 0LL << 70LL;
    }
    void moneyOf_eachState_isHeldChargedReleasedRefunded() {
        QFETCH(QString, status);
        QFETCH(qint64, captured);
        QFETCH(qint64, given);
        const auto money = moneyOf(orderOf(status.toUtf8().constData(), captured, given));
        QVERIFY(money.has_value());
        QCOMPARE(money->charged, captured);
        QCOMPARE(money->refunded, given);
        QTEST(qint64(money->held), "held");
        QTEST(qint64(money->released), "released");
    }

    void moneyOf_impossibleAmounts_isRefused() {
        QVERIFY(!moneyOf(orderOf("delivered", 101, 0)));
        QVERIFY(!moneyOf(orderOf("delivered", 10, 11)));
        QVERIFY(!moneyOf(orderOf("a newer state", 0, 0)));
        Order other = orderOf("delivered", 10, 0);
        other.captured->currency = "EUR";
        QVERIFY(!moneyOf(other));
    }

    void hundredThousandMovements_areReadInConstantMemory() {
        const QTemporaryDir folder;
        const auto books = std::make_shared<FakeBooks>(50'000);
        QVERIFY(statementOf(std::make_shared<FakeBooks>(500), folder).has_value());
        const std::int64_t before = residentKilobytes();
        auto statement = statementOf(books, folder);
        QVERIFY2(statement.has_value(), statement ? "" : statement.error().message.c_str());
        const StatementTotals& totals = statement->totals();
        QVERIFY2(totals.disagreement.empty(), totals.disagreement.c_str());
        QCOMPARE(totals.movements, std::int64_t{100'001});
        QCOMPARE(totals.sums.held, kPrice * 50'000);
        QCOMPARE(totals.sums.charged, kPrice * 50'000);
        QCOMPARE(totals.closing.available, books->credit() - kPrice * 50'000);
        QCOMPARE(totals.elsewhere, std::int64_t{50'000});
        QCOMPARE(totals.unknown, std::int64_t{0});
        std::int64_t lines = 0;
        std::int64_t largest = 0;
        for (;;) {
            const auto page = statement->next();
            QVERIFY(page.has_value());
            if (page->empty())
                break;
            for (const StatementLine& line : *page) {
                QCOMPARE(line.entry.id, std::to_string(lines++));
                if (line.entry.orderNumber)
                    QCOMPARE(line.campaign, std::string("Spring"));
            }
            largest = std::max(largest, residentKilobytes() - before);
        }
        QCOMPARE(lines, std::int64_t{100'001});
        qInfo("%lld kB more for 100,001 movements of 50,000 orders",
              static_cast<long long>(largest));
        // All of them at once would be some 60 MB; an address sanitizer keeps what was freed.
        if (!kAddressSanitizer)
            QVERIFY2(largest < 25'000, qPrintable(QString::number(largest)));
    }

    void spanOfTime_hasOpeningAndClosingBalance() {
        const QTemporaryDir folder;
        const auto books = std::make_shared<FakeBooks>(2'000); // one movement a minute
        const auto statement = statementOf(books, folder, "2026-01-02", "2026-01-02");
        QVERIFY(statement.has_value());
        const StatementTotals& totals = statement->totals();
        QVERIFY2(totals.disagreement.empty(), totals.disagreement.c_str());
        QCOMPARE(totals.movements, std::int64_t{1'440});
        // Movements 1,440 to 2,879: it begins with the charge of order 720.
        QCOMPARE(totals.opening, (StatementBalance{books->credit() - 720 * kPrice, kPrice}));
        QCOMPARE(totals.closing, (StatementBalance{books->credit() - 1'440 * kPrice, kPrice}));
        QCOMPARE(totals.closing.held - totals.opening.held,
                 totals.sums.held - totals.sums.charged - totals.sums.released);
    }

    void spanWithoutMovements_opensAndClosesWithTheSameBalance() {
        const QTemporaryDir folder;
        const auto books = std::make_shared<FakeBooks>(10);
        const auto later = statementOf(books, folder, "2026-06-01");
        QVERIFY(later.has_value());
        QCOMPARE(later->totals().movements, std::int64_t{0});
        QCOMPARE(later->totals().opening.available, books->credit() - 10 * kPrice);
        QCOMPARE(later->totals().opening, later->totals().closing);
        const auto earlier = statementOf(books, folder, "", "2025-06-01");
        QVERIFY(earlier.has_value());
        QCOMPARE(earlier->totals().closing, StatementBalance());
    }

    void balanceThatDoesNotFollow_isADisagreement() {
        const QTemporaryDir folder;
        const auto books = std::make_shared<FakeBooks>(5);
        books->wrongAt = 6;
        auto statement = statementOf(books, folder);
        QVERIFY(statement.has_value());
        QVERIFY2(statement->totals().disagreement.find("movement 6") != std::string::npos,
                 statement->totals().disagreement.c_str());
        books->wrongAt = -1;
        books->wrongBalance = 1;
        statement = statementOf(books, folder);
        QVERIFY(statement.has_value());
        QVERIFY2(statement->totals().disagreement.starts_with("The account's balance"),
                 statement->totals().disagreement.c_str());
    }

    void keyWithoutOrders_listsThemAsUnknown() {
        const QTemporaryDir folder;
        const auto books = std::make_shared<FakeBooks>(5);
        books->noOrders = true;
        auto statement = statementOf(books, folder);
        QVERIFY2(statement.has_value(), statement ? "" : statement.error().message.c_str());
        QCOMPARE(statement->totals().unknown, std::int64_t{5});
        const auto lines = statement->next();
        QVERIFY(lines && lines->size() == 11);
        QVERIFY((*lines)[0].source == OrderSource::None);
        QVERIFY((*lines)[1].source == OrderSource::Unknown);
    }

    void csvFile_hasPlainDecimalsBetweenTwoBalances() {
        const QTemporaryDir folder;
        auto statement = statementOf(std::make_shared<FakeBooks>(1), folder);
        QVERIFY(statement.has_value());
        const std::filesystem::path file = folder.filePath("statement.csv").toStdString();
        auto writer = RecordWriter::create(file, ExportFormat::Csv, statementOptions("USD", false));
        QVERIFY(writer.has_value());
        QVERIFY(writeStatement(*statement, *writer).has_value());
        QFile written(QString::fromStdString(file.string()));
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = written.readAll().split('\n');
        QCOMPARE(lines[0].trimmed(),
                 QByteArray("Time (UTC),Movement,Order,Run,Sheet,File,Tab,Row,Reference,Product,"
                            "Leads,Campaign,Credited,Held,Charged,Released,Refunded,"
                            "Available After,Held After,Currency,Reason"));
        QCOMPARE(lines[1].trimmed(), QByteArray(",opening balance,,,,,,,,,,,,,,,,0.00,0.00,USD,"));
        QCOMPARE(lines[3].trimmed(),
                 QByteArray("2026-01-01T00:01:00Z,hold,LS-0000000001,,,,,,ref 1,filters,100,Spring,"
                            ",12.34,,,,24.68,12.34,USD,"));
        QCOMPARE(lines[5].trimmed(), QByteArray(",closing balance,,,,,,,,,,,,,,,,24.68,0.00,USD,"));
        QVERIFY(!std::filesystem::exists(manifestPathFor(file)));
    }

    void amount_inAnyFormat_keepsEveryDigit() {
        const QTemporaryDir folder;
        const std::vector<ExportAmount> amounts{
            {0, 2}, {-5, 2}, {7, 0}, {-1'234, 3}, {999'999'999'999'999, 2}, {INT64_MIN, 2}};
        const auto written = [&](ExportFormat format, const char* name) {
            const std::filesystem::path file = folder.filePath(name).toStdString();
            auto writer = RecordWriter::create(file, format, statementOptions("USD", true));
            const std::vector<ExportColumn> columns{{"a", ColumnType::Amount}};
            bool done = writer && writer->begin(columns).has_value();
            for (const ExportAmount& amount : amounts) {
                const ExportValue value = amount;
                done = done && writer->row({&value, 1}).has_value();
            }
            done = done && writer->finish().has_value();
            QFile content(QString::fromStdString(file.string()));
            return done && content.open(QIODevice::ReadOnly) ? content.readAll() : QByteArray();
        };
        QCOMPARE(written(ExportFormat::Csv, "a.csv"),
                 QByteArray("a\r\n0.00\r\n-0.05\r\n7\r\n-1.234\r\n9999999999999.99\r\n"
                            "-92233720368547758.08\r\n"));
        QCOMPARE(written(ExportFormat::JsonLines, "a.jsonl").split('\n').at(1),
                 QByteArray("{\"a\":-0.05}"));
        QVERIFY(!written(ExportFormat::Xlsx, "a.xlsx").isEmpty());
    }

    void statementTime_dayOrMoment_isRead() {
        QCOMPARE(formatTimestamp(*statementTime("2026-01-31", false)),
                 std::string("2026-01-31T00:00:00.000Z"));
        QCOMPARE(formatTimestamp(*statementTime("2026-01-31", true)),
                 std::string("2026-02-01T00:00:00.000Z"));
        QVERIFY(statementTime("2026-01-31T10:00:00+02:00", true));
        for (const char* text : {"", "yesterday", "2026-02-30", "31.01.2026"})
            QVERIFY(!statementTime(text, false));
    }
};

LEADSHEET_TEST(tst_statement, StatementTest);
#include "tst_statement.moc"
