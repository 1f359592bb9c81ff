// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli_process.hpp"

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>

#include <string>

namespace leadsheet::test {

/// Runs a copied command as a person does who pastes it into a terminal, with the key in the
/// environment.
inline CliRun pasted(const QString& line, const std::string& key) {
    CliHome home;
    QProcessEnvironment around = home.environment();
    around.insert(QStringLiteral("PATH"), qEnvironmentVariable("LEADSHEET_TEST_BIN") +
                                              QLatin1Char(':') +
                                              around.value(QStringLiteral("PATH")));
    around.insert(QStringLiteral("LEADSHEET_API_KEY"), QString::fromStdString(key));
    QProcess shell;
    shell.setProcessEnvironment(around);
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), line});
    shell.closeWriteChannel();
    return CliHome::finish(shell);
}

} // namespace leadsheet::test
