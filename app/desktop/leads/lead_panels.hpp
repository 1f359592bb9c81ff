// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/detail_pane.hpp"

#include "leadsheet/app/lead_view.hpp"
#include "leadsheet/model/lead.hpp"

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace leadsheet::desktop {

class Settings;

/// All that is known of one lead, beside the grid.
class LeadDetail : public DetailPane {
    Q_OBJECT

public:
    explicit LeadDetail(QWidget* parent = nullptr);

    void show(const Lead& lead);
    void showNothing();

private:
    struct Line {
        LeadField field;
        QLabel* title;
        QLabel* value;
    };
    struct Heading {
        QLabel* title;
        QWidget* facts;
    };

    QLabel* name_;
    QLabel* work_;
    std::vector<Line> lines_;
    std::vector<Heading> headings_;
};

/// Which columns the grid has, and in which order. At least one stays.
class ColumnChooser : public SidePanel {
    Q_OBJECT

public:
    ColumnChooser();

    /// Shows a choice; says nothing.
    void setFields(const std::vector<LeadField>& fields);
    std::vector<LeadField> fields() const;

signals:
    void fieldsChosen();

private:
    void move(int by);
    void refresh();

    QListWidget* list_;
    QPushButton* up_;
    QPushButton* down_;
    bool showing_ = false;
};

/// Saved views of leads: a filter and columns under a name, kept on this computer for all accounts
/// and given to others as a line of text.
class ViewPanel : public SidePanel {
    Q_OBJECT

public:
    explicit ViewPanel(Settings& settings);

    /// What "Save" saves.
    void setCurrent(const LeadFilter& filter, const std::vector<LeadField>& fields);
    const std::vector<app::LeadView>& views() const { return views_; }

signals:
    void viewChosen(const leadsheet::app::LeadView& view);
    void said(const QString& text);

private:
    void load();
    void store();
    void save();
    void keep(app::LeadView view);
    void add();
    void copy();
    void remove();
    void refresh();
    const app::LeadView* chosen() const;

    Settings& settings_;
    std::vector<app::LeadView> views_;
    LeadFilter filter_;
    std::vector<LeadField> fields_;
    QListWidget* list_;
    QLabel* nothing_; ///< what views are, while there is none
    QLabel* what_;
    QLineEdit* name_;
    QPushButton* save_;
    QPushButton* show_;
    QPushButton* copy_;
    QPushButton* remove_;
};

} // namespace leadsheet::desktop
