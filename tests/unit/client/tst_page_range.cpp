// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/page.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <atomic>
#include <deque>
#include <future>
#include <memory>

using namespace leadsheet;

namespace {

using Cursor = std::optional<std::string>;

/// Plays pages and records the cursors it was asked for.
struct Script {
    std::deque<Result<Page<int>>> pages;
    std::vector<Cursor> asked;

    PageRange<int>::Fetch fetch() {
        return [this](const Cursor& cursor) -> Result<Page<int>> {
            asked.push_back(cursor);
            if (pages.empty())
                return failure(localError(ErrorCode::InvalidResponse, "asked too often"));
            auto page = std::move(pages.front());
            pages.pop_front();
            return page;
        };
    }
};

Page<int> page(std::vector<int> items, Cursor next, bool more = true) {
    return {std::move(items), next, more && next.has_value(), 100};
}

} // namespace

class PageRangeTest : public QObject {
    Q_OBJECT

private slots:
    void next_pages_areWalkedInOrder_data() {
        QTest::addColumn<bool>("fetchAhead");
        QTest::newRow("ahead") << true;
        QTest::newRow("one by one") << false;
    }
    void next_pages_areWalkedInOrder() {
        QFETCH(bool, fetchAhead);
        Script script;
        script.pages = {page({1, 2}, "a"), page({3}, "b"), page({4}, {})};
        PageRange<int> range(script.fetch(), {}, fetchAhead);
        std::vector<int> all;
        while (true) {
            const auto item = range.next();
            QVERIFY(item.has_value());
            if (!*item)
                break;
            all.push_back(**item);
        }
        QCOMPARE(all, (std::vector<int>{1, 2, 3, 4}));
        QCOMPARE(script.asked, (std::vector<Cursor>{Cursor(), Cursor("a"), Cursor("b")}));
        QVERIFY(range.finished());
    }

    void loop_hasItems_andEndsBehindTheFirstFailure() {
        Script script;
        script.pages = {page({1, 2}, "a"), page({3}, "b")};
        script.pages.push_back(failure(localError(ErrorCode::NetworkError, "broken")));
        script.pages.push_back(page({4}, {}));
        PageRange<int> range(script.fetch(), {}, false);
        std::vector<int> items;
        std::vector<ErrorCode> failures;
        for (const auto& item : range) {
            if (item)
                items.push_back(*item);
            else
                failures.push_back(item.error().code);
        }
        QCOMPARE(items, (std::vector<int>{1, 2, 3}));
        QCOMPARE(failures, std::vector<ErrorCode>{ErrorCode::NetworkError});
        for (const auto& item : range) // goes on where it failed
            items.push_back(item.value_or(0));
        QCOMPARE(items, (std::vector<int>{1, 2, 3, 4}));
    }

    void emptyPage_withACursor_continues() {
        Script script;
        script.pages = {page({}, "a"), page({}, "b"), page({7}, {})};
        PageRange<int> range(script.fetch());
        QCOMPARE(*range.take(10), std::vector<int>{7});
    }

    void lastPage_withABookmark_endsAndKeepsIt() {
        Script script;
        script.pages = {page({1}, "bookmark", false)};
        PageRange<int> range(script.fetch());
        QCOMPARE(*range.take(10), std::vector<int>{1});
        QCOMPARE(range.cursor(), Cursor("bookmark"));
        QVERIFY(range.finished());
    }

    void lastPage_withAPlaceToResume_endsAndKeepsThat() {
        Script script;
        Page<int> first{{1}, "a", true, 1, "a"};
        Page<int> last{{2}, {}, false, 1, "later"};
        script.pages = {first, last};
        PageRange<int> range(script.fetch());
        QCOMPARE(**range.next(), 1);
        QCOMPARE(range.cursor(), Cursor("a"));
        QCOMPARE(*range.take(10), std::vector<int>{2});
        QCOMPARE(range.cursor(), Cursor("later"));
        QVERIFY(range.finished());
    }

    void cursor_repeatedOrCircular_isAnError_data() {
        QTest::addColumn<int>("length");
        for (const int length : {1, 2, 3, 5, 8})
            QTest::newRow(qPrintable(QString::number(length))) << length;
    }
    void cursor_repeatedOrCircular_isAnError() {
        QFETCH(int, length);
        Script script;
        for (int i = 0; i < 200; ++i)
            script.pages.push_back(page({}, "c" + std::to_string(i % length)));
        PageRange<int> range(script.fetch());
        const auto result = range.take(10);
        QVERIFY(!result.has_value());
        QVERIFY(result.error().is(ErrorCode::CursorLoop));
    }

