// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/platform_credential.hpp"
#include "leadsheet/result.hpp"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace leadsheet::desktop {

/// Which platform, what the destination is called, and the platform's key.
class CredentialForm : public QWidget {
    Q_OBJECT

public:
    explicit CredentialForm(QWidget* parent = nullptr);

    std::string platform() const;
    std::string name() const;
    Result<PlatformCredential> credential() const;
    bool isComplete() const;
    void setBusy(bool busy);
    /// The platform stays once the service has the destination.
    void fixPlatform();
    void forgetCredential();

signals:
    void changed();

private:
    QComboBox* platform_;
    QLineEdit* name_;
    QLineEdit* credential_;
    bool fixed_ = false;
};

} // namespace leadsheet::desktop
