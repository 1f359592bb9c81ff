// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QStringList>

#include <functional>

namespace leadsheet::test {

/// A program whose standard streams are one terminal. Where there is none to be had, every wait
/// fails at once, and the screen says why.
class PtyProcess {
public:
    PtyProcess(const QStringList& command, const QProcessEnvironment& environment,
               const QString& folder, int columns = 80);
    ~PtyProcess();
    PtyProcess(const PtyProcess&) = delete;
    PtyProcess& operator=(const PtyProcess&) = delete;

    /// Reads until the text appeared; false when the program ended or time ran out first.
    bool waitFor(const QByteArray& text);
    /// The same for any condition; goes on reading meanwhile, so that the program can write.
    bool waitUntil(const std::function<bool()>& condition);
    void type(const QByteArray& text);
    void signal(int number) const;
    /// Reads to the end; the exit code, or -1.
    int finish();
    const QByteArray& screen() const { return screen_; }

private:
    void giveUp(int reason);
    /// False when nothing came within the time; `ended_` tells whether anything ever will.
    bool readSome(int timeoutMs);

    int terminal_ = -1;
    int process_ = -1;
    QByteArray screen_;
    bool ended_ = false;
};

} // namespace leadsheet::test
