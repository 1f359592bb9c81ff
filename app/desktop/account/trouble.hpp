// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "account_session.hpp"

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/error.hpp"

namespace leadsheet::desktop {

/// What was being done when an error came up.
struct TroubleContext {
    QString server; ///< base URL
    bool sandbox = false;
    bool moneyAtStake = false; ///< says that nothing was ordered and nothing was spent
    bool keyTyped = false;     ///< the key is being entered: it can be corrected right here
};

/// An error of the libraries in the words of the window: what happened, what it means, what to do.
Trouble troubleOf(const Error& error, const TroubleContext& at);
/// The same while pricing or placing orders.
Trouble troubleOf(const Error& error, const Connected& at);
Trouble troubleOf(const app::SheetError& error);

/// All parts in one paragraph, for a notice.
QString sentence(const Trouble& trouble);

/// An error of a call that costs nothing, in one paragraph; `more` is said before the code.
QString callTrouble(const Error& error, const Connected& at, const QString& more = {});

} // namespace leadsheet::desktop
