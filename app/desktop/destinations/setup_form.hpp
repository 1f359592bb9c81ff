// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/destination.hpp"

#include <QHash>
#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;

namespace leadsheet::desktop {

class FieldMapModel;

/// Where leads go at a platform, which ones, and under which names.
class SetupForm : public QWidget {
    Q_OBJECT

public:
    explicit SetupForm(const Destination& destination, QWidget* parent = nullptr);

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

} // namespace leadsheet::desktop
