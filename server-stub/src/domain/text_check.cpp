// SPDX-License-Identifier: Apache-2.0
#include "domain/text_check.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unicode/idna.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace leadsheet::server::domain {

namespace {

struct Lead {
    std::size_t length;          ///< bytes of the sequence, 0 = not a first byte
    unsigned char secondLowest;  ///< the tighter range of the second byte keeps out overlong forms,
    unsigned char secondHighest; ///< surrogates and values above U+10FFFF
};

constexpr Lead leadOf(unsigned char byte) {
    if (byte < 0x80)
        return {1, 0, 0};
    if (byte >= 0xC2 && byte <= 0xDF)
        return {2, 0x80, 0xBF};
    if (byte == 0xE0)
        return {3, 0xA0, 0xBF};
    if (byte == 0xED)
        return {3, 0x80, 0x9F};
    if (byte >= 0xE1 && byte <= 0xEF)
        return {3, 0x80, 0xBF};
    if (byte == 0xF0)
        return {4, 0x90, 0xBF};
    if (byte >= 0xF1 && byte <= 0xF3)
        return {4, 0x80, 0xBF};
    if (byte == 0xF4)
        return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

constexpr std::size_t kMaxDomainLength = 253;
constexpr std::size_t kMaxLabelLength = 63;

bool isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isLabel(std::string_view label) {
    if (label.empty() || label.size() > kMaxLabelLength || label.front() == '-' ||
        label.back() == '-')
        return false;
    return std::ranges::all_of(label, [](char c) {
        return isAlphanumeric(c) || c == '-' || static_cast<unsigned char>(c) >= 0x80;
    });
}

bool startsWithNoCase(std::string_view text, std::string_view lowerPrefix) {
    return text.size() >= lowerPrefix.size() &&
           std::ranges::equal(text.substr(0, lowerPrefix.size()), lowerPrefix, {},
                              [](char c) { return asciiLower(c); });
}

/// What begins a formula, in full width too (OWASP, CSV injection).
constexpr std::array<std::string_view, 7> kFormulaStarts = {"=",  "@",      "\t",    "\r",
                                                            "\n", "\uFF1D", "\uFF20"};
constexpr std::array<std::string_view, 4> kSigns = {"+", "-", "\uFF0B", "\uFF0D"};
constexpr std::string_view kDigits = "0123456789";

/// Whether two numbers stand beside each other without an operator, as in "49 (0)30": no formula
/// has that.
bool hasNeighbours(std::string_view text) {
    char before = ' ';
    bool blank = false;
    for (const char c : text) {
        const bool begins = kDigits.find(c) != std::string_view::npos || c == '(';
        const bool ended = kDigits.find(before) != std::string_view::npos || before == ')';
        if (begins && ended && (blank || c == '(' || before == ')'))
            return true;
        blank = c == ' ';
        if (!blank)
            before = c;
    }
    return false;
}

/// What may follow a sign: a number, or a telephone number that cannot be calculated.
bool isNumberOrPhone(std::string_view text) {
    if (text.find_first_of(kDigits) == std::string_view::npos ||
        text.find_first_not_of("0123456789 .,()/-") != std::string_view::npos)
        return false;
    return text.find_first_of("-/") == std::string_view::npos || hasNeighbours(text);
}

bool startsFormula(std::string_view text) {
    const auto starts = [text](std::string_view start) {
        return text.starts_with(start);
    };
    if (std::ranges::any_of(kFormulaStarts, starts))
        return true;
    const auto sign = std::ranges::find_if(kSigns, starts);
    return sign != kSigns.end() && !isNumberOrPhone(text.substr(sign->size()));
}

} // namespace

std::optional<std::size_t> invalidUtf8At(std::string_view text) {
    const auto byteAt = [text](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    for (std::size_t at = 0; at < text.size();) {
        const Lead lead = leadOf(byteAt(at));
        if (lead.length == 0 || at + lead.length > text.size())
            return at;
        for (std::size_t i = 1; i < lead.length; ++i) {
            const unsigned char lowest = i == 1 ? lead.secondLowest : 0x80;
            const unsigned char highest = i == 1 ? lead.secondHighest : 0xBF;
            if (byteAt(at + i) < lowest || byteAt(at + i) > highest)
                return at;
        }
        at += lead.length;
    }
    return std::nullopt;
}

std::string_view utf8Prefix(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::string> splitWords(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto blank = text.find(' ');
        words.emplace_back(text.substr(0, blank));
        text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    }
    return words;
}

std::string joinWords(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : " ").append(word);
    return text;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool isInvisible(std::string_view text) {
    const auto isGraphic = [](char c) {
        return c > ' ' && c < 0x7f;
    };
    if (std::any_of(text.begin(), text.end(), isGraphic))
        return false;
    const auto characters = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    for (std::int32_t at = 0; at < characters.length(); at = characters.moveIndex32(at, 1)) {
        const UChar32 c = characters.char32At(at);
        if (u_isUWhiteSpace(c) == 0 &&
            u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0)
            return false;
    }
    return true;
}

bool hasControlCharacters(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
    });
}

