// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "customer_dialog.hpp"

#include "leadsheet/model/admin.hpp"

#include <QString>

class QCheckBox;
class QComboBox;
class QDateEdit;

namespace leadsheet::desktop {

/// Makes an account, or gives one another name.
class NameDialog : public CustomerDialog {
    Q_OBJECT

public:
    NameDialog(std::shared_ptr<const Connected> connection, Settings& settings,
               const std::optional<AdminAccount>& account, QWidget* parent);

protected:
    FormWords words() const override;
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
    FormWords words() const override;
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
    FormWords words() const override;
    void confirm() override;

private:
    AdminAccount account_;
};

/// Makes a key of an account, and shows its secret once.
class NewKeyDialog : public CustomerDialog {
    Q_OBJECT

public:
    NewKeyDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                 const AdminAccount& account, QWidget* parent);

protected:
    FormWords words() const override;
    void confirm() override;

private:
    QWidget* makeScopes();
    QWidget* makeEnd(const QString& day);
    void showScopes();
    bool forOperators() const;
    QStringList scopes() const;
    Result<std::optional<Money>> cap() const;
    /// The last day on which the key works; invalid = it works until it is revoked.
    QDate lastDay() const;

    AdminAccount account_;
    QLineEdit* name_ = nullptr;
    QComboBox* type_ = nullptr;
    QLineEdit* cap_ = nullptr;
    QCheckBox* ends_ = nullptr;
    QDateEdit* day_ = nullptr;
    QList<QCheckBox*> scopes_;
};

/// Replaces a key by a new one of the same rights, whose secret is shown once, or revokes it.
class EndKeyDialog : public CustomerDialog {
    Q_OBJECT

public:
    enum class Act { Rotate, Revoke };

    EndKeyDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                 const AdminAccount& account, const KeyRecord& key, Act act, QWidget* parent);

protected:
    FormWords words() const override;
    void confirm() override;

private:
    KeyRecord key_;
    Act act_;
};

} // namespace leadsheet::desktop
