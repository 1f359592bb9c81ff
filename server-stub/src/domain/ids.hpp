// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/timestamp.hpp"

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::server::domain {

/// An identifier that cannot be mixed up with another kind of identifier.
template <class Tag>
class StrongId {
public:
    StrongId() = default;
    explicit StrongId(std::string text)
        : text_(std::move(text)) {}

    const std::string& str() const { return text_; }
    bool empty() const { return text_.empty(); }

    friend auto operator<=>(const StrongId&, const StrongId&) = default;
    friend bool operator==(const StrongId&, const StrongId&) = default;

private:
    std::string text_;
};

using AccountId = StrongId<struct AccountIdTag>;
using DeliveryId = StrongId<struct DeliveryIdTag>;
using KeyId = StrongId<struct KeyIdTag>;
using LeadId = StrongId<struct LeadIdTag>;
using MessageId = StrongId<struct MessageIdTag>;
using QuoteId = StrongId<struct QuoteIdTag>;
using SuppressionId = StrongId<struct SuppressionIdTag>;
using OrderNumber = StrongId<struct OrderNumberTag>;
using WebhookId = StrongId<struct WebhookIdTag>;

/// The text with everything that looks like an API key cut to its prefix and "…": for paths, log
/// lines and error texts, where people put keys by mistake.
std::string withoutKeys(std::string text);

/// `prefix` + 24 lower-case Crockford base32 characters (120 random bits).
std::string makeId(std::string_view prefix, const RandomBytes& random);

AccountId makeAccountId(const RandomBytes& random); ///< acc_...
KeyId makeKeyId(const RandomBytes& random);         ///< key_...

/// qt_ + 9 characters of the time in milliseconds + 15 random ones (75 bits). Later ids sort behind
/// earlier ones, so an index of them grows at its end.
QuoteId makeQuoteId(Timestamp time, const RandomBytes& random);

/// `count` times ld_ + the same.
std::vector<LeadId> makeLeadIds(std::size_t count, Timestamp time, const RandomBytes& random);

/// "LS-" + 10 Crockford base32 characters (50 random bits; contract section 6). The store refuses a
/// number that exists, so a caller draws again.
OrderNumber makeOrderNumber(const RandomBytes& random);

/// Whether `text` has the form of an order number. Exact spelling only: upper case, no look-alikes.
bool isOrderNumber(std::string_view text);

enum class ApiKeyType { Customer, Admin };

std::string_view name(ApiKeyType type); ///< customer or admin

/// A new secret, to be shown once. Contract section 10: prefix + 30 base62 characters + 6 base62
/// characters of their CRC-32.
struct MintedSecret {
    std::string text;   ///< the whole key; never stored, never logged
    Digest hash;        ///< what is stored
    std::string prefix; ///< the public beginning, for lists
    std::string last4;
};

MintedSecret mintApiKey(ApiKeyType type, const RandomBytes& random, std::string_view pepper);

/// Whether `text` is shaped like a key of this service and its checksum is right: a mistyped key is
/// refused without a look into the store. The type in the text is decoration: the stored row
/// decides.
bool isWellFormedApiKey(std::string_view text);

/// SHA-256 keyed with the server's pepper. Defined for any text.
Digest hashApiKey(std::string_view text, std::string_view pepper);

} // namespace leadsheet::server::domain
