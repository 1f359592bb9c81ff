// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"

#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <memory>

class QPushButton;
class QStackedWidget;

namespace leadsheet::desktop {

class GiveUpBar;
class InterruptedNotice;
class PriceStep;
class RunEngine;
class RunStep;
class SheetJob;
class SourceStep;
class StepStrip;
class SubmitStep;
class Workspace;

/// From a sheet to placed orders: five steps, the strip over them that is also the report, and the
/// sheet that all of them work on.
class SubmitPage : public Page {
    Q_OBJECT

public:
    explicit SubmitPage(Workspace& workspace, QWidget* parent = nullptr);
    ~SubmitPage() override;

    static PageName name() {
        return {QStringLiteral("submit"), tr("Submit"), QLatin1String("submit")};
    }
    bool wantsWidth() const override { return true; }
    QString commandLine() const override;
    QList<QAction*> commands() const override;
    QString runningWork() const override;
    void stopWork() override;

    SheetJob& job() const { return *job_; }
    SubmitStep* step(int index) const { return steps_.at(index); }
    int currentStep() const;
    /// Brings a step to the front when the steps before it are ready.
    void goTo(int index);
    /// Shows a run of the ledger; `resume` goes on with it at once.
    void showRun(std::int64_t run, bool resume);
    RunEngine& engine() const { return *engine_; }

signals:
    /// Money may have moved: the balance was asked for, or orders were placed.
    void balanceMoved();

private:
    void connectRuns();
    void makeActions();
    /// The one button that leads on from the step in front; null while there is none to press.
    QPushButton* nextButton() const;
    int furthest() const; ///< the last step that the sheet is ready for
    bool isOpen(int index) const;
    void refresh();
    void fix(const submit::RunInfo& run);
    void askToGiveUp(const submit::RunInfo& run);
    void sheetChanged();

    Workspace& workspace_;
    std::unique_ptr<SheetJob> job_;
    std::unique_ptr<RunEngine> engine_;
    QList<SubmitStep*> steps_;
    SourceStep* source_ = nullptr;
    PriceStep* price_ = nullptr;
    RunStep* run_ = nullptr;
    InterruptedNotice* interrupted_ = nullptr;
    GiveUpBar* giveUp_ = nullptr;
    StepStrip* strip_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    bool fixing_ = false; ///< a run's sheet is being opened, for its check
};

} // namespace leadsheet::desktop
