// SPDX-License-Identifier: Apache-2.0
#include "model_watch.hpp"
#include "test_main.hpp"

#include "bridge/application.hpp"
#include "program/desktop_program.hpp"

#include <QFontDatabase>

int main(int argc, char** argv) {
    qputenv("QT_NO_THREADED_GLIB", "1");
    leadsheet::desktop::Application application(argc, argv);
    const leadsheet::desktop::Translations english(QStringLiteral("en"));
    // The same text on every machine, or screenshots cannot be compared.
    QFont font(QStringLiteral("Noto Sans"));
    font.setPointSize(10);
    QApplication::setFont(font);
    const leadsheet::test::ModelWatch watch;
    return leadsheet::test::runTests(argc, argv);
}
