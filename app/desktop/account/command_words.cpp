// SPDX-License-Identifier: Apache-2.0
#include "command_words.hpp"

#include "../shell/workspace.hpp"
#include "account_session.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

bool isPlain(QChar sign) {
    constexpr QLatin1String kPlain("@%_+=:,./-");
    return (sign.unicode() < 128 && sign.isLetterOrNumber()) || kPlain.contains(sign);
}

} // namespace

QString shellWord(const QString& word) {
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), isPlain))
        return word;
    QString quoted = word;
    quoted.replace(QLatin1String("'"), QLatin1String("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString commandLineOf(const QStringList& words, const Workspace& workspace) {
    QStringList line{QStringLiteral("leadsheet")};
    for (const QString& word : words)
        line << shellWord(word);
    if (const auto connection = workspace.account().connection()) {
        if (connection->sandbox)
            line << QStringLiteral("--sandbox");
        else if (!connection->profile.isEmpty())
            line << QStringLiteral("--profile") << shellWord(connection->profile);
    }
    if (workspace.folders().config == workspace.folders().data)
        line << QStringLiteral("--data-dir")
             << shellWord(QString::fromStdString(workspace.folders().data.string()));
    return line.join(QLatin1Char(' '));
}

} // namespace leadsheet::desktop
