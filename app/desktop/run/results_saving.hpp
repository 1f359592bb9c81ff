// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_work.hpp"

#include "leadsheet/work/exporting.hpp"

#include <QObject>
#include <QString>

#include <filesystem>

namespace leadsheet::desktop {

/// Writes the results of a run beside the GUI thread: a copy of its sheet with what became of each
/// row. GUI thread only.
class ResultsSaving : public QObject {
    Q_OBJECT

public:
    explicit ResultsSaving(const AccountSession& session, QObject* parent = nullptr);

    /// -> saved or failed
    void save(const std::filesystem::path& ledger, const app::AppFolders& folders,
              const submit::RunInfo& run, const work::ResultsRequest& request);

signals:
    /// `note` says what is special about the file; may be empty.
    void saved(const QString& file, const QString& note);
    void failed(const QString& why);

private:
    AccountActing saving_;
};

} // namespace leadsheet::desktop
