// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QtTest>

using leadsheet::server::KeyType;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::TestServer;

namespace {

std::string memberOf(const leadsheet::test::RawResponse& answer, const char* name) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.body))
        .object()[name]
        .toString()
        .toStdString();
}

} // namespace

/// Operators' commands, keys and the details of an account, by the real program.
class CliAdminTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        server_ = std::make_unique<TestServer>();
        operators_ = std::make_unique<CliHome>();
        operators_->use(server_->baseUrl(), server_->adminKey());
        home_ = std::make_unique<CliHome>();
        home_->use(server_->baseUrl(), server_->customerKey());
    }

    void queue_showsWhatWaits() {
        const QString number = place();
        CliRun run = operators_->run({"admin", "queue"});
        QVERIFY2(run.exitCode == 0 && run.out.contains(number), run.all());
        run = operators_->run({"admin", "queue", "--json", "--status", "in_progress"});
        QVERIFY2(run.exitCode == 0 && run.linesOf("adminOrder").empty(), run.all());
        run = operators_->run({"admin", "queue", "--status", "lost"});
        QVERIFY2(run.exitCode == 2, run.all());
    }

    void steps_moveTheOrder() {
        const QString number = place();
        CliRun run =
            operators_->run({"admin", "request-info", number, "--question", "Austria?", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("adminOrder")["status"].toString(), QString("info_requested"));
        run = operators_->run({"admin", "approve", number});
        QVERIFY2(run.exitCode == 2 && run.err.contains("info_requested"), run.all());
        run = operators_->run({"admin", "reject", number, "--reason", "No answer.",
                               "--expect-version", "1", "--yes"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("version"), run.all());
        run = operators_->run({"admin", "reject", number, "--reason", "No answer.", "--yes"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("rejected"), run.all());
        run = operators_->run({"admin", "approve", "LS-0000000000"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("There is no order"), run.all());
    }

    void events_ofAnyAccount_tellWhatTheCustomerAnswered() {
        const QString number = place();
        CliRun run = operators_->run({"admin", "request-info", number, "--question", "Austria?"});
        QVERIFY2(run.exitCode == 0, run.all());
        const auto answered = server_->post("/v1/orders/" + number.toStdString() + "/reply",
                                            R"({"message":"Only Vienna, please."})");
        QCOMPARE(answered.status, 200);
        run = operators_->run({"admin", "events", number});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("Austria?") && run.out.contains("Only Vienna, please."),
                 run.all());
        run = operators_->run({"admin", "events", number, "--json"});
        const auto lines = run.linesOf("orderEvent");
        QCOMPARE(int(lines.size()), 3);
        QCOMPARE(lines[2]["message"].toString(), QString("Only Vienna, please."));
        run = operators_->run({"admin", "events", "LS-0000000000"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("LS-0000000000"), run.all());
    }

    void movesOfMoney_withoutATerminal_needYes_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("reject") << QStringList{"reject", "%1", "--reason", "x"};
        QTest::newRow("deliver") << QStringList{"deliver", "%1"};
        QTest::newRow("fail") << QStringList{"fail", "%1", "--reason", "x"};
        QTest::newRow("refund") << QStringList{"refund", "%1", "--reason", "x"};
        QTest::newRow("credit") << QStringList{"credit", "%2", "5", "--reason", "x"};
    }
    void movesOfMoney_withoutATerminal_needYes() {
        QFETCH(QStringList, arguments);
        const QString number = place();
        arguments.replaceInStrings("%1", number);
        arguments.replaceInStrings("%2", QString::fromStdString(server_->accountId()));
        const CliRun run = operators_->run(QStringList{"admin"} + arguments);
        QVERIFY2(run.exitCode == 6 && run.err.contains("--yes") &&
                     run.err.contains("Nothing was changed"),
                 run.all());
        const CliRun order = home_->run({"orders", "show", number, "--json"});
        QCOMPARE(order.line("order")["status"].toString(), QString("pending_review"));
    }

    void refund_inParts_givesMoneyBackOnce() {
        const QString number = place();
        QCOMPARE(operators_->run({"admin", "approve", number}).exitCode, 0);
        operators_->write("one.csv", "email\nrefund@x.example\n");
        QCOMPARE(
            operators_->run({"admin", "ingest", number, "one.csv", "--delivery", "a"}).exitCode, 0);
        QCOMPARE(operators_->run({"admin", "deliver", number, "--yes"}).exitCode, 0);
        const QStringList refund{"admin",    "refund", number,  "--amount",          "0.01",
                                 "--reason", "Stale.", "--yes", "--idempotency-key", "refund-1"};
        for (int round = 0; round < 2; ++round) {
            const CliRun run = operators_->run(refund + QStringList{"--json"});
            QVERIFY2(run.exitCode == 0, run.all());
            QCOMPARE(run.line("adminOrder")["refunded"].toObject()["amount"].toInt(), 1);
        }
        CliRun run = operators_->run(
            {"admin", "refund", number, "--amount", "1.234", "--reason", "x", "--yes"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("is not an amount"), run.all());
        run = operators_->run({"admin", "refund", number, "--reason", "All.", "--yes"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("refunded"), run.all());
        run = home_->run({"account", "ledger", "--json"});
        QCOMPARE(run.linesOf("ledgerEntry").at(0)["movement"].toString(), QString("refund"));
    }

    void ingest_brokenOff_goesOnWithTheSameCommand() {
        const QString number = place();
        QCOMPARE(operators_->run({"admin", "approve", number}).exitCode, 0);
        operators_->write("two.csv", "email\nx1@x.example\nx2@x.example\n");
        for (int round = 0; round < 2; ++round) {
            const CliRun run = operators_->run(
                {"admin", "ingest", number, "two.csv", "--delivery", "d", "--json"});
            QVERIFY2(run.exitCode == 0, run.all());
            QCOMPARE(run.line("ingest")["accepted"].toInt(), 2);
            QCOMPARE(run.line("ingest")["replayedParts"].toInt(), round);
        }
        CliRun run = operators_->run(
            {"admin", "ingest", number, "-", "--delivery", "e", "--format", "ndjson"},
            R"({"email":"x3@x.example"})");
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 lead accepted"), run.all());
        run = operators_->run({"admin", "export", number, "out.csv", "--fields", "email"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(operators_->read("out.csv"),
                 QByteArray("email\r\nx1@x.example\r\nx2@x.example\r\nx3@x.example\r\n"));
        run = operators_->run({"admin", "export", number, "out.csv"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("--overwrite"), run.all());
        run = operators_->run({"admin", "ingest", number, "none.csv", "--delivery", "f"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("cannot be read"), run.all());
        operators_->write("odd.csv", "email,surname\nx4@x.example,X\n");
        run = operators_->run({"admin", "ingest", number, "odd.csv", "--delivery", "g"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("surname"), run.all());
        QVERIFY2(run.err.contains("Fix the file"), run.all());
    }

    void accounts_areMadeCreditedAndSuspended() {
        CliRun run = operators_->run({"admin", "accounts", "create", "Example Ltd", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QString account = run.line("adminAccount")["accountId"].toString();
        QCOMPARE(run.line("adminAccount")["duplicates"].toString(), QString("warn"));
        run = operators_->run({"admin", "credit", account, "12.50", "--reason", "Bank", "--yes"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("$12.50 available"), run.all());
        run = operators_->run({"admin", "keys", "create", account, "--name", "First", "--scope",
                               "account:read", "--secret-file", "key"});
        QVERIFY2(run.exitCode == 0 && !run.out.contains("sk_"), run.all());
        QCOMPARE(QFile::permissions(operators_->path("key")) &
                     (QFile::ReadGroup | QFile::ReadOther),
                 QFileDevice::Permissions());
        CliHome customer;
        customer.use(server_->baseUrl(), operators_->read("key").trimmed().toStdString());
        run = customer.run({"account"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("$12.50"), run.all());
        run = operators_->run({"admin", "accounts", "update", account, "--suspend", "--json"});
        QVERIFY2(run.line("adminAccount")["suspended"].toBool(), run.all());
        QCOMPARE(customer.run({"account"}).exitCode, 5);
        run = operators_->run({"admin", "accounts", "update", account});
        QVERIFY2(run.exitCode == 2, run.all());
        run = operators_->run({"admin", "keys", "list", "--account", account, "--json"});
        QCOMPARE(run.linesOf("key").size(), std::size_t{1});
        QVERIFY(operators_->run({"admin", "accounts", "list"}).out.contains("suspended"));
    }

    void lists_longerThanAPage_areShownWhole() {
        constexpr int kMade = 230; // pages hold 100
        TestServer server;
        for (int n = 0; n < kMade; ++n)
            server.addKey({"key " + std::to_string(n), KeyType::Customer, {"keys:write"}, {}});
        CliHome customer;
        customer.use(server.baseUrl(), server.customerKey());
        QCOMPARE(customer.run({"keys", "list", "--json"}).linesOf("key").size(),
                 std::size_t{kMade + 1});
        CliHome operators;
        operators.use(server.baseUrl(), server.adminKey());
        const QString account = QString::fromStdString(server.accountId());
        QCOMPARE(operators.run({"admin", "keys", "list", "--account", account, "--json"})
                     .linesOf("key")
                     .size(),
                 std::size_t{kMade + 1});
        for (int n = 0; n < kMade; ++n)
            server.addAccount(0);
        QVERIFY(
            operators.run({"admin", "accounts", "list", "--json"}).linesOf("adminAccount").size() >
            std::size_t{kMade});
    }

    void adminKey_itsCap_isInTheCurrencyOfTheAccount() {
        const QString account = QString::fromStdString(server_->accountId());
        const QStringList create{"admin",   "keys",       "create", "--name", "Capped",
                                 "--scope", "leads:read", "--json", "--cap"};
        CliRun run = operators_->run(create + QStringList{"20", account});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject cap = run.line("keyCreated")["dailySpendCap"].toObject();
        QCOMPARE(cap["amount"].toInt(), 2000);
        QCOMPARE(cap["currency"].toString(), QString("USD"));
        run = operators_->run(create + QStringList{"20", "acc_none"});
        QVERIFY2(run.exitCode == 2, run.all());
        run = operators_->run(create + QStringList{"1.234", account});
        QVERIFY2(run.exitCode == 2 && run.err.contains("is not an amount"), run.all());
    }

    void keys_areMadeReplacedAndEnded() {
        CliRun run = home_->run({"keys", "create", "--name", "Sheet", "--scope", "account:read",
                                 "--scope", "leads:read", "--cap", "50", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject made = run.line("keyCreated");
        const QString id = made["id"].toString();
        CliHome other;
        other.use(server_->baseUrl(), made["secret"].toString().toStdString());
        run = other.run({"account", "cap"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("$50.00"), run.all());
        run = home_->run({"keys", "rotate", id, "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("keyCreated")["predecessorId"].toString(), id);
        QCOMPARE(other.run({"account", "usage"}).exitCode, 0);
        run = home_->run({"keys", "revoke", id});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(other.run({"account"}).exitCode, 5);
        run = home_->run({"keys", "list", "--json"});
        QVERIFY2(run.linesOf("key").size() >= 3, run.all());
        QVERIFY2(!run.out.contains(made["secret"].toString()), run.all());
        run = home_->run({"keys", "revoke", "key_none"});
        QVERIFY2(run.exitCode == 2, run.all());
        run = home_->run({"keys", "create", "--name", "x", "--scope", "admin:refunds"});
        QVERIFY2(run.exitCode == 2, run.all());
    }

    void newKey_saysUntilWhenItWorks() {
        const QStringList create{"keys", "create", "--name", "x", "--scope", "leads:read"};
        CliRun run = home_->run(create);
        QVERIFY2(run.exitCode == 0 && run.out.contains("is valid until it is revoked"), run.all());
        run = home_->run(create + QStringList{"--expires", "2099-06-15T12:00:00Z"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("It is valid until 2099-06-15"), run.all());
        const QString id = run.out.section(' ', 0, 0);
        run = operators_->run({"admin", "keys", "rotate", id});
        QVERIFY2(run.exitCode == 0 && run.out.contains("It is valid until 2099-06-15"), run.all());
        QVERIFY2(run.all().contains("The old key keeps working for another 24 hours"), run.all());
    }

    void suppressions_areAddedListedAndLifted() {
        CliRun run = operators_->run({"admin", "suppressions", "list", "--json"});
        QVERIFY2(run.exitCode == 0 && run.linesOf("suppression").empty(), run.all());
        const QStringList add{"admin", "suppressions", "add", "--email", "Gone@Acme.example"};
        run = operators_->run(add);
        QVERIFY2(run.exitCode == 6 && run.err.contains("--yes"), run.all());
        run = operators_->run(
            add + QStringList{"--linkedin", "https://www.linkedin.com/in/gone", "--yes", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject made = run.line("suppression");
        QCOMPARE(made["by"].toArray().size(), 2);
        QCOMPARE(made["erasedLeads"].toInt(-1), 0);
        const QString id = made["id"].toString();

        run = operators_->run({"admin", "suppressions", "list"});
        QVERIFY2(run.exitCode == 0 && run.out.contains(id), run.all());
        // Nobody is named by it.
        QVERIFY2(!run.all().toLower().contains("gone"), run.all());
        run = operators_->run({"admin", "suppressions", "lift", id, "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("suppressionLifted")["id"].toString(), id);
        run = operators_->run({"admin", "suppressions", "list", "--json"});
        QVERIFY2(!run.line("suppression")["liftedAt"].toString().isEmpty(), run.all());
    }

    void suppressions_wrongInput_changesNothing_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        QTest::newRow("nobody") << QStringList{"add", "--yes"} << "--email, --linkedin";
        QTest::newRow("empty") << QStringList{"add", "--email", "", "--yes"} << "--email";
        QTest::newRow("no address")
            << QStringList{"add", "--email", "gone", "--yes"} << "e-mail address";
        QTest::newRow("no profile")
            << QStringList{"add", "--linkedin", "gone", "--yes"} << "linkedin";
        QTest::newRow("unknown") << QStringList{"lift", "sup_unknown"} << "no such";
        QTest::newRow("no ID") << QStringList{"lift"} << "ID";
    }
    void suppressions_wrongInput_changesNothing() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const auto count = [&] {
            return operators_->run({"admin", "suppressions", "list", "--json"})
                .linesOf("suppression")
                .size();
        };
        const auto before = count();
        CliRun run = operators_->run(QStringList{"admin", "suppressions"} + arguments);
        QVERIFY2(run.exitCode == 2 && run.err.contains(said), run.all());
        QCOMPARE(count(), before);
        run = home_->run({"admin", "suppressions", "list"});
        QVERIFY2(run.exitCode == 5 && run.err.contains("operator"), run.all());
    }

    void secretFile_thatExists_makesNoKey() {
        home_->write("taken", "mine");
        const std::size_t before = server_->accessRecords().size();
        const CliRun run = home_->run({"keys", "create", "--name", "x", "--scope", "leads:read",
                                       "--secret-file", home_->path("taken")});
        QVERIFY2(run.exitCode == 10 && run.err.contains("No key was created"), run.all());
        QCOMPARE(home_->read("taken"), QByteArray("mine"));
        QCOMPARE(server_->accessRecords().size(), before);
    }

    void timesThatAreNone_areNamedByTheProgram() {
        for (const QStringList& command :
             {QStringList{"orders", "list", "--created-after", "yesterday"},
              {"keys", "create", "--name", "x", "--scope", "leads:read", "--expires",
               "yesterday"}}) {
            const CliRun run = home_->run(command);
            QVERIFY2(run.exitCode == 2 && run.err.contains("'yesterday' is not a time"), run.all());
        }
        QCOMPARE(home_->run({"orders", "list", "--created-after", "2h"}).exitCode, 0);
    }

    void profileShow_withoutAny_saysHowToAddOne() {
        const CliRun run = CliHome().run({"profile", "show"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("leadsheet profile add"), run.all());
    }

    void wrongKeyType_saysWhichIsNeeded() {
        const CliRun run = home_->run({"admin", "queue"});
        QVERIFY2(run.exitCode == 5 && run.err.contains("operator"), run.all());
        const CliRun sandbox = CliHome().run({"admin", "queue", "--sandbox"});
        QVERIFY2(sandbox.exitCode == 2 && sandbox.err.contains("no operators"), sandbox.all());
    }

    void account_itsDetails_areShown() {
        place();
        CliRun run = home_->run({"account", "ledger", "--limit", "1"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("hold"), run.all());
        run = home_->run({"account", "usage", "--json"});
        QVERIFY2(run.linesOf("usage").size() == 3, run.all());
        run = home_->run({"account", "cap"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("no cap"), run.all());
        run = home_->run({"account", "--json"});
        QVERIFY2(run.exitCode == 0 && !run.line("account").isEmpty(), run.all());
    }

private:
    QString place() {
        return QString::fromStdString(
            memberOf(server_->createOrder("o" + std::to_string(++orders_), TestServer::orderBody()),
                     "order_number"));
    }

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<CliHome> operators_;
    std::unique_ptr<CliHome> home_;
    int orders_ = 0;
};

LEADSHEET_TEST(tst_cli_admin, CliAdminTest);
#include "tst_cli_admin.moc"
