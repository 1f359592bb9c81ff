// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/app/lead_export.hpp"

#include <QtTest>

#include <fstream>
#include <iterator>

using namespace leadsheet;
using namespace leadsheet::test;

namespace {

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string messageOf(const app::LeadExportFailure& failed) {
    if (const auto* error = std::get_if<Error>(&failed))
        return error->message;
    return std::get<app::SheetError>(failed).message();
}

} // namespace

/// Leads that are erased while they are written into files, or between two exports.
class LeadExportErasuresTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void erasedMeanwhile_isNotInTheFile_data() {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<bool>("brokenOff");
        QTest::addColumn<bool>("allFields");
        QTest::newRow("broken off, without the id") << "csv" << true << false;
        QTest::newRow("broken off, all fields") << "jsonl" << true << true;
        QTest::newRow("in one go") << "csv" << false << true;
    }
    void erasedMeanwhile_isNotInTheFile() {
        QFETCH(QString, ending);
        QFETCH(bool, brokenOff);
        QFETCH(bool, allFields);
        ClientScene scene;
        scene.ownLeads(0, 25);
        const auto leads = scene.customer().leads();
        const auto ids = leads.list()->items;
        const auto erase = [&](std::size_t n) {
            return leads.erase(*LeadId::parse(ids[n].text(LeadField::Id))).has_value();
        };
        QVERIFY(erase(12)); // before anything was read
        auto options = optionsFor("a." + ending);
        options.account = scene.server.accountId();
        options.format = *app::exportFormatFor(options.file);
        if (allFields)
            options.fields.clear();
        std::stop_source stop;
        options.call.stop = stop.get_token();
        options.progress = [&, pages = 0](const app::LeadExportProgress& progress) mutable {
            if (++pages != 3 || progress.writing)
                return;
            QVERIFY(erase(3));
            if (brokenOff)
                stop.request_stop();
        };
        auto report = app::exportLeads(scene.customer(), options);
        QCOMPARE(report.has_value(), !brokenOff);
        options.call.stop = {};
        options.progress = {};
        if (brokenOff)
            report = app::exportLeads(scene.customer(), options);
        QVERIFY2(report.has_value(), report ? "" : messageOf(report.error()).c_str());
        auto whole = options;
        whole.file = folder_->filePath("whole." + ending).toStdString();
        QVERIFY(app::exportLeads(scene.customer(), whole).has_value());
        QVERIFY(contentOf(options.file).find("p3@company.example") == std::string::npos);
        QCOMPARE(contentOf(options.file), contentOf(whole.file));
        // What comes behind this file tells of what was erased behind it, and of nothing before.
        QVERIFY(erase(5));
        auto next = optionsFor("next.csv");
        next.account = options.account;
        next.since = *app::readLeadBookmark(options.file);
        const auto after = app::exportLeads(scene.customer(), next);
        QVERIFY(after.has_value());
        QCOMPARE(after->erased, std::vector<std::string>{ids[5].text(LeadField::Id)});
    }

    void erasures_ofAnExportThatEndedAtItsLastStep_areToldOf() {
        ClientScene scene;
        scene.ownLeads(0, 5);
        auto first = optionsFor("first.csv");
        first.account = scene.server.accountId();
        QVERIFY(app::exportLeads(scene.customer(), first).has_value());
        const auto leads = scene.customer().leads();
        const std::string id = leads.list()->items.front().text(LeadField::Id);
        QVERIFY(leads.erase(*LeadId::parse(id)).has_value());
        scene.ownLeads(5, 1);
        auto second = optionsFor("second.csv");
        second.account = first.account;
        second.since = *app::readLeadBookmark(first.file);
        const auto part = app::leadExportPartFor(second.file);
        const auto kept = folder_->filePath("kept").toStdString();
        second.progress = [&](const app::LeadExportProgress& progress) {
            if (progress.writing)
                std::filesystem::copy_file(part, kept);
        };
        QVERIFY(app::exportLeads(scene.customer(), second).has_value());
        std::filesystem::rename(kept, part); // as if it had ended before it removed that
        second.progress = {};
        const auto again = app::exportLeads(scene.customer(), second);
        QVERIFY2(again.has_value(), again ? "" : messageOf(again.error()).c_str());
        QCOMPARE(again->erased, std::vector<std::string>{id});
        QVERIFY(!std::filesystem::exists(part));
    }

private:
    app::LeadExportOptions optionsFor(const QString& name) const {
        app::LeadExportOptions options;
        options.fields = {LeadField::Email, LeadField::FirstName, LeadField::ResultReason,
                          LeadField::HasEmail, LeadField::Technologies};
        options.file = folder_->filePath(name).toStdString();
        options.pageSize = 10;
        return options;
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

LEADSHEET_TEST(tst_lead_export_erasures, LeadExportErasuresTest);
#include "tst_lead_export_erasures.moc"
