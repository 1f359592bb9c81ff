// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../dialogs/form_dialog.hpp"

#include "leadsheet/ids.hpp"
#include "leadsheet/model/destination.hpp"
#include "leadsheet/result.hpp"

#include <functional>
#include <vector>

class QComboBox;

namespace leadsheet::desktop {

class NoticeBar;

/// Leads that may be sent: what they are called, how many there are, and which. `read` is called
/// beside the GUI thread and gives the same leads in the same order each time.
struct LeadChoice {
    QString words;
    std::int64_t count = 0;
    std::function<Result<std::vector<LeadId>>(const std::stop_token&)> read;
};

/// "3 leads are on their way. Sent before: 0. ..."
QString pushedWords(const QueuedPushes& queued);

/// Sends leads of the account to one of its outreach platforms: asks which, says what will happen,
/// and stays until the service has answered. Deletes itself when it is closed.
class PushDialog : public FormDialog {
    Q_OBJECT

public:
    /// `choices`: at least one; the first is preset.
    PushDialog(std::shared_ptr<const Connected> connection, std::vector<LeadChoice> choices,
               QWidget* parent);

    void reject() override;

signals:
    /// It was done, and what came of it.
    void sent(const QString& words);
    /// There is no platform to send to: one is to be set up.
    void setUpWanted();

private:
    void load();
    void offer(std::vector<Destination> destinations);
    void refresh();
    void send();
    FormWords words() const;
    const LeadChoice& choice() const;
    const Destination* destination() const;

    std::shared_ptr<const Connected> connection_;
    std::vector<LeadChoice> choices_;
    std::vector<Destination> destinations_; ///< those that can be sent to
    bool loaded_ = false;
    std::vector<IdempotencyKey> keys_; ///< of each request that `send` makes
    FieldForm* form_;
    QComboBox* platforms_;
    QComboBox* which_;
    NoticeBar* notice_;
    Background background_;
};

} // namespace leadsheet::desktop
