// SPDX-License-Identifier: Apache-2.0
// Credentials do not come back to people who read what a platform answered.
#include "domain/crypto.hpp"
#include "outreach/adapter.hpp"

#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::outreach {

namespace {

namespace json = boost::json;

constexpr std::string_view kUpper = "0123456789ABCDEF";
constexpr std::string_view kLower = "0123456789abcdef";

/// As a URL has it, or a form (application/x-www-form-urlencoded).
std::string percentForm(std::string_view secret, std::string_view digits, bool form) {
    std::string text;
    for (const char letter : secret) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || letter == '-' || letter == '.' ||
                           letter == '_' || letter == (form ? '*' : '~');
        if (plain)
            text += letter;
        else if (form && letter == ' ')
            text += '+';
        else
            (text += '%') += {digits[byte >> 4U], digits[byte & 15U]};
    }
    return text;
}

/// Text of JSON with everything but ASCII escaped, as UTF-16.
std::string asciiForm(std::string_view quoted, std::string_view digits) {
    std::string text;
    const auto addUnit = [&](unsigned unit) {
        (text += "\\u") += {digits[(unit >> 12U) & 15U], digits[(unit >> 8U) & 15U],
                            digits[(unit >> 4U) & 15U], digits[unit & 15U]};
    };
    for (std::size_t at = 0; at < quoted.size();) {
        const auto byte = static_cast<unsigned char>(quoted[at++]);
        if (byte < 0x80U) {
            text += static_cast<char>(byte);
            continue;
        }
        const unsigned more = byte < 0xE0U ? 1 : byte < 0xF0U ? 2 : 3;
        unsigned point = byte & (0x3FU >> more);
        for (unsigned i = 0; i < more && at < quoted.size(); ++i)
            point = (point << 6U) | (static_cast<unsigned char>(quoted[at++]) & 0x3FU);
        if (point >= 0x10000U) {
            addUnit(0xD800U + ((point - 0x10000U) >> 10U));
            point = 0xDC00U + ((point - 0x10000U) & 0x3FFU);
        }
        addUnit(point);
    }
    return text;
}

/// The ways in which a platform may repeat a credential: as it is sent (in a URL, in a form, as the
/// password of Basic authentication) and as JSON writes it. Longer ones before those that they may
/// hold.
std::vector<std::string> formsOf(std::string_view secret) {
    const std::string basic = ":" + std::string(secret);
    std::string encoded =
        domain::toBase64({reinterpret_cast<const unsigned char*>(basic.data()), basic.size()});
    std::string quoted = json::serialize(json::string(secret));
    quoted = quoted.substr(1, quoted.size() - 2);
    std::string escaped = quoted;
    for (std::size_t at = 0; (at = escaped.find('/', at)) != std::string::npos; at += 2)
        escaped.insert(at, 1, '\\');
    std::vector<std::string> forms{encoded, std::string(secret), quoted, escaped};
    for (const std::string_view digits : {kUpper, kLower}) {
        for (const bool form : {false, true})
            forms.push_back(percentForm(secret, digits, form));
        for (const std::string& text : {quoted, escaped})
            forms.push_back(asciiForm(text, digits));
    }
    while (encoded.ends_with('='))
        encoded.pop_back();
    forms.push_back(std::move(encoded));
    return forms;
}

} // namespace

std::string withoutSecret(std::string text, std::string_view secret) {
    constexpr std::string_view kBlot = "[credential]";
    // Anything shorter is not a secret, and would be found inside words.
    constexpr std::size_t kLeastSecret = 4;
    if (secret.size() < kLeastSecret)
        return text;
    // A reason that was cut may end within one; a character of several bytes is cut before it.
    const bool cut = text.size() + 3 >= kMaxReasonBytes;
    for (const std::string& form : formsOf(secret)) {
        std::size_t at = text.find(form);
        while (at != std::string::npos) {
            text.replace(at, form.size(), kBlot);
            at = text.find(form, at + kBlot.size());
        }
        for (std::size_t length = form.size() - 1; cut && length >= kLeastSecret; --length)
            if (text.ends_with(std::string_view(form).substr(0, length)))
                text.replace(text.size() - length, length, kBlot);
    }
    return text;
}

} // namespace leadsheet::server::outreach
