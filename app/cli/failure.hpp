// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "output/language.hpp"

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/result.hpp"

#include <string>

namespace leadsheet::cli {

/// What a script may branch on; listed in the manual. Never renumber.
enum class ExitCode {
    Done = 0,
    Internal = 1,      ///< a fault of this program
    Usage = 2,         ///< the command line
    SheetRefused = 3,  ///< the sheet or the map, or no row of it can be ordered
    SomeRefused = 4,   ///< finished, some rows were refused or need a fix
    Key = 5,           ///< key or scope
    MoneyGuard = 6,    ///< a limit on money, the person's or the account's
    Server = 7,        ///< server or network; what was begun can be resumed
    LimitReached = 8,  ///< the request budget; what was begun can be resumed
    Locked = 9,        ///< another run holds the ledger
    Storage = 10,      ///< local storage
    Interrupted = 130, ///< by Ctrl+C or a signal; what was begun can be resumed
};

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
    bool keyGiven = false;     ///< by an option or the environment, and not the profile's own
};

/// Turns an error of the libraries into words and an exit code.
Failure explain(const Error& error, const Circumstances& circumstances);
/// The same for everything that goes wrong with a sheet or its map.
Failure explain(const app::SheetError& error);
/// All of it in one line: place, reason, way out.
Sentences sentencesOf(const app::SheetError& error);

/// A value, or its error in the words of a function that takes the error and `circumstances`.
template <auto Words, class T, class E, class... Circumstance>
Outcome<T> explainedBy(tl::expected<T, E> result, const Circumstance&... circumstances) {
    return std::move(result).map_error(
        [&](const E& error) { return Words(error, circumstances...); });
}

/// A value, or the error in words.
template <class T>
Outcome<T> explained(Result<T> result, const Circumstances& circumstances = {}) {
    return std::move(result).map_error(
        [&circumstances](const Error& error) { return explain(error, circumstances); });
}

template <class T>
Outcome<T> explained(app::SheetResult<T> result) {
    return std::move(result).map_error([](const app::SheetError& error) { return explain(error); });
}

Failure usageFailure(Sentences what, Sentences fix = {});
Failure interruptedFailure();

} // namespace leadsheet::cli
