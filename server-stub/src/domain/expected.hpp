// SPDX-License-Identifier: Apache-2.0
#pragma once

// Declared nodiscard before its definition, so that a dropped error is a warning, hence an error.
#ifndef TL_EXPECTED_HPP // GCC refuses attributes after the definition
namespace tl {
template <class T, class E>
class [[nodiscard]] expected;
}
#endif
#include <tl/expected.hpp>
