// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include <string>

namespace leadsheet::cli {

/// "leadsheet " + `words` as they are to be typed, then the options of this call that lead to the
/// same account, ledger and network, so that the line can be pasted anywhere: paths become
/// absolute. Holds no secret: a password of the proxy is named, not shown, and a key that came by
/// standard input is asked for again.
std::string commandHint(const GlobalOptions& options, const std::string& words);

/// The same for commands that only read the ledger.
std::string ledgerCommandHint(const GlobalOptions& options, const std::string& words);

} // namespace leadsheet::cli
