// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"

#include <array>

class QBoxLayout;
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

    static PageName name() {
        return {QStringLiteral("settings"), tr("Settings"), QLatin1String("settings")};
    }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    QFormLayout* section(QWidget* half, const QString& title);
    void makeLook(QWidget* half);
    void makeNetwork(QWidget* half);
    void makeProgram(QWidget* half);
    void makeFolders(QWidget* half);
    void arrange();
    void proxyChosen();
    void refreshRecent();
    void refreshVersion();

    Workspace& workspace_;
    QBoxLayout* columns_;
    std::array<QWidget*, 2> halves_{};
    QComboBox* proxy_ = nullptr;
    QLineEdit* proxyAddress_ = nullptr;
    QPushButton* clearRecent_ = nullptr;
    QLabel* version_ = nullptr;
    QPushButton* openVersion_ = nullptr;
};

} // namespace leadsheet::desktop
