// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/work/waiting_sheets.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace leadsheet;
using work::KnownFolder;

namespace fs = std::filesystem;

class WaitingSheetsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    const fs::path data_ = fs::path(folder_.path().toStdString()) / "data";
    const fs::path in_ = fs::path(folder_.path().toStdString()) / "in";

    static void write(const fs::path& file, const std::string& text) {
        std::ofstream(file, std::ios::binary | std::ios::app) << text;
    }

private slots:
    void init() {
        fs::remove_all(data_);
        fs::remove_all(in_);
        fs::create_directories(in_);
    }

    void folder_notedTwice_isThereOnceWithItsLastProfile() {
        QVERIFY(work::watchedFolders(data_).empty());
        for (const char* profile : {"", "nightly", "nightly"})
            QVERIFY(!work::noteWatchedFolder(data_, {in_, profile}));
        QVERIFY(!work::noteWatchedFolder(data_, {in_ / "\n odd\"", ""}));
        const std::vector<KnownFolder> expected{{in_, "nightly"}, {in_ / "\n odd\"", ""}};
        QVERIFY(work::watchedFolders(data_) == expected);
    }

    void line_cutShortOrForeign_isPassedOver() {
        QVERIFY(!work::noteWatchedFolder(data_, {in_, "a"}));
        write(data_ / "watched-folders.jsonl",
              "{\"folder\":17}\n[]\n{\"folder\":\"relative\"}\n{\"folder\":\"/cut");
        QVERIFY(!work::noteWatchedFolder(data_, {in_, "b"}));
        const std::vector<KnownFolder> expected{{in_, "b"}};
        QVERIFY(work::watchedFolders(data_) == expected);
    }

    void folder_thatCannotBeNoted_isToldAsAnError() {
        write(data_.parent_path() / "file", "");
        QVERIFY(work::noteWatchedFolder(data_.parent_path() / "file", {in_, ""}));
    }

    void sheets_withANote_wait() {
        QVERIFY(!work::noteWatchedFolder(data_, {in_, "a"}));
        QVERIFY(!work::noteWatchedFolder(data_, {in_ / "away", "a"}));
        write(in_ / "new.csv", "x");
        write(in_ / "gone.csv.waiting.txt", "note of a sheet that was moved");
        write(in_ / "q3.csv", "x");
        write(in_ / "q3.csv.waiting.txt", std::string(100'000, 'n'));
        const auto sheets = work::waitingSheets(data_);
        QCOMPARE(sheets.size(), std::size_t{1});
        QCOMPARE(sheets[0].sheet, in_ / "q3.csv");
        QCOMPARE(sheets[0].folder.profile, std::string("a"));
        QVERIFY(sheets[0].why.size() < 10'000);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(work::waitingSheets(data_, stop.get_token()).empty());
    }
};

LEADSHEET_TEST(tst_waiting_sheets, WaitingSheetsTest);
#include "tst_waiting_sheets.moc"
