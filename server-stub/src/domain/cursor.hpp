// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// Where a keyset walk stands: the sort key of the last row that was handed out.
struct CursorPosition {
    std::int64_t major = 0; ///< first sort column (a time in ms, or a sequence number)
    std::int64_t minor = 0; ///< tie breaker; 0 where the first column is unique

    friend bool operator==(const CursorPosition&, const CursorPosition&) = default;
};

/// Signs and checks cursors: base64url(version, position, scope, filter, truncated HMAC-SHA256).
/// Immutable and thread-safe.
class CursorCodec {
public:
    /// `secret`: at least 16 bytes that the server keeps to itself.
    explicit CursorCodec(std::string secret);

    /// `scope` says whose and which list ("orders:acc_1"), `filters` is any canonical text of the
    /// filters in force. `limit` and `fields` are not part of it: they may change mid-walk.
    std::string encode(std::string_view scope, std::string_view filters,
                       const CursorPosition& position) const;

    /// nullopt when tampered with, foreign, of another list or used with other filters: 400
    /// invalid_cursor.
    std::optional<CursorPosition> decode(std::string_view scope, std::string_view filters,
                                         std::string_view cursor) const;

private:
    std::string secret_;
};

} // namespace leadsheet::server::domain
