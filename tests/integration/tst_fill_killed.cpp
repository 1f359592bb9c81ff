// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/app/lead_cache.hpp"

#include <QTemporaryDir>
#include <QtTest>

using namespace leadsheet;

namespace {

constexpr int kOwned = 60;
constexpr int kMaxPages = 12;

} // namespace

/// The filling of a cache is killed after every page and at any moment, then started again: every
/// lead is there once, in order, and nothing that was there is fetched again.
class FillKilledTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        scene_ = std::make_unique<test::ClientScene>();
        scene_->ownLeads(0, kOwned);
        auto pages = scene_->customer().leads().all();
        const auto leads = pages.take(kOwned + 1);
        QVERIFY(leads.has_value());
        for (const Lead& lead : *leads)
            ids_.push_back(lead.text(LeadField::Id));
        QCOMPARE(ids_.size(), std::size_t{kOwned});
    }

    void killed_afterEachPage_goesOn() {
        int kills = 0;
        for (int page = 1; page < kMaxPages; ++page) {
            const QTemporaryDir folder;
            const auto first = fillIn(folder, "page", page);
            kills += first.killed ? 1 : 0;
            if (first.killed)
                QVERIFY(heldIn(folder) == std::size_t(page) * 10);
            finish(folder);
            if (QTest::currentTestFailed() || !first.killed)
                break;
        }
        QCOMPARE(kills, kOwned / 10);
    }

    void killed_atAnyMoment_goesOn() {
        for (const int micros : {0, 100, 300, 900, 2700, 8100}) {
            const QTemporaryDir folder;
            (void)fillIn(folder, "during", micros);
            finish(folder);
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    app::LeadOwner owner() const { return {scene_->server.baseUrl(), scene_->server.accountId()}; }
    static QString fileIn(const QTemporaryDir& folder) { return folder.filePath("leads.sqlite"); }

    test::ChildEnd fillIn(const QTemporaryDir& folder, const QString& moment, int number) const {
        return test::runChild("fill_child",
                              {QString::fromStdString(scene_->server.baseUrl()),
                               QString::fromStdString(scene_->server.accountId()), fileIn(folder),
                               moment, QString::number(number)},
                              scene_->server.customerKey());
    }

    std::vector<std::string> idsIn(const QTemporaryDir& folder) const {
        auto cache = app::LeadCache::open(fileIn(folder).toStdString(), owner());
        std::vector<std::string> ids;
        if (!cache)
            return ids;
        const auto places = cache->find({}, 0, 1000);
        const auto leads = cache->leads(*places);
        for (const Lead& lead : *leads)
            ids.push_back(lead.text(LeadField::Id));
        return ids;
    }
    std::size_t heldIn(const QTemporaryDir& folder) const { return idsIn(folder).size(); }

    void finish(const QTemporaryDir& folder) const {
        const auto end = fillIn(folder, "never", 0);
        QVERIFY2(!end.killed && end.exitCode == 0, end.errors.c_str());
        QCOMPARE(idsIn(folder), ids_);
    }

    std::unique_ptr<test::ClientScene> scene_;
    std::vector<std::string> ids_;
};

LEADSHEET_TEST(tst_fill_killed, FillKilledTest);
#include "tst_fill_killed.moc"
