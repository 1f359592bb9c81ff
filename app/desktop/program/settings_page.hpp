// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/notice_bar.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/app/accounts/newer_version.hpp"

#include <array>
#include <optional>

class QBoxLayout;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace leadsheet::desktop {

/// The newer version that the connected service names; nothing where there is none, or where the
/// person does not want to be told. No other host is ever asked.
std::optional<app::NewerVersion> newerVersion(const Workspace& workspace);
/// Which version this is, and the newer one where there is one; a sentence or two.
QString versionWords(const Workspace& workspace);
/// Opens where the newer version is to be had in the person's browser; nothing without an address.
void openNewerVersion(const Workspace& workspace);

/// Says over the pages that there is a newer version, until it is closed: then not again of the
/// same version.
class NewerVersionNotice : public NoticeBar {
    Q_OBJECT

public:
    explicit NewerVersionNotice(Workspace& workspace);

private:
    void refresh();

    Workspace& workspace_;
    QString said_; ///< the version it shows; empty = none
};

/// What the person can choose for the whole program. Every choice holds at once, but for the
/// language, which says so.
class SettingsPage : public Page {
    Q_OBJECT

public:
    explicit SettingsPage(Workspace& workspace);

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

    QBoxLayout* columns_;
    std::array<QWidget*, 2> halves_{};
    QComboBox* proxy_ = nullptr;
    QLineEdit* proxyAddress_ = nullptr;
    QPushButton* clearRecent_ = nullptr;
    QLabel* version_ = nullptr;
    QPushButton* openVersion_ = nullptr;
};

} // namespace leadsheet::desktop
