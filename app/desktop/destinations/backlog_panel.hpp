// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include <string>

class QDateTimeEdit;
class QLabel;
class QPushButton;

namespace leadsheet::desktop {

/// What is to become of messages that were not delivered: decided in the page, when a webhook is
/// switched on again and whenever somebody wants it.
class BacklogPanel : public QFrame {
    Q_OBJECT

public:
    explicit BacklogPanel(QWidget* parent = nullptr);

    /// A webhook is to be switched on.
    void askBeforeEnabling(const QString& webhook);
    /// A webhook that is on shall get again what failed.
    void askForRedelivery(const QString& webhook);
    void setBusy(bool busy);
    /// RFC 3339; never before what the service still has.
    std::string since() const;

signals:
    void sendWanted();
    void enableOnlyWanted();

private:
    void open(const QString& words, const QString& send);

    QLabel* words_;
    QDateTimeEdit* since_;
    QPushButton* send_;
    QPushButton* only_;
    QPushButton* cancel_;
};

} // namespace leadsheet::desktop
