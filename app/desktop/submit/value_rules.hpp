// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace leadsheet::desktop {

class FlowLayout;

/// Values that come from no column: for every row, or where a cell is empty.
class ValueRules : public QWidget {
    Q_OBJECT

public:
    explicit ValueRules(QWidget* parent = nullptr);

    void present(const app::ColumnMap& map);

signals:
    void valueChosen(const leadsheet::app::ValueRule& rule);
    void valueRemoved(const std::string& target);

private:
    void add();

    FlowLayout* flow_;
    QComboBox* field_;
    QComboBox* where_;
    QLineEdit* value_;
};

} // namespace leadsheet::desktop
