// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_cache.hpp"

#include "leadsheet/app/lead_view.hpp"

#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <fstream>
#include <sqlite3.h>
#include <thread>

using namespace leadsheet;
using namespace leadsheet::app;

namespace {

namespace fs = std::filesystem;

const LeadOwner kOwner{"https://api.example", "acct_1"};
constexpr std::string_view kOrders[] = {"LS-0000000001", "LS-0000000002"};

/// The n-th lead: values by which filters tell it from others.
Lead leadOf(int n) {
    Lead lead;
    lead[LeadField::Id] = "lead_" + std::to_string(n);
    lead[LeadField::OrderNumber] = std::string(kOrders[n % 2]);
    lead[LeadField::DeliveredAt] =
        std::string(n < 10 ? "2026-03-01T12:00:00.000Z" : "2026-03-02T12:00:00.000Z");
    lead[LeadField::Result] = std::string(n % 3 == 0 ? "good" : "risky");
    lead[LeadField::HasEmail] = n % 4 != 0;
    lead[LeadField::HasPhone] = n % 5 == 0;
    lead[LeadField::FullName] = "Jos\u00e9 " + std::to_string(n);
    lead[LeadField::FoundedYear] = std::int64_t{1900 + n % 100};
    lead[LeadField::Rating] = 4.5;
    lead[LeadField::Technologies] = std::vector<std::string>{"a", "b, c"};
    if (n % 7 != 0)
        lead[LeadField::Country] = std::string(n % 2 == 0 ? "DE" : "FR");
    return lead;
}

std::vector<Lead> leadsOf(int first, int count) {
    std::vector<Lead> leads;
    for (int n = first; n < first + count; ++n)
        leads.push_back(leadOf(n));
    return leads;
}

std::string cursorAt(int n) {
    return "cursor-" + std::to_string(n);
}

std::string jsonOf(const Lead& lead) {
    std::vector<LeadField> all;
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        all.push_back(static_cast<LeadField>(i));
    std::string text;
    appendLeadJson(text, lead, all);
    return text;
}

template <class T>
T taken(Result<T> result) {
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return *std::move(result);
}

} // namespace

