// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/app/lead_export.hpp"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <atomic>
#include <fstream>
#include <iterator>
#include <map>

using namespace leadsheet;
using namespace leadsheet::test;
using app::ExportFormat;

namespace {

constexpr int kLeads = 57;
constexpr int kPage = 10;

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string messageOf(const app::LeadExportFailure& failed) {
    if (const auto* error = std::get_if<Error>(&failed))
        return error->message;
    return std::get<app::SheetError>(failed).message();
}

bool isCode(const app::LeadExportFailure& failed, app::SheetErrorCode code) {
    const auto* error = std::get_if<app::SheetError>(&failed);
    return error != nullptr && error->code == code;
}

bool isCode(const app::LeadExportFailure& failed, ErrorCode code) {
    const auto* error = std::get_if<Error>(&failed);
    return error != nullptr && error->code == code;
}

QJsonObject manifestOf(const std::filesystem::path& file) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(contentOf(app::manifestPathFor(file))))
        .object();
}

/// Notes how many requests were sent by it.
struct Counting final : Transport {
    std::shared_ptr<Transport> real = makeCurlTransport({});
    std::atomic<int> sent{0};

    Exchange send(const HttpRequest& request, const std::stop_token& stop) override {
        ++sent;
        return real->send(request, stop);
    }
};

/// Answers every count with one more than the service does.
struct Overcounting final : Transport {
    std::shared_ptr<Transport> real = makeCurlTransport({});

    Exchange send(const HttpRequest& request, const std::stop_token& stop) override {
        Exchange exchange = real->send(request, stop);
        if (exchange.response && request.url.find("/count") != std::string::npos)
            exchange.response->body = R"({"count":1000})";
        return exchange;
    }
};

} // namespace

