// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace leadsheet::desktop {

class AccountSession;

/// The coloured band over the window that tells accounts apart at a glance: striped for the
/// sandbox, one colour a profile otherwise. Says the same in words to assistive technology.
class AccountBand : public QWidget {
    Q_OBJECT

public:
    explicit AccountBand(const AccountSession& account);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const AccountSession& account_;
};

} // namespace leadsheet::desktop
