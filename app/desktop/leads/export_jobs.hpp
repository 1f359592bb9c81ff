// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../bridge/latest.hpp"
#include "export_job.hpp"

#include <QObject>

#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

class Settings;

/// The exports of this computer, one running at a time, the newest first. A paused or interrupted
/// one goes on where it was, also after a restart of the program, when its account is connected.
/// GUI thread only.
class ExportJobs : public QObject {
    Q_OBJECT

public:
    ExportJobs(AccountSession& session, Settings& settings, QObject* parent = nullptr);
    ~ExportJobs() override;

    const std::vector<ExportJob>& jobs() const { return jobs_; }
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
    /// Whether the connected account is the one it is of.
    bool isOfAccount(const ExportJob& job) const;

signals:
    void changed();
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
