// SPDX-License-Identifier: Apache-2.0
#include "text/json_text.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::app {

void appendJsonString(std::string& out, std::string_view text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto isPlain = [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
    };
    out += '"';
    while (!text.empty()) {
        const auto plain = std::find_if_not(text.begin(), text.end(), isPlain) - text.begin();
        out += text.substr(0, static_cast<std::size_t>(plain));
        text.remove_prefix(static_cast<std::size_t>(plain));
        if (text.empty())
            break;
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += "\\u00";
            out += kDigits[byte >> 4];
            out += kDigits[byte & 15];
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