    void failedPage_leavesTheRangeUsable_data() { next_pages_areWalkedInOrder_data(); }
    void failedPage_leavesTheRangeUsable() {
        QFETCH(bool, fetchAhead);
        Script script;
        script.pages.push_back(page({1}, "a"));
        script.pages.push_back(failure(localError(ErrorCode::NetworkError, "broken")));
        script.pages.push_back(page({2}, {}));
        PageRange<int> range(script.fetch(), {}, fetchAhead);
        QCOMPARE(**range.next(), 1);
        const auto failed = range.next();
        QVERIFY(!failed.has_value());
        QVERIFY(failed.error().is(ErrorCode::NetworkError));
        QCOMPARE(range.cursor(), Cursor("a"));
        QCOMPARE(**range.next(), 2);
        QVERIFY(!range.next()->has_value());
    }

    void pendingPage_knowingWhereToGoOn_isReadWhileTheNextComes() {
        std::promise<void> nextAsked;
        const PageRange<int>::FetchPending fetch =
            [&](const Cursor& cursor) -> Result<PendingPage<int>> {
            if (cursor) {
                nextAsked.set_value();
                return PendingPage<int>{{}, []() -> Result<Page<int>> {
                                            return page({2}, {});
                                        }};
            }
            return PendingPage<int>{"a", [&]() -> Result<Page<int>> {
                                        nextAsked.get_future().wait();
                                        return page({1}, "a");
                                    }};
        };
        PageRange<int> range(fetch);
        QCOMPARE(*range.take(10), (std::vector<int>{1, 2}));
        QVERIFY(range.finished());
    }

    void pendingPage_unreadableOrElsewhere_isNotSkipped_data() {
        QTest::addColumn<bool>("unreadable");
        QTest::newRow("cannot be read at first") << true;
        QTest::newRow("goes on elsewhere than it seemed") << false;
    }
    void pendingPage_unreadableOrElsewhere_isNotSkipped() {
        QFETCH(bool, unreadable);
        int reads = 0;
        const PageRange<int>::FetchPending fetch =
            [&](const Cursor& cursor) -> Result<PendingPage<int>> {
            if (cursor == "a")
                return PendingPage<int>{{}, []() -> Result<Page<int>> {
                                            return page({2}, {});
                                        }};
            if (cursor)
                return PendingPage<int>{{}, []() -> Result<Page<int>> {
                                            return page({99}, {});
                                        }};
            return PendingPage<int>{unreadable ? "a" : "b", [&]() -> Result<Page<int>> {
                                        if (unreadable && ++reads == 1)
                                            return failure(
                                                localError(ErrorCode::InvalidResponse, "cut"));
                                        return page({1}, "a");
                                    }};
        };
        PageRange<int> range(fetch);
        if (unreadable) {
            QVERIFY(!range.next().has_value());
            QCOMPARE(range.cursor(), Cursor());
        }
        QCOMPARE(*range.take(10), (std::vector<int>{1, 2}));
    }

    void pendingPage_namingItself_isALoopAndNotAskedForForEver() {
        std::atomic<int> asked = 0;
        const PageRange<int>::FetchPending fetch = [&](const Cursor&) -> Result<PendingPage<int>> {
            ++asked;
            return PendingPage<int>{"a", []() -> Result<Page<int>> {
                                        return page({1}, "a");
                                    }};
        };
        PageRange<int> range(fetch);
        const auto result = range.take(10);
        QVERIFY(!result.has_value());
        QVERIFY(result.error().is(ErrorCode::CursorLoop));
        QVERIFY(asked <= 3);
    }

    void start_givenCursor_resumesThere() {
        Script script;
        script.pages = {page({5}, {})};
        PageRange<int> range(script.fetch(), "saved");
        QCOMPARE(*range.take(1), std::vector<int>{5});
        QCOMPARE(script.asked.front(), Cursor("saved"));
    }

    void take_limit_isKept() {
        Script script;
        script.pages = {page({1, 2, 3}, "a"), page({4}, {})};
        PageRange<int> range(script.fetch());
        QCOMPARE(*range.take(2), (std::vector<int>{1, 2}));
        QCOMPARE(*range.nextPage(), std::vector<int>{3});
        QCOMPARE(*range.nextPage(), std::vector<int>{4});
        QVERIFY(range.nextPage()->empty());
    }
};

LEADSHEET_TEST(tst_page_range, PageRangeTest);
#include "tst_page_range.moc"
