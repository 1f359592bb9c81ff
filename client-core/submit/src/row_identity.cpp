// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/row_identity.hpp"

#include "digest.hpp"

#include <leadsheet/contract/products.hpp>

#include <algorithm>
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

std::string folded(std::string_view text) {
    icu::UnicodeString unicode = toNfc(fromUtf8(text));
    unicode.foldCase();
    return collapseSpace(toNfc(unicode));
}

/// Length-prefixed, so that no two different inputs are written alike.
void append(std::string& out, std::string_view part) {
    out += std::to_string(part.size());
    out += ':';
    out += part;
}

void appendSorted(std::string& out, std::vector<std::string> parts) {
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    out += std::to_string(parts.size());
    out += '[';
    for (const std::string& part : parts)
        append(out, part);
}

std::vector<std::string> splitList(std::string_view text) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    while (start <= text.size()) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        if (std::string part = folded(text.substr(start, comma - start)); !part.empty())
            parts.push_back(std::move(part));
        start = comma + 1;
    }
    return parts;
}

struct MarkWriter {
    std::string& out;
    bool isList;

    void operator()(const std::string& value) const {
        if (isList)
            appendSorted(out, splitList(value));
        else
            append(out, folded(value));
    }
    void operator()(std::int64_t value) const { append(out, std::to_string(value)); }
    void operator()(bool value) const { append(out, value ? "true" : "false"); }
    void operator()(const Decimal& value) const { append(out, value.toString()); }
    void operator()(const std::vector<std::string>& value) const {
        std::vector<std::string> parts;
        for (const std::string& part : value) {
            if (std::string text = folded(part); !text.empty())
                parts.push_back(std::move(text));
        }
        appendSorted(out, std::move(parts));
    }
    void operator()(const std::map<std::string, std::string>& value) const {
        std::vector<std::string> parts;
        for (const auto& [key, text] : value) {
            std::string part;
            append(part, folded(key));
            append(part, folded(text));
            parts.push_back(std::move(part));
        }
        appendSorted(out, std::move(parts));
    }
};

const contract::FieldInfo* findField(std::span<const contract::FieldInfo> fields,
                                     std::string_view name) {
    const auto found =
        std::find_if(fields.begin(), fields.end(),
                     [name](const contract::FieldInfo& field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
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

std::string identityMark(const OrderRequest& request) {
    const contract::ProductInfo* product = contract::findProduct(request.product);
    std::string text;
    append(text, folded(request.product));
    for (const auto& [name, value] : request.fields) {
        if (findField(contract::kCommonFields, name) != nullptr)
            continue;
        const contract::FieldInfo* field =
            product == nullptr ? nullptr : findField(product->fields, name);
        append(text, name);
        std::visit(MarkWriter{text, field != nullptr && field->kind == contract::FieldKind::List},
                   value);
    }
    constexpr std::size_t kBytes = 16;
    return detail::hex(detail::sha256(text).substr(0, kBytes));
}

} // namespace leadsheet::submit
