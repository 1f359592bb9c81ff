// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"

#include "leadsheet/model/destination.hpp"

#include <stop_token>

namespace leadsheet::desktop {

// What the outreach dialog does at the server. All block; any thread but the GUI's.

/// A destination that a person may set up now.
struct Setup {
    Destination destination;
    std::vector<Campaign> campaigns;
    std::optional<Lead> lead; ///< one that would be sent
};

/// What a person typed on the first page.
struct Credentials {
    std::string platform;
    std::string name;
    PlatformCredential credential;
};

/// Without a setup the destination may be there all the same: `made` is it, for the next try.
struct CheckOutcome {
    std::optional<Destination> made;
    std::optional<Setup> setup;
    std::string refusal;          ///< the platform's own words
    std::optional<Error> trouble; ///< the service could not be asked
};
CheckOutcome checkCredential(const Connected& at, const Credentials& typed,
                             const std::optional<Destination>& made, const IdempotencyKey& key,
                             const std::stop_token& stop);

Result<Setup> readSetup(const Connected& at, const Destination& destination,
                        const std::stop_token& stop);

} // namespace leadsheet::desktop
