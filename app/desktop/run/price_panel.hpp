// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_words.hpp"

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;
class QRadioButton;
class QScrollArea;
class QSpinBox;
class QStackedWidget;

namespace leadsheet::desktop {

class AgainAfter;
class EarlierRuns;
class KnownRows;
class NoticeBar;
class OrderMeaning;
class PriceSum;
class PricingProgress;
class ProductPrices;
class RunEngine;
class SpendingCap;
class WhatIsNew;

/// What the rows cost, said before anything is spent: prices by product, rows left out by reason,
/// balance before and after, how long prices hold, when sending ends; which rows, the spending cap,
/// and the one button that spends.
class PricePanel : public QWidget {
    Q_OBJECT

public:
    PricePanel(AccountSession& account, RunEngine& engine, QWidget* parent = nullptr);

    /// Asks for the prices of this; `selected` rows can be chosen instead of all.
    void start(const PlanRequest& request, const std::vector<RowSpan>& selected = {});
    /// Shows prices of a run that exists already (stopped, retried, or paused by its cap).
    void startAgain(submit::RunId run);
    /// Which product rows order that name none; empty = nothing to say.
    void setProductNote(const QString& words);
    /// Shows nothing any more, and gives up asking.
    void clear();

    /// "412 orders for $8,240.00", as far as known.
    QString summary() const;
    const std::optional<Priced>& priced() const { return priced_; }
    /// What is asked for, with what the person chose on this page.
    const PlanRequest& plan() const { return plan_; }
    /// What the button would place now of what was priced.
    PartPrice chosen() const { return {chosen_.rows, chosen_.amount}; }
    /// The options of a command with which it sends just that. Empty where there is nothing to
    /// place, or no command that would do it.
    QStringList limitWords() const;

signals:
    /// The person pressed the button; the run was approved and is being sent.
    void placing();
    void summaryChanged();
    /// The account has to be chosen first.
    void accountWanted();
    /// Another period was chosen (submit::RunSpec::againAfter), to be kept with the map.
    void againAfterChosen(std::optional<std::chrono::seconds> period);
    /// What is priced now is a run of its own instead of the sheet.
    void runPriced();
    /// Everything is ordered already: this run says what was.
    void orderedWanted(leadsheet::submit::RunId run);
    /// The order cannot be replaced any more: back to the prices of the sheet.
    void sheetPricesWanted();
    /// The sheet is another than the one that was checked: it has to be read again.
    void sheetWanted();

private:
    QWidget* makePrices();
    QWidget* makeChoice();
    QWidget* makeBottom();
    PricingProgress* addProgress(PricingProgress* progress);
    /// Shows the prices, or that they are asked for, in place or instead of them.
    void showWorking(bool working);
    void request();
    void showPrices(const Priced& priced);
    void showChosen(const submit::QuoteSummary& quote, const app::OrderOverview& meaning);
    void showTrouble(const Trouble& trouble, NoticeKind kind = NoticeKind::Bad);
    void turnTo(int part);
    void fillLeftOut();
    void makeKnownRows();
    void orderAnyway(const std::vector<submit::RowRecord>& rows);
    void replaceOrder(std::int64_t ordinal, const QString& orderNumber);
    bool askToReplace();
    QString buttonWords(int rows, const QString& amount) const;
    void startWorking();
    void choiceChanged();
    void refresh();
    void refreshTimes();
    /// Everything that the button sends: what is chosen, and what waits from an earlier approval.
    PartPrice placed() const;
    WallTime serverNow() const;
    void place();

    AccountSession& account_;
    RunEngine& engine_;
    PlanRequest plan_;
    std::optional<submit::RunId> again_;
    std::string replaces_; ///< the number of the order that is cancelled for `again_`, or empty
    std::vector<RowSpan> selected_;
    std::int64_t allRows_ = 0; ///< to be ordered when nothing is selected
    std::optional<Priced> priced_;
    bool sheetChanged_ = false;
    bool notReplaceable_ = false; ///< the order in whose place it was to be ordered left review
    std::optional<submit::RunId> ordered_; ///< when nothing is left to order
    submit::QuoteSummary chosen_;          ///< of the rows that are chosen
    bool choosing_ = false;                ///< the price of the choice is not known yet

    QStringList added_; ///< rows ordered before that are in the price all the same, a sentence each
    NoticeBar* notice_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QList<PricingProgress*> progress_; ///< of a first pricing, and of one more
    QScrollArea* scroll_ = nullptr;    ///< with the prices
    QWidget* prices_ = nullptr;        ///< what is not to be touched meanwhile
    QPointer<QWidget> focused_;        ///< in it, before it was not to be touched
    QStackedWidget* bottom_ = nullptr;
    OrderMeaning* meaning_ = nullptr;
    ProductPrices* products_ = nullptr;
    WhatIsNew* news_ = nullptr;
    KnownRows* before_ = nullptr;
    KnownRows* ended_ = nullptr;
    KnownRows* similar_ = nullptr;
    EarlierRuns* earlier_ = nullptr;
    AgainAfter* againAfter_ = nullptr;
    QLabel* leftOut_ = nullptr;
    QLabel* waiting_ = nullptr;
    QCheckBox* changedToo_ = nullptr;
    QCheckBox* duplicatesToo_ = nullptr;
    PriceSum* sum_ = nullptr;
    QRadioButton* all_ = nullptr;
    QRadioButton* first_ = nullptr;
    QSpinBox* firstCount_ = nullptr;
    QRadioButton* selection_ = nullptr;
    QList<QRadioButton*> choices_; ///< these three
    SpendingCap* cap_ = nullptr;
    QPushButton* place_ = nullptr;
    bool reordering_ = false; ///< what is being priced is a run of its own
    QTimer clock_;
};

} // namespace leadsheet::desktop
