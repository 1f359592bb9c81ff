// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace leadsheet::desktop {

/// What stands where a list has nothing yet: what it is for, and the button that starts it.
class EmptyPage : public QWidget {
    Q_OBJECT

public:
    EmptyPage(QLatin1String picture, const QString& words, const QString& label,
              QLatin1String buttonName, QWidget* parent = nullptr);

signals:
    void started();
};

} // namespace leadsheet::desktop