/// Leads written into files, broken off and gone on with, against the real server.
class LeadExportTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        scene_ = std::make_unique<ClientScene>();
        order_ = scene_->ownLeads(0, kLeads).str();
    }
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void file_inEveryFormat_isVerifiedAndHasItsManifest_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("format");
        QTest::newRow("csv") << "a.csv" << static_cast<int>(ExportFormat::Csv);
        QTest::newRow("xlsx") << "a.xlsx" << static_cast<int>(ExportFormat::Xlsx);
        QTest::newRow("jsonl") << "a.jsonl" << static_cast<int>(ExportFormat::JsonLines);
    }
    void file_inEveryFormat_isVerifiedAndHasItsManifest() {
        QFETCH(QString, name);
        QFETCH(int, format);
        auto options = optionsFor(name);
        options.format = static_cast<ExportFormat>(format);
        options.fields.clear();
        options.filter.country = "DE";
        const auto report = app::exportLeads(scene_->customer(), options);
        QVERIFY2(report.has_value(), report ? "" : messageOf(report.error()).c_str());
        QCOMPARE(report->leads, std::int64_t{kLeads});
        const std::string content = contentOf(options.file);
        const QJsonObject manifest = manifestOf(options.file);
        QCOMPARE(manifest["rows"].toInt(), kLeads);
        QCOMPARE(
            manifest["sha256"].toString().toLatin1(),
            QCryptographicHash::hash(QByteArray::fromStdString(content), QCryptographicHash::Sha256)
                .toHex());
        const QJsonObject facts = manifest["facts"].toObject();
        QCOMPARE(facts["filter"].toString(), QString(R"({"country":"DE"})"));
        QCOMPARE(facts["account"].toString().toStdString(), scene_->server.accountId());
        QCOMPARE(facts["leadsSoFar"].toString(), QString::number(kLeads));
        QVERIFY(!facts["cursor"].toString().isEmpty());
        QCOMPARE(filesLeft(), (QStringList{name, name + ".manifest.json"}));
    }

    void csv_holdsWhatWasAskedForInOrder() {
        auto options = optionsFor("a.csv");
        const auto report = app::exportLeads(scene_->customer(), options);
        QVERIFY(report.has_value());
        QCOMPARE(contentOf(options.file), expectedCsv(0, kLeads));
    }

    void jsonLines_fieldThatIsAList_isAnArray() {
        auto options = optionsFor("a.jsonl");
        options.format = ExportFormat::JsonLines;
        QVERIFY(app::exportLeads(scene_->customer(), options).has_value());
        const QByteArray content = QByteArray::fromStdString(contentOf(options.file));
        const QList<QByteArray> lines = content.trimmed().split('\n');
        QCOMPARE(lines.size(), kLeads);
        for (const QByteArray& line : lines) {
            const QJsonObject lead = QJsonDocument::fromJson(line).object();
            QCOMPARE(lead["technologies"].toArray(), (QJsonArray{"a", "b"}));
            QCOMPARE(lead["rating"].toDouble(), 4.5);
        }
    }

    void brokenOff_afterAnyPage_goesOnWithoutLossOrRepeat_data() {
        QTest::addColumn<int>("page");
        for (int page = 0; page <= kLeads / kPage + 1; ++page)
            QTest::newRow(qPrintable(QString::number(page))) << page;
    }
    void brokenOff_afterAnyPage_goesOnWithoutLossOrRepeat() {
        QFETCH(int, page);
        auto options = optionsFor("a.csv");
        std::stop_source stop;
        options.call.stop = stop.get_token();
        options.progress = [&stop, left = page](const app::LeadExportProgress&) mutable {
            if (left-- == 0)
                stop.request_stop();
        };
        const auto broken = app::exportLeads(scene_->customer(), options);
        QVERIFY(!broken);
        QVERIFY(!std::filesystem::exists(options.file));
        QCOMPARE(filesLeft(), QStringList{"a.csv.part"});
        const auto counting = std::make_shared<Counting>();
        auto again = optionsFor("a.csv");
        const auto report = app::exportLeads(customerThrough(counting), again);
        QVERIFY2(report.has_value(), report ? "" : messageOf(report.error()).c_str());
        // The page that was on its way when the stop came may have arrived before it.
        const auto after = [](int pages) {
            return std::int64_t{std::min(pages * kPage, kLeads)};
        };
        const bool oneMore = report->resumed != after(page);
        QCOMPARE(report->resumed, after(page + (oneMore ? 1 : 0)));
        QCOMPARE(contentOf(again.file), expectedCsv(0, kLeads));
        // The pages that were left, then the count once more and what was erased meanwhile.
        const int pagesLeft = std::max(6 - page - (oneMore ? 1 : 0), 0);
        QCOMPARE(counting->sent.load(), pagesLeft + 2);
    }

    void partFile_cutAnywhere_isRecovered_data() {
        QTest::addColumn<int>("permille");
        for (const int permille : {0, 1, 7, 55, 120, 333, 500, 501, 777, 940, 998, 999})
            QTest::newRow(qPrintable(QString::number(permille))) << permille;
    }
    void partFile_cutAnywhere_isRecovered() {
        QFETCH(int, permille);
        const auto part = interrupted("a.csv", 5);
        std::string bytes = contentOf(part);
        const std::size_t at = bytes.size() * static_cast<std::size_t>(permille) / 1000;
        // Cut, and with another byte where the disk lost some.
        for (const bool torn : {false, true}) {
            std::string damaged = torn ? bytes : bytes.substr(0, at);
            if (torn)
                damaged[at] = static_cast<char>(damaged[at] ^ 0x5A);
            std::ofstream(part, std::ios::binary | std::ios::trunc) << damaged;
            auto options = optionsFor("a.csv");
            options.write.overwrite = torn;
            const auto report = app::exportLeads(scene_->customer(), options);
            QVERIFY2(report.has_value(), report ? "" : messageOf(report.error()).c_str());
            QCOMPARE(contentOf(options.file), expectedCsv(0, kLeads));
        }
    }

    void partFile_ofAnotherExport_isRefusedUntilRestart() {
        interrupted("a.csv", 2);
        auto options = optionsFor("a.csv");
        options.filter.hasPhone = false;
        const auto refused = app::exportLeads(scene_->customer(), options);
        QVERIFY(!refused);
        QVERIFY2(isCode(refused.error(), app::SheetErrorCode::InvalidOption),
                 messageOf(refused.error()).c_str());
        options.restart = true;
        const auto report = app::exportLeads(scene_->customer(), options);
        QVERIFY(report.has_value());
        QCOMPARE(report->resumed, std::int64_t{0});
    }

    void file_thatExists_isKeptAndNothingIsAsked() {
        auto options = optionsFor("a.csv");
        std::ofstream(options.file) << "mine";
        const std::size_t before = scene_->server.accessRecords().size();
        const auto refused = app::exportLeads(scene_->customer(), options);
        QVERIFY(!refused);
        QVERIFY(isCode(refused.error(), app::SheetErrorCode::OutputExists));
        QCOMPARE(scene_->server.accessRecords().size(), before);
        QCOMPARE(contentOf(options.file), std::string("mine"));
        options.write.overwrite = true;
        QVERIFY(app::exportLeads(scene_->customer(), options).has_value());
        QCOMPARE(contentOf(options.file), expectedCsv(0, kLeads));
    }

    void secondExport_ofTheSameFile_isRefusedMeanwhile() {
        auto options = optionsFor("a.csv");
        bool tried = false;
        options.progress = [this, &tried](const app::LeadExportProgress& progress) {
            if (tried || progress.writing)
                return;
            tried = true;
            const auto second = app::exportLeads(scene_->customer(), optionsFor("a.csv"));
            QVERIFY(!second);
            QVERIFY(isCode(second.error(), app::SheetErrorCode::NotReadable));
        };
        QVERIFY(app::exportLeads(scene_->customer(), options).has_value());
        QVERIFY(tried);
    }

    void counts_thatDisagree_writeNoFile() {
        auto options = optionsFor("a.csv");
        const auto refused =
            app::exportLeads(customerThrough(std::make_shared<Overcounting>()), options);
        QVERIFY(!refused);
        QVERIFY2(isCode(refused.error(), ErrorCode::InvalidResponse),
                 messageOf(refused.error()).c_str());
        QVERIFY(messageOf(refused.error()).find("1000") != std::string::npos);
        QVERIFY(!std::filesystem::exists(options.file));
    }

    void since_anEarlierFile_bringsOnlyWhatIsNew() {
        ClientScene scene;
        scene.ownLeads(0, 15);
        const std::string account = scene.server.accountId();
        auto first = optionsFor("first.csv");
        first.account = account;
        QVERIFY(app::exportLeads(scene.customer(), first).has_value());
        auto second = optionsFor("second.csv");
        second.account = account;
        second.since = *app::readLeadBookmark(first.file);
        QCOMPARE(second.since->leads, std::int64_t{15});
        const auto nothing = app::exportLeads(scene.customer(), second);
        QVERIFY2(nothing.has_value(), nothing ? "" : messageOf(nothing.error()).c_str());
        QCOMPARE(nothing->leads, std::int64_t{0});
        QVERIFY(nothing->file.path.empty());
        QVERIFY(!filesLeft().contains("second.csv"));
        scene.ownLeads(15, 12);
        const auto report = app::exportLeads(scene.customer(), second);
        QVERIFY2(report.has_value(), report ? "" : messageOf(report.error()).c_str());
        QCOMPARE(contentOf(second.file), expectedCsv(15, 12));
        QCOMPARE(report->bookmark.leads, std::int64_t{27});
        // The next one follows the second file.
        auto third = optionsFor("third.csv");
        third.account = account;
        third.since = *app::readLeadBookmark(app::manifestPathFor(second.file));
        scene.ownLeads(27, 1);
        const auto leads = scene.customer().leads();
        const auto id = LeadId::parse(leads.list()->items.front().text(LeadField::Id));
        QVERIFY(leads.erase(*id).has_value());
        const auto last = app::exportLeads(scene.customer(), third);
        QVERIFY(last.has_value());
        QCOMPARE(last->erased, std::vector<std::string>{id->str()});
        QVERIFY(report->erased.empty());
        QCOMPARE(contentOf(third.file), expectedCsv(27, 1));
        // What was told of once is not told of again.
        auto fourth = optionsFor("fourth.csv");
        fourth.account = account;
        fourth.since = *app::readLeadBookmark(third.file);
        const auto after = app::exportLeads(scene.customer(), fourth);
        QVERIFY(after && after->erased.empty());
    }

    void since_theFileItself_isNeverReplaced_data() {
        QTest::addColumn<QString>("since");
        QTest::addColumn<QString>("file");
        QTest::newRow("the same name") << "all.csv"
                                       << "all.csv";
        QTest::newRow("named by its manifest") << "all.csv.manifest.json"
                                               << "all.csv";
        QTest::newRow("roundabout") << "all.csv"
                                    << "sub/../all.csv";
        QTest::newRow("relative") << "all.csv"
                                  << "relative:all.csv";
        QTest::newRow("symlink to it") << "all.csv"
                                       << "symlink.csv";
        QTest::newRow("earlier one by a symlink") << "symlink.csv.manifest.json"
                                                  << "all.csv";
        QTest::newRow("hard link to it") << "all.csv"
                                         << "hardlink.csv";
        QTest::newRow("folder by a symlink") << "all.csv"
                                             << "linked/all.csv";
        QTest::newRow("its manifest") << "all.csv"
                                      << "all.csv.manifest.json";
        QTest::newRow("its manifest as the new one's") << "odd.csv"
                                                       << "all.csv";
        QTest::newRow("as the part file") << "new.csv.part"
                                          << "new.csv";
        QTest::newRow("as the part file, by a symlink") << "new.csv.part"
                                                        << "linked/new.csv";
        QTest::newRow("gone, and its manifest is there") << "gone.csv"
                                                         << "gone.csv";
    }
    void since_theFileItself_isNeverReplaced() {
        QFETCH(QString, since);
        QFETCH(QString, file);
        namespace fs = std::filesystem;
        const fs::path folder = folder_->path().toStdString();
        fs::create_directory(folder / "sub");
        fs::create_directory_symlink(folder, folder / "linked");
        ClientScene scene;
        scene.ownLeads(0, 5);
        const auto exported = [&](const QString& name) {
            auto options = optionsFor(name);
            options.account = scene.server.accountId();
            QVERIFY(app::exportLeads(scene.customer(), options).has_value());
        };
        exported("all.csv");
        exported("new.csv.part");
        exported("gone.csv");
        fs::remove(folder / "gone.csv");
        fs::create_symlink("all.csv", folder / "symlink.csv");
        fs::create_symlink("all.csv.manifest.json", folder / "symlink.csv.manifest.json");
        fs::create_symlink("all.csv.manifest.json", folder / "odd.csv.manifest.json");
        fs::create_hard_link(folder / "all.csv", folder / "hardlink.csv");
        scene.ownLeads(5, 2);
        const auto everything = [&] {
            std::map<std::string, std::string> content;
            for (const auto& entry : fs::recursive_directory_iterator(folder))
                if (entry.is_regular_file())
                    content[entry.path().string()] = contentOf(entry.path());
            return content;
        };
        const auto before = everything();

        auto options = optionsFor(file);
        if (file.startsWith("relative:"))
            options.file = fs::relative(folder / file.mid(9).toStdString());
        options.account = scene.server.accountId();
        options.write.overwrite = true;
        options.restart = true;
        options.since = *app::readLeadBookmark((folder / since.toStdString()));
        const auto refused = app::exportLeads(scene.customer(), options);
        QVERIFY(!refused.has_value());
        QVERIFY2(isCode(refused.error(), app::SheetErrorCode::InvalidOption) &&
                     messageOf(refused.error()).find("this export continues") != std::string::npos,
                 messageOf(refused.error()).c_str());
        QVERIFY(everything() == before);
        // A name of its own is as good as ever.
        options.file = (folder / "fresh.csv");
        const auto fresh = app::exportLeads(scene.customer(), options);
        QVERIFY2(fresh.has_value(), fresh ? "" : messageOf(fresh.error()).c_str());
        QCOMPARE(fresh->leads, std::int64_t{2});
    }

    void since_ofAnotherAccountOrChoice_isRefused() {
        auto options = optionsFor("a.csv");
        options.since = app::LeadBookmark{"acc_other", {}, "c", 1, {}, {}};
        QVERIFY(isCode(app::exportLeads(scene_->customer(), options).error(),
                       app::SheetErrorCode::InvalidOption));
        options.since->account = options.account;
        options.since->filter.country = "FR";
        QVERIFY(isCode(app::exportLeads(scene_->customer(), options).error(),
                       app::SheetErrorCode::InvalidOption));
        QVERIFY(!app::readLeadBookmark(folder_->filePath("none.csv").toStdString()));
        std::ofstream(folder_->filePath("other.csv.manifest.json").toStdString())
            << R"({"facts":{"kind":"orders"}})";
        QVERIFY(!app::readLeadBookmark(folder_->filePath("other.csv").toStdString()));
    }

