// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_words.hpp"

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/submit/submission.hpp"

#include <QElapsedTimer>
#include <QFrame>
#include <QTableWidget>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <optional>
#include <string>

class QLabel;
class QLineEdit;
class QProgressBar;
class QTableView;

namespace leadsheet::desktop {

class RunRowsModel;

/// How far pricing is, and the way to stop it: in the middle of a page, or as one line.
class PricingProgress : public QWidget {
    Q_OBJECT

public:
    enum class Form { Page, Line };
    explicit PricingProgress(Form form);

    /// While the sheet is read, `of` is 0 and `done` its rows.
    void show(const leadsheet::submit::QuoteProgress& progress);
    /// What is said once nothing more was heard for `silent`.
    static QString words(const submit::QuoteProgress& progress, std::chrono::seconds silent);

signals:
    void cancelWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void say();

    QLabel* words_;
    QProgressBar* bar_;
    submit::QuoteProgress last_;
    QElapsedTimer heard_;
    QTimer clock_; ///< runs while it is in sight
};

/// Product x leads x price of one = sum, and the sum of all; as high as its rows.
class ProductPrices : public QTableWidget {
    Q_OBJECT

public:
    ProductPrices();

    void present(const submit::QuoteSummary& quote, const std::string& currency);

private:
    void addRow(int row, const QStringList& words, bool bold);
    void fitHeight();
};

/// The most a run may spend: the price, until the person types another amount. Stands right above
/// the button that spends.
class SpendingCap : public QWidget {
    Q_OBJECT

public:
    SpendingCap();

    /// What cannot be undone once it is spent, and what can.
    static QLabel* remedy();
    /// Forgets what was typed.
    void reset() { edited_ = false; }
    void showPrice(const Money& price);
    /// Nothing when what is typed is not an amount.
    std::optional<std::int64_t> amount() const;

signals:
    void edited();

private:
    QLineEdit* typed_;
    QLabel* note_;
    std::string currency_;
    bool edited_ = false;
};

/// What the rows to be ordered have in common and by what they are not narrowed, said before their
/// price.
class OrderMeaning : public QFrame {
    Q_OBJECT

public:
    OrderMeaning();

    /// Hidden without orders.
    void present(const app::OrderOverview& overview);
    /// The first `rows` of the rows that are priced, each in words.
    void showRows(const Priced& priced, std::int64_t rows);
    /// Which product rows order that name none; empty = nothing to say.
    void setProductNote(const QString& words);

private:
    void fitRows();

    QLabel* product_;
    QLabel* common_;
    QLabel* warnings_;
    QWidget* warning_; ///< the line of them
    QLabel* remarks_;
    RunRowsModel* rows_;
    QTableView* list_;
};

/// What the chosen rows cost, large, and what that means for the balance and the day. As many lines
/// whatever is chosen, so that nothing below it moves.
class PriceSum : public QFrame {
    Q_OBJECT

public:
    PriceSum();

    /// `placed` is everything that would be sent, after `freed` (minor units) was released by
    /// cancelling. True when the balance is enough for it.
    bool present(const PartPrice& placed, const Money& balance, std::int64_t freed);
    /// How long the prices hold and when sending ends, now. `clockAhead` is how far the server's
    /// clock, by which they hold, is ahead of this computer's.
    void showTimes(const submit::QuoteSummary& chosen, WallTime now,
                   std::chrono::milliseconds clockAhead);

private:
    QLabel* sum_;
    QLabel* balance_;
    QLabel* validity_;
    QLabel* outlook_;
};

} // namespace leadsheet::desktop
