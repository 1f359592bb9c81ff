// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/app/lead_export.hpp"

#include <QObject>
#include <QString>

#include <optional>
#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

class Settings;

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
    QString finishedAt;  ///< RFC 3339
    QString trouble;     ///< of Failed, in a sentence
    bool untold = false; ///< it ended, and its account has not been connected since
};

QString exportJobText(const ExportJob& job);
/// Nothing for a text that is none, of another version for example.
std::optional<ExportJob> readExportJob(const QString& text);

/// What is written where, for the library.
app::LeadExportOptions optionsOf(const ExportJob& job);
/// The command line that does the same.
QStringList exportWords(const ExportJob& job);

/// The exports of this computer, one running at a time, the newest first. A paused or interrupted
/// one goes on where it was, also after a restart of the program, when its account is connected.
/// GUI thread only.
class ExportJobs : public QObject {
    Q_OBJECT

public:
    ExportJobs(AccountSession& session, Settings& settings, QObject* parent = nullptr);
    ~ExportJobs() override;

    const std::vector<ExportJob>& jobs() const { return jobs_; }
    /// Whether an unfinished one is into that file.
    bool willWrite(const QString& file) const;
    /// An unfinished one into the same file is replaced.
    void start(ExportJob job);
    void pause(int id);
    void resume(int id);
    /// Ends it and removes what it had received.
    void cancel(int id);
    /// Takes a finished one off the list; its file stays.
    void forget(int id);
    bool isRunning() const { return running_ != 0; }
    void pauseAll();
    /// The newest finished one of these leads whose file still has its manifest.
    const ExportJob* lastOf(const app::LeadOwner& owner, const LeadFilter& filter) const;
    /// Tells of those of the connected account that ended and were not told yet.
    void tell();
    /// Whether the connected account is the one it is of.
    bool isOfAccount(const ExportJob& job) const;

signals:
    void changed();
    /// It is done, has nothing new or failed; told while its account is connected, if later.
    void finished(const leadsheet::desktop::ExportJob& job);

private:
    using Outcome = tl::expected<app::LeadExportReport, app::LeadExportFailure>;

    ExportJob* find(int id);
    void next();
    void ended(int id, const Outcome& outcome);
    void store();

    AccountSession& session_;
    Settings& settings_;
    std::vector<ExportJob> jobs_;
    int ids_ = 0;
    int running_ = 0;       ///< 0 = none
    bool removing_ = false; ///< the running one is to leave nothing behind
    std::stop_source stop_;
    Latest<std::pair<int, app::LeadExportProgress>> progress_;
    Background working_;
};

} // namespace leadsheet::desktop
