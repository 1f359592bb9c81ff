// SPDX-License-Identifier: Apache-2.0
#include "check_scene.hpp"
#include "leadsheet/text/message_table.hpp"
#include "leadsheet/text/render.hpp"
#include "program/desktop_program.hpp"
#include "test_main.hpp"

#include "phrases/say.hpp"
#include "shell/settings.hpp"
#include "submit/map_model.hpp"
#include "submit/source_phrases.hpp"

#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

QByteArray markedSheet() {
    return "Product,Industry,Job title,Lead count,Skip\n"
           "filters,Software,CEO,10,\n"
           "filters,Steel,CEO,20,x\n"
           "filters,Paper,CEO,30,\n";
}

QAction* choice(SubmitScene& scene, const char* phrase, const QString& text) {
    for (auto* button : scene.window().findChildren<QToolButton*>(QString::fromLatin1(phrase)))
        for (QAction* action : button->menu()->actions())
            if (button->isVisible() && action->text() == text)
                return action;
    return nullptr;
}

} // namespace

class AdviceTest : public QObject {
    Q_OBJECT

private slots:
    void everyText_inTheWindow_namesNoOptionOfTheCommandLine();
    void markedRow_inCheck_isDecidedInSource();
    void savedMap_takenByItself_isNotCalledAChoice();
};

void AdviceTest::everyText_inTheWindow_namesNoOptionOfTheCommandLine() {
    static const QRegularExpression kOption(QStringLiteral("--[a-z]|[`:] ?leadsheet "));
    for (const text::MessageEntry& entry : text::messageTable()) {
        if (entry.id.starts_with("cli")) // what only the command line says
            continue;
        const text::MessageEntry* ours = text::findForWindow(entry.id);
        for (const MessageText& said : {ours == nullptr ? entry.english : ours->english,
                                        ours == nullptr ? entry.german : ours->german}) {
            const QString words =
                QString::fromUtf8(said.other.data(), static_cast<qsizetype>(said.other.size()));
            QVERIFY2(!kOption.match(words).hasMatch(), qPrintable(words));
        }
    }
}

void AdviceTest::markedRow_inCheck_isDecidedInSource() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, markedSheet()));
    QCOMPARE(ready(scene), 2U);
    grid(scene).goTo({3, 4});
    const QString told = step(scene).findChild<QLabel*>(QStringLiteral("cellProblem"))->text();
    QVERIFY2(told.contains(QStringLiteral("Source")), qPrintable(told));
    QVERIFY2(!told.contains(QStringLiteral("--")), qPrintable(told));
    scene.page().goTo(0);
    QAction* skip = choice(scene, "phrase-markedRows", QStringLiteral("Skip Them"));
    QVERIFY(skip != nullptr);
    QCOMPARE(scene.look(QStringLiteral("source-marked-rows")), QString());
    skip->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Open, kPatience);
    // It can be decided otherwise before the next check, too.
    QTRY_VERIFY_WITH_TIMEOUT(
        choice(scene, "phrase-markedRows", QStringLiteral("Order Them Too")) != nullptr, kPatience);
    QVERIFY(scene.goToCheck());
    QCOMPARE(scene.job().checked()->blocked, 0U);
    QCOMPARE(ready(scene), 2U);
}

void AdviceTest::savedMap_takenByItself_isNotCalledAChoice() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, cleanSheet(3)));
    QVERIFY(scene.open(scene.write(QStringLiteral("later.csv"), cleanSheet(4))));
    QVERIFY(scene.job().isMapSaved());
    QVERIFY(scene.goToMap());
    const auto* table = scene.window().findChild<QTableView*>(QStringLiteral("mapTable"));
    const auto sureness = [&](std::uint32_t column) {
        const auto* model = qobject_cast<const MapModel*>(table->model());
        return model->index(model->rowOf(column), MapModel::Sureness).data().toString();
    };
    QCOMPARE(sureness(2), QStringLiteral("As in the saved map"));
    QCOMPARE(scene.look(QStringLiteral("map-saved")), QString());
    scene.job().setColumnMap(withTarget(scene.job().columnMap(), 1, "keywords"));
    QCOMPARE(sureness(1), QStringLiteral("As you chose"));
    QCOMPARE(sureness(2), QStringLiteral("As in the saved map"));
}

LEADSHEET_TEST(tst_advice, AdviceTest);
#include "tst_advice.moc"
