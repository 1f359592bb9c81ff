// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace leadsheet::test {

/// One story of wishes and what became of them, as tests/integration/cli/wishes/README.md says.
struct WishStory {
    QString name;
    QString place; ///< file and line, for messages
    QStringList lines;

    /// Whether answers are lost or time passes in it.
    bool needsOwnServer() const;
};

/// The stories of one file; throws std::runtime_error when it cannot be read.
std::vector<WishStory> storiesIn(const QString& file);

class WishServer;

/// Plays a story with an account of its own at that server. What went otherwise than told, or "".
QString play(const WishStory& story, WishServer& server);

} // namespace leadsheet::test
