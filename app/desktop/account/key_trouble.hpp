// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "account_session.hpp"

namespace leadsheet::app {
struct KeyStoreError;
}

namespace leadsheet::desktop {

/// The key belongs to another account than the profile.
Trouble wrongAccount(const QString& profile, const QString& wanted, const QString& found);
/// No key for a profile: none stored, locked, or (`error`) no keychain that answers.
Trouble noKey(const QString& profile, const app::KeyStoreError* error);
/// Said after a key was accepted that the keychain did not take.
QString keptForSession(const app::KeyStoreError& error);

} // namespace leadsheet::desktop
