// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QTextBrowser;
class QWidget;

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

} // namespace leadsheet::desktop
