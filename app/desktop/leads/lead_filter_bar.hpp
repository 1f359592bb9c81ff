// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_cache.hpp"

#include <QWidget>

class QButtonGroup;
class QComboBox;
class QDateEdit;
class QPushButton;

namespace leadsheet::desktop {

/// Which leads are shown, in exactly the ways that the service can choose them.
class LeadFilterBar : public QWidget {
    Q_OBJECT

public:
    explicit LeadFilterBar(QWidget* parent = nullptr);

    const LeadFilter& filter() const { return filter_; }
    /// Shows a filter; says nothing.
    void setFilter(const LeadFilter& filter);
    /// What countries and orders there are.
    void setFacets(const app::LeadFacets& facets);
    /// Shows an order of rows; says nothing.
    void setNewestFirst(bool newestFirst);
    /// Puts the cursor where leads are chosen by this column.
    void focusOn(LeadField field);

signals:
    void filterChosen(const leadsheet::LeadFilter& filter);
    void newestFirstChosen(bool newestFirst);
    /// What was typed cannot be searched for, and why.
    void refused(const QString& why);

private:
    QComboBox* addChoice(const QString& label, const char* name);
    void takeIn();
    void takeCountry();
    void takeOrder();
    void takeDelivered(int choice);
    void showState();
    void change();

    LeadFilter filter_;
    QButtonGroup* results_;
    QComboBox* email_;
    QComboBox* phone_;
    QComboBox* country_;
    QComboBox* order_;
    QComboBox* delivered_;
    QDateEdit* day_;
    QComboBox* sort_;
    QPushButton* clear_;
};

} // namespace leadsheet::desktop
