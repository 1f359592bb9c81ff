// SPDX-License-Identifier: Apache-2.0
#include "fuzz_case.hpp"
#include "test_main.hpp"

#include <QDir>
#include <QFile>
#include <QtTest>
#include <algorithm>

using namespace leadsheet::test;

Q_DECLARE_METATYPE(leadsheet::test::FuzzCase)

namespace {

constexpr std::size_t kMaxCuts = 64;

std::string readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

class FuzzSeedsTest : public QObject {
    Q_OBJECT

private slots:
    void seed_wholeAndCut_keepsThePromises_data() {
        QTest::addColumn<FuzzCase>("play");
        QTest::addColumn<QString>("path");
        const QDir seeds(qEnvironmentVariable("LEADSHEET_FUZZ_SEEDS"));
        for (const NamedFuzzCase& fuzzCase : fuzzCases()) {
            const QDir folder(seeds.filePath(QString::fromStdString(fuzzCase.name)));
            const auto names = folder.entryList(QDir::Files, QDir::Name);
            QVERIFY2(!names.isEmpty(), fuzzCase.name.c_str());
            for (const QString& name : names)
                QTest::addRow("%s/%s", fuzzCase.name.c_str(), qPrintable(name))
                    << fuzzCase.play << folder.filePath(name);
        }
    }
    void seed_wholeAndCut_keepsThePromises() {
        QFETCH(FuzzCase, play);
        QFETCH(QString, path);
        const std::string seed = readAll(path);
        QVERIFY(!seed.empty());
        const std::size_t step = std::max<std::size_t>(seed.size() / kMaxCuts, 1);
        for (std::size_t length = seed.size();; length -= std::min(step, length)) {
            const std::string problem = play(std::string_view(seed).substr(0, length));
            QVERIFY2(problem.empty(),
                     (problem + " (first " + std::to_string(length) + " bytes)").c_str());
            if (length == 0)
                break;
        }
    }
};

LEADSHEET_TEST(tst_fuzz_seeds, FuzzSeedsTest);
#include "tst_fuzz_seeds.moc"
