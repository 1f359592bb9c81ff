// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "destination_actions.hpp"

#include <QDialog>

class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace leadsheet::desktop {

class CredentialForm;
class NoticeBar;
class SetupForm;

/// Sets up an outreach destination: the platform's key, checked at the platform, then campaign,
/// field map and duplicates, and one lead to try. A new one that is given up is removed again.
/// Deletes itself when it is closed.
class DestinationDialog : public QDialog {
    Q_OBJECT

public:
    DestinationDialog(std::shared_ptr<const Connected> connection,
                      const std::optional<Destination>& destination, QWidget* parent);

    void reject() override;

signals:
    void changed(const std::string& destinationId);
    /// A new one was given up: it is to be removed.
    void abandoned(const std::string& destinationId);

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    QPushButton* makeButton(const QString& label, const char* name, bool primary);
    void makeFirstPage();
    void check();
    void checked(CheckOutcome outcome);
    void load();
    void showSetup(Setup setup);
    void save(bool withTest);
    void saved(const Destination& destination, const std::optional<DestinationCheck>& test);
    void refresh();

    std::shared_ptr<const Connected> connection_;
    std::optional<Destination> destination_; ///< as the service has it
    bool isNew_;
    bool kept_ = false; ///< it was saved: closing gives nothing up
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
