// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace leadsheet::desktop {

class Connector;
class Settings;

/// The connect form in a window of its own: a new account, or the key of a profile.
class ConnectDialog : public QDialog {
    Q_OBJECT

public:
    ConnectDialog(Connector& connector, Settings& settings, const QString& profile = {},
                  QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
};

} // namespace leadsheet::desktop
