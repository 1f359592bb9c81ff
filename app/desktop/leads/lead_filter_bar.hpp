// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_cache.hpp"

#include <QTimer>
#include <QWidget>

class QButtonGroup;
class QComboBox;
class QDateEdit;
class QLineEdit;
class QPushButton;

namespace leadsheet::desktop {

/// Which leads are shown: in exactly the ways that the service can choose them, and by words that
/// are searched for in the copy on this computer.
class LeadFilterBar : public QWidget {
    Q_OBJECT

public:
    LeadFilterBar();

    const LeadFilter& filter() const { return filter_; }
    /// Shows a filter; says nothing.
    void setFilter(const LeadFilter& filter);
    /// What countries and orders there are.
    void setFacets(const app::LeadFacets& facets);
    /// Shows an order of rows; says nothing.
    void setNewestFirst(bool newestFirst);
    /// Shows that they are sorted by a column; empty = by none. Says nothing.
    void setSortedBy(const QString& column);
    /// Without a copy on this computer there is nothing to search in.
    void setSearchable(bool searchable);
    /// Puts the cursor where words are typed.
    void find();
    /// Puts the cursor where leads are chosen by this column.
    void focusOn(LeadField field);

protected:
    void changeEvent(QEvent* event) override;

signals:
    void filterChosen(const leadsheet::LeadFilter& filter);
    void newestFirstChosen(bool newestFirst);
    void wordsChosen(const QString& words);
    /// Return was pressed behind them.
    void wordsEntered();
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

    void makeSearch();
    void fit();

    LeadFilter filter_;
    QLineEdit* search_;
    QTimer typing_; ///< a word is not searched for letter by letter
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
