// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/app/order_money.hpp"
#include "leadsheet/submit/run.hpp"

#include <QTimer>

#include <filesystem>
#include <map>

class QLabel;
class QPushButton;
class QTableView;
class QTreeWidget;

namespace leadsheet::desktop {

class ColumnWidths;
class GiveUpBar;
class NoticeBar;
class RowModel;
class RunModel;

/// Every run of the ledger, its rows, and every attempt to send one of them; and the way to go on
/// with a run, or to export all of it as evidence.
class ActivityPage : public Page {
    Q_OBJECT

public:
    explicit ActivityPage(Workspace& workspace);

    QString commandLine() const override;

protected:
    void setWatched(bool watched) override;

private:
    QWidget* makeButtons();
    void makeCommands();
    std::filesystem::path ledger() const;
    const submit::RunInfo* selectedRun() const;
    void reload();
    void runsCame(std::vector<submit::RunInfo> runs);
    void runChosen();
    void loadRows();
    void rowChosen();
    void exportAudit();
    void askToGiveUp();
    void askForMoney();
    bool canAsk() const;
    QString moneyWords(const submit::RunInfo& run) const;
    void complain(const Error& error);
    void refreshWords();

    RunModel* runs_;
    RowModel* rows_;
    QTableView* runTable_;
    QTableView* rowTable_;
    QTreeWidget* attempts_;
    ColumnWidths* attemptWidths_ = nullptr;
    NoticeBar* notice_;
    GiveUpBar* giveUp_;
    QLabel* state_;
    QLabel* attemptTitle_;
    QPushButton* goOn_ = nullptr;
    QPushButton* rest_ = nullptr;
    QPushButton* ask_ = nullptr;
    QPushButton* export_ = nullptr;
    bool loaded_ = false; ///< the runs of this ledger have been read
    std::int64_t shownRun_ = 0;
    bool moreWanted_ = false;
    QTimer timer_; ///< while a run is going
    AccountReading runsReader_;
    AccountReading rowsReader_;
    AccountReading attemptsReader_;
    AccountReading asker_;
    AccountActing exporter_;
    std::map<std::int64_t, app::RunMoney> answers_; ///< by run
};

} // namespace leadsheet::desktop
