// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/row_identity.hpp"

#include "digest.hpp"

#include <leadsheet/contract/products.hpp>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <iterator>
#include <map>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

namespace leadsheet::submit {
namespace {

icu::UnicodeString toNfc(const icu::UnicodeString& text) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
    if (U_FAILURE(status) != 0)
        return text;
    icu::UnicodeString result = nfc->normalize(text, status);
    return U_FAILURE(status) != 0 ? text : result;
}

icu::UnicodeString fromUtf8(std::string_view text) {
    return icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string collapseSpace(const icu::UnicodeString& text) {
    icu::UnicodeString result;
    bool gap = false;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 c = text.char32At(i);
        if (u_isUWhiteSpace(c) != 0) {
            gap = !result.isEmpty();
            continue;
        }
        if (gap)
            result.append(u' ');
        gap = false;
        result.append(c);
    }
    std::string utf8;
    result.toUTF8String(utf8);
    return utf8;
}

/// What folded() does, for the texts that most cells hold.
std::string foldedAscii(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    bool gap = false;
    for (const char c : text) {
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            gap = !result.empty();
            continue;
        }
        if (gap)
            result += ' ';
        gap = false;
        result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

/// Case, width, composition, invisible characters and blanks make no difference.
std::string folded(std::string_view text) {
    if (isAscii(text))
        return foldedAscii(text);
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* casefold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    const icu::UnicodeString unicode = fromUtf8(text);
    if (U_FAILURE(status) != 0)
        return collapseSpace(unicode);
    const icu::UnicodeString result = casefold->normalize(unicode, status);
    return collapseSpace(U_FAILURE(status) != 0 ? unicode : result);
}

/// Length-prefixed, so that no two different inputs are written alike.
std::string& append(std::string& out, std::string_view part) {
    out += std::to_string(part.size());
    out += ':';
    return out += part;
}

constexpr std::string_view kProduct = "scrapingOption";
constexpr std::string_view kReferenceMember = "externalRef";
/// Of the fields that all products share, those that narrow whom an order finds.
constexpr std::array<std::string_view, 3> kNarrowing = {"excludeDomains", "requireEmail",
                                                        "requirePhone"};

/// The fields of a mark, each written with its folded values. The names have to outlive it.
class MarkFields {
public:
    explicit MarkFields(std::string_view product)
        : product_(contract::findProduct(product)) {
        constexpr std::size_t kUsual = 12;
        constexpr std::size_t kUsualBytes = 256;
        fields_.reserve(kUsual);
        written_.reserve(kUsualBytes);
        writeOne(kProduct, folded(product));
    }

    void add(std::string_view name, const FieldValue& value) {
        if (name == kProduct || !narrows(name))
            return;
        const bool* flag = std::get_if<bool>(&value);
        if (flag != nullptr && !*flag && contract::findCommonField(name) != nullptr)
            return;
        std::visit([&](const auto& held) { write(name, held); }, value);
    }

    std::string mark() {
        std::sort(fields_.begin(), fields_.end(),
                  [](const Field& one, const Field& other) { return one.name < other.name; });
        constexpr std::string_view kTitle = "leadsheet mark 1\n";
        std::string text;
        text.reserve(kTitle.size() + written_.size());
        text += kTitle;
        for (const Field& field : fields_)
            text.append(written_, field.begin, field.end - field.begin);
        constexpr std::size_t kBytes = 16;
        return "m1-" + detail::hex(std::string_view(detail::sha256(text)).substr(0, kBytes));
    }

private:
    /// Where a field stands in `written_`.
    struct Field {
        std::string_view name;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    bool isList(std::string_view name) const {
        const contract::FieldInfo* const field = product_ == nullptr
                                                     ? contract::findCommonField(name)
                                                     : contract::findField(*product_, name);
        return field != nullptr && field->kind == contract::FieldKind::List;
    }

    template <typename Write>
    void writeField(std::string_view name, std::size_t values, Write write) {
        Field field{name, written_.size(), 0};
        written_ += name;
        written_ += ':';
        written_ += std::to_string(values);
        written_ += '\n';
        write();
        field.end = written_.size();
        fields_.push_back(field);
    }
    void writeOne(std::string_view name, std::string_view value) {
        if (!value.empty())
            writeField(name, 1, [&] { append(written_, value) += '\n'; });
    }
    void writeSet(std::string_view name, std::vector<std::string> values) {
        std::erase_if(values, [](const std::string& text) { return text.empty(); });
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        if (values.empty())
            return;
        writeField(name, values.size(), [&] {
            for (const std::string& value : values)
                append(written_, value) += '\n';
        });
    }

    void write(std::string_view name, const std::string& value) {
        if (value.find(',') == std::string::npos || !isList(name))
            return writeOne(name, folded(value));
        std::vector<std::string> parts;
        std::size_t start = 0;
        while (start <= value.size()) {
            const std::size_t end = std::min(value.find(',', start), value.size());
            parts.push_back(folded(std::string_view(value).substr(start, end - start)));
            start = end + 1;
        }
        writeSet(name, std::move(parts));
    }
    void write(std::string_view name, std::int64_t value) { writeOne(name, std::to_string(value)); }
    void write(std::string_view name, bool value) { writeOne(name, value ? "true" : "false"); }
    void write(std::string_view name, const Decimal& value) { writeOne(name, value.toString()); }
    void write(std::string_view name, const std::vector<std::string>& value) {
        if (value.size() == 1)
            return writeOne(name, folded(value.front()));
        std::vector<std::string> parts;
        parts.reserve(value.size());
        std::transform(value.begin(), value.end(), std::back_inserter(parts), folded);
        writeSet(name, std::move(parts));
    }
    void write(std::string_view name, const std::map<std::string, std::string>& value) {
        std::vector<std::string> parts;
        for (const auto& [member, text] : value)
            parts.push_back(folded(member) + '=' + folded(text));
        writeSet(name, std::move(parts));
    }

    const contract::ProductInfo* product_;
    std::vector<Field> fields_;
    std::string written_; ///< the fields in the order they were added
};

namespace json = boost::json;

/// A member of a canonical body; nothing for one that no order has.
std::optional<FieldValue> fieldValue(const json::value& value) {
    switch (value.kind()) {
    case json::kind::string:
        return std::string(value.get_string());
    case json::kind::bool_:
        return value.get_bool();
    case json::kind::int64:
        return value.get_int64();
    case json::kind::double_: {
        // The shortest digits that give this number are those that were written.
        std::array<char, 32> digits{};
        const auto end =
            std::to_chars(digits.data(), digits.data() + digits.size(), value.get_double()).ptr;
        return Decimal::parse({digits.data(), static_cast<std::size_t>(end - digits.data())});
    }
    case json::kind::array: {
        std::vector<std::string> list;
        for (const json::value& item : value.get_array())
            if (item.is_string())
                list.emplace_back(item.get_string());
        return list;
    }
    default:
        return std::nullopt;
    }
}

json::object objectOf(std::string_view text) {
    json::error_code error;
    json::value value = json::parse(text, error);
    return error || !value.is_object() ? json::object() : std::move(value.get_object());
}

} // namespace

std::string normalised(std::string_view utf8) {
    if (isAscii(utf8))
        return std::string(utf8);
    std::string result;
    toNfc(fromUtf8(utf8)).toUTF8String(result);
    return result;
}

IdempotencyKey orderKey(const RowIdentity& identity) {
    std::string text = "leadsheet order key ";
    text += std::to_string(kKeySchemeVersion);
    if (identity.reference.empty()) {
        text += " body ";
        append(text, normalised(identity.canonicalBody));
        append(text, std::to_string(identity.occurrence));
    } else {
        text += " reference ";
        append(text, normalised(identity.reference));
    }
    append(text, std::to_string(identity.generation));
    constexpr std::size_t kBytes = 20;
    const std::string key = "ls" + std::to_string(kKeySchemeVersion) + "-" +
                            detail::base32(detail::sha256(text).substr(0, kBytes));
    return IdempotencyKey::parse(key).value();
}

std::string orderMark(const OrderRequest& request) {
    MarkFields fields(request.product);
    for (const auto& [name, value] : request.fields)
        fields.add(name, value);
    return fields.mark();
}

bool narrows(std::string_view field) {
    return contract::findCommonField(field) == nullptr ||
           std::find(kNarrowing.begin(), kNarrowing.end(), field) != kNarrowing.end();
}

bool excludesOwned(const OrderRequest& request) {
    const auto found = request.fields.find("excludeOwned");
    const bool* flag = found == request.fields.end() ? nullptr : std::get_if<bool>(&found->second);
    return flag != nullptr && *flag;
}

bool excludesOwned(std::string_view canonicalBody) {
    const json::object members = objectOf(canonicalBody);
    const json::value* flag = members.if_contains("excludeOwned");
    return flag != nullptr && flag->is_bool() && flag->get_bool();
}

std::string markOfBody(std::string_view canonicalBody) {
    const json::object members = objectOf(canonicalBody);
    const json::value* product = members.if_contains(kProduct);
    if (product == nullptr || !product->is_string())
        return {};
    MarkFields fields(std::string_view(product->get_string()));
    for (const auto& [name, value] : members) {
        // How the order is guarded says nothing about what it asks for.
        if (name == "duplicates" || name == "acknowledgeDuplicateOf")
            continue;
        if (const auto read = fieldValue(value))
            fields.add(name, *read);
    }
    return fields.mark();
}

bool isSameRequest(std::string_view one, std::string_view other) {
    if (normalised(one) == normalised(other))
        return true;
    json::object first = objectOf(one);
    json::object second = objectOf(other);
    // Orders of before were sent without their Reference.
    if (first.contains(kReferenceMember) == second.contains(kReferenceMember))
        return false;
    first.stable_erase(kReferenceMember);
    second.stable_erase(kReferenceMember);
    return normalised(json::serialize(first)) == normalised(json::serialize(second));
}

} // namespace leadsheet::submit
