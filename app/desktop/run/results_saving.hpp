// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"

#include "leadsheet/submit/run.hpp"

#include <QObject>
#include <QString>

#include <filesystem>

namespace leadsheet::desktop {

/// Writes the results of a run beside the GUI thread: a copy of its sheet with what became of each
/// row. GUI thread only.
class ResultsSaving : public QObject {
    Q_OBJECT

public:
    explicit ResultsSaving(QObject* parent = nullptr);

    /// The name that is offered: "ICP list.results.xlsx" beside the sheet; empty when the run does
    /// not say which sheet it was made from.
    static QString suggestion(const submit::RunInfo& run);

    /// `replace` when the person has agreed to replace what is there. -> saved or failed
    void save(const std::filesystem::path& ledger, const std::filesystem::path& workFolder,
              const submit::RunInfo& run, const QString& file, bool replace);

signals:
    /// `note` says what is special about the file; may be empty.
    void saved(const QString& file, const QString& note);
    void failed(const QString& why);

private:
    Background background_;
};

} // namespace leadsheet::desktop
