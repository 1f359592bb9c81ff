// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/notice_bar.hpp"

#include <cstdint>

namespace leadsheet::desktop {

class AccountSession;

/// Says when a run of the connected account was interrupted or is paused, by this program or the
/// command line, and offers to go on with it. Looks again whenever the account changes.
class InterruptedNotice : public NoticeBar {
    Q_OBJECT

public:
    explicit InterruptedNotice(AccountSession& account, QWidget* parent = nullptr);

    void look();

signals:
    void resumeWanted(std::int64_t run);
    /// It needs a new price or cap first.
    void runWanted(std::int64_t run);

private:
    AccountSession& account_;
    std::int64_t run_ = 0;
    bool approval_ = false; ///< it does not go on without one
    Background background_;
};

} // namespace leadsheet::desktop
