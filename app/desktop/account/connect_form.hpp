// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../dialogs/form_dialog.hpp"
#include "keys.hpp"

#include <QWidget>

#include <optional>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace leadsheet::desktop {

class Connector;
class NoticeBar;
class Settings;
class Workspace;

/// Address and key of an account, a test that shows what the key opens, and Save. For a profile
/// that is there already it asks for the key alone.
class ConnectForm : public QWidget {
    Q_OBJECT

public:
    ConnectForm(Connector& connector, Settings& settings, const QString& profile = {});

signals:
    void saved();
    void cancelled();

private:
    void makeFields();
    void makeNetwork();
    void makeButtons();
    void inputChanged();
    void test();
    void tested(const tl::expected<Proof, Trouble>& proof);
    void save();
    void showTrouble(const QString& text);
    void showProof(const Proof& proof);
    void clearResult();

    Connector& connector_;
    Settings& settings_;
    QString profile_; ///< empty = a new one
    QString wantedAccount_;
    std::optional<Proof> proof_;

    QFormLayout* fields_ = nullptr;
    QLineEdit* address_ = nullptr;
    QLineEdit* key_ = nullptr;
    QLineEdit* name_ = nullptr;
    QCheckBox* network_ = nullptr;
    QWidget* networkBox_ = nullptr;
    QLineEdit* proxy_ = nullptr;
    QLineEdit* caFile_ = nullptr;
    NoticeBar* message_ = nullptr;
    QWidget* facts_ = nullptr;
    QPushButton* test_ = nullptr;
    QPushButton* save_ = nullptr;
};

/// The connect form in a window of its own: a new account, or the key of a profile.
class ConnectDialog : public FormDialog {
    Q_OBJECT

public:
    ConnectDialog(Connector& connector, Settings& settings, const QString& profile = {},
                  QWidget* parent = nullptr);
};

/// What a new person sees: try with sample data, or connect an account. Stands in place of the
/// pages until something is connected.
class WelcomePage : public QWidget {
    Q_OBJECT

public:
    WelcomePage(Workspace& workspace, Connector& connector);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeChoice();
    QWidget* makeCard(QLatin1String picture, const QString& title, const QString& text,
                      QPushButton* button);
    void showForm();
    void showChoice();
    void refresh();

    Workspace& workspace_;
    Connector& connector_;
    QStackedWidget* stack_;
    NoticeBar* message_ = nullptr;
    QPushButton* sample_ = nullptr;
    QPushButton* connect_ = nullptr;
    QWidget* formCard_ = nullptr;
};

} // namespace leadsheet::desktop
