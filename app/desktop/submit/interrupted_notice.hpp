// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/notice_bar.hpp"

#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <optional>

namespace leadsheet::desktop {

class Workspace;

/// Says when a run of the connected account was interrupted or is paused, by this program or the
/// command line, with what is left of it in rows and money, and offers to go on with it or to give
/// that up. While the account that is wanted cannot be connected, it says so of that one, from what
/// the ledger holds. Looks again whenever the account changes.
class InterruptedNotice : public NoticeBar {
    Q_OBJECT

public:
    explicit InterruptedNotice(Workspace& workspace, QWidget* parent = nullptr);

    void look();

signals:
    void resumeWanted(std::int64_t run);
    /// There is something to decide first: a new price or cap, or a newer run of the sheet.
    void runWanted(std::int64_t run);
    void giveUpWanted(const leadsheet::submit::RunInfo& run);

private:
    void say(const submit::RunInfo& run, bool connected);

    Workspace& workspace_;
    std::optional<submit::RunInfo> run_;
    bool asksFirst_ = false; ///< it does not go on without a word from the person
    Background background_;
};

} // namespace leadsheet::desktop
