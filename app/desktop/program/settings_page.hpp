// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace leadsheet::desktop {

class Workspace;

/// What the person can choose for the whole program. Every choice holds at once, but for the
/// language, which says so.
class SettingsPage : public Page {
    Q_OBJECT

public:
    explicit SettingsPage(Workspace& workspace, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("settings"); }
    QString title() const override { return tr("Settings"); }
    QLatin1String iconName() const override { return QLatin1String("settings"); }

private:
    QFormLayout* section(const QString& title);
    void makeLook();
    void makeNetwork();
    void makeProgram();
    void makeFolders();
    void proxyChosen();
    void refreshRecent();

    Workspace& workspace_;
    QWidget* body_;
    QComboBox* proxy_ = nullptr;
    QLineEdit* proxyAddress_ = nullptr;
    QPushButton* clearRecent_ = nullptr;
};

} // namespace leadsheet::desktop
