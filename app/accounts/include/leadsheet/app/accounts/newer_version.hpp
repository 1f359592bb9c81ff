// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/account.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// A version of the program that is newer than this one, fit to be shown and opened.
struct NewerVersion {
    std::string version; ///< two to four numbers of one to five digits
    std::string url;     ///< https and at most 300 ASCII characters; may be empty
};

/// What `account`'s service names, where it is newer than `mine`: 1.10 is newer than 1.9, and 1.9.0
/// is not newer than 1.9. A version of another form is ignored, and so is an address that is not
/// https with a plain host; nothing that a service says is trusted beyond that.
std::optional<NewerVersion> newerVersion(const Account& account, std::string_view mine);

} // namespace leadsheet::app
