// SPDX-License-Identifier: Apache-2.0
#include "fetch/sheet_download.hpp"
#include "leadsheet/app/sheet_download.hpp"
#include "leadsheet/testing/scripted_transport.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::app;
using namespace leadsheet::app::test;
using leadsheet::testing::ScriptedTransport;

class SheetDownloadTest : public QObject {
    Q_OBJECT

private slots:
    void url_ofAPage_becomesTheExport_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("fetched");
        const QString sheet = "https://docs.google.com/spreadsheets/d/AbC-1_2";
        QTest::newRow("edit") << sheet + "/edit#gid=42" << sheet + "/export?format=csv&gid=42";
        QTest::newRow("edit, shared")
            << sheet + "/edit?usp=sharing" << sheet + "/export?format=csv";
        QTest::newRow("bare") << sheet << sheet + "/export?format=csv";
        QTest::newRow("export stays")
            << sheet + "/export?format=xlsx" << sheet + "/export?format=xlsx";
        const QString published = "https://docs.google.com/spreadsheets/d/e/2PACX-1/pub?output=csv";
        QTest::newRow("published stays") << published << published;
        QTest::newRow("elsewhere") << "https://example.com/edit"
                                   << "https://example.com/edit";
    }
    void url_ofAPage_becomesTheExport() {
        QFETCH(QString, url);
        QFETCH(QString, fetched);
        QCOMPARE(QString::fromStdString(exportUrl(url.toStdString())), fetched);
    }

    void name_ofADownload_isFound_data() {
        QTest::addColumn<QString>("disposition");
        QTest::addColumn<QString>("name");
        QTest::newRow("wide") << "attachment; filename=\"x.csv\"; filename*=UTF-8''Q3%20M%C3%BC.csv"
                              << QString::fromUtf8("Q3 Mü.csv");
        QTest::newRow("quoted") << "attachment; filename=\"a b.csv\""
                                << "a b.csv";
        QTest::newRow("folders") << "attachment; filename=../../etc/x.csv"
                                 << "x.csv";
        QTest::newRow("none") << ""
                              << "icp list.csv";
    }
    void name_ofADownload_isFound() {
        QFETCH(QString, disposition);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(downloadName("https://example.com/a/icp%20list.csv?x=1",
                                                     disposition.toStdString())),
                 name);
        QCOMPARE(downloadName("https://example.com/", ""), std::string("example.com"));
    }

    void download_withRedirects_keepsTheSheet() {
        SheetFolder folder;
        ScriptedTransport transport;
        transport.answer(302, {}, {{"Location", "/moved?to=1#frag"}})
            .answer(307, {}, {{"Location", "https://files.example/x/Q3.csv"}})
            .answer(200, "a,b\n1,2\n", {{"Content-Type", "text/csv"}});
        const auto sheet =
            downloadSheet("https://example.com/sheet", folder.path(""), transport).value();
        QCOMPARE(readAll(sheet.path), std::string("a,b\n1,2\n"));
        QCOMPARE(sheet.name, std::string("Q3.csv"));
        QCOMPARE(sheet.finalUrl, std::string("https://files.example/x/Q3.csv"));
        QCOMPARE(transport.requests()[1].url, std::string("https://example.com/moved?to=1"));
        const auto mode = std::filesystem::status(sheet.path).permissions();
        QCOMPARE(mode & std::filesystem::perms::others_all, std::filesystem::perms::none);
    }

    void download_refused_saysWhy_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, int status, const char* type, const char* body,
                            SheetErrorCode code, const char* words) {
            QTest::newRow(name) << status << QString(type) << QString(body)
                                << static_cast<int>(code) << QString(words);
        };
        row("web page", 200, "text/html; charset=utf-8", "<html>",
            SheetErrorCode::UnsupportedFormat, "Publish");
        row("sign in", 401, "", "", SheetErrorCode::NotReadable, "signing in");
        row("gone", 404, "", "", SheetErrorCode::NotFound, "no sheet");
        row("empty", 200, "text/csv", "", SheetErrorCode::Empty, "empty");
        row("broken server", 500, "", "", SheetErrorCode::NotReadable, "status 500");
    }
    void download_refused_saysWhy() {
        QFETCH(int, status);
        QFETCH(QString, type);
        QFETCH(QString, body);
        QFETCH(int, code);
        QFETCH(QString, words);
        SheetFolder folder;
        ScriptedTransport transport;
        transport.answer(status, body.toStdString(), {{"Content-Type", type.toStdString()}});
        const auto sheet = downloadSheet("https://example.com/x", folder.path(""), transport);
        QVERIFY(!sheet);
        QCOMPARE(static_cast<int>(sheet.error().code), code);
        QVERIFY2(sheet.error().message().find(words.toStdString()) != std::string::npos,
                 sheet.error().message().c_str());
        QVERIFY(folder.fileNames().empty());
    }

    void download_endlessRedirects_stops() {
        SheetFolder folder;
        ScriptedTransport transport;
        for (int i = 0; i <= kMaxRedirects; ++i)
            transport.answer(302, {}, {{"Location", "/again"}});
        const auto sheet = downloadSheet("https://example.com/x", folder.path(""), transport);
        QVERIFY(!sheet);
        QCOMPARE(transport.unplayed(), std::size_t{0});
    }

    void download_badAddress_isNotAsked_data() {
        QTest::addColumn<QString>("url");
        QTest::newRow("password") << "https://user:secret@example.com/x";
        QTest::newRow("no host") << "https://";
        QTest::newRow("file") << "https://[::bad";
    }
    void download_badAddress_isNotAsked() {
        QFETCH(QString, url);
        SheetFolder folder;
        ScriptedTransport transport;
        QVERIFY(!downloadSheet(url.toStdString(), folder.path(""), transport));
        QVERIFY(transport.requests().empty());
    }

    void download_fromThisComputer_isRefused() {
        SheetFolder folder;
        TransportOptions options;
        options.proxy = "none";
        const auto transport = makeCurlTransport(downloadOptions(options));
        const auto sheet = downloadSheet("https://127.0.0.1:9/x", folder.path(""), *transport);
        QVERIFY(!sheet);
        QVERIFY2(leadsheet::text::render(sheet.error().reason).find("public internet") !=
                     std::string::npos,
                 leadsheet::text::render(sheet.error().reason).c_str());
    }

    void download_failing_saysHow_data() {
        QTest::addColumn<int>("problem");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, TransportProblem problem, SheetErrorCode code) {
            QTest::newRow(name) << static_cast<int>(problem) << static_cast<int>(code);
        };
        row("cancelled", TransportProblem::Cancelled, SheetErrorCode::Cancelled);
        row("too large", TransportProblem::TooLarge, SheetErrorCode::LimitExceeded);
        row("no host", TransportProblem::Resolve, SheetErrorCode::NotFound);
        row("certificate", TransportProblem::Tls, SheetErrorCode::NotReadable);
        row("refused", TransportProblem::Connect, SheetErrorCode::NotReadable);
    }
    void download_failing_saysHow() {
        QFETCH(int, problem);
        QFETCH(int, code);
        SheetFolder folder;
        ScriptedTransport transport;
        transport.fail(static_cast<TransportProblem>(problem), Progress::NothingSent);
        const auto sheet = downloadSheet("https://example.com/x", folder.path(""), transport);
        QVERIFY(!sheet);
        QCOMPARE(static_cast<int>(sheet.error().code), code);
        QVERIFY(!sheet.error().reason.empty());
    }
};

LEADSHEET_TEST(tst_sheet_download, SheetDownloadTest);
#include "tst_sheet_download.moc"
