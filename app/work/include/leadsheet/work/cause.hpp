// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/error.hpp"

namespace leadsheet::work {

/// What an error of the libraries comes down to for a person. Each program has its words and its
/// way out for every one of them: switch over it without a default.
enum class Cause {
    MissingScope,
    WrongKeyType,
    AccountSuspended,
    ExpiredKey,
    RevokedKey,
    UnknownKey,
    NoCredit,
    SpendCap,   ///< of the key, for a day
    OtherPrice, ///< a price or a guard of the person no longer holds
    RateLimit,  ///< Error::rawCode is empty when it was not the service that said so
    LedgerLocked,
    LedgerDamaged,
    LedgerTooNew,
    StorageFull,
    Storage,
    Cancelled,
    Argument,  ///< refused on this computer
    Parameter, ///< refused by the service
    NotFound,
    NotImplemented,
    Proxy,
    Tls,
    ForeignServer, ///< what answered is not a Leadsheet server
    ServerFault,
    Timeout,
    TooLarge, ///< the answer is larger than any that the service gives
    Refused,
    Broken, ///< the connection, after there was one
    Unreachable,
};

Cause causeOf(const Error& error);

} // namespace leadsheet::work
