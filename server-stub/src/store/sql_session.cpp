// SPDX-License-Identifier: Apache-2.0
#include "store/sql_session.hpp"

#include "store/postgres/dialect.hpp"
#include "store/store_error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace leadsheet::server::store {

domain::Digest SqlRows::digest(int column) {
    const std::string bytes = text(column);
    domain::Digest digest{};
    if (bytes.size() != digest.size())
        failInternal("a stored digest has " + std::to_string(bytes.size()) + " bytes");
    std::ranges::transform(bytes, digest.begin(),
                           [](char c) { return static_cast<unsigned char>(c); });
    return digest;
}

std::optional<std::string> SqlRows::optionalText(int column) {
    return isNull(column) ? std::nullopt : std::optional(text(column));
}

std::optional<std::int64_t> SqlRows::optionalInteger(int column) {
    return isNull(column) ? std::nullopt : std::optional(integer(column));
}

std::optional<domain::Timestamp> SqlRows::optionalTime(int column) {
    return isNull(column) ? std::nullopt : std::optional(time(column));
}

std::int64_t SqlSession::number(std::string_view sql, std::initializer_list<SqlValue> values) {
    const auto rows = query(sql, values);
    if (!rows->next())
        failInternal("a query that always has a row had none");
    return rows->integer(0);
}

void failInternal(std::string detail) {
    throw StoreFailure(
        {StoreError::Kind::Internal, StoreError::Certainty::NotApplied, std::move(detail), 0});
}

namespace {

// Dimensions, whether there are nulls, type, number of elements, lowest index.
constexpr std::size_t kTypeAt = 8;
constexpr std::size_t kHeader = 20;
constexpr std::uint32_t kNull = 0xFFFF'FFFF;

/// Most significant byte first.
template <class Number>
std::array<char, sizeof(Number)> wire(Number number) {
    std::array<char, sizeof(Number)> bytes{};
    for (auto at = bytes.rbegin(); at != bytes.rend(); ++at, number >>= 8)
        *at = static_cast<char>(number & 0xFF);
    return bytes;
}

void put(std::string& text, std::size_t at, std::uint32_t number) {
    const auto bytes = wire(number);
    text.replace(at, bytes.size(), bytes.data(), bytes.size());
}

} // namespace

SqlColumn::SqlColumn(Type type)
    : text_(kHeader, '\0') {
    put(text_, kTypeAt, static_cast<std::uint32_t>(type));
}

void SqlColumn::addBytes(std::string_view bytes) {
    text_.append(wire(static_cast<std::uint32_t>(bytes.size())).data(), sizeof(std::uint32_t));
    text_ += bytes;
}

void SqlColumn::add(const SqlValue& value) {
    ++count_;
    const auto& given = value.get();
    if (const auto* number = std::get_if<std::int64_t>(&given))
        addBytes({wire(static_cast<std::uint64_t>(*number)).data(), sizeof(std::uint64_t)});
    else if (const auto* text = std::get_if<std::string_view>(&given))
        addBytes(postgres::isStorable(*text) ? *text : postgres::storable(*text));
    else if (const auto* blob = std::get_if<SqlBlob>(&given))
        addBytes({reinterpret_cast<const char*>(blob->bytes.data()), blob->bytes.size()});
    else {
        hasNull_ = true;
        text_.append(wire(kNull).data(), sizeof kNull);
    }
}

SqlBlob SqlColumn::all() {
    constexpr std::size_t kWord = sizeof(std::uint32_t);
    put(text_, 0, 1);
    put(text_, kWord, hasNull_ ? 1 : 0);
    put(text_, kTypeAt + kWord, count_);
    put(text_, kTypeAt + 2 * kWord, 1);
    return {{reinterpret_cast<const unsigned char*>(text_.data()), text_.size()}};
}

} // namespace leadsheet::server::store
