// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace leadsheet::desktop {

class AccountSession;

/// The strip over the operator's window: says Fulfilment and which profile, in a colour that no
/// customer's account and no sandbox ever has.
class FulfilmentBand : public QWidget {
    Q_OBJECT

public:
    explicit FulfilmentBand(const AccountSession& account, QWidget* parent = nullptr);

    QString words() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const AccountSession& account_;
};

/// Dark green; white on it has a contrast above 7 in every theme.
QColor fulfilmentColour();

} // namespace leadsheet::desktop
