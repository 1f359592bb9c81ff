// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChar>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QWidget>

#include <vector>

class QLabel;
class QTextBrowser;

namespace leadsheet::desktop {

class Settings;

/// The manual that comes with the program (resources/help), one page a topic; needs no network.
class HelpWindow : public QWidget {
    Q_OBJECT

public:
    explicit HelpWindow(Settings& settings, QWidget* parent = nullptr);

    /// A topic without a page shows the contents.
    void showTopic(const QString& topic);

private:
    QString language_;
    QTextBrowser* view_;
};

/// A control and the letter that reaches it together with Alt.
struct KeyTip {
    QChar letter; ///< A to Z, one control each
    QWidget* control = nullptr;
};

/// The letters of what can be pressed or filled in now in a window: of its buttons with a text and
/// of the fields that have a label. A letter of the text where one is free, in every language; as
/// far as the alphabet goes.
std::vector<KeyTip> keyTipsOf(const QWidget& window);

/// Shows the letters of the active window while Alt is held, and with a letter presses its control.
/// A button that spends only gets the focus. GUI thread only; lives as long as the application.
class KeyTips : public QObject {
    Q_OBJECT

public:
    explicit KeyTips(QObject* parent);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(QWidget& window);
    void hide();
    bool press(QWidget& window, int key);

    QList<QPointer<QLabel>> shown_;
};

} // namespace leadsheet::desktop
