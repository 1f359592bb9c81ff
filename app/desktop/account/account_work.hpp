// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "account_session.hpp"

namespace leadsheet::desktop {

/// Reads what is shown of the connected account: stopped and dropped when the connection goes,
/// before AccountSession::changed, so that whoever needs it can ask again there.
class AccountReading : public Background {
public:
    explicit AccountReading(const AccountSession& session, QObject* parent = nullptr)
        : Background(parent) {
        connect(&session, &AccountSession::connectionLeft, this, &Background::cancel);
    }
};

/// Does what a person asked for in one account: goes on to its end when another account is shown,
/// but how it ended is not told there.
class AccountActing : public Background {
public:
    explicit AccountActing(const AccountSession& session, QObject* parent = nullptr)
        : Background(parent) {
        connect(&session, &AccountSession::accountLeft, this, &Background::letGo);
    }
};

} // namespace leadsheet::desktop