bool isDomain(std::string_view text) {
    if (text.size() > kMaxDomainLength || text.find('.') == std::string_view::npos)
        return false;
    while (true) {
        const auto dot = text.find('.');
        if (!isLabel(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        text.remove_prefix(dot + 1);
    }
}

bool isWebUrl(std::string_view text) {
    for (const std::string_view scheme : {"https://", "http://"}) {
        if (!startsWithNoCase(text, scheme))
            continue;
        const auto rest = text.substr(scheme.size());
        const auto host = rest.substr(0, rest.find_first_of("/?#"));
        return !host.empty() && host.front() != ':' && !host.ends_with('@') &&
               std::ranges::all_of(rest, [](char c) {
                   return static_cast<unsigned char>(c) > ' ' && c != '\x7F' && c != '"' &&
                          c != '<' && c != '>' && c != '\\';
               });
    }
    return false;
}

bool isIdentifier(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return isAlphanumeric(c) || c == '_' || c == '-';
    });
}

bool needsFormulaGuard(std::string_view text) {
    // Behind apostrophes too: else a text that has one of its own would lose it on the way back.
    return startsFormula(text.substr(std::min(text.find_first_not_of('\''), text.size())));
}

std::string_view withoutFormulaGuard(std::string_view cell) {
    return cell.starts_with('\'') && needsFormulaGuard(cell) ? cell.substr(1) : cell;
}

namespace {

bool isBeyondAscii(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

icu::UnicodeString unicodeOf(std::string_view text) {
    return icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

icu::UnicodeString composed(const icu::UnicodeString& text) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* const form = icu::Normalizer2::getNFCInstance(status);
    if (U_FAILURE(status) != 0)
        return text;
    icu::UnicodeString out = form->normalize(text, status);
    return U_SUCCESS(status) != 0 ? out : text;
}

/// Thread-safe; null when ICU has no data.
const icu::IDNA* internationalNames() {
    static const std::unique_ptr<icu::IDNA> kNames = [] {
        UErrorCode status = U_ZERO_ERROR;
        return std::unique_ptr<icu::IDNA>(
            icu::IDNA::createUTS46Instance(UIDNA_NONTRANSITIONAL_TO_UNICODE, status));
    }();
    return kNames.get();
}

} // namespace

std::string plainCase(std::string_view text) {
    if (!isBeyondAscii(text))
        return asciiLower(text);
    std::string out;
    const icu::UnicodeString given = composed(unicodeOf(text));
    icu::UnicodeString folded;
    for (std::int32_t at = 0; at < given.length(); at = given.moveIndex32(at, 1))
        folded.append(u_foldCase(given.char32At(at), U_FOLD_CASE_DEFAULT));
    composed(folded).toUTF8String(out);
    return out;
}

std::string plainHost(std::string_view host) {
    std::string plain = plainCase(host);
    const icu::IDNA* const names = internationalNames();
    if (names == nullptr || (!isBeyondAscii(plain) && plain.find("xn--") == std::string::npos))
        return plain;
    icu::IDNAInfo info;
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString letters;
    names->nameToUnicode(unicodeOf(plain), letters, info, status);
    if (U_FAILURE(status) != 0 || info.hasErrors() != 0)
        return plain;
    plain.clear();
    letters.toUTF8String(plain);
    return plain;
}

} // namespace leadsheet::server::domain
