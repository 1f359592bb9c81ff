// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"

#include <array>
#include <optional>

class QBoxLayout;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace leadsheet::desktop {

class ColumnWidths;
class Connector;

/// The profiles of this computer, shared with the command line: use, rename, remove, make default,
/// enter a key. No key is ever shown.
class AccountsPage : public Page {
    Q_OBJECT

public:
    AccountsPage(Workspace& workspace, Connector& connector);

    QString commandLine() const override;
    QList<QAction*> commands() const override { return commands_; }

    /// Asks for an account, or for the key of a profile, in a dialog.
    void askToConnect(const QString& profile = {});

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitList();
    /// Profiles and usage stand side by side where the width lets them.
    void arrange();
    QWidget* makeButtons();
    void refill();
    void refreshButtons();
    QString selected() const; ///< a profile's name; empty = the sandbox or nothing
    bool sandboxSelected() const;
    void use();
    void remove();
    void replaceKey();
    void edited(QTreeWidgetItem* item);

    Connector& connector_;
    QTreeWidget* list_;
    ColumnWidths* widths_;
    QLabel* state_;
    QBoxLayout* columns_;
    std::array<QWidget*, 2> halves_{};
    QPushButton* use_ = nullptr;
    QPushButton* standard_ = nullptr;
    QPushButton* rename_ = nullptr;
    QPushButton* key_ = nullptr;
    QPushButton* replace_ = nullptr;
    QPushButton* remove_ = nullptr;
    QList<QAction*> commands_;
    std::optional<QString> picked_; ///< by the person: a profile, or empty for the sandbox
    bool filling_ = false;
};

} // namespace leadsheet::desktop
