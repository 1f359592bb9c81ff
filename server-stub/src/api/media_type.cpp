// SPDX-License-Identifier: Apache-2.0
#include "api/media_type.hpp"

#include "http/message.hpp"

#include <algorithm>

namespace leadsheet::server::api {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

std::string_view takePart(std::string_view& rest) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view part = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

} // namespace

bool isUtf8MediaType(std::string_view value, std::string_view type) {
    if (!http::equalsIgnoreCase(takePart(value), type))
        return false;
    while (!value.empty()) {
        const std::string_view parameter = takePart(value);
        const std::size_t equals = parameter.find('=');
        if (equals == std::string_view::npos ||
            !http::equalsIgnoreCase(parameter.substr(0, equals), "charset"))
            continue;
        std::string_view charset = parameter.substr(equals + 1);
        if (charset.size() >= 2 && charset.front() == '"' && charset.back() == '"')
            charset = charset.substr(1, charset.size() - 2);
        if (!http::equalsIgnoreCase(charset, "utf-8"))
            return false;
    }
    return true;
}

} // namespace leadsheet::server::api
