// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/error.hpp"
#include "leadsheet/expected.hpp"

#include <utility>

namespace leadsheet {

/// `return failure(std::move(error));` from any function that returns a Result.
inline tl::unexpected<Error> failure(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

} // namespace leadsheet
