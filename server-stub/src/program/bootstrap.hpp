// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/server.hpp"

#include <string>
#include <vector>

namespace leadsheet::server::program {

/// A customer with play money and an operator.
std::vector<BootstrapAccount> playAccounts();
/// The operator of a new service, with an admin key: all further accounts and keys are made with
/// it.
std::vector<BootstrapAccount> operatorAccount();

/// Makes the accounts and writes their keys to `path`. A file that is there already is left alone,
/// and no account is made: the keys in it go on working.
tl::expected<void, std::string> bootstrapAccounts(Server& server, const std::string& path,
                                                  const std::vector<BootstrapAccount>& accounts);

} // namespace leadsheet::server::program
