// SPDX-License-Identifier: Apache-2.0
#include "wish_words.hpp"

#include "leadsheet/contract/products.hpp"
#include "leadsheet/contract/synonyms.hpp"
#include "leadsheet/submit/row_identity.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <functional>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace leadsheet::submit::detail {
namespace {

namespace json = boost::json;

constexpr std::string_view kProduct = "scrapingOption";
constexpr std::size_t kShortestMisspelt = 5; // below, one letter makes another word: CEO and CFO
constexpr std::size_t kShortestMisspeltTwice = 10;
constexpr std::size_t kMostOtherItems = 100; // of two lists, that are compared letter by letter

icu::UnicodeString decomposed(std::string_view text) {
    const icu::UnicodeString given = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* casefold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
    if (U_FAILURE(status) != 0)
        return given;
    const icu::UnicodeString folded = nfd->normalize(casefold->normalize(given, status), status);
    return U_FAILURE(status) != 0 ? given : folded;
}

/// Letters that no decomposition takes apart.
const char* plainLetter(UChar32 c) {
    switch (c) {
    case 0xF8:
        return "o";
    case 0x142:
        return "l";
    case 0xE6:
        return "ae";
    case 0x153:
        return "oe";
    case 0x111:
        return "d";
    case 0x131:
        return "i";
    default:
        return nullptr;
    }
}

/// Case, width, accents, invisible characters and blanks make no difference.
std::string plain(std::string_view text) {
    const icu::UnicodeString letters = decomposed(text);
    icu::UnicodeString result;
    bool gap = false;
    for (std::int32_t i = 0; i < letters.length(); i = letters.moveIndex32(i, 1)) {
        const UChar32 c = letters.char32At(i);
        if (u_isUWhiteSpace(c) != 0) {
            gap = !result.isEmpty();
            continue;
        }
        if (u_charType(c) == U_NON_SPACING_MARK)
            continue;
        if (gap)
            result.append(u' ');
        gap = false;
        if (const char* letter = plainLetter(c))
            result.append(icu::UnicodeString(letter, -1, US_INV));
        else
            result.append(c);
    }
    std::string utf8;
    result.toUTF8String(utf8);
    return utf8;
}

bool isMeaning(std::string_view field, const std::string& text) {
    const contract::Thesaurus* const words = contract::Thesaurus::of(field);
    return words != nullptr && words->whole() && words->knows(text);
}

bool isList(const contract::ProductInfo* product, std::string_view name) {
    const contract::FieldInfo* const field =
        product == nullptr ? contract::findCommonField(name) : contract::findField(*product, name);
    return field != nullptr && field->kind == contract::FieldKind::List;
}

/// Of such a field each item is what it is: nobody spells an address or a size band otherwise.
bool isExact(const contract::ProductInfo* product, std::string_view name) {
    if (name == "technologies")
        return true;
    const contract::FieldInfo* const field =
        product == nullptr ? contract::findCommonField(name) : contract::findField(*product, name);
    return field != nullptr &&
           (!field->format.empty() || !field->allowed.empty() ||
            (field->kind != contract::FieldKind::Text && field->kind != contract::FieldKind::List));
}

std::vector<std::string> valuesOf(std::string_view field, const json::value& given, bool list) {
    std::vector<std::string> values;
    const contract::Thesaurus* const words = contract::Thesaurus::of(field);
    const auto add = [&](std::string_view text) {
        std::string value = plain(text);
        if (auto meaning = words != nullptr ? words->meaningOf(value) : std::nullopt)
            value = *std::move(meaning);
        if (!value.empty())
            values.push_back(std::move(value));
    };
    if (const json::array* items = given.if_array()) {
        for (const json::value& item : *items)
            if (item.is_string())
                add(item.get_string());
    } else if (given.is_string()) {
        std::string_view rest = given.get_string();
        while (list && rest.find(',') != std::string_view::npos) {
            add(rest.substr(0, rest.find(',')));
            rest.remove_prefix(rest.find(',') + 1);
        }
        add(rest);
    } else {
        values.push_back(json::serialize(given));
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

/// Inserted, left out, replaced letters, and neighbours that changed places; more than `most` is as
/// good as any.
std::size_t edits(std::u32string_view one, std::u32string_view other, std::size_t most) {
    const std::size_t longer = std::max(one.size(), other.size());
    if (longer - std::min(one.size(), other.size()) > most)
        return most + 1;
    std::vector<std::size_t> before(other.size() + 1);
    std::vector<std::size_t> last(other.size() + 1);
    std::vector<std::size_t> now(other.size() + 1);
    for (std::size_t j = 0; j <= other.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= one.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t changed = one[i - 1] == other[j - 1] ? 0 : 1;
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + changed});
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                now[j] = std::min(now[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    return last[other.size()];
}

std::u32string lettersOf(const std::string& utf8) {
    const icu::UnicodeString text = icu::UnicodeString::fromUTF8(utf8);
    std::u32string letters;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1))
        letters += static_cast<char32_t>(text.char32At(i));
    return letters;
}

/// The letters and digits alone: "e-commerce" is "ecommerce".
std::u32string withoutSigns(const std::u32string& letters) {
    std::u32string kept;
    std::copy_if(letters.begin(), letters.end(), std::back_inserter(kept),
                 [](char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; });
    return kept;
}

std::u32string digitsOf(const std::u32string& letters) {
    std::u32string digits;
    std::copy_if(letters.begin(), letters.end(), std::back_inserter(digits),
                 [](char32_t c) { return u_isdigit(static_cast<UChar32>(c)) != 0; });
    return digits;
}

/// "Series A" has one: what such a word names is told apart by nothing else.
std::u32string wordsOfOneLetter(const std::u32string& letters) {
    const auto isPart = [&](std::size_t at) {
        return at < letters.size() && u_isalnum(static_cast<UChar32>(letters[at])) != 0;
    };
    std::u32string words;
    for (std::size_t at = 0; at < letters.size(); ++at)
        if (isPart(at) && !isPart(at + 1) && (at == 0 || !isPart(at - 1)))
            words += letters[at];
    return words;
}

/// The same word, written in another way. Two words of the table are two things.
bool isRespelt(std::string_view field, const std::string& one, const std::string& other) {
    if (isMeaning(field, one) && isMeaning(field, other))
        return false;
    const std::u32string was = lettersOf(one);
    const std::u32string now = lettersOf(other);
    if (digitsOf(was) != digitsOf(now))
        return false;
    const std::u32string plainWas = withoutSigns(was);
    if (digitsOf(was).empty() && !plainWas.empty() && plainWas == withoutSigns(now))
        return true;
    if (wordsOfOneLetter(was) != wordsOfOneLetter(now))
        return false;
    const std::size_t shorter = std::min(was.size(), now.size());
    if (shorter < kShortestMisspelt || was.front() != now.front())
        return false;
    const std::size_t most = shorter < kShortestMisspeltTwice ? 1 : 2;
    return edits(was, now, most) <= most;
}

/// What is left of both are spellings of each other, or only one has something left.
bool isLittle(std::string_view field, bool exact, const std::vector<std::string>& one,
              const std::vector<std::string>& another) {
    std::vector<std::string> gone;
    std::vector<std::string> come;
    std::set_difference(one.begin(), one.end(), another.begin(), another.end(),
                        std::back_inserter(gone));
    std::set_difference(another.begin(), another.end(), one.begin(), one.end(),
                        std::back_inserter(come));
    if (gone.size() > kMostOtherItems && come.size() > kMostOtherItems)
        return false;
    if (exact)
        return gone.empty() || come.empty();
    std::erase_if(gone, [&](const std::string& word) {
        const auto found = std::find_if(come.begin(), come.end(), [&](const std::string& other) {
            return isRespelt(field, word, other);
        });
        if (found == come.end())
            return false;
        come.erase(found);
        return true;
    });
    return gone.empty() || come.empty();
}

} // namespace

Wish wishOf(std::string_view canonicalBody) {
    json::error_code error;
    const json::value body = json::parse(canonicalBody, error);
    const json::object* members = error ? nullptr : body.if_object();
    if (members == nullptr)
        return {};
    Wish wish;
    if (const json::value* product = members->if_contains(kProduct);
        product != nullptr && product->is_string())
        wish.product = product->get_string();
    const contract::ProductInfo* const product = contract::findProduct(wish.product);
    for (const auto& [name, value] : *members) {
        const std::string_view field = name;
        if (field == kProduct || !narrows(field) || (value.is_bool() && !value.get_bool()))
            continue;
        if (auto values = valuesOf(field, value, isList(product, field)); !values.empty())
            wish.fields.emplace(field, std::move(values));
    }
    return wish;
}

WishDifference difference(const Wish& one, const Wish& another) {
    WishDifference found;
    found.other = one.product == another.product ? 0 : 2;
    const contract::ProductInfo* const product = contract::findProduct(one.product);
    for (const auto& [field, values] : one.fields) {
        const auto match = another.fields.find(field);
        const bool exact = isExact(product, field);
        if (match != another.fields.end() && match->second == values) {
            ++found.same;
        } else if (match != another.fields.end() && isLittle(field, exact, values, match->second)) {
            ++found.little;
        } else {
            found.addOther(field, exact);
        }
    }
    for (const auto& [field, values] : another.fields)
        if (!one.fields.contains(field))
            found.addOther(field, isExact(product, field));
    return found;
}

std::uint64_t without(const Wish& wish, std::string_view field) {
    std::string text = wish.product;
    text.append(1, '\n').append(field);
    for (const auto& [name, values] : wish.fields) {
        if (name == field)
            continue;
        text.append(1, '\n').append(name);
        for (const std::string& value : values)
            text.append(1, '\t').append(value);
    }
    return std::hash<std::string>()(text);
}

} // namespace leadsheet::submit::detail
