// SPDX-License-Identifier: Apache-2.0
#include "corpus_case.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <set>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

// Files that other programs wrote, and what must be read from them (tests/corpus).
class CorpusTest : public QObject {
    Q_OBJECT

    std::filesystem::path corpus_;

private slots:
    void initTestCase() {
        const char* const folder = std::getenv("LEADSHEET_CORPUS");
        QVERIFY2(folder != nullptr, "LEADSHEET_CORPUS names the folder of the corpus");
        corpus_ = folder;
    }

    // A file without a word about it, or the reverse, would be no test.
    void files_andExpectations_belongTogether() {
        std::set<std::string> files;
        std::set<std::string> expected;
        for (const auto& entry : std::filesystem::directory_iterator(corpus_ / "files"))
            files.insert(entry.path().filename().string() + ".json");
        for (const auto& entry : std::filesystem::directory_iterator(corpus_ / "expected"))
            expected.insert(entry.path().filename().string());
        QVERIFY(files == expected);
        QVERIFY(files.size() > 100);
    }

    void file_read_isAsExpected_data() {
        QTest::addColumn<QString>("name");
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(corpus_ / "expected"))
            names.push_back(entry.path().stem().string());
        std::sort(names.begin(), names.end());
        for (const std::string& name : names)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void file_read_isAsExpected() {
        QFETCH(QString, name);
        const CorpusCase wanted = loadCorpusCase(corpus_, name.toStdString());
        const std::string actual = describeFile(wanted);
        if (actual != wanted.text)
            qWarning("%s", firstDifference(wanted.text, actual).c_str());
        QVERIFY(actual == wanted.text);
    }
};

LEADSHEET_TEST(tst_corpus, CorpusTest);
#include "tst_corpus.moc"
