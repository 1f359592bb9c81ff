// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/desktop_program.hpp"
#include "sandbox_scene.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"

#include <QAbstractButton>
#include <QPushButton>
#include <QStringList>
#include <QTemporaryDir>
#include <QtTest>
#include <QtTestGui>
#include <QtTestWidgets>

namespace leadsheet::test {

/// Waits that only a hanging program would use up.
inline constexpr int kPatience = 600'000;

/// The real window with the Submit page, over folders of its own.
struct SubmitScene {
    SubmitScene();
    ~SubmitScene();

    desktop::SubmitPage& page();
    desktop::SheetJob& job() { return page().job(); }
    desktop::MainWindow& window() { return program.window(); }

    QString write(const QString& name, const QByteArray& bytes) const;
    /// Opens through the window's own way, and waits until every row is there.
    bool open(const QString& source);
    /// Presses the visible button with this object name; false when there is none or it is
    /// disabled.
    bool press(const char* name);
    bool goToMap();
    /// Continues from an open sheet to a finished check.
    bool goToCheck();

    /// What is wrong with the window as it is now, in light and dark, a line each; also takes both
    /// pictures.
    QString look(const QString& name);

    QTemporaryDir folder;
    desktop::DesktopProgram program;
};

/// A small sheet that maps by itself.
QByteArray cleanSheet(int rows);

} // namespace leadsheet::test
