// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raw_http.hpp"

#include <boost/json.hpp>
#include <regex>
#include <string>

namespace leadsheet::test {

/// The answer's body as JSON; null when it is none, so that a comparison fails instead of throwing.
inline boost::json::value jsonOf(const RawResponse& response) {
    boost::system::error_code error;
    auto value = boost::json::parse(response.body, error);
    return error ? boost::json::value(nullptr) : value;
}

/// A member by its JSON pointer, as text: strings as they are, everything else serialized, "" when
/// absent.
inline std::string memberOf(const boost::json::value& document, const std::string& pointer) {
    boost::system::error_code error;
    const boost::json::value* member = document.find_pointer(pointer, error);
    if (member == nullptr)
        return {};
    if (member->is_string())
        return std::string(member->get_string());
    return boost::json::serialize(*member);
}

inline std::string memberOf(const RawResponse& response, const std::string& pointer) {
    return memberOf(jsonOf(response), pointer);
}

/// Whether the text has this word, in small or capital letters, between what are no letters or
/// digits: numbers and cursors are random and may hold any short name.
inline bool mentions(const std::string& text, const std::string& word) {
    return std::regex_search(
        text, std::regex("(^|[^A-Za-z0-9])" + word + "($|[^A-Za-z0-9])", std::regex::icase));
}

inline std::string codeOf(const RawResponse& response) {
    return memberOf(response, "/code");
}

} // namespace leadsheet::test
