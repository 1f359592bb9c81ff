// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/platform_credential.hpp"

#include "leadsheet/messages/service.hpp"

#include <optional>

namespace leadsheet {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

namespace say = messages::service;

Result<PlatformCredential> refused(std::vector<Message> why) {
    return failure(localError(ErrorCode::InvalidArgument, std::move(why)));
}

/// How many bytes the character that begins with `lead` has; 0 = none begins so.
std::size_t bytesOf(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead < 0xe0)
        return 2;
    if (lead >= 0xe0 && lead < 0xf0)
        return 3;
    return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/// Well-formed UTF-8 (RFC 3629); nullopt when it is not.
std::optional<std::size_t> charactersOf(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const std::size_t bytes = bytesOf(lead);
        if (bytes == 0 || text.size() < bytes)
            return std::nullopt;
        for (std::size_t i = 1; i < bytes; ++i) {
            if ((static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U)
                return std::nullopt;
        }
        const auto second = bytes > 2 ? static_cast<unsigned char>(text[1]) : 0U;
        // Too long a form, half of a surrogate pair, beyond the last character.
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
            (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f))
            return std::nullopt;
        text.remove_prefix(bytes);
        ++count;
    }
    return count;
}

void wipeAndDelete(std::string* text) noexcept {
    // Volatile, because the compiler may drop stores to memory that is about to be freed.
    volatile char* byte = text->data();
    for (std::size_t i = 0; i < text->size(); ++i)
        byte[i] = '\0';
    delete text;
}

} // namespace

PlatformCredential::PlatformCredential(std::string_view text)
    : text_(new std::string(text), wipeAndDelete) {}

Result<PlatformCredential> PlatformCredential::parse(std::string_view text) {
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return refused({say::platformKeyEmpty()});
    text = text.substr(first, text.find_last_not_of(kBlank) - first + 1);
    const auto characters = charactersOf(text);
    if (!characters)
        return refused({say::platformKeyNotUtf8(), say::copyKeyAgain()});
    if (*characters > kMaxLength)
        return refused({say::platformKeyTooLong()});
    for (const char c : text) {
        if ((c >= '\0' && c < ' ') || c == '\x7f')
            return refused({say::platformKeyControlCharacter(), say::copyKeyAgain()});
    }
    return PlatformCredential(text);
}

} // namespace leadsheet
