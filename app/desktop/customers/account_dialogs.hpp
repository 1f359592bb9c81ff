// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "customer_dialog.hpp"

#include "leadsheet/model/admin.hpp"

namespace leadsheet::desktop {

/// Makes an account, or gives one another name.
class NameDialog : public CustomerDialog {
    Q_OBJECT

public:
    NameDialog(std::shared_ptr<const Connected> connection, Settings& settings,
               const std::optional<AdminAccount>& account, QWidget* parent);

protected:
    CustomerWords words() const override;
    void confirm() override;

private:
    std::optional<AdminAccount> account_;
    QLineEdit* name_;
};

/// Adds to what an account can spend. The service knows no way to take it back.
class CreditDialog : public CustomerDialog {
    Q_OBJECT

public:
    CreditDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                 const AdminAccount& account, QWidget* parent);

protected:
    CustomerWords words() const override;
    void confirm() override;

private:
    AdminAccount account_;
    QLineEdit* amount_;
    QLineEdit* reason_;
};

/// Suspends an account, or reinstates it.
class StandingDialog : public CustomerDialog {
    Q_OBJECT

public:
    StandingDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                   const AdminAccount& account, QWidget* parent);

protected:
    CustomerWords words() const override;
    void confirm() override;

private:
    AdminAccount account_;
};

} // namespace leadsheet::desktop
