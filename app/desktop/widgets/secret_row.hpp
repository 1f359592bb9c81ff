// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLineEdit;

namespace leadsheet::desktop {

/// A secret that is shown once, with a button that copies it. Has the focus on the button.
class SecretRow : public QWidget {
    Q_OBJECT

public:
    /// `label` says what it is; `name` and `copyName` are object names.
    SecretRow(const QString& secret, const QString& label, QLatin1String name,
              QLatin1String copyName, QWidget* parent = nullptr);
    ~SecretRow() override;

private:
    QLineEdit* secret_;
};

} // namespace leadsheet::desktop
