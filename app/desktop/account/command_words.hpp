// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace leadsheet::desktop {

class Workspace;

/// A word as a POSIX shell reads it back: quoted only where needed.
QString shellWord(const QString& word);

/// "leadsheet " and the words, with the options that lead to the same account and folders. Holds no
/// secret.
QString commandLineOf(const QStringList& words, const Workspace& workspace);

} // namespace leadsheet::desktop
