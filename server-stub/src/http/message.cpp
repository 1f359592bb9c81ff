// SPDX-License-Identifier: Apache-2.0
#include "http/message.hpp"

#include <algorithm>

namespace leadsheet::server::http {

namespace {

constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

} // namespace

bool equalsIgnoreCase(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](char x, char y) { return lower(x) == lower(y); });
}

const std::string* Request::header(std::string_view name) const {
    for (const Header& field : headers) {
        if (equalsIgnoreCase(field.name, name)) {
            return &field.value;
        }
    }
    return nullptr;
}

std::size_t Request::headerCount(std::string_view name) const {
    return static_cast<std::size_t>(
        std::count_if(headers.begin(), headers.end(),
                      [name](const Header& field) { return equalsIgnoreCase(field.name, name); }));
}

} // namespace leadsheet::server::http
