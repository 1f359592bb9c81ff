// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/money.hpp"
#include "leadsheet/submit/submission.hpp"

#include <QTableWidget>
#include <QWidget>

#include <optional>
#include <string>

class QLabel;
class QLineEdit;
class QProgressBar;

namespace leadsheet::desktop {

/// How far pricing is, and the way to stop it: in the middle of a page, or as one line.
class PricingProgress : public QWidget {
    Q_OBJECT

public:
    enum class Form { Page, Line };
    explicit PricingProgress(Form form, QWidget* parent = nullptr);

    /// While the sheet is read, `of` is 0 and `done` its rows.
    void show(const leadsheet::submit::QuoteProgress& progress);

signals:
    void cancelWanted();

private:
    QLabel* words_;
    QProgressBar* bar_;
};

/// Product x leads x price of one = sum, and the sum of all; as high as its rows.
class ProductPrices : public QTableWidget {
    Q_OBJECT

public:
    explicit ProductPrices(QWidget* parent = nullptr);

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
    explicit SpendingCap(QWidget* parent = nullptr);

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

} // namespace leadsheet::desktop
