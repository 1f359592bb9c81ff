// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace leadsheet::desktop {

/// How far pricing is, and the way to stop it.
class PricingProgress : public QWidget {
    Q_OBJECT

public:
    explicit PricingProgress(QWidget* parent = nullptr);

    /// While the sheet is read, `of` is 0; then rows priced of how many.
    void show(std::int64_t done, std::int64_t of);

signals:
    void cancelWanted();

private:
    QLabel* words_;
    QProgressBar* bar_;
};

} // namespace leadsheet::desktop
