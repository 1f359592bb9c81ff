// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/message.hpp"

#include <leadsheet/contract/error_codes.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet {

/// The codes of contract section 4 and the local ones; generated from
/// resources/api/error_codes.json. Open: a server may send a newer code, which is then `Unknown`
/// here with its text in Error::rawCode.
using ErrorCode = contract::ErrorCode;

/// Why the library stopped trying.
enum class StopReason {
    Permanent,         ///< repeating the call cannot help
    AttemptsExhausted, ///< the policy's number of attempts was used up
    Deadline,          ///< no time was left for another attempt
    Cancelled,         ///< the caller's stop token asked for it
    BudgetDrained,     ///< too many retries of this client failed lately (see RetryBudget)
    ServerAskedTooLong ///< Retry-After is over the policy's ceiling; its value is in
                       ///< Error::retryAfter
};

/// What a failed write may have done on the server.
enum class Certainty {
    NotApplied, ///< the server refused it or never saw it
    Unknown ///< it may have been applied: repeat it with the SAME idempotency key, never a new one;
            ///< a change that has none (PATCH, DELETE): read the resource again first
};

/// One entry of a problem's `errors` array (RFC 9457 extension, contract section 4).
struct FieldError {
    std::string pointer; ///< JSON pointer into the request body, or the name of a parameter
    std::string code;
    std::string detail;

    bool operator==(const FieldError&) const = default;
};

/// An order of the account that asks for the same people as a request (contract section 2a).
struct EquivalentOrder {
    std::string orderNumber;
    std::string createdAt; ///< RFC 3339
    std::string status;    ///< as sent
    std::int64_t leadCount = 0;
    std::optional<std::int64_t> total; ///< minor units: held at creation, and charged at most
    std::string currency;              ///< of `total`
    std::string match;                 ///< `same`, `other_count`, `same_reference` or `similar`
    std::string keyLast4;              ///< of the API key that ordered it

    /// Found by a table of synonyms only: worth a warning, and never refused.
    bool isSimilarOnly() const { return match == "similar"; }
    bool operator==(const EquivalentOrder&) const = default;
};

/// The newest of them, and how many more there are.
struct EquivalentOrders {
    std::vector<EquivalentOrder> orders;
    std::int64_t more = 0;

    bool operator==(const EquivalentOrders&) const = default;
};

/// Everything a caller needs to decide what to do next. Branch on `code`, never on `message`.
struct Error {
    ErrorCode code = ErrorCode::Unknown;
    std::string rawCode;       ///< as the server spelt it; empty for local errors
    int httpStatus = 0;        ///< 0 when no answer arrived
    std::string message;       ///< one or two sentences for a person; never holds a secret
    std::vector<Message> said; ///< the same for other languages; empty when the server said it
    std::string requestId;     ///< the server's X-Request-Id, or ours when there was no answer
    std::vector<FieldError> fields;
    EquivalentOrders equivalents; ///< ErrorCode::EquivalentOrder: what was ordered before
    std::optional<std::chrono::milliseconds> retryAfter; ///< what the server asked for, unshortened
    StopReason stop = StopReason::Permanent;
    Certainty certainty = Certainty::NotApplied;
    int attempts = 0; ///< requests that were tried on the wire

    bool is(ErrorCode other) const { return code == other; }
    /// Of the answer; 0 when none arrived.
    int status() const { return httpStatus; }
    /// The raw code when the server sent one, otherwise the known code's name.
    std::string_view codeName() const;
};

/// An error made by this library itself, for example ErrorCode::InvalidArgument.
Error localError(ErrorCode code, std::vector<Message> sentences);
Error localError(ErrorCode code, std::string message);

/// As the contract spells it, for example `rate_limited`; `unknown` for a newer code, whose text is
/// in Error::rawCode.
std::string_view toString(ErrorCode code);
std::string_view toString(StopReason reason);
std::string_view toString(Certainty certainty);

} // namespace leadsheet
