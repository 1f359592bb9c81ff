// SPDX-License-Identifier: Apache-2.0
#include "text/json_text.hpp"

#include <boost/json.hpp>

namespace leadsheet::app {

void appendJsonString(std::string& out, std::string_view text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (byte < 0x20) {
            out += "\\u00";
            out += kDigits[byte >> 4];
            out += kDigits[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

const boost::json::object* objectIn(const boost::json::object& parent, std::string_view name) {
    const auto* value = parent.if_contains(name);
    return value == nullptr ? nullptr : value->if_object();
}

void forEachText(const boost::json::value& lists,
                 const std::function<void(std::string_view)>& use) {
    if (const auto* list = lists.if_array()) {
        for (const boost::json::value& item : *list)
            if (const auto* text = item.if_string())
                use(*text);
    } else if (const auto* object = lists.if_object()) {
        for (const auto& entry : *object)
            forEachText(entry.value(), use);
    }
}

} // namespace leadsheet::app
