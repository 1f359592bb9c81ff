// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

QByteArray leadLines(int first, int count) {
    QByteArray lines;
    for (int n = first; n < first + count; ++n) {
        const QString id = QString::number(n);
        const QJsonObject lead{{"fullName", "Person " + id},
                               {"email", "p" + id + "@x.example"},
                               {"country", "DE"},
                               {"companyName", "=SUM(1)"}};
        lines += QJsonDocument(lead).toJson(QJsonDocument::Compact) + "\n";
    }
    return lines;
}

} // namespace

/// The whole way by command line: an order is placed, approved, filled and delivered, and its leads
/// are listed, counted and exported.
class CliLeadsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        server_ = std::make_unique<TestServer>();
        operators_ = std::make_unique<CliHome>();
        operators_->use(server_->baseUrl(), server_->adminKey());
        home_ = std::make_unique<CliHome>();
        home_->use(server_->baseUrl(), server_->customerKey());
        order_ = own(leadLines(0, 25));
        QVERIFY(!order_.isEmpty());
    }
    void init() { QFile::remove(home_->path("leads.csv")); }

    void list_showsWhatWasAskedFor() {
        CliRun run = home_->run({"leads", "list", "--limit", "3", "--fields", "email,hasPhone"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("p0@x.example") && !run.out.contains("p3@x.example"), run.all());
        QVERIFY2(run.out.contains("More than 3 leads"), run.all());
        run = home_->run({"leads", "list", "--json", "--fields", "email,hasPhone"});
        QCOMPARE(run.linesOf("lead").size(), std::size_t{25});
        QCOMPARE(run.linesOf("lead").at(0)["hasPhone"], QJsonValue(false));
        QVERIFY(!run.linesOf("lead").at(0).contains("fullName"));
    }

    void count_followsTheFilters() {
        QCOMPARE(home_->run({"leads", "count", "--json"}).line("leadCount")["count"].toInt(), 25);
        const CliRun none = home_->run({"leads", "count", "--country", "FR"});
        QVERIFY2(none.exitCode == 0 && none.out.contains("0 leads"), none.all());
        QCOMPARE(home_->run({"leads", "count", "--json", "--order", order_, "--email", "yes"})
                     .line("leadCount")["count"]
                     .toInt(),
                 25);
    }

    void wrongChoice_isRefusedBeforeAnythingIsAsked_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("words");
        QTest::newRow("field") << QStringList{"list", "--fields", "email,shoeSize"} << "shoeSize";
        QTest::newRow("field twice") << QStringList{"list", "--fields", "email,email"} << "twice";
        QTest::newRow("country") << QStringList{"count", "--country", "Germany"} << "country code";
        QTest::newRow("result") << QStringList{"count", "--result", "great"} << "--result";
        QTest::newRow("time") << QStringList{"count", "--delivered-after", "noon"}
                              << "is not a time";
        QTest::newRow("order") << QStringList{"count", "--order", "two words"} << "order number";
        QTest::newRow("format") << QStringList{"export", "leads.pdf"} << ".xlsx";
        QTest::newRow("program") << QStringList{"export", "a.csv", "--for", "excel"} << "--for";
        QTest::newRow("program and fields")
            << QStringList{"export", "a.csv", "--for", "hubspot", "--fields", "email"}
            << "--fields";
        QTest::newRow("standard output")
            << QStringList{"export", "-", "--format", "csv"} << "standard output";
        QTest::newRow("delimiter")
            << QStringList{"export", "a.csv", "--delimiter", "\""} << "delimiter";
        QTest::newRow("delimiter of a workbook")
            << QStringList{"export", "a.xlsx", "--delimiter", ";"} << "--delimiter is for CSV";
        QTest::newRow("mark of JSON Lines")
            << QStringList{"export", "a.jsonl", "--byte-order-mark"} << "--byte-order-mark";
        QTest::newRow("name of another format")
            << QStringList{"export", "a.xlsx", "--format", "csv"} << "End the name in .csv";
        QTest::newRow("since") << QStringList{"export", "a.csv", "--since", "none.csv"}
                               << "manifest";
    }
    void wrongChoice_isRefusedBeforeAnythingIsAsked() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, words);
        const std::size_t before = server_->accessRecords().size();
        const CliRun run = home_->run(QStringList{"leads"} + arguments);
        QVERIFY2(run.exitCode == 2 && run.err.contains(words), run.all());
        QCOMPARE(server_->accessRecords().size(), before);
    }

    void export_isGuardedCountedAndDescribed() {
        const CliRun run = home_->run({"leads", "export", "leads.csv", "--json", "--fields",
                                       "email,companyName", "--country", "DE"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QByteArray csv = home_->read("leads.csv");
        QVERIFY2(csv.startsWith("email,companyName\r\np0@x.example,'=SUM(1)\r\n"), csv);
        const QJsonObject report = run.line("leadExport");
        QCOMPARE(report["leads"].toInt(), 25);
        QCOMPARE(report["guardedTexts"].toInt(), 25);
        QCOMPARE(report["sha256"].toString().toLatin1(),
                 QCryptographicHash::hash(csv, QCryptographicHash::Sha256).toHex());
        QVERIFY(home_->read("leads.csv.manifest.json").contains("leadsSoFar"));
        const CliRun again = home_->run({"leads", "export", "leads.csv"});
        QVERIFY2(again.exitCode == 10 && again.err.contains("--overwrite"), again.all());
        const CliRun raw = home_->run({"leads", "export", "leads.csv", "--overwrite", "--fields",
                                       "companyName", "--no-formula-guard"});
        QVERIFY2(raw.exitCode == 0, raw.all());
        QVERIFY(home_->read("leads.csv").startsWith("companyName\r\n=SUM(1)\r\n"));
    }

    void export_forAProgram_hasItsColumns_data() {
        QTest::addColumn<QString>("header");
        QTest::newRow("hubspot")
            << "First Name,Last Name,Email,Phone Number,Job Title,Company Name,"
               "Website URL,Industry,Street Address,City,State/Region,"
               "Postal Code,Country/Region";
        QTest::newRow("salesforce") << "First Name,Last Name,Company,Title,Email,Phone,Website,"
                                       "Industry,Street,City,State/Province,Postal Code,Country";
        QTest::newRow("pipedrive")
            << "Person - Name,Person - Email,Person - Phone,Person - Job title,"
               "Organization - Name,Organization - Website,Person - LinkedIn";
        QTest::newRow("outreach") << "First Name,Last Name,Email,Title,Company,Work Phone,LinkedIn,"
                                     "Website,Industry,City,State,Zip,Country,Time Zone";
        QTest::newRow("instantly") << "email,first_name,last_name,company_name,phone,website,"
                                      "job_title,linkedin_url,industry,city,country";
        QTest::newRow("smartlead")
            << "email,first_name,last_name,company_name,phone_number,website,"
               "location,linkedin_profile,job_title,industry,country";
        QTest::newRow("lemlist") << "email,firstName,lastName,companyName,jobTitle,phone,"
                                    "linkedinUrl,companyDomain,industry,city,country";
    }
    void export_forAProgram_hasItsColumns() {
        QFETCH(QString, header);
        const QString program = QString::fromLatin1(QTest::currentDataTag());
        const QString file = program + QStringLiteral(".csv");
        const CliRun run = home_->run({"leads", "export", file, "--for", program});
        QVERIFY2(run.exitCode == 0, run.all());
        const QByteArray csv = home_->read(file.toUtf8().constData());
        QCOMPARE(QString::fromUtf8(csv.left(csv.indexOf("\r\n"))), header);
        const qsizetype email = header.toLower().split(',').indexOf(
            QRegularExpression(QStringLiteral("(person - )?email")));
        QCOMPARE(csv.split('\n')[1].split(',')[email], QByteArray("p0@x.example"));
        // The leads have no first and last name; a whole one stands in where those are asked for.
        const qsizetype name = header.toLower().split(',').indexOf(
            QRegularExpression(QStringLiteral("person - name|last[ _]?name")));
        QCOMPARE(csv.split('\n')[1].split(',')[name], QByteArray("Person 0"));
    }

    void export_since_bringsWhatIsNew() {
        QCOMPARE(home_->run({"leads", "export", "all.csv", "--fields", "email"}).exitCode, 0);
        CliRun run =
            home_->run({"leads", "export", "new.csv", "--since", "all.csv", "--fields", "email"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("Nothing is new"), run.all());
        QVERIFY(!QFile::exists(home_->path("new.csv")));
        QVERIFY(!own(leadLines(500, 2)).isEmpty());
        run = home_->run({"leads", "export", "new.csv", "--since", "all.csv", "--fields", "email"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(home_->read("new.csv"),
                 QByteArray("email\r\np500@x.example\r\np501@x.example\r\n"));
        const QByteArray all = home_->read("all.csv");
        run = home_->run({"leads", "export", "./all.csv", "--since", "all.csv", "--overwrite"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("Choose another name"), run.all());
        QCOMPARE(home_->read("all.csv"), all);
        run = home_->run({"leads", "export", "other.csv", "--since", "all.csv", "--country", "FR"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("earlier export"), run.all());
    }

    void texts_ofAllKinds_arriveUnchanged_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("quotes") << "a \"b\" 'c' ,;|\t\\ d";
        QTest::newRow("lines") << "one\ntwo\n\nthree";
        QTest::newRow("right to left")
            << QString::fromUtf8("\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xE2\x80\xAE"
                                 "abc\xE2\x80\xAC");
        QTest::newRow("emoji") << QString::fromUtf8(
            "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB \xF0\x9F\x87\xA9\xF0\x9F\x87\xAA");
        QTest::newRow("combining") << QString::fromUtf8("Z\xCC\xA3\xCC\x87 e\xCC\x81 \xEF\xAC\x81");
        for (const char* formula : {"=1+1", "+49 30 1234", "-2", "@SUM(A1)"})
            QTest::newRow(formula) << formula;
        QTest::newRow("markup") << "<b>&amp;</b> ]]> {{7*7}} $(ls) %00";
        QTest::newRow("query") << "'; DROP TABLE leads; --";
        QTest::newRow("looks like a number") << "007";
        QTest::newRow("long") << QString(200, 'x');
    }
    void texts_ofAllKinds_arriveUnchanged() {
        QFETCH(QString, text);
        TestServer server;
        CliHome home;
        CliHome operators;
        home.use(server.baseUrl(), server.customerKey());
        operators.use(server.baseUrl(), server.adminKey());
        const auto csvCell = [](QString cell) {
            return QString("\"" + cell.replace("\"", "\"\"") + "\"").toUtf8();
        };
        const QString sheet = home.write(
            "icps.csv", "scrapingOption,leadCount,industries,externalRef\nfilters,5,Software," +
                            csvCell(text) + "\n");
        CliRun run = home.run(
            {"submit", sheet, "--max-total", "100", "--json", "--map", "externalRef=externalRef"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QString number = run.line("row")["orderNumber"].toString();
        QCOMPARE(home.run({"orders", "show", number, "--json"}).line("order")["externalRef"],
                 QJsonValue(text));
        QCOMPARE(operators.run({"admin", "approve", number}).exitCode, 0);
        QByteArray line =
            QJsonDocument(QJsonObject{{"companyName", text}}).toJson(QJsonDocument::Compact);
        operators.write("leads.ndjson", line + "\n");
        run = operators.run({"admin", "ingest", number, "leads.ndjson", "--delivery", "one"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(operators.run({"admin", "deliver", number, "--yes"}).exitCode, 0);

        const QStringList fields{"--fields", "externalRef,companyName"};
        for (const char* name : {"a.jsonl", "a.csv", "a.xlsx"}) {
            run = home.run(QStringList{"leads", "export", name, "--no-formula-guard"} + fields);
            QVERIFY2(run.exitCode == 0, run.all());
        }
        const QJsonObject lead = QJsonDocument::fromJson(home.read("a.jsonl")).object();
        QCOMPARE(lead["externalRef"], QJsonValue(text));
        QCOMPARE(lead["companyName"], QJsonValue(text));
        for (const char* name : {"a.csv", "a.xlsx"}) {
            run = home.run({"sheet", "dump", name, "--format", "json", "--header-row", "1"});
            QVERIFY2(run.exitCode == 0, run.all());
            const QJsonArray rows =
                QJsonDocument::fromJson(run.out.toUtf8()).object()["rows"].toArray();
            QCOMPARE(rows.last().toObject()["cells"].toArray(), (QJsonArray{text, text}));
        }
    }

    void controlCharacter_isRefusedWithItsPlace() {
        const QString number = orderInProgress();
        operators_->write("odd.csv", QByteArray("fullName,email\nA\x01"
                                                "B,a@x.example\nFine,fine@x.example\n"));
        const CliRun run =
            operators_->run({"admin", "ingest", number, "odd.csv", "--delivery", "odd", "--json"});
        QVERIFY2(run.exitCode == 4, run.all());
        const QJsonObject part = run.line("ingestPart");
        QCOMPARE(part["accepted"].toInt(), 1);
        QCOMPARE(part["notAccepted"].toArray()[0].toObject()["row"].toInt(), 1);
        const CliRun words =
            operators_->run({"admin", "ingest", number, "odd.csv", "--delivery", "odd"});
        QVERIFY2(words.out.contains("lead 1 of the file: /fullName"), words.all());
    }

    /// The last one: the others need all leads as they were.
    void erase_needsAYesAndFindsThePerson() {
        CliRun run = home_->run({"leads", "erase", "--yes"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("--linkedin"), run.all());
        run = home_->run({"leads", "erase", "--email", "nobody@x.example", "--yes"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("No leads."), run.all());
        const auto count = [this] {
            return home_->run({"leads", "count", "--json"}).line("leadCount")["count"].toInt();
        };
        const int before = count();
        const QString last = "p24@x.example";
        run = home_->run({"leads", "erase", "--email", last.toUpper()});
        QVERIFY2(run.exitCode == 6 && run.err.contains("Erasing every lead of this person"),
                 run.all());
        QVERIFY(home_->run({"leads", "list", "--fields", "email"}).out.contains(last.toUtf8()));
        run = home_->run({"leads", "erase", "--email", last.toUpper(), "--yes", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QString id = run.line("leadErased")["id"].toString();
        QVERIFY(id.startsWith("ld_"));
        QVERIFY(!home_->run({"leads", "list", "--fields", "email"}).out.contains(last.toUtf8()));
        QCOMPARE(count(), before);
        run = home_->run({"leads", "erase", id, "--yes"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("Erased: 1 lead."), run.all());
        run = home_->run({"leads", "erase", "ld_none", "--yes"});
        QVERIFY2(run.exitCode == 2, run.all());
    }

private:
    QString orderInProgress() {
        const QByteArray count = QByteArray::number(50 + ++orders_);
        const QString sheet =
            home_->write("icps" + count + ".csv",
                         "scrapingOption,leadCount,industries\nfilters," + count + ",Software\n");
        const CliRun placed =
            home_->run({"submit", sheet, "--max-total", "100", "--json", "--include-changed"});
        const QString number = placed.line("row")["orderNumber"].toString();
        const CliRun approved = operators_->run({"admin", "approve", number});
        return approved.exitCode == 0 ? number : QString();
    }

    /// The number of a delivered order with these leads.
    QString own(const QByteArray& lines) {
        const QString number = orderInProgress();
        operators_->write("leads.ndjson", lines);
        const CliRun taken =
            operators_->run({"admin", "ingest", number, "leads.ndjson", "--delivery", "one"});
        const CliRun delivered = operators_->run({"admin", "deliver", number, "--yes"});
        if (taken.exitCode != 0 || delivered.exitCode != 0)
            qWarning("%s%s", taken.all().constData(), delivered.all().constData());
        return taken.exitCode == 0 && delivered.exitCode == 0 ? number : QString();
    }

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<CliHome> operators_;
    std::unique_ptr<CliHome> home_;
    QString order_;
    int orders_ = 0;
};

LEADSHEET_TEST(tst_cli_leads, CliLeadsTest);
#include "tst_cli_leads.moc"
