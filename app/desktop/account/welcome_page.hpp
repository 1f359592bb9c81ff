// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace leadsheet::desktop {

class ConnectForm;
class Connector;
class NoticeBar;
class Workspace;

/// What a new person sees: try with sample data, or connect an account. Stands in place of the
/// pages until something is connected.
class WelcomePage : public QWidget {
    Q_OBJECT

public:
    WelcomePage(Workspace& workspace, Connector& connector, QWidget* parent = nullptr);

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
