// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/platform_credential.hpp"

#include "leadsheet/messages/service.hpp"
#include "json/text.hpp"

namespace leadsheet {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

namespace say = messages::service;

Result<PlatformCredential> refused(std::vector<Message> why) {
    return failure(localError(ErrorCode::InvalidArgument, std::move(why)));
}

/// How many bytes the character that begins with `lead` has; 0 = none begins so.
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
    const auto characters = detail::utf8Characters(text);
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
