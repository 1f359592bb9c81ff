// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/account_ids.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/outbound_ids.hpp"

#include <algorithm>
#include <optional>

namespace leadsheet {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool visibleAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

namespace say = messages::service;

/// What the API calls a thing with such an id.
template <class Tag>
constexpr Message (*kKindOf)() = nullptr;
template <>
constexpr Message (*kKindOf<AccountIdTag>)() = say::accountId;
template <>
constexpr Message (*kKindOf<KeyIdTag>)() = say::keyId;
template <>
constexpr Message (*kKindOf<DeliveryIdTag>)() = say::deliveryId;
template <>
constexpr Message (*kKindOf<LeadIdTag>)() = say::leadId;
template <>
constexpr Message (*kKindOf<OrderNumberTag>)() = say::orderNumber;
template <>
constexpr Message (*kKindOf<QuoteIdTag>)() = say::quoteId;
template <>
constexpr Message (*kKindOf<WebhookIdTag>)() = say::webhookId;
template <>
constexpr Message (*kKindOf<WebhookDeliveryIdTag>)() = say::webhookDeliveryId;
template <>
constexpr Message (*kKindOf<DestinationIdTag>)() = say::destinationId;
template <>
constexpr Message (*kKindOf<PushIdTag>)() = say::pushId;

/// RFC 9651 string.
std::optional<std::string> unquote(std::string_view text) {
    if (text.size() < 2 || text.back() != '"')
        return {};
    text = text.substr(1, text.size() - 2);
    std::string value;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            return {};
        if (text[i] == '\\' && (++i == text.size() || (text[i] != '"' && text[i] != '\\')))
            return {};
        value += text[i];
    }
    return value;
}

} // namespace

template <class Tag>
Result<StrongId<Tag>> StrongId<Tag>::parse(std::string_view text) {
    if (text.empty() || text.size() > kMaxLength || !visibleAscii(text))
        return failure(localError(ErrorCode::InvalidArgument,
                                  {say::idInvalid(kKindOf<Tag>(), std::int64_t{kMaxLength})}));
    return StrongId(std::string(text));
}

template class StrongId<AccountIdTag>;
template class StrongId<KeyIdTag>;
template class StrongId<DeliveryIdTag>;
template class StrongId<LeadIdTag>;
template class StrongId<OrderNumberTag>;
template class StrongId<QuoteIdTag>;
template class StrongId<WebhookIdTag>;
template class StrongId<WebhookDeliveryIdTag>;
template class StrongId<DestinationIdTag>;
template class StrongId<PushIdTag>;

Result<IdempotencyKey> IdempotencyKey::parse(std::string_view text) {
    const auto refuse = [](Message why) {
        return failure(localError(ErrorCode::IdempotencyKeyInvalid, {std::move(why)}));
    };
    std::string key(text);
    if (text.starts_with('"')) {
        const auto inner = unquote(text);
        if (!inner)
            return refuse(say::idempotencyKeyQuotes());
        key = *inner;
    }
    if (key.empty())
        return refuse(say::idempotencyKeyEmpty());
    if (key.size() > kMaxLength)
        return refuse(say::idempotencyKeyTooLong(std::ssize(key)));
    if (!visibleAscii(key))
        return refuse(say::idempotencyKeyBadCharacter());
    return IdempotencyKey(std::move(key));
}

std::string IdempotencyKey::headerValue() const {
    if (!value_.starts_with('"'))
        return value_;
    std::string quoted = "\"";
    for (const char c : value_) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

Result<ApiKey> ApiKey::parse(std::string_view text) {
    const auto first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return failure(localError(ErrorCode::InvalidArgument, {say::apiKeyEmpty()}));
    text = text.substr(first, text.find_last_not_of(kSpace) - first + 1);
    if (text.size() > kMaxLength)
        return failure(localError(ErrorCode::InvalidArgument, {say::apiKeyTooLong()}));
    if (!visibleAscii(text))
        return failure(localError(ErrorCode::InvalidArgument,
                                  {say::apiKeyBadCharacter(), say::copyKeyAgain()}));
    return ApiKey(std::string(text));
}

ApiKey::ApiKey(ApiKey&& other) noexcept {
    value_.swap(other.value_);
    other.wipe();
}

ApiKey& ApiKey::operator=(const ApiKey& other) {
    if (this != &other) {
        std::string copy = other.value_;
        wipe();
        value_.swap(copy);
    }
    return *this;
}

ApiKey& ApiKey::operator=(ApiKey&& other) noexcept {
    if (this != &other) {
        wipe();
        value_.swap(other.value_);
    }
    return *this;
}

ApiKey::~ApiKey() {
    wipe();
}

void ApiKey::wipe() noexcept {
    // Volatile, because the compiler may drop stores to memory that is about to be freed.
    volatile char* byte = value_.data();
    for (std::size_t i = 0; i < value_.size(); ++i)
        byte[i] = '\0';
    value_.clear();
}

std::string ApiKey::masked() const {
    constexpr std::size_t kShownEnd = 4;
    constexpr std::size_t kLeastHidden = 8;
    const auto lastBar = value_.rfind('_');
    const std::size_t prefix = lastBar == std::string::npos ? 0 : lastBar + 1;
    if (value_.size() < prefix + kShownEnd + kLeastHidden)
        return "...";
    return value_.substr(0, prefix) + "..." + value_.substr(value_.size() - kShownEnd);
}

} // namespace leadsheet
