// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/account_ids.hpp"
#include "leadsheet/outbound_ids.hpp"

#include <algorithm>
#include <optional>

namespace leadsheet {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool visibleAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

template <class Tag>
constexpr std::string_view kKindName = "";
template <>
constexpr std::string_view kKindName<AccountIdTag> = "account id";
template <>
constexpr std::string_view kKindName<KeyIdTag> = "key id";
template <>
constexpr std::string_view kKindName<DeliveryIdTag> = "delivery id";
template <>
constexpr std::string_view kKindName<LeadIdTag> = "lead id";
template <>
constexpr std::string_view kKindName<OrderNumberTag> = "order number";
template <>
constexpr std::string_view kKindName<QuoteIdTag> = "quote id";
template <>
constexpr std::string_view kKindName<WebhookIdTag> = "webhook id";
template <>
constexpr std::string_view kKindName<WebhookDeliveryIdTag> = "id of a webhook's delivery";
template <>
constexpr std::string_view kKindName<DestinationIdTag> = "destination id";
template <>
constexpr std::string_view kKindName<PushIdTag> = "push id";

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
                                  "This is no " + std::string(kKindName<Tag>) +
                                      ": it must be 1 to " + std::to_string(kMaxLength) +
                                      " visible ASCII characters without spaces."));
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
    const auto refuse = [](const std::string& why) {
        return failure(localError(ErrorCode::IdempotencyKeyInvalid, "The idempotency key " + why));
    };
    std::string key(text);
    if (text.starts_with('"')) {
        const auto inner = unquote(text);
        if (!inner)
            return refuse("begins with a quotation mark but is no quoted text.");
        key = *inner;
    }
    if (key.empty())
        return refuse("is empty; it needs 1 to 255 characters.");
    if (key.size() > kMaxLength)
        return refuse("has " + std::to_string(key.size()) +
                      " characters; at most 255 are allowed.");
    if (!visibleAscii(key))
        return refuse("holds a space, a control character or a character outside ASCII.");
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
        return failure(localError(ErrorCode::InvalidArgument, "The API key is empty."));
    text = text.substr(first, text.find_last_not_of(kSpace) - first + 1);
    if (text.size() > kMaxLength)
        return failure(
            localError(ErrorCode::InvalidArgument,
                       "The API key is longer than 256 characters; this is something else."));
    if (!visibleAscii(text))
        return failure(localError(ErrorCode::InvalidArgument,
                                  "The API key holds a space, a line break or a "
                                  "character outside ASCII. Copy it again."));
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
