// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QStringList>

#include <chrono>

namespace leadsheet::desktop {

/// The application object. Measures how much processor time each event costs the GUI thread: one
/// event over the limit is a fault of ours ("the GUI thread is never blocked for more than 50 ms").
/// Processor time and not the clock, so that a busy machine accuses nobody.
class Application : public QApplication {
    Q_OBJECT

public:
    Application(int& argc, char** argv);

    /// Limit for one event; zero switches the measuring off (the default outside developer builds).
    void setEventLimit(std::chrono::milliseconds limit) { limit_ = limit; }
    /// "QTimerEvent for LoadModel took 81 ms", one for each event over the limit so far.
    const QStringList& slowEvents() const { return slow_; }
    void forgetSlowEvents() { slow_.clear(); }

    bool notify(QObject* receiver, QEvent* event) override;

private:
    std::chrono::milliseconds limit_{0};
    int depth_ = 0;
    QStringList slow_;
};

} // namespace leadsheet::desktop
