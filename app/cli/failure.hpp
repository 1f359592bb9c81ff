// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exit_code.hpp"
#include "output/language.hpp"

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/result.hpp"

#include <string>

namespace leadsheet::cli {

/// Why a command ends, in the three parts that a person needs.
struct Failure {
    ExitCode exit = ExitCode::Internal;
    Sentences what;    ///< what happened
    Sentences meaning; ///< what it means for rows and money; may be empty
    Sentences fix;     ///< the one thing to do; may be empty
    std::string code;  ///< shown small, and the member `code` of JSON output
    std::string requestId;
};

template <class T>
using Outcome = tl::expected<T, Failure>;

inline tl::unexpected<Failure> fail(Failure failure) {
    return tl::unexpected<Failure>(std::move(failure));
}

/// What was being done when an Error came up.
struct Circumstances {
    std::string baseUrl;
    std::string profile; ///< empty = none
    bool sandbox = false;
    bool moneyAtStake = false; ///< the command was about to spend, and had not begun
};

/// Turns an error of the libraries into words and an exit code.
Failure explain(const Error& error, const Circumstances& circumstances);
/// The same for everything that goes wrong with a sheet or its map.
Failure explain(const app::SheetError& error);
/// All of it in one line: place, reason, way out.
Sentences sentencesOf(const app::SheetError& error);

/// A value, or the error in words.
template <class T>
Outcome<T> explained(Result<T> result, const Circumstances& circumstances = {}) {
    return std::move(result).map_error(
        [&circumstances](const Error& error) { return explain(error, circumstances); });
}

Failure usageFailure(Sentences what, Sentences fix = {});
Failure interruptedFailure();

} // namespace leadsheet::cli
