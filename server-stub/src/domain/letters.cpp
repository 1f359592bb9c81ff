// SPDX-License-Identifier: Apache-2.0
#include "domain/letters.hpp"

#include <algorithm>
#include <memory>
#include <unicode/idna.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace leadsheet::server::domain {

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
    std::string out;
    if (!isBeyondAscii(text)) {
        std::ranges::transform(text, std::back_inserter(out), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        return out;
    }
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
