// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/testing/fake_clock.hpp"
#include "leadsheet/testing/seeded_rng.hpp"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <mutex>

using namespace leadsheet;
using namespace leadsheet::test;

namespace {

/// The way to the real server, with one accident after the other.
class Road final : public Transport {
public:
    void lay(const QJsonArray& accidents) {
        accidents_ = accidents;
        sent_ = 0;
    }
    int sent() const { return sent_; }

    Exchange send(const HttpRequest& request, const std::stop_token& stop) override {
        const int at = sent_++;
        const QJsonValue accident = at < accidents_.size() ? accidents_[at] : QJsonValue();
        if (accident.isObject())
            return answered(accident.toObject());
        Exchange lost;
        lost.failure.problem = TransportProblem::Receive;
        lost.failure.progress = Progress::MaybeSent;
        if (accident == QStringLiteral("loseRequest"))
            return lost;
        Exchange exchange = real_->send(request, stop);
        return accident == QStringLiteral("loseAnswer") ? lost : exchange;
    }

private:
    static Exchange answered(const QJsonObject& accident) {
        HttpResponse response;
        response.status = accident["status"].toInt();
        const QJsonObject headers = accident["headers"].toObject();
        for (auto header = headers.begin(); header != headers.end(); ++header)
            response.headers.push_back(
                {header.key().toStdString(), header->toString().toStdString()});
        const QString code = accident["code"].toString();
        response.headers.push_back(
            {"content-type", code.isEmpty() ? "text/html" : "application/problem+json"});
        response.body =
            code.isEmpty()
                ? "<html>"
                : QJsonDocument(QJsonObject{{"code", code}, {"detail", "Said on the way."}})
                      .toJson()
                      .toStdString();
        Exchange exchange;
        exchange.response = std::move(response);
        return exchange;
    }

    std::shared_ptr<Transport> real_ = makeCurlTransport({});
    QJsonArray accidents_;
    int sent_ = 0;
};

} // namespace

/// What a client does when something goes wrong on the way (tests/contract/retries.json): the same
/// table is run by the TypeScript client.
class RetryTableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        TestServer::Options options;
        options.configure = [](server::Config& config) {
            config.limits.defaultRate.quota = 1'000'000;
            config.outgoing.allowHttp = true;
            config.outgoing.allowLoopback = true;
        };
        scene_ = std::make_unique<ClientScene>(std::move(options));
    }

    void call_onARoughRoad_data() {
        QTest::addColumn<QJsonObject>("expected");
        QFile file(qEnvironmentVariable("LEADSHEET_RETRIES"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray table = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(table.size() > 20);
        for (const auto entry : table)
            QTest::newRow(qPrintable(entry.toObject()["name"].toString())) << entry.toObject();
    }
    void call_onARoughRoad() {
        QFETCH(QJsonObject, expected);
        const auto clock = std::make_shared<leadsheet::testing::FakeClock>();
        const auto road = std::make_shared<Road>();
        ClientOptions options(scene_->server.baseUrl(),
                              *ApiKey::parse(scene_->server.customerKey()));
        options.customTransport = road;
        options.clock = clock;
        options.rng = std::make_shared<leadsheet::testing::SeededRng>();
        const Client client = *Client::create(std::move(options));

        const Act act = prepared(expected["call"].toString());
        road->lay(expected["road"].toArray());
        const SteadyTime begin = clock->now();
        const std::optional<Error> error = act.call(client);
        const auto waited =
            std::chrono::duration_cast<std::chrono::milliseconds>(clock->now() - begin).count();

        const QByteArray said(error ? error->message.c_str() : "");
        QVERIFY2(error.has_value() != expected["done"].toBool(), said);
        QCOMPARE(road->sent(), expected["attempts"].toInt());
        if (const QJsonArray waits = expected["waits"].toArray(); !waits.isEmpty())
            QVERIFY2(waited >= waits[0].toInt() && waited <= waits[1].toInt(),
                     qPrintable(QString::number(waited)));
        if (expected.contains("effect"))
            QCOMPARE(act.hadEffect(), expected["effect"].toBool());
        if (!error)
            return;
        QCOMPARE(error->attempts, road->sent());
        QCOMPARE(error->httpStatus, expected["status"].toInt());
        QCOMPARE(QString::fromStdString(error->rawCode), expected["code"].toString());
        QCOMPARE(QString::fromUtf8(toString(error->certainty).data()),
                 expected["certainty"].toString());
        const QByteArray says = expected["says"].toString().toUtf8();
        QVERIFY2(said.contains(says), said);
        QCOMPARE(said.contains("earlier attempt"),
                 says.startsWith("with") || says.startsWith("read"));
    }

private:
    struct Act {
        std::function<std::optional<Error>(const Client&)> call;
        std::function<bool()> hadEffect = [] {
            return false;
        };
    };

    template <class T>
    static std::optional<Error> errorOf(const Result<T>& result) {
        return result ? std::nullopt : std::optional(result.error());
    }

    Act prepared(const QString& call) {
        const auto customer = std::make_shared<Client>(scene_->customer());
        if (call == QStringLiteral("createOrder")) {
            OrderRequest request;
            request.product = "filters";
            request.leadCount = 5;
            const auto key = scene_->nextKey();
            return {[key, body = OrderBody::of(request)](const Client& client) {
                        return errorOf(client.orders().create(body, key));
                    },
                    [customer, key] {
                        return customer->orders().findByIdempotencyKey(key)->has_value();
                    }};
        }
        if (call == QStringLiteral("cancelOrder"))
            return {
                [number = scene_->place(), key = scene_->nextKey(), this](const Client& client) {
                    last_ = number.str();
                    return errorOf(client.orders().cancel(number, "", key));
                },
                [customer, this] {
                    return customer->orders().get(*OrderNumber::parse(last_))->status ==
                           OrderStatus::Cancelled;
                }};
        const auto made = customer->webhooks().create(
            {"http://127.0.0.1:9/hook", "One", {"order.created"}, true, false}, scene_->nextKey());
        if (!made)
            return {[error = made.error()](const Client&) {
                return std::optional(error);
            }};
        const WebhookId id = made->webhook.id;
        if (call == QStringLiteral("getWebhook"))
            return {[id](const Client& client) {
                return errorOf(client.webhooks().get(id));
            }};
        if (call == QStringLiteral("deleteWebhook"))
            return {[id](const Client& client) { return errorOf(client.webhooks().remove(id, 1)); },
                    [customer, id] {
                        return !customer->webhooks().get(id).has_value();
                    }};
        const std::int64_t version = call == QStringLiteral("updateWebhook") ? 1 : 7;
        return {[id, version](const Client& client) {
                    WebhookChange change;
                    change.name = "Two";
                    return errorOf(client.webhooks().update(id, change, version));
                },
                [customer, id] {
                    return customer->webhooks().get(id)->name == "Two";
                }};
    }

    std::unique_ptr<ClientScene> scene_;
    std::string last_;
};

LEADSHEET_TEST(tst_retry_table, RetryTableTest);
#include "tst_retry_table.moc"
