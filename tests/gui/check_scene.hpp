// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_scene.hpp"

#include "grid/sheet_grid_view.hpp"
#include "submit/check_step.hpp"
#include "submit/problem_list.hpp"

#include <QLineEdit>

/// The Check step of a scene, and sheets to look at in it.
namespace leadsheet::test {

inline desktop::CheckStep& step(SubmitScene& scene) {
    return *qobject_cast<desktop::CheckStep*>(scene.page().step(2));
}

inline desktop::SheetGridView& grid(SubmitScene& scene) {
    return *step(scene).findChild<desktop::SheetGridView*>();
}

inline desktop::ProblemList& problems(SubmitScene& scene) {
    return *step(scene).findChild<desktop::ProblemList*>();
}

inline bool openCheck(SubmitScene& scene, const QByteArray& sheet) {
    return scene.open(scene.write(QStringLiteral("sheet.csv"), sheet)) && scene.goToCheck();
}

inline bool openSample(SubmitScene& scene) {
    return scene.press("trySample") &&
           QTest::qWaitFor(
               [&] {
                   return scene.job().state() == desktop::SheetJob::State::Open &&
                          !scene.job().rows().isLoading();
               },
               kPatience) &&
           scene.goToCheck();
}

/// Types into a cell as a person does.
inline void type(SubmitScene& scene, desktop::GridCell cell, const QString& text) {
    grid(scene).goTo(cell);
    QTest::keyClick(&grid(scene), Qt::Key_F2);
    auto* editor = grid(scene).findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::processEvents(); // the text is taken over a moment later
}

inline QByteArray faultySheet() {
    return "Product,Industry,Job title,Lead count\n"
           "filters,Software,CEO,10\n"
           "fliters,Steel,CEO,20\n"
           "filters,Paper,CEO,fifty\n"
           "fliters,Glass,CEO,30\n"
           "filters,Wood,CEO,-5\n"
           "filters,Software,CEO,10\n";
}

inline std::uint64_t ready(SubmitScene& scene) {
    const app::CheckSummary* found = scene.job().checked();
    return found == nullptr ? 0 : found->ready;
}

} // namespace leadsheet::test
