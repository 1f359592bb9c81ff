// SPDX-License-Identifier: Apache-2.0
#pragma once

// tl::expected is not [[nodiscard]] by itself: declaring it so before its own header makes a
// dropped result a warning. For that reason no other file may include <tl/expected.hpp> directly.
#ifndef TL_EXPECTED_HPP // GCC refuses attributes after the definition
namespace tl {
template <class T, class E>
class [[nodiscard]] expected;
}
#endif

#include <tl/expected.hpp>

namespace leadsheet {

struct Error;

/// A value, or the reason why there is none. Nothing in the library throws for a failed call.
/// <leadsheet/result.hpp> has what is needed to make or read one.
template <class T>
using Result = tl::expected<T, Error>;

} // namespace leadsheet
