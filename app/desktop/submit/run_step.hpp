// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_step.hpp"

#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <filesystem>

namespace leadsheet::desktop {

class ResultsSaving;
class RunEngine;
class RunPanel;
class Workspace;

/// The run as it goes, and after it ended; also a run of an earlier day.
class RunStep : public SubmitStep {
    Q_OBJECT

public:
    RunStep(Workspace& workspace, RunEngine& engine, QWidget* parent = nullptr);

    QString title() const override { return tr("Run"); }
    QString summary() const override;
    StepState state() const override;
    bool isReady() const override { return false; }
    QStringList commandArguments() const override;
    QList<QAction*> commands() const override { return actions_; }
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
    QList<QAction*> actions_;
    std::filesystem::path sheet_;
};

} // namespace leadsheet::desktop