/// The leads of an account in a file of this computer.
class LeadCacheTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void file_ofAnotherAccount_isAnotherFile() {
        const fs::path folder = folder_->path().toStdString();
        QCOMPARE(leadCacheFile(folder, kOwner), leadCacheFile(folder, kOwner));
        QVERIFY(leadCacheFile(folder, kOwner) != leadCacheFile(folder, {kOwner.baseUrl, "acct_2"}));
        QVERIFY(leadCacheFile(folder, kOwner) !=
                leadCacheFile(folder, {"https://other.example", kOwner.accountId}));
    }

    void file_ofAnAccount_isTheSameUnderAnyAddress() {
        const fs::path folder = folder_->path().toStdString();
        const LeadOwner here{"https://api.example", "acct_1", "inst_1"};
        const LeadOwner moved{"https://moved.example", "acct_1", "inst_1"};
        QCOMPARE(leadCacheFile(folder, moved), leadCacheFile(folder, here));
        QVERIFY(moved == here);
        QVERIFY(leadCacheFile(folder, {"https://api.example", "acct_1", "inst_2"}) !=
                leadCacheFile(folder, here));
    }

    void copyKeptByTheAddress_isTakenOver() {
        {
            auto before = opened();
            fill(before, 0, 5, true);
        }
        const LeadOwner owner{kOwner.baseUrl, kOwner.accountId, "inst_1"};
        const fs::path now = leadCacheFile(fs::path(folder_->path().toStdString()) / "data", owner);
        QVERIFY(now != file());
        QCOMPARE(taken(taken(LeadCache::open(now, owner)).state()).leads, std::int64_t{5});
        QVERIFY(!fs::exists(file()));
        const LeadOwner moved{"https://moved.example", kOwner.accountId, "inst_1"};
        QVERIFY2(LeadCache::open(now, moved), "the address is no part of it any more");
        QVERIFY(!LeadCache::open(now, {"https://moved.example", "acct_2", "inst_1"}));
    }

    void copyInUseByAnotherProgram_staysThere() {
        auto before = opened();
        fill(before, 0, 5, true);
        const LeadOwner owner{kOwner.baseUrl, kOwner.accountId, "inst_1"};
        const fs::path now = leadCacheFile(fs::path(folder_->path().toStdString()) / "data", owner);
        QCOMPARE(taken(taken(LeadCache::open(now, owner)).state()).leads, std::int64_t{0});
        QCOMPARE(taken(before.state()).leads, std::int64_t{5});
    }

    void removedAccount_leavesNoCopyUnderAnyName() {
        const fs::path data = fs::path(folder_->path().toStdString()) / "data";
        const LeadOwner named{kOwner.baseUrl, kOwner.accountId, "inst_1"};
        const LeadOwner other{kOwner.baseUrl, "acct_2", "inst_1"};
        for (const LeadOwner& owner : {named, kOwner, other})
            taken(LeadCache::open(leadCacheFile(data, owner), owner));
        removeLeadCaches(data, kOwner);
        QVERIFY(!fs::exists(leadCacheFile(data, named)));
        QVERIFY(!fs::exists(leadCacheFile(data, kOwner)));
        QVERIFY(fs::exists(leadCacheFile(data, other)));
        removeLeadCaches(data / "none", kOwner);
    }

    void file_isForItsOwnerAlone() {
        auto cache = opened();
        fill(cache, 0, 5, true);
        for (const auto& entry : fs::directory_iterator(file().parent_path()))
            QCOMPARE(entry.status().permissions() & fs::perms(0077), fs::perms::none);
        QCOMPARE(fs::status(file().parent_path()).permissions() & fs::perms(0077), fs::perms::none);
    }

    void lead_comesBackAsItWas() {
        auto cache = opened();
        fill(cache, 0, 3, true);
        const auto leads = taken(cache.leads(std::vector<LeadPlace>{1, 3, 9}));
        QCOMPARE(jsonOf(leads[0]), jsonOf(leadOf(0)));
        QCOMPARE(jsonOf(leads[1]), jsonOf(leadOf(2)));
        QVERIFY(!leads[2].has(LeadField::Id));
    }

    void state_tellsHowFarItIs() {
        auto cache = opened();
        QCOMPARE(taken(cache.state()).leads, std::int64_t{0});
        QVERIFY(!taken(cache.state()).cursor);
        fill(cache, 0, 4, false);
        QVERIFY(!taken(cache.state()).whole);
        QVERIFY(!taken(cache.state()).checkedAt);
        fill(cache, 4, 3, true);
        const auto state = taken(opened().state());
        QCOMPARE(state.leads, std::int64_t{7});
        QCOMPARE(*state.cursor, cursorAt(7));
        QVERIFY(state.whole);
        QCOMPARE(state.checkedAt->time_since_epoch().count(), std::int64_t{1'000'007});
        QVERIFY(cache.confirm(WallTime(std::chrono::milliseconds(2'000'000))));
        QCOMPARE(taken(cache.state()).checkedAt->time_since_epoch().count(),
                 std::int64_t{2'000'000});
    }

    void page_thatDoesNotFollow_isNotAdded() {
        auto cache = opened();
        fill(cache, 0, 4, false);
        const auto leads = leadsOf(0, 4);
        QVERIFY(!taken(cache.add({leads, std::nullopt, cursorAt(4), true, {}})));
        QVERIFY(!taken(cache.add({leads, cursorAt(3), cursorAt(7), true, {}})));
        QCOMPARE(taken(cache.state()).leads, std::int64_t{4});
        QVERIFY(!taken(cache.state()).whole);
    }

    void filter_findsWhatItNames_data() {
        QTest::addColumn<QString>("filter");
        for (const char* filter : {"", "r", "e", "E", "p", "o", "c", "d", "repocd", "rEo", "oc"})
            QTest::newRow(*filter == '\0' ? "all" : filter) << QString(filter);
    }
    void filter_findsWhatItNames() {
        QFETCH(QString, filter);
        auto cache = opened();
        fill(cache, 0, 200, true);
        LeadFilter wanted;
        if (filter.contains('r'))
            wanted.result = LeadResult::Good;
        if (filter.contains('e', Qt::CaseInsensitive))
            wanted.hasEmail = filter.contains('e');
        if (filter.contains('p'))
            wanted.hasPhone = true;
        if (filter.contains('o'))
            wanted.orderNumber = *OrderNumber::parse(std::string(kOrders[1]));
        if (filter.contains('c'))
            wanted.country = "FR";
        if (filter.contains('d'))
            wanted.deliveredAfter = "2026-03-01T13:00:00+01:00";
        std::vector<LeadPlace> expected;
        for (int n = 0; n < 200; ++n)
            if ((!wanted.result || n % 3 == 0) &&
                (!wanted.hasEmail || *wanted.hasEmail == (n % 4 != 0)) &&
                (!wanted.hasPhone || n % 5 == 0) && (!wanted.orderNumber || n % 2 == 1) &&
                (!wanted.country || (n % 2 == 1 && n % 7 != 0)) &&
                (!wanted.deliveredAfter || n >= 10))
                expected.push_back(static_cast<LeadPlace>(n + 1));
        QCOMPARE(taken(cache.find(wanted, 0, 200)), expected);
        std::vector<LeadPlace> inSpans;
        for (const std::int64_t from : {0, 70, 140}) {
            const auto some =
                taken(cache.find(wanted, from, std::min<std::int64_t>(from + 70, 200)));
            inSpans.insert(inSpans.end(), some.begin(), some.end());
        }
        QCOMPARE(inSpans, expected);
    }

    void filter_forWhatNoLeadHas_findsNothing() {
        auto cache = opened();
        fill(cache, 0, 20, true);
        LeadFilter filter;
        filter.country = "JP";
        QVERIFY(taken(cache.find(filter, 0, 20)).empty());
        filter = {};
        filter.orderNumber = *OrderNumber::parse("LS-ZZZZZZZZZZ");
        QVERIFY(taken(cache.find(filter, 0, 20)).empty());
    }

    void words_findLeadsInAnyCaseAndWithoutAccents() {
        auto cache = opened();
        std::vector<Lead> leads = leadsOf(0, 30);
        leads[3][LeadField::CompanyName] = std::string("M\u00fcller & S\u00f6hne");
        leads[4][LeadField::JobTitle] = std::string("Head of Sales");
        leads[5][LeadField::Email] = std::string("sales@acme.example");
        leads[6][LeadField::CompanyDomain] = std::string("https://sales.example");
        QVERIFY(taken(cache.add({leads, {}, cursorAt(30), true, WallTime{}})));
        const auto found = [&](const char* words, const LeadFilter& filter = {}) {
            return taken(cache.find(filter, 0, 30, words));
        };
        using Places = std::vector<LeadPlace>;
        QCOMPARE(found("muller  SOHNE"), Places{4});
        QCOMPARE(found("M\u00dcLLER"), Places{4});
        QCOMPARE(found("sales"), (Places{5, 6}));
        QCOMPARE(found("jose 29"), Places{30});
        QCOMPARE(found("sales 29"), Places{});
        QCOMPARE(found("  ").size(), std::size_t{30});
        LeadFilter withPhone;
        withPhone.hasPhone = true;
        QCOMPARE(found("sales", withPhone), Places{6});
    }

    void sorted_byValue_keepsEqualOnesAndPutsNothingLast() {
        auto cache = opened();
        std::vector<Lead> leads = leadsOf(0, 5);
        leads[0][LeadField::CompanyName] = std::string("zebra");
        leads[1][LeadField::CompanyName] = std::string("\u00c4pfel AG");
        leads[2][LeadField::CompanyName] = std::string("Beta");
        leads[4][LeadField::CompanyName] = std::string("beta");
        leads[0][LeadField::Rating] = 10.0;
        leads[3][LeadField::Rating] = 9.5;
        QVERIFY(taken(cache.add({leads, {}, cursorAt(5), true, WallTime{}})));
        using Places = std::vector<LeadPlace>;
        const Places all{1, 2, 3, 4, 5};
        const auto sorted = [&](LeadField field, bool descending) {
            return taken(cache.sorted(all, {field, descending}));
        };
        QCOMPARE(sorted(LeadField::CompanyName, false), (Places{2, 3, 5, 1, 4}));
        QCOMPARE(sorted(LeadField::CompanyName, true), (Places{1, 3, 5, 2, 4}));
        QCOMPARE(sorted(LeadField::Rating, false), (Places{2, 3, 5, 4, 1}));
        QCOMPARE(sorted(LeadField::Result, false), (Places{1, 4, 2, 3, 5}));
        QCOMPARE(sorted(LeadField::HasEmail, true), (Places{2, 3, 4, 1, 5}));
        QCOMPARE(sorted(LeadField::Country, false).back(), LeadPlace{1});
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(cache.sorted(all, {LeadField::Rating, false}, stop.get_token())
                    .error()
                    .is(ErrorCode::Cancelled));
    }

    void facets_countWhatIsThere() {
        auto cache = opened();
        fill(cache, 0, 14, true);
        const auto facets = taken(cache.facets());
        QCOMPARE(facets.countries.size(), std::size_t{2});
        QCOMPARE(facets.countries[0], (std::pair<std::string, std::int64_t>("DE", 6)));
        QCOMPARE(facets.countries[1], (std::pair<std::string, std::int64_t>("FR", 6)));
        QCOMPARE(facets.orders.size(), std::size_t{2});
        QCOMPARE(facets.orders[0].second, std::int64_t{7});
    }

    void facets_growWithThePagesAndGoWithThem() {
        auto cache = opened();
        fill(cache, 0, 10, false);
        fill(cache, 10, 4, true);
        QCOMPARE(taken(cache.facets()).countries[0],
                 (std::pair<std::string, std::int64_t>("DE", 6)));
        QVERIFY(cache.clear());
        QVERIFY(taken(cache.facets()).countries.empty());
        fill(cache, 0, 4, true);
        QCOMPARE(taken(cache.facets()).countries.size(), std::size_t{2});
    }

    void fileWithoutCounts_isCountedAndKept() {
        {
            auto cache = opened();
            fill(cache, 0, 14, false);
        }
        sql("DROP TABLE counts; ALTER TABLE cache DROP COLUMN erasures; PRAGMA user_version = 1");
        auto cache = opened();
        QCOMPARE(taken(cache.state()).leads, std::int64_t{14});
        fill(cache, 14, 7, true);
        const auto facets = taken(cache.facets());
        QCOMPARE(facets.countries[0], (std::pair<std::string, std::int64_t>("DE", 9)));
        QCOMPARE(facets.countries[1], (std::pair<std::string, std::int64_t>("FR", 9)));
        QCOMPARE(facets.orders[0].second + facets.orders[1].second, std::int64_t{21});
    }

    void reader_besideAWriter_seesWholePages() {
        auto writer = opened();
        fill(writer, 0, 10, false);
        auto reader = opened();
        fill(writer, 10, 10, true);
        QCOMPARE(taken(reader.state()).leads, std::int64_t{20});
        QCOMPARE(taken(reader.find({}, 0, 100)).size(), std::size_t{20});
    }

    void newFile_openedBySeveralAtOnce_isOpenForAll() {
        for (int round = 0; round < 40; ++round) {
            const fs::path fresh = file().string() + std::to_string(round);
            std::atomic<int> ready = 0;
            std::atomic<int> opened = 0;
            std::vector<std::jthread> threads;
            for (int n = 0; n < 3; ++n)
                threads.emplace_back([&] {
                    ++ready;
                    while (ready < 3)
                        std::this_thread::yield();
                    auto cache = LeadCache::open(fresh, kOwner);
                    if (cache && cache->state())
                        ++opened;
                    else
                        qWarning("%s", cache ? "no state" : cache.error().message.c_str());
                });
            threads.clear();
            QCOMPARE(opened.load(), 3);
        }
    }

    void cleared_isEmptyAndGoesOn() {
        auto cache = opened();
        fill(cache, 0, 10, true);
        QVERIFY(cache.clear());
        QCOMPARE(taken(cache.state()).leads, std::int64_t{0});
        QVERIFY(!taken(cache.state()).whole);
        fill(cache, 0, 3, true);
        QCOMPARE(taken(cache.find({}, 0, 100)).size(), std::size_t{3});
    }

    void damagedFile_isReplaced_data() {
        QTest::addColumn<int>("at");
        QTest::newRow("no database") << 0;
        QTest::newRow("schema damaged") << 100;
    }
    void damagedFile_isReplaced() {
        QFETCH(int, at);
        {
            auto cache = opened();
            fill(cache, 0, 10, true);
        }
        LeadCache::remove(file().string() + "-none"); // what is not there is no matter
        std::fstream out(file(), std::ios::in | std::ios::out | std::ios::binary);
        out.seekp(at);
        out << std::string(2000, 'x');
        out.close();
        auto cache = opened();
        QCOMPARE(taken(cache.state()).leads, std::int64_t{0});
        fill(cache, 0, 3, true);
        QCOMPARE(taken(cache.state()).leads, std::int64_t{3});
    }

    void damagedLead_isTold() {
        auto cache = opened();
        fill(cache, 0, 3, true);
        sql("UPDATE leads SET body = x'0102' WHERE place = 2");
        const auto leads = cache.leads(std::vector<LeadPlace>{2});
        QVERIFY(!leads && leads.error().is(ErrorCode::LedgerDamaged));
    }

    void databaseOfAnotherProgram_staysUntouched() {
        fs::create_directories(file().parent_path());
        sql("CREATE TABLE diary(day TEXT)");
        std::ifstream in(file(), std::ios::binary);
        const std::string before(std::istreambuf_iterator<char>(in), {});
        const auto cache = LeadCache::open(file(), kOwner);
        QVERIFY(!cache && cache.error().is(ErrorCode::StorageError));
        std::ifstream again(file(), std::ios::binary);
        QVERIFY(before == std::string(std::istreambuf_iterator<char>(again), {}));
    }

    void leadsOfAnotherAccount_areNeverShown() {
        {
            auto cache = opened();
            fill(cache, 0, 3, true);
        }
        const auto cache = LeadCache::open(file(), {kOwner.baseUrl, "acct_2"});
        QVERIFY(!cache && cache.error().is(ErrorCode::StorageError));
        QCOMPARE(taken(opened().state()).leads, std::int64_t{3});
    }

    void anotherVersion_isReplaced() {
        {
            auto cache = opened();
            fill(cache, 0, 3, true);
        }
        sql("PRAGMA user_version = 99");
        QCOMPARE(taken(opened().state()).leads, std::int64_t{0});
    }

    void removed_leavesNothing() {
        {
            auto cache = opened();
            fill(cache, 0, 3, true);
            QVERIFY(LeadCache::remove(file()));
        }
        QVERIFY(fs::is_empty(file().parent_path()));
        QVERIFY(!LeadCache::remove(file()));
    }

    void hundredThousand_areSearchedInSpans() {
        auto cache = opened();
        constexpr int kPages = 100;
        constexpr int kPage = 1000;
        const auto page = leadsOf(0, kPage);
        for (int n = 0; n < kPages; ++n) {
            const auto before = n == 0 ? std::nullopt : std::optional(cursorAt(n * kPage));
            QVERIFY(
                taken(cache.add({page, before, cursorAt((n + 1) * kPage), n + 1 == kPages, {}})));
        }
        LeadFilter filter;
        filter.result = LeadResult::Good;
        filter.hasPhone = true;
        std::size_t found = 0;
        for (std::int64_t from = 0; from < kPages * kPage; from += 30'000)
            found += taken(cache.find(filter, from, from + 30'000)).size();
        QCOMPARE(found, std::size_t{kPages} * 67);
        const auto last = taken(cache.leads(std::vector<LeadPlace>{kPages * kPage}));
        QCOMPARE(jsonOf(last.front()), jsonOf(leadOf(kPage - 1)));
    }

private:
    fs::path file() const {
        return leadCacheFile(fs::path(folder_->path().toStdString()) / "data", kOwner);
    }
    LeadCache opened() const { return taken(LeadCache::open(file(), kOwner)); }

    static void fill(LeadCache& cache, int first, int count, bool last) {
        const auto leads = leadsOf(first, count);
        const auto before = first == 0 ? std::nullopt : std::optional(cursorAt(first));
        const WallTime at(std::chrono::milliseconds(1'000'000 + first + count));
        if (!taken(cache.add({leads, before, cursorAt(first + count), last, at})))
            qFatal("the page was not added");
    }

    void sql(const char* text) const {
        sqlite3* handle = nullptr;
        if (sqlite3_open(file().c_str(), &handle) != SQLITE_OK ||
            sqlite3_exec(handle, text, nullptr, nullptr, nullptr) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(handle));
        sqlite3_close(handle);
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

LEADSHEET_TEST(tst_lead_cache, LeadCacheTest);
#include "tst_lead_cache.moc"
