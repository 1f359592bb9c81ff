// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"

#include "leadsheet/submit/submission.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class ColumnWidths;
class NoticeBar;
enum class NoticeKind;
class RunEngine;
class RunMoneyNow;
class RunRowsModel;
class RunSummaryView;
class StateBar;

/// A run as it goes, pauses and ends: counts by state, money, a segmented bar, when it ends, why it
/// waits; what to do when it stopped by itself; and every row with its state.
class RunPanel : public QWidget {
    Q_OBJECT

public:
    RunPanel(AccountSession& account, RunEngine& engine, QWidget* parent = nullptr);

    /// Looks at a run of the connected account's ledger, going on or not, also while another one is
    /// being sent, of which nothing is shown then. Another account has other
    /// runs of the same numbers: when one is connected, the run is shown no more, unless it is
    /// being sent; then it can be seen to its end, and nothing more be done with it.
    void showRun(submit::RunId run);
    /// Looks again at the run that is shown, as when something else has changed it.
    void lookAgain();
    /// Looks at none.
    void forget() { clear(); }
    std::optional<submit::RunId> run() const { return run_; }
    const std::optional<submit::RunInfo>& info() const { return info_; }
    /// The account whose run that is; null without one.
    const std::shared_ptr<const Connected>& ownAccount() const { return at_; }
    /// Only the rows to fix are listed: then results of these alone are saved.
    bool showsRowsToFix() const;
    /// "217 placed, 3 refused, $4,340.00"
    QString summary() const;

signals:
    void summaryChanged();
    /// The run has just ended or paused; the sentence says with what.
    void ended(const QString& run, const QString& sentence);
    void saveResultsWanted(leadsheet::submit::RunId run);
    /// Refused and unfixed rows: back to the sheet at these rows.
    void fixWanted(leadsheet::submit::RunId run);
    void pricesWanted(leadsheet::submit::RunId run);
    /// The person does not want what is left; to be asked once more.
    void giveUpWanted(const leadsheet::submit::RunInfo& run);
    void ordersWanted();
    void leadsWanted();
    void accountWanted();

private:
    enum class Act { None, Resume, Price, Connect };

    /// What the ledger says about a run.
    struct Looked {
        submit::RunInfo info;
        work::RunSummary summary;
    };

    QWidget* makeHeader();
    QWidget* makeRows();
    void makeButtons(QHBoxLayout& row);
    void reload();
    void clear();
    void makeRoomForTabs();
    void accountChanged();
    bool isOfConnectedAccount() const;
    /// Whether what the engine tells is of the run that is shown.
    bool isOfEngine() const;
    bool isBeingSent() const;
    void tellEnd(const submit::RunReport& report);
    void offer(NoticeKind kind, const QString& words, Act act, const QString& action);
    void offerResume(NoticeKind kind, const QString& words, const submit::RunInfo& info);
    void started(submit::RunId run);
    void progressed(const submit::RunProgress& progress);
    void runEnded(const submit::RunReport& report);
    void failed(const Trouble& trouble);
    void showTotals(const submit::RunTotals& totals);
    void refresh();
    void noticeFor(const submit::RunInfo& info);
    void pausedNotice(const submit::RunInfo& info);
    void finishedNotice(const submit::RunInfo& info, int ready);
    void sayEnd();
    void prove();
    void act();
    void doNext(work::NextStep step);
    /// Nothing while the run goes on, and before it was approved.
    std::optional<work::RunSummary> summaryShown() const;

    AccountSession& account_;
    RunEngine& engine_;
    std::shared_ptr<const Connected> at_;
    std::optional<submit::RunId> run_;
    std::optional<submit::RunInfo> info_;
    std::optional<work::RunSummary> came_; ///< what it came to
    submit::RunTotals totals_;
    Act act_ = Act::None;
    std::optional<submit::RunId> newerNamed_; ///< in what is offered
    bool justEnded_ = false;

    NoticeBar* notice_ = nullptr;
    QLabel* heading_ = nullptr;
    QLabel* counts_ = nullptr;
    QLabel* money_ = nullptr;
    QLabel* outlook_ = nullptr;
    StateBar* bar_ = nullptr;
    RunSummaryView* summary_ = nullptr;
    RunMoneyNow* moneyNow_ = nullptr;
    QComboBox* filter_ = nullptr;
    QTableView* view_ = nullptr;
    RunRowsModel* rows_ = nullptr;
    ColumnWidths* widths_ = nullptr;
    QString
        place_; ///< the widest in sight so far: a row's number, and its tab where there are several
    QPushButton* pause_ = nullptr;
    QPushButton* stop_ = nullptr;
    QPushButton* resume_ = nullptr;
    QPushButton* results_ = nullptr;
    QPushButton* fix_ = nullptr;
    QPushButton* orders_ = nullptr;
    QPushButton* leads_ = nullptr;
    QTimer refreshRows_;
    Background endings_; ///< of runs that are not shown
    Background background_;
};

} // namespace leadsheet::desktop
