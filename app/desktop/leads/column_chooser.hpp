// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"

#include <QFrame>

#include <vector>

class QListWidget;
class QPushButton;

namespace leadsheet::desktop {

/// Which columns the grid has, and in which order. At least one stays.
class ColumnChooser : public QFrame {
    Q_OBJECT

public:
    explicit ColumnChooser(QWidget* parent = nullptr);

    /// Shows a choice; says nothing.
    void setFields(const std::vector<LeadField>& fields);
    std::vector<LeadField> fields() const;

signals:
    void fieldsChosen();
    void closeWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void move(int by);
    void refresh();

    QListWidget* list_;
    QPushButton* up_;
    QPushButton* down_;
    bool showing_ = false;
};

} // namespace leadsheet::desktop
