// SPDX-License-Identifier: Apache-2.0
#include "domain/order_mark.hpp"

#include "leadsheet/contract/products.hpp"
#include "leadsheet/contract/synonyms.hpp"

#include "domain/crypto.hpp"
#include "domain/json.hpp"
#include "domain/text_check.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <map>
#include <span>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <vector>

namespace leadsheet::server::domain {

namespace {

using boost::json::value;

constexpr std::string_view kMarkPrefix = "m1-";
constexpr std::string_view kMarkBeginning = "leadsheet mark 1\n";
constexpr std::string_view kSimilarPrefix = "s1-";
constexpr std::string_view kSimilarBeginning = "leadsheet similar mark 1\n";
constexpr std::size_t kDigestBytes = 16;
constexpr std::size_t kMarkDigits = 2 * kDigestBytes;

bool isAscii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool isAsciiSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string foldAscii(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool gap = false;
    for (const char c : text) {
        if (isAsciiSpace(c)) {
            gap = !out.empty();
            continue;
        }
        if (gap)
            out += ' ';
        gap = false;
        out += asciiLower(c);
    }
    return out;
}

/// Folded text without accents: "españa" is "espana". For looking words up, which are ASCII.
std::string withoutAccents(const std::string& folded) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* decomposing = icu::Normalizer2::getNFDInstance(status);
    if (isAscii(folded) || U_FAILURE(status) != 0)
        return folded;
    const icu::UnicodeString letters =
        decomposing->normalize(icu::UnicodeString::fromUTF8(folded), status);
    if (U_FAILURE(status) != 0)
        return folded;
    icu::UnicodeString plain;
    for (std::int32_t i = 0; i < letters.length(); i = letters.moveIndex32(i, 1)) {
        const UChar32 c = letters.char32At(i);
        if (u_charType(c) == U_NON_SPACING_MARK)
            continue;
        // Letters with strokes are not made of two.
        plain.append(c == 0xF8 ? UChar32{'o'} : c == 0x142 ? UChar32{'l'} : c);
    }
    std::string out;
    plain.toUTF8String(out);
    return out;
}

std::string foldUnicode(std::string_view text) {
    icu::UnicodeString given = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    UErrorCode status = U_ZERO_ERROR;
    if (const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
        U_SUCCESS(status) != 0)
        given = folding->normalize(given, status);
    icu::UnicodeString folded;
    bool gap = false;
    for (std::int32_t i = 0; i < given.length(); i = given.moveIndex32(i, 1)) {
        const UChar32 c = given.char32At(i);
        if (u_isUWhiteSpace(c) != 0) {
            gap = !folded.isEmpty();
            continue;
        }
        if (gap)
            folded.append(u' ');
        gap = false;
        folded.append(c);
    }
    std::string out;
    folded.toUTF8String(out);
    return out;
}

/// The text with its words replaced by what they mean; `known` is set when there was one.
std::string meant(const contract::Thesaurus& thesaurus, const std::string& text, bool& known) {
    auto meaning = thesaurus.meaningOf(thesaurus.whole() ? withoutAccents(text) : text);
    known = known || meaning.has_value();
    return meaning ? *std::move(meaning) : text;
}

std::string decimalText(double number) {
    if (number == 0)
        return "0";
    std::array<char, 64> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    return {text.data(), end.ptr};
}

/// Left out although it was given: false that means what absence means.
bool saysNothing(std::string_view field, const value& given) {
    return given.is_bool() && !given.get_bool() &&
           (field == "requireEmail" || field == "requirePhone");
}

bool narrows(std::string_view field) {
    static constexpr std::array<std::string_view, 3> kCommon{"excludeDomains", "requireEmail",
                                                             "requirePhone"};
    return contract::findCommonField(field) == nullptr ||
           std::ranges::find(kCommon, field) != kCommon.end();
}

std::vector<std::string> valuesOf(const value& given) {
    std::vector<std::string> values;
    const auto add = [&](const value& item) {
        std::string text;
        if (item.is_string())
            text = foldedText(std::string_view(item.get_string()));
        else if (item.is_bool())
            text = item.get_bool() ? "true" : "false";
        else if (item.is_int64())
            text = std::to_string(item.get_int64());
        else if (item.is_double())
            text = decimalText(item.get_double());
        if (!text.empty())
            values.push_back(std::move(text));
    };
    if (const boost::json::array* items = given.if_array())
        std::ranges::for_each(*items, add);
    else
        add(given);
    return values;
}

void write(std::string& out, std::string_view field, std::vector<std::string> values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    out.append(field).append(":").append(std::to_string(values.size())).append("\n");
    for (const std::string& text : values)
        out.append(std::to_string(text.size())).append(":").append(text).append("\n");
}

std::string shortened(std::string_view prefix, const std::string& text) {
    const Digest digest = sha256(text);
    return std::string(prefix) + toHex(std::span(digest).first(kDigestBytes));
}

} // namespace

std::string foldedText(std::string_view text) {
    return isAscii(text) ? foldAscii(text) : foldUnicode(text);
}

OrderMarks orderMarks(const boost::json::object& record) {
    std::map<std::string_view, const value*> fields;
    for (const auto& [field, given] : record) {
        if (narrows(field) && !saysNothing(field, given))
            fields.emplace(field, &given);
    }
    std::string strict(kMarkBeginning);
    std::string similar(kSimilarBeginning);
    bool known = false;
    for (const auto& [field, given] : fields) {
        std::vector<std::string> values = valuesOf(*given);
        if (values.empty())
            continue;
        std::vector<std::string> meanings = values;
        if (const contract::Thesaurus* thesaurus = contract::Thesaurus::of(field)) {
            for (std::string& text : meanings)
                text = meant(*thesaurus, text, known);
        }
        write(strict, field, std::move(values));
        write(similar, field, std::move(meanings));
    }
    OrderMarks marks;
    marks.mark = shortened(kMarkPrefix, strict);
    if (known)
        marks.similar = shortened(kSimilarPrefix, similar);
    return marks;
}

OrderMarks orderMarks(std::string_view recordJson) {
    const auto record = parseJson(recordJson);
    if (!record || !record->is_object())
        return orderMarks(boost::json::object());
    return orderMarks(record->get_object());
}

bool isOrderMark(std::string_view text) {
    constexpr std::size_t kMaxVersionDigits = 4;
    const auto dash = text.find('-');
    if (!text.starts_with('m') || dash == std::string_view::npos || dash < 2 ||
        dash > 1 + kMaxVersionDigits || text.size() != dash + 1 + kMarkDigits)
        return false;
    const auto digit = [](char c) {
        return c >= '0' && c <= '9';
    };
    return std::ranges::all_of(text.substr(1, dash - 1), digit) &&
           std::ranges::all_of(text.substr(dash + 1),
                               [&](char c) { return digit(c) || (c >= 'a' && c <= 'f'); });
}

std::string_view name(DuplicatePolicy policy) {
    static constexpr auto kWords = std::to_array<std::string_view>({"off", "warn", "refuse"});
    static_assert(kWords.size() == static_cast<std::size_t>(DuplicatePolicy::Refuse) + 1);
    return kWords[static_cast<std::size_t>(policy)];
}

std::optional<DuplicatePolicy> duplicatePolicyFromName(std::string_view text) {
    for (const auto policy :
         {DuplicatePolicy::Off, DuplicatePolicy::Warn, DuplicatePolicy::Refuse}) {
        if (text == name(policy))
            return policy;
    }
    return std::nullopt;
}

} // namespace leadsheet::server::domain
