// SPDX-License-Identifier: Apache-2.0
// One wish, one order, whoever asks from wherever: every story of the files in wishes/ is played
// with the real programs, and the server is asked what it holds in the end.
#include "test_main.hpp"
#include "wish_story.hpp"
#include "wish_world.hpp"

#include <QDir>
#include <QtTest>

#include <future>
#include <map>
#include <memory>

using namespace leadsheet::test;

class CliWishesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const QDir folder(qEnvironmentVariable("LEADSHEET_WISHES"));
        for (const QString& file : folder.entryList({"*.story"}, QDir::Files, QDir::Name))
            for (WishStory& story : storiesIn(folder.filePath(file)))
                stories_.push_back(std::move(story));
        QVERIFY(stories_.size() >= kLeastStories);
        program_ = std::make_unique<WishServer>(WishServer::Kind::Program);
    }

    void story_anyWay_endsAsTold_data() {
        QTest::addColumn<std::size_t>("number");
        for (std::size_t number = 0; number < stories_.size(); ++number)
            QTest::newRow(qPrintable(stories_[number].name)) << number;
    }
    void story_anyWay_endsAsTold() {
        QFETCH(std::size_t, number);
        begin(number);
        begin(number + 1); // much of a story is waiting
        const QString problem = played_.at(number).get();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void cleanupTestCase() {
        played_.clear();
        program_.reset();
    }

private:
    void begin(std::size_t number) {
        if (number >= stories_.size() || played_.contains(number))
            return;
        played_[number] = std::async(std::launch::async, [this, &story = stories_[number]] {
            if (!story.needsOwnServer())
                return play(story, *program_);
            WishServer own(WishServer::Kind::WithFaults);
            return play(story, own);
        });
    }

    static constexpr std::size_t kLeastStories = 75;
    std::vector<WishStory> stories_;
    std::unique_ptr<WishServer> program_;
    std::map<std::size_t, std::future<QString>> played_;
};

LEADSHEET_TEST(tst_cli_wishes, CliWishesTest);
#include "tst_cli_wishes.moc"
