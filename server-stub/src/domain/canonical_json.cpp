// SPDX-License-Identifier: Apache-2.0
#include "domain/json.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::domain {

namespace {

template <class Number>
void appendNumber(std::string& out, Number number) {
    std::array<char, 32> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    out.append(buffer.data(), result.ptr);
}

void appendString(std::string& out, boost::json::string_view text) {
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte >= 0x20) {
            out += c;
        } else {
            out += "\\u00";
            out += kHexDigits[byte >> 4U];
            out += kHexDigits[byte & 0x0FU];
        }
    }
    out += '"';
}

void append(std::string& out, const boost::json::value& value);

void appendObject(std::string& out, const boost::json::object& object) {
    std::vector<const boost::json::key_value_pair*> members;
    members.reserve(object.size());
    for (const auto& member : object)
        members.push_back(&member);
    std::ranges::sort(members, [](const auto* a, const auto* b) { return a->key() < b->key(); });
    out += '{';
    for (const auto* member : members) {
        if (out.back() != '{')
            out += ',';
        appendString(out, member->key());
        out += ':';
        append(out, member->value());
    }
    out += '}';
}

void appendArray(std::string& out, const boost::json::array& array) {
    out += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
        if (i > 0)
            out += ',';
        append(out, array[i]);
    }
    out += ']';
}

// Recursion is bounded by the parser's depth limit.
void append(std::string& out, const boost::json::value& value) {
    switch (value.kind()) {
    case boost::json::kind::null:
        out += "null";
        break;
    case boost::json::kind::bool_:
        out += value.get_bool() ? "true" : "false";
        break;
    case boost::json::kind::int64:
        appendNumber(out, value.get_int64());
        break;
    case boost::json::kind::uint64:
        appendNumber(out, value.get_uint64());
        break;
    case boost::json::kind::double_:
        appendNumber(out, value.get_double());
        break;
    case boost::json::kind::string:
        appendString(out, value.get_string());
        break;
    case boost::json::kind::array:
        appendArray(out, value.get_array());
        break;
    case boost::json::kind::object:
        appendObject(out, value.get_object());
        break;
    }
}

} // namespace

std::string canonicalJson(const boost::json::value& value) {
    std::string text;
    append(text, value);
    return text;
}

} // namespace leadsheet::server::domain
