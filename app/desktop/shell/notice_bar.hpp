// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace.hpp"

#include <QFrame>

class QLabel;
class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace leadsheet::desktop {

class Picture;

/// A line in the page that says something and offers at most one act. Announced to assistive
/// technology when it appears.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// `action` is the button's text; empty = no button. Replaces what stood there.
    void show(NoticeKind kind, const QString& text, const QString& action = {});
    void setClosable(bool closable);
    QString text() const;

signals:
    void actionTriggered();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    NoticeKind kind_ = NoticeKind::Info;
    Picture* icon_;
    QLabel* text_;
    QPushButton* action_;
    QToolButton* close_;
};

} // namespace leadsheet::desktop
