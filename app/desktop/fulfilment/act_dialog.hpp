// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../dialogs/form_dialog.hpp"
#include "act_run.hpp"

class QStackedWidget;

namespace leadsheet::desktop {

class Settings;

/// One act on the chosen orders: what it will do, then how it goes, then what came of it. It stays
/// open while something is under way. Deletes itself when it is closed.
class ActDialog : public FormDialog {
    Q_OBJECT

public:
    ActDialog(std::shared_ptr<const Connected> connection, Settings& settings, OperatorAct act,
              std::vector<AdminOrder> chosen, QWidget* parent);

    /// Null before the act was confirmed.
    ActRun* run() const { return run_; }
    void reject() override;

signals:
    /// Orders are in another state now.
    void acted();

private:
    void begin(const ActWish& wish, const std::vector<AdminOrder>& orders);

    std::shared_ptr<const Connected> connection_;
    QStackedWidget* pages_ = nullptr;
    ActRun* run_ = nullptr;
};

} // namespace leadsheet::desktop
