// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <compare>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace leadsheet {

/// A server-made identifier. Different kinds do not convert into each other or from bare strings.
/// Only what is needed to carry it safely in a URL is checked: 1-128 visible ASCII characters.
template <class Tag>
class StrongId {
public:
    static constexpr std::size_t kMaxLength = 128;

    /// ErrorCode::InvalidArgument with the kind's name when `text` cannot be such an id.
    static Result<StrongId> parse(std::string_view text);

    const std::string& str() const { return value_; }
    auto operator<=>(const StrongId&) const = default;

private:
    explicit StrongId(std::string value)
        : value_(std::move(value)) {}
    std::string value_;
};

struct LeadIdTag {};
struct OrderNumberTag {};
struct QuoteIdTag {};
using LeadId = StrongId<LeadIdTag>;
using OrderNumber = StrongId<OrderNumberTag>;
using QuoteId = StrongId<QuoteIdTag>;

extern template class StrongId<LeadIdTag>;
extern template class StrongId<OrderNumberTag>;
extern template class StrongId<QuoteIdTag>;

/// The Idempotency-Key of a write (contract section 2): 1-255 visible ASCII characters. The quoted
/// form
/// (`"abc"`) is the same key as the bare one and is stored bare.
class IdempotencyKey {
public:
    static constexpr std::size_t kMaxLength = 255;

    /// ErrorCode::IdempotencyKeyInvalid when `text` is empty, too long, holds a space, a control or
    /// non-ASCII character, or begins with a quotation mark without being a quoted string.
    static Result<IdempotencyKey> parse(std::string_view text);

    const std::string& str() const { return value_; }
    /// As it goes on the wire: bare, or quoted where a bare one would be read as a quoted one.
    std::string headerValue() const;
    auto operator<=>(const IdempotencyKey&) const = default;

private:
    explicit IdempotencyKey(std::string value)
        : value_(std::move(value)) {}
    std::string value_;
};

/// A secret API key. It has no stream operator and no conversion to a string; only `reveal()` hands
/// it out, for the header and for secret stores. Its memory is wiped on destruction.
class ApiKey {
public:
    static constexpr std::size_t kMaxLength = 256;

    /// ErrorCode::InvalidArgument when `text` is empty, too long, or not visible ASCII (so that it
    /// can never break out of a header). Surrounding white space and a line end are removed first.
    /// The message never repeats the text.
    static Result<ApiKey> parse(std::string_view text);

    ApiKey(const ApiKey&) = default;
    ApiKey(ApiKey&& other) noexcept;
    ApiKey& operator=(const ApiKey& other);
    ApiKey& operator=(ApiKey&& other) noexcept;
    ~ApiKey();

    const std::string& reveal() const { return value_; }
    /// Safe to show: the type's prefix and the last four characters, for example `sk_live_...9xQ2`.
    std::string masked() const;
    bool operator==(const ApiKey&) const = default;

private:
    explicit ApiKey(std::string value)
        : value_(std::move(value)) {}
    void wipe() noexcept;
    std::string value_;
};

} // namespace leadsheet

template <class Tag>
struct std::hash<leadsheet::StrongId<Tag>> {
    std::size_t operator()(const leadsheet::StrongId<Tag>& id) const noexcept {
        return std::hash<std::string>{}(id.str());
    }
};

template <>
struct std::hash<leadsheet::IdempotencyKey> {
    std::size_t operator()(const leadsheet::IdempotencyKey& key) const noexcept {
        return std::hash<std::string>{}(key.str());
    }
};
