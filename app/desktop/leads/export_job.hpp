// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/app/lead_export.hpp"

#include <QString>

#include <optional>

namespace leadsheet::desktop {

enum class ExportState {
    Waiting,
    Running,
    Paused, ///< by the person, or because the program ended
    Done,
    NothingNew, ///< since the earlier export; no file was written
    Failed
};

/// An export of leads into a file, from being asked for to its end. What is here survives the end
/// of the program; what was received lies in the part file beside the target.
struct ExportJob {
    int id = 0;
    app::LeadOwner owner;
    LeadFilter filter;
    std::vector<LeadField> fields;
    QString file;
    app::ExportFormat format = app::ExportFormat::Csv;
    char delimiter = ',';
    bool byteOrderMark = false;
    bool guard = true;
    bool overwrite = false;
    QString since; ///< the file of the export that it goes on from; empty = everything

    ExportState state = ExportState::Waiting;
    std::int64_t received = 0;
    std::int64_t expected = 0;
    bool writing = false;
    std::int64_t leads = 0; ///< in the finished file
    std::int64_t guarded = 0;
    QString sha256;
    QString finishedAt; ///< RFC 3339
    QString trouble;    ///< of Failed, in a sentence
};

QString exportJobText(const ExportJob& job);
/// Nothing for a text that is none, of another version for example.
std::optional<ExportJob> readExportJob(const QString& text);

/// What is written where, for the library.
app::LeadExportOptions optionsOf(const ExportJob& job);
/// The command line that does the same.
QStringList exportWords(const ExportJob& job);

} // namespace leadsheet::desktop
