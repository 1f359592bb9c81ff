// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/server.hpp"

#include "api/context.hpp"

namespace leadsheet::server {

/// Why these accounts or keys cannot be made: an unknown scope, one of the other key type, a
/// negative amount.
std::optional<StartError> checkKeys(const std::vector<BootstrapKey>& keys);
std::optional<StartError> checkAccounts(const std::vector<BootstrapAccount>& accounts);

/// Makes accounts, credit and keys in one transaction. The secrets exist in the answer only.
tl::expected<std::vector<MintedAccount>, StartError>
makeAccounts(api::Context& context, const std::vector<BootstrapAccount>& accounts,
             bool onlyIfEmpty);

tl::expected<MintedAccount, StartError> makeKeys(api::Context& context,
                                                 const std::string& accountId,
                                                 const std::vector<BootstrapKey>& keys,
                                                 bool revokeOlder);

} // namespace leadsheet::server
