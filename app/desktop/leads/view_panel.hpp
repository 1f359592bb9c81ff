// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_view.hpp"

#include <QFrame>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace leadsheet::desktop {

class Settings;

/// Saved views of leads: a filter and columns under a name, kept on this computer for all accounts
/// and given to others as a line of text.
class ViewPanel : public QFrame {
    Q_OBJECT

public:
    explicit ViewPanel(Settings& settings, QWidget* parent = nullptr);

    /// What "Save" saves.
    void setCurrent(const LeadFilter& filter, const std::vector<LeadField>& fields);
    const std::vector<app::LeadView>& views() const { return views_; }

signals:
    void viewChosen(const leadsheet::app::LeadView& view);
    void said(const QString& text);
    void closeWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

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
    QLabel* what_;
    QLineEdit* name_;
    QPushButton* save_;
    QPushButton* show_;
    QPushButton* copy_;
    QPushButton* remove_;
};

} // namespace leadsheet::desktop
