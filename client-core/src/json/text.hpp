// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/money.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::detail {

/// Appends a JSON string: only the escapes RFC 8259 demands, invalid UTF-8 as U+FFFD.
void appendJsonString(std::string& out, std::string_view text);

/// How many characters a text has; nullopt when it is not well-formed UTF-8 (RFC 3629).
std::optional<std::size_t> utf8Characters(std::string_view text);

/// The body that names somebody.
std::string personText(const Person& person);

/// Writes the body of a request, member by member; absent ones are left out.
class ObjectText {
public:
    ObjectText& text(std::string_view name, const std::optional<std::string_view>& value) {
        if (value)
            appendJsonString(member(name), *value);
        return *this;
    }
    ObjectText& integer(std::string_view name, const std::optional<std::int64_t>& value) {
        if (value)
            member(name) += std::to_string(*value);
        return *this;
    }
    ObjectText& boolean(std::string_view name, const std::optional<bool>& value) {
        if (value)
            member(name) += *value ? "true" : "false";
        return *this;
    }
    ObjectText& money(std::string_view name, const std::optional<Money>& value) {
        if (value)
            member(name) += ObjectText()
                                .integer("amount", value->amount)
                                .text("currency", value->currency)
                                .end();
        return *this;
    }
    ObjectText& texts(std::string_view name, const std::vector<std::string>& values) {
        std::string& out = member(name);
        char separator = '[';
        for (const std::string& value : values) {
            out += separator;
            separator = ',';
            appendJsonString(out, value);
        }
        out += values.empty() ? "[]" : "]";
        return *this;
    }

    ObjectText& members(std::string_view name, const std::map<std::string, std::string>& values) {
        ObjectText object;
        for (const auto& [key, value] : values)
            object.text(key, value);
        member(name) += object.end();
        return *this;
    }

    std::string end() { return out_ + '}'; }
    bool empty() const { return out_.size() == 1; }

private:
    std::string& member(std::string_view name) {
        if (!empty())
            out_ += ',';
        appendJsonString(out_, name);
        out_ += ':';
        return out_;
    }

    std::string out_ = "{";
};

/// The API's word for a value of an enum: `words` has one for each, in the order of the values.
template <class E, std::size_t N>
std::string_view wordOf(const std::array<std::string_view, N>& words, E value) {
    return words[std::min(static_cast<std::size_t>(value), N - 1)];
}

/// The value that has this word.
template <class E, std::size_t N>
std::optional<E> valueOf(const std::array<std::string_view, N>& words, std::string_view word) {
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? std::nullopt
                                : std::optional(static_cast<E>(found - words.begin()));
}

} // namespace leadsheet::detail
