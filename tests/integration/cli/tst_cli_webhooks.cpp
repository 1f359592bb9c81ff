// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "raw_http.hpp"
#include "test_main.hpp"

#include "leadsheet/webhook_signature.hpp"

#include <QJsonDocument>
#include <QUrl>
#include <QtTest>

using namespace leadsheet;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::RawHeaders;
using leadsheet::test::RawResponse;

namespace {

constexpr const char* kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw";
constexpr const char* kOther = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
constexpr const char* kBody = R"({"type":"order.delivered","data":{}})";
constexpr int kPatience = 60'000; // ms

/// `leadsheet webhooks listen` with these options, until it is destroyed.
class Listening {
public:
    Listening(CliHome& home, const QStringList& options)
        : process_(home.start(QStringList{"webhooks", "listen", "--json"} + options)) {
        url_ = next("webhookLab")["url"].toString();
    }
    ~Listening() {
        process_->terminate();
        process_->waitForFinished(kPatience);
    }
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

    QString url() const { return url_; }
    /// The next line of that type; empty when none comes.
    QJsonObject next(const QString& type) {
        for (;;) {
            while (!process_->canReadLine())
                if (process_->state() == QProcess::NotRunning ||
                    !process_->waitForReadyRead(kPatience))
                    return {};
            const auto line = QJsonDocument::fromJson(process_->readLine()).object();
            if (line["type"] == type)
                return line;
        }
    }

    RawResponse post(const std::string& id, const std::string& body = kBody,
                     const char* secret = kSecret) const {
        const std::string now = std::to_string(QDateTime::currentSecsSinceEpoch());
        return test::rawRequest(
            static_cast<std::uint16_t>(QUrl(url_).port()), "POST", "/",
            {{"Content-Type", "application/json"},
             {"webhook-id", id},
             {"webhook-timestamp", now},
             {"webhook-signature", WebhookSecret::parse(secret)->sign(id, now, kBody)}},
            body);
    }

private:
    std::unique_ptr<QProcess> process_;
    QString url_;
};

} // namespace

/// The local lab for webhooks, by the real program.
class CliWebhooksTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        secret_ = secretFile("secret", kSecret);
        other_ = secretFile("other", kOther);
    }

    void message_isCheckedShownAndAnswered() {
        Listening lab(home_, {"--secret-file", secret_});
        QCOMPARE(lab.post("msg_1").status, 204);
        QJsonObject seen = lab.next("webhookMessage");
        QVERIFY(seen["genuine"].toBool());
        QCOMPARE(seen["event"].toString(), QString("order.delivered"));
        QCOMPARE(seen["body"].toString(), QString(kBody));
        QCOMPARE(seen["attempt"].toInt(), 1);
        QCOMPARE(lab.post("msg_1").status, 204);
        QCOMPARE(lab.next("webhookMessage")["attempt"].toInt(), 2);
        QCOMPARE(lab.post("msg_2", "{}").status, 401);
        seen = lab.next("webhookMessage");
        QVERIFY(!seen["genuine"].toBool() && seen["problem"].toString().contains("not signed"));
        const auto port = static_cast<std::uint16_t>(QUrl(lab.url()).port());
        QCOMPARE(test::rawRequest(port, "POST", "/", {}, "x").status, 401);
        QVERIFY(lab.next("webhookMessage")["problem"].toString().contains("webhook-id"));
        QCOMPARE(test::rawRequest(port, "GET", "/", {}, "").status, 405);
    }

    void secrets_ofARotation_areBothTaken() {
        Listening lab(home_, {"--secret-file", other_, "--secret-file", secret_});
        QCOMPARE(lab.post("msg_1", kBody, kSecret).status, 204);
        QCOMPARE(lab.post("msg_2", kBody, kOther).status, 204);
    }

    void secret_ofTheEnvironment_isTaken() {
        CliHome home;
        home.setVariable("LEADSHEET_WEBHOOK_SECRET", kOther);
        Listening lab(home, {});
        QCOMPARE(lab.post("msg_1", kBody, kSecret).status, 401);
        QCOMPARE(lab.post("msg_1", kBody, kOther).status, 204);
    }

    void answers_areAsTold() {
        Listening lab(home_, {"--status", "418", "--fail", "2"});
        for (const int status : {503, 503, 418, 418})
            QCOMPARE(lab.post("msg_1").status, status);
        const QJsonObject seen = lab.next("webhookMessage");
        QVERIFY(!seen["checked"].toBool() && !seen["genuine"].toBool());
        QCOMPARE(seen["answered"].toInt(), 503);
    }

    void forward_untilItIsTaken() {
        Listening target(home_, {"--secret-file", secret_, "--fail", "1"});
        Listening lab(home_, {"--secret-file", secret_, "--forward", target.url()});
        QCOMPARE(lab.post("msg_1", "changed").status, 401); // stays here
        QCOMPARE(lab.post("msg_2").status, 204);
        const QJsonObject passed = lab.next("webhookForwarded");
        QCOMPARE(passed["id"].toString(), QString("msg_2"));
        QVERIFY(passed["delivered"].toBool());
        QCOMPARE(passed["attempts"].toInt(), 2);
        QCOMPARE(target.next("webhookMessage")["answered"].toInt(), 503);
        const QJsonObject arrived = target.next("webhookMessage");
        QVERIFY(arrived["genuine"].toBool());
        QCOMPARE(arrived["id"].toString(), QString("msg_2"));
        QCOMPARE(arrived["body"].toString(), QString(kBody));
    }

    void forward_toNoAddress_saysSoOnce() {
        Listening lab(home_, {"--forward", "http://hooks.example.com/"});
        QCOMPARE(lab.post("msg_1").status, 204);
        const QJsonObject passed = lab.next("webhookForwarded");
        QVERIFY(!passed["delivered"].toBool() && !passed["reason"].toString().isEmpty());
        QCOMPARE(passed["attempts"].toInt(), 1);
    }

    void wrongOption_isNamed_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        QTest::newRow("status") << QStringList{"--status", "100"} << "--status";
        QTest::newRow("delay") << QStringList{"--delay", "5m"} << "--delay";
        QTest::newRow("no web address") << QStringList{"--forward", "ftp://x"} << "--forward";
        QTest::newRow("no host") << QStringList{"--forward", "http://"} << "--forward";
        QTest::newRow("port") << QStringList{"--port", "99999"} << "65535";
        QTest::newRow("no such file") << QStringList{"--secret-file", "none"} << "none";
        QTest::newRow("no secret") << QStringList{"--secret-file", "bad"} << "whsec_ and base64";
    }
    void wrongOption_isNamed() {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        secretFile("bad", "whsec_tellNobody");
        const CliRun run = home_.run(QStringList{"webhooks", "listen"} + options);
        QVERIFY2(run.exitCode == 2 && run.err.contains(said), run.all());
        QVERIFY2(!run.all().contains("tellNobody"), run.all());
    }

    void port_inUse_isNamed() {
        Listening lab(home_, {});
        const QString port = QString::number(QUrl(lab.url()).port());
        const CliRun run = home_.run({"webhooks", "listen", "--port", port});
        QVERIFY2(run.exitCode == 2 && run.err.contains(port), run.all());
    }

private:
    QString secretFile(const QString& name, const char* secret) {
        const QString file = home_.write(name, QByteArray(secret) + "\n");
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
        return file;
    }

    CliHome home_;
    QString secret_;
    QString other_;
};

LEADSHEET_TEST(tst_cli_webhooks, CliWebhooksTest);
#include "tst_cli_webhooks.moc"
