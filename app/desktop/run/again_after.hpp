// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <chrono>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace leadsheet::desktop {

/// "Order again what was ordered more than 30d ago": a tick, off by default, and the period.
class AgainAfter : public QWidget {
    Q_OBJECT

public:
    explicit AgainAfter(QWidget* parent = nullptr);

    void setPeriod(std::optional<std::chrono::seconds> period);

signals:
    /// The person chose another; only what can be read is told.
    void chosen(std::optional<std::chrono::seconds> period);

private:
    void choose();

    QCheckBox* wanted_;
    QLineEdit* period_;
    QLabel* problem_;
    std::optional<std::chrono::seconds> told_;
};

} // namespace leadsheet::desktop
