// SPDX-License-Identifier: Apache-2.0
#include "application.hpp"

#include <QEvent>
#include <QIcon>
#include <QMetaEnum>

#include <ctime>

namespace leadsheet::desktop {
namespace {

std::chrono::nanoseconds threadTime() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace

Application::Application(int& argc, char** argv)
    : QApplication(argc, argv) {
    setApplicationName(QStringLiteral("Leadsheet"));
    setDesktopFileName(QStringLiteral("org.leadsheet.Leadsheet"));
    setWindowIcon(QIcon(QStringLiteral(":/logo/org.leadsheet.Leadsheet.svg")));
    setApplicationVersion(QStringLiteral(LEADSHEET_VERSION));
}

bool Application::notify(QObject* receiver, QEvent* event) {
    // A nested event loop (a dialog, a menu) answers for its own events.
    if (limit_.count() == 0 || depth_ > 0)
        return QApplication::notify(receiver, event);
    const auto type = event->type();
    const QString name = QString::fromLatin1(receiver->metaObject()->className());
    ++depth_;
    const auto before = threadTime();
    const bool handled = QApplication::notify(receiver, event);
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(threadTime() - before);
    --depth_;
    if (spent > limit_)
        slow_ << QStringLiteral("%1 for %2 took %3 ms")
                     .arg(QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)),
                          name)
                     .arg(spent.count());
    return handled;
}

} // namespace leadsheet::desktop
