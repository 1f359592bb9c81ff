// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../dialogs/form_dialog.hpp"
#include "destination_records.hpp"

#include "leadsheet/model/destination.hpp"
#include "leadsheet/platform_credential.hpp"
#include "leadsheet/result.hpp"

#include <QHash>
#include <QWidget>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

class HalfMade;
class NoticeBar;

/// Which platform, what the destination is called, and the platform's key.
class CredentialForm : public QWidget {
    Q_OBJECT

public:
    explicit CredentialForm(bool sandbox);

    std::string platform() const;
    std::string name() const;
    Result<PlatformCredential> credential() const;
    bool isComplete() const;
    void setBusy(bool busy);
    /// For one that was refused.
    void focusCredential();
    void forgetCredential();

signals:
    void changed();

private:
    QComboBox* platform_;
    QLineEdit* name_;
    QLineEdit* credential_;
};

/// Where leads go at a platform, which ones, and under which names.
class SetupForm : public QWidget {
    Q_OBJECT

public:
    explicit SetupForm(const Destination& destination);

    void setCampaigns(const std::vector<Campaign>& campaigns);
    /// A lead of the account that would be sent; nothing = there is none yet.
    void setLead(const std::optional<Lead>& lead);
    const std::optional<Lead>& lead() const { return lead_; }
    /// Why it cannot be saved as it is; empty = it can.
    QString fault() const;
    DestinationChange change() const;
    void setBusy(bool busy);

signals:
    void changed();

private:
    QWidget* makeChoices(const Destination& destination);
    QWidget* makeMap();

    std::optional<std::string> campaignBefore_;
    std::optional<Lead> lead_;
    FieldMapModel* map_;
    QComboBox* campaigns_ = nullptr;
    QLabel* campaignNote_ = nullptr;
    QComboBox* duplicates_ = nullptr;
    QHash<QString, QCheckBox*> results_;
    QCheckBox* autoDeliver_ = nullptr;
    QLabel* leadNote_ = nullptr;
};

/// Sets up an outreach destination: the platform's key, checked at the platform, then campaign,
/// field map and duplicates, and one lead to try. A new one that is given up is removed again, also
/// while it is being made, or when the program ends; one that was saved stays. Deletes itself when
/// it is closed, once what is under way has ended.
class DestinationDialog : public FormDialog {
    Q_OBJECT

public:
    DestinationDialog(std::shared_ptr<const Connected> connection,
                      const std::optional<Destination>& destination, QWidget* parent);

    void reject() override;

signals:
    void changed(const std::string& destinationId);
    /// A new one was given up: it is to be removed.
    void abandoned(const std::shared_ptr<HalfMade>& half);

private:
    void makeFirstPage();
    void check();
    void checked(CheckOutcome outcome);
    void load();
    void showSetup(Setup setup);
    void save(bool withTest);
    void saved(const Destination& destination,
               const Result<std::optional<DestinationCheck>>& tested);
    void refresh();
    /// When it was given up while something was under way, which has ended now.
    void leave();
    void abandon();

    std::shared_ptr<const Connected> connection_;
    std::optional<Destination> destination_; ///< as the service has it
    std::shared_ptr<HalfMade> half_;         ///< null for one that was there before
    std::string platform_;                   ///< that half_ is for
    std::stop_source stop_;                  ///< of what only reads
    bool givenUp_ = false;                   ///< what is under way is the last
    QVBoxLayout* content_;
    CredentialForm* credential_ = nullptr;
    SetupForm* setup_ = nullptr;
    NoticeBar* notice_;
    QPushButton* cancel_;
    QPushButton* check_;
    QPushButton* saveAndTest_;
    QPushButton* save_;
    IdempotencyKey key_;
    Background background_;
};

} // namespace leadsheet::desktop
