// SPDX-License-Identifier: Apache-2.0
#include "text/json_text.hpp"

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

} // namespace leadsheet::app
