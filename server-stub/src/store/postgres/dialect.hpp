// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/schema.hpp"

#include <string>
#include <string_view>

namespace leadsheet::server::store::postgres {

/// A step of the schema in PostgreSQL's words. Texts are compared byte by byte, as in SQLite,
/// whatever the database's own collation: lists are walked by them.
std::string schemaText(const Migration& step);

/// What a text can be sent as: PostgreSQL takes neither NUL nor broken UTF-8, so such bytes become
/// U+FFFD. Nothing that is stored has them; what is only looked for may, and is not found.
bool isStorable(std::string_view text);
std::string storable(std::string_view text);

/// The bytes of a bytea in its hexadecimal text form.
std::string bytesOf(std::string_view hexadecimal);

} // namespace leadsheet::server::store::postgres
