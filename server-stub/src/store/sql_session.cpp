// SPDX-License-Identifier: Apache-2.0
#include "store/sql_session.hpp"

#include "store/store_error.hpp"

#include <algorithm>
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

} // namespace leadsheet::server::store
