// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store_error.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace leadsheet::server::store::postgres {

inline bool startsWithAny(std::string_view state, std::initializer_list<std::string_view> classes) {
    return std::any_of(classes.begin(), classes.end(),
                       [state](std::string_view begin) { return state.starts_with(begin); });
}

/// What a client should hear: a state that passes (503) or a fault that stays (500).
inline StoreError::Kind kindOf(std::string_view state) {
    // Connection, conflict, resources, operator's intervention, system error; locks; a standby.
    return state.empty() || startsWithAny(state, {"08", "40", "53", "57", "58", "55P03", "25006"})
               ? StoreError::Kind::Unavailable
               : StoreError::Kind::Internal;
}

/// Another process came first, which the same transaction will see when it is run again. 23505: it
/// has kept what this one wanted to keep, such as the answer of the same request.
inline bool isConflict(std::string_view state) {
    return state == "40001" || state == "40P01" || state == "23505";
}

inline std::string withoutEnd(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    return text;
}

/// The five letters in "FATAL:  28P01: password authentication failed".
inline std::string stateIn(std::string_view message) {
    constexpr std::size_t kLength = 5;
    const auto isLetter = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    };
    for (std::size_t at = message.find(":  "); at != std::string_view::npos;
         at = message.find(":  ", at + 1)) {
        const std::string_view state = message.substr(at + 3, kLength);
        if (state.size() == kLength && std::ranges::all_of(state, isLetter) &&
            message.substr(at + 3 + kLength, 1) == ":")
            return std::string(state);
    }
    return {};
}

} // namespace leadsheet::server::store::postgres
