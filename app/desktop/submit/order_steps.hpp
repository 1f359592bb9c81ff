// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "submit_step.hpp"

#include "leadsheet/submit/run.hpp"
#include "leadsheet/work/exporting.hpp"

#include <QObject>
#include <QString>

#include <cstdint>
#include <filesystem>

namespace leadsheet::desktop {

class PricePanel;
class RunEngine;
class RunPanel;
class SheetJob;
class Workspace;

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

/// What the checked rows cost. Asks again when it is entered with other rows than those it priced.
class PriceStep : public SubmitStep {
    Q_OBJECT

public:
    PriceStep(SheetJob& job, Workspace& workspace, RunEngine& engine);

    QString title() const override { return tr("Price"); }
    QString summary() const override;
    StepState state() const override;
    /// After the button was pressed.
    bool isReady() const override { return placed_; }
    QStringList commandArguments() const override;
    void enter() override;

    PricePanel& panel() const { return *panel_; }
    /// Prices what is left of a run instead of the sheet. `again`: the order whose row it orders a
    /// second time; empty = none.
    void priceRun(std::int64_t run, const QString& again = {});
    bool isOfRun() const { return ofRun_; }
    /// Whoever goes on with the sheet sees the sheet's prices, not those of what is left of a run.
    void forgetRun();

private:
    void forget();
    void forgetSheet();

    SheetJob& job_;
    RunEngine& engine_;
    PricePanel* panel_;
    bool priced_ = false; ///< what the panel shows is of the sheet as it is now
    bool placed_ = false;
    bool ofRun_ = false;
    std::optional<std::int64_t> rest_; ///< the run of which what is left is priced
};

/// The run as it goes, and after it ended; also a run of an earlier day.
class RunStep : public SubmitStep {
    Q_OBJECT

public:
    RunStep(Workspace& workspace, RunEngine& engine);

    QString title() const override { return tr("Run"); }
    QString summary() const override;
    StepState state() const override;
    bool isReady() const override { return false; }
    QStringList commandArguments() const override;
    QString runningWork() const override;
    void stopWork() override;

    bool hasRun() const;
    RunPanel& panel() const { return *panel_; }
    /// Shows a run; `resume` goes on with it at once.
    void showRun(std::int64_t run, bool resume);
    /// Looks again at the run that is shown.
    void lookAgain();
    /// Another sheet is opened: a run that is over is not part of its report.
    void forgetFinished();
    /// Which sheet the other steps are about; empty = none.
    void setSheet(const std::filesystem::path& sheet);

signals:
    /// Prices of what is left of a run.
    void pricesWanted(std::int64_t run);
    void giveUpWanted(const leadsheet::submit::RunInfo& run);
    /// Back to the cells of the rows that were refused or need a fix.
    void fixWanted(const leadsheet::submit::RunInfo& run);

private:
    void saveResults();
    bool isOfOtherSheet() const;

    Workspace& workspace_;
    RunEngine& engine_;
    RunPanel* panel_;
    ResultsSaving* results_;
    std::filesystem::path sheet_;
};

} // namespace leadsheet::desktop
