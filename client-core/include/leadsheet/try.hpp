// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/expected.hpp"

#include <utility>

/// Declares the value of an expected, or returns its error from the function:
///     LEADSHEET_TRY(const auto page, reader.next());
/// The function returns an expected with an error of the same type. Not for use as the only
/// statement of an `if` or a loop without braces.
#define LEADSHEET_TRY(declaration, ...)                                                            \
    LEADSHEET_TRY_AS(LEADSHEET_TRY_NAME(__LINE__), declaration, __VA_ARGS__)

/// Returns the error of an expected from the function, if it has one:
///     LEADSHEET_TRY_DONE(writer.finish());
#define LEADSHEET_TRY_DONE(...)                                                                    \
    do {                                                                                           \
        if (auto tried = (__VA_ARGS__); !tried)                                                    \
            return tl::unexpected(std::move(tried).error());                                       \
    } while (false)

#define LEADSHEET_TRY_AS(tried, declaration, ...)                                                  \
    auto tried = (__VA_ARGS__);                                                                    \
    if (!(tried))                                                                                  \
        return tl::unexpected(std::move(tried).error());                                           \
    declaration = *std::move(tried) // NOLINT(bugprone-macro-parentheses): it declares
#define LEADSHEET_TRY_NAME(line) LEADSHEET_TRY_JOINED(tried, line)
#define LEADSHEET_TRY_JOINED(name, line) name##line
