// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/notice_bar.hpp"
#include "sheet_checking.hpp"

#include <QString>

#include <optional>
#include <utility>

namespace leadsheet::desktop {

/// What a check found, in the words of its step.

/// "3 rows ready, 398 already ordered, 2 need a fix"
QString summaryOfCheck(const CheckFindings& found);
/// What the button says that leads to the prices.
QString continueAfterCheck(const CheckFindings& found);
/// What stands above the rows; nothing when some can be ordered.
std::optional<std::pair<NoticeKind, QString>> noticeOfCheck(const CheckFindings& found);

} // namespace leadsheet::desktop
