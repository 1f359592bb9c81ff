// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace.hpp"

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace leadsheet::desktop {

class Picture;

/// A line in the page that says something and offers an act, or another beside it. Announced to
/// assistive technology when it appears.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);
    /// One that cannot be closed.
    explicit NoticeBar(const char* name);

    /// `action` and `second` are the buttons' texts; empty = no button. Replaces what stood there.
    /// Enter never presses the second.
    void show(NoticeKind kind, const QString& text, const QString& action = {},
              const QString& second = {});
    void setClosable(bool closable);
    /// For a bar that stands over a whole page: it begins and ends where what is below it does.
    void keepToPage();
    QString text() const;
    NoticeKind kind() const { return kind_; }
    void focusAction();
    QPushButton* action() const { return action_; }

signals:
    void actionTriggered();
    void secondTriggered();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    NoticeKind kind_ = NoticeKind::Info;
    Picture* icon_;
    QLabel* text_;
    QPushButton* action_;
    QPushButton* second_;
    QToolButton* close_;
};

} // namespace leadsheet::desktop
