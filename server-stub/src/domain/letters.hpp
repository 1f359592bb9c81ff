// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// Valid UTF-8 without the difference of upper and lower case, in Unicode's composed normal form
/// (NFC). Of ASCII only A to Z change; "ß" stays as it is. Pure.
std::string plainCase(std::string_view text);

/// A host name as plainCase() has it, its internationalised labels in letters ("xn--mller-kva" is
/// "müller"); a name that is none in Unicode's rules (UTS #46) only as plainCase() has it. Pure.
std::string plainHost(std::string_view host);

} // namespace leadsheet::server::domain
