// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../grid/sheet_grid_model.hpp"
#include "submit_step.hpp"

class QLabel;
class QProgressBar;
class QStackedWidget;

namespace leadsheet::desktop {

class FindBar;
class NoticeBar;
class SheetGridView;
class SheetJob;
class SourcePhrases;
class SourceStart;
class SourceTrouble;
class Workspace;

/// Step 1: which sheet, and how it is read.
class SourceStep : public SubmitStep {
    Q_OBJECT

public:
    SourceStep(SheetJob& job, Workspace& workspace);
    ~SourceStep() override;

    void enter() override { comeBack(); }
    /// From the ways to another sheet to the one that is open.
    void comeBack();

    QString title() const override { return tr("Source"); }
    QString summary() const override;
    StepState state() const override;
    bool isReady() const override;
    /// Asks for a sheet and opens it; false when the person cancelled.
    bool chooseFile();
    QStringList commandArguments() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeOpening();
    QWidget* makeOpen();
    void makeActions();
    void refresh();
    void presentTab();
    void sayNotice();
    void showRows();
    void refreshLoading();
    void useAsHeader();
    void startOver();

    SheetJob& job_;
    Workspace& workspace_;
    SheetGridModel model_;
    QStackedWidget* pages_;
    SourceStart* start_;
    QWidget* opening_ = nullptr;
    QLabel* openingText_ = nullptr;
    SourceTrouble* trouble_;
    QWidget* open_ = nullptr;
    SourcePhrases* phrases_ = nullptr;
    TabChoice* tabChoice_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QWidget* loading_ = nullptr;
    QProgressBar* progress_ = nullptr;
    FindBar* find_ = nullptr;
    SheetGridView* grid_ = nullptr;
    bool fitted_ = false;
    bool choosing_ = false; ///< the ways to a sheet are shown over an open one
};

} // namespace leadsheet::desktop
