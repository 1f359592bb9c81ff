// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace leadsheet::server::domain {

/// One entry of a problem's `errors` (contract section 4).
struct FieldError {
    std::string pointer; ///< RFC 6901, from the root of the body
    std::string code;    ///< snake_case, stable: unknown_member, wrong_type, too_long, ...
    std::string detail;  ///< names the bound and the way out

    friend bool operator==(const FieldError&, const FieldError&) = default;
};

} // namespace leadsheet::server::domain