private:
    Client customerThrough(std::shared_ptr<Transport> transport) const {
        ClientOptions options(scene_->server.baseUrl(),
                              *ApiKey::parse(scene_->server.customerKey()));
        options.customTransport = std::move(transport);
        return *Client::create(std::move(options));
    }

    app::LeadExportOptions optionsFor(const QString& name) const {
        app::LeadExportOptions options;
        options.account = scene_->server.accountId();
        options.fields = {LeadField::Email, LeadField::FirstName, LeadField::HasPhone,
                          LeadField::Rating, LeadField::Technologies};
        options.file = folder_->filePath(name).toStdString();
        options.pageSize = kPage;
        return options;
    }

    std::filesystem::path interrupted(const QString& name, int pages) const {
        auto options = optionsFor(name);
        std::stop_source stop;
        options.call.stop = stop.get_token();
        options.progress = [&stop, left = pages](const app::LeadExportProgress&) mutable {
            if (left-- == 0)
                stop.request_stop();
        };
        (void)app::exportLeads(scene_->customer(), options);
        return app::leadExportPartFor(options.file);
    }

    static std::string expectedCsv(int first, int count) {
        std::string csv = "email,firstName,hasPhone,rating,technologies\r\n";
        for (int n = first; n < first + count; ++n) {
            const std::string id = std::to_string(n);
            csv += "p" + id + "@company.example,First " + id + ",false,4.5,\"a, b\"\r\n";
        }
        return csv;
    }

    QStringList filesLeft() const {
        return QDir(folder_->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

    std::unique_ptr<ClientScene> scene_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::string order_;
};

LEADSHEET_TEST(tst_lead_export, LeadExportTest);
#include "tst_lead_export.moc"
