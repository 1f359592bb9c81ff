// SPDX-License-Identifier: Apache-2.0
#include "submit_scene.hpp"

#include "screenshot.hpp"

#include <QFile>

namespace leadsheet::test {

using namespace desktop;

SubmitScene::SubmitScene()
    : program(application(),
              app::AppFolders{folder.path().toStdString(), folder.path().toStdString()}) {
    program.theme().choose(ThemeChoice::Light);
    program.show();
    window().resize(1280, 720);
    (void)QTest::qWaitForWindowActive(&window());
    QCoreApplication::processEvents();
}

SubmitScene::~SubmitScene() {
    program.theme().choose(ThemeChoice::Light);
}

SubmitPage& SubmitScene::page() {
    return *qobject_cast<SubmitPage*>(window().page(QStringLiteral("submit")));
}

QString SubmitScene::write(const QString& name, const QByteArray& bytes) const {
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    return path;
}

bool SubmitScene::open(const QString& source) {
    program.workspace().openSheet(source);
    return QTest::qWaitFor(
        [this] { return job().state() == SheetJob::State::Open && !job().rows().isLoading(); },
        kPatience);
}

bool SubmitScene::press(const char* name) {
    for (auto* button : window().findChildren<QAbstractButton*>(QString::fromLatin1(name)))
        if (button->isVisible() && button->isEnabled()) {
            QTest::mouseClick(button, Qt::LeftButton);
            return true;
        }
    return false;
}

bool SubmitScene::goToMap() {
    return press("continueToMap") && page().currentStep() == 1;
}

bool SubmitScene::goToCheck() {
    return goToMap() && press("continueToCheck") && page().currentStep() == 2 &&
           QTest::qWaitFor([this] { return job().checked() != nullptr; }, kPatience);
}

QString SubmitScene::look(const QString& name) {
    QStringList found;
    const auto check = [&](ThemeChoice choice, QLatin1String word) {
        program.theme().choose(choice);
        settle();
        found << complaints(window());
        screenshot(window(), name + QLatin1Char('-') + word);
    };
    check(ThemeChoice::Light, QLatin1String("light"));
    if (wantsScreenshots()) {
        check(ThemeChoice::Dark, QLatin1String("dark"));
        check(ThemeChoice::HighContrast, QLatin1String("contrast"));
        program.theme().choose(ThemeChoice::Light);
        QCoreApplication::processEvents();
    }
    return found.join(QLatin1Char('\n'));
}

QByteArray cleanSheet(int rows) {
    QByteArray bytes("Product,Industry,Job title,Location,Lead count\n");
    for (int row = 1; row <= rows; ++row)
        bytes += "filters,Industry " + QByteArray::number(row) + ",CEO,Berlin," +
                 QByteArray::number(row % 90 + 10) + "\n";
    return bytes;
}

} // namespace leadsheet::test
