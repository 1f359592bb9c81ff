// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/timestamp.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::contract {
enum class ErrorCode : std::uint16_t;
}

namespace leadsheet::server::domain {

/// Reads the Idempotency-Key header: bare, or a quoted structured-field string (\" and \\ escapes);
/// both spellings are the same key. 1 to 255 visible ASCII characters after unquoting, else
/// nullopt: 400 idempotency_key_invalid.
std::optional<std::string> parseIdempotencyKey(std::string_view header);

/// Whether an answer is kept under its idempotency key (contract section 2): successes and final
/// refusals are; what a top-up, a corrected body, a new quote or time can heal is not.
bool keepsAnswer(int status, contract::ErrorCode code);

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

/// So many requests in a window that begins with the first one (contract section 3).
struct RateQuota {
    std::int64_t limit = 0;
    std::chrono::seconds window{3600};
};

/// The durable counter of one subject under one policy.
struct RateWindow {
    Timestamp startedAt;
    std::int64_t used = 0;

    friend bool operator==(const RateWindow&, const RateWindow&) = default;
};

struct RateDecision {
    bool allowed = false;
    std::int64_t remaining = 0; ///< after this request
    std::chrono::seconds reset{
        0};            ///< until the window ends, rounded up; 1 to window; wait this long
    RateWindow window; ///< the counter to store; unchanged usage when refused

    /// Whether `window` differs from what was handed in.
    bool changed = false;
};

/// Charges one request at `now`, or only looks when `cost` is 0. A window ends `quota.window` after
/// its start, and the next request begins a new one. When the clock went back behind the start, the
/// window keeps its usage and starts at `now`: nobody gains requests and nobody waits longer than
/// one window.
RateDecision chargeWindow(const std::optional<RateWindow>& window, const RateQuota& quota,
                          Timestamp now, std::int64_t cost = 1);

} // namespace leadsheet::server::domain
