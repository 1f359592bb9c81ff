// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <memory>
#include <optional>

class QPushButton;
class QStackedWidget;

namespace leadsheet::desktop {

class CheckStep;
class GiveUpBar;
class PriceStep;
class RunEngine;
class RunStep;
class SheetJob;
class SourceStep;
class StepStrip;
class SubmitStep;

/// Says when a run of the connected account was interrupted or is paused, by this program or the
/// command line, with what is left of it in rows and money, and offers to go on with it or to give
/// that up. While the account that is wanted cannot be connected, it says so of that one, from what
/// the ledger holds. Looks again whenever the account changes.
class InterruptedNotice : public NoticeBar {
    Q_OBJECT

public:
    explicit InterruptedNotice(Workspace& workspace, QWidget* parent = nullptr);

    void look();

signals:
    void resumeWanted(std::int64_t run);
    /// There is something to decide first: a new price or cap, or a newer run of the sheet.
    void runWanted(std::int64_t run);
    void giveUpWanted(const leadsheet::submit::RunInfo& run);

private:
    void say(const submit::RunInfo& run, bool connected);

    Workspace& workspace_;
    std::optional<submit::RunInfo> run_;
    bool asksFirst_ = false; ///< it does not go on without a word from the person
    Background background_;
};

/// From a sheet to placed orders: five steps, the strip over them that is also the report, and the
/// sheet that all of them work on.
class SubmitPage : public Page {
    Q_OBJECT

public:
    explicit SubmitPage(Workspace& workspace);
    ~SubmitPage() override;

    bool wantsWidth() const override;
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

    std::unique_ptr<SheetJob> job_;
    std::unique_ptr<RunEngine> engine_;
    QList<SubmitStep*> steps_;
    SourceStep* source_ = nullptr;
    CheckStep* check_ = nullptr;
    PriceStep* price_ = nullptr;
    RunStep* run_ = nullptr;
    InterruptedNotice* interrupted_ = nullptr;
    GiveUpBar* giveUp_ = nullptr;
    StepStrip* strip_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    bool fixing_ = false; ///< a run's sheet is being opened, for its check
};

} // namespace leadsheet::desktop
