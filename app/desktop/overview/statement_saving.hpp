// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../shell/notice_bar.hpp"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>

namespace leadsheet::desktop {

/// Writes the movements of an account's money into a file beside the GUI thread, and says at the
/// end what became of it. GUI thread only.
class StatementSaving : public QObject {
    Q_OBJECT

public:
    explicit StatementSaving(QObject* parent = nullptr);

    bool busy() const { return background_.busy(); }
    /// Replaces `file`, a workbook unless its name ends in .csv. -> ended
    void save(std::shared_ptr<const Connected> at, const std::filesystem::path& workFolder,
              const QString& file);

signals:
    void ended(leadsheet::desktop::NoticeKind kind, const QString& words);

private:
    Background background_;
};

} // namespace leadsheet::desktop
