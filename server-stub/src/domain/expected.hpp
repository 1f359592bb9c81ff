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

#include <type_traits>
#include <utility>

/// Declares the value of an expected, or returns its error from the function:
///     SERVER_TRY(const auto page, pageRequest(context, exchange, scope, filters));
/// Not for use as the only statement of an `if` or a loop without braces.
#define SERVER_TRY(declaration, ...)                                                               \
    SERVER_TRY_AS(SERVER_TRY_NAME(__LINE__), declaration, __VA_ARGS__)

/// Returns the error of an expected<void> from the function, if it has one.
#define SERVER_TRY_DONE(...)                                                                       \
    do {                                                                                           \
        auto tried = (__VA_ARGS__);                                                                \
        static_assert(std::is_void_v<typename decltype(tried)::value_type>, "drops a value");      \
        if (!tried)                                                                                \
            return tl::unexpected(std::move(tried).error());                                       \
    } while (false)

#define SERVER_TRY_AS(tried, declaration, ...)                                                     \
    auto tried = (__VA_ARGS__);                                                                    \
    if (!(tried))                                                                                  \
        return tl::unexpected(std::move(tried).error());                                           \
    declaration = *std::move(tried) // NOLINT(bugprone-macro-parentheses): it declares
#define SERVER_TRY_NAME(line) SERVER_TRY_JOINED(tried, line)
#define SERVER_TRY_JOINED(name, line) name##line
