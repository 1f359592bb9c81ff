// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_work.hpp"
#include "../shell/notice_bar.hpp"

#include "leadsheet/submit/run.hpp"

#include <filesystem>

namespace leadsheet::desktop {

/// Whether a run has rows that can be given up: approved once, not going on, not all settled.
bool canGiveUp(const submit::RunInfo& run);

/// The second question before the rest of a run is given up for good, in the page, in words and
/// money; then does it. Enter never does.
class GiveUpBar : public NoticeBar {
    Q_OBJECT

public:
    explicit GiveUpBar(const AccountSession& session, QWidget* parent = nullptr);

    /// `at` may be null: without the run's account rows of unknown outcome cannot be asked about.
    void ask(const std::filesystem::path& ledgerFile, std::shared_ptr<const Connected> at,
             const submit::RunInfo& run);

    /// Asks no more, as it does when the account is left.
    void forget();

signals:
    /// Nothing was changed.
    void kept();
    void givenUp(const QString& words);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void giveUp();
    void keep();

    std::filesystem::path ledgerFile_;
    std::shared_ptr<const Connected> at_;
    std::optional<submit::RunInfo> run_;
    AccountActing giving_;
};

} // namespace leadsheet::desktop
