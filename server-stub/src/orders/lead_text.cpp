// SPDX-License-Identifier: Apache-2.0
#include "orders/lead_text.hpp"

#include "domain/text_check.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <string_view>

namespace leadsheet::server::orders {

namespace {

using contract::LeadFieldType;

/// Characters that JSON has an escape for.
constexpr auto kEscaped = [] {
    std::array<bool, 256> escaped{};
    std::fill_n(escaped.begin(), 0x20, true);
    escaped['"'] = escaped['\\'] = true;
    return escaped;
}();

// A page has tens of thousands of texts, and building a document of them costs more than reading
// them from the database; so they are written straight into the answer.
void appendJsonText(std::string& out, std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    std::size_t clean = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (!kEscaped[byte])
            continue;
        out.append(text.substr(clean, i - clean));
        clean = i + 1;
        out += '\\';
        switch (byte) {
        case '\n':
            out += 'n';
            break;
        case '\r':
            out += 'r';
            break;
        case '\t':
            out += 't';
            break;
        case '"':
        case '\\':
            out += text[i];
            break;
        default:
            out.append("u00").append(1, kHex[byte >> 4U]).append(1, kHex[byte & 15U]);
        }
    }
    out.append(text.substr(clean));
    out += '"';
}

void appendInteger(std::string& out, std::int64_t number) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    out.append(digits.data(), end.ptr);
}

/// 450 is 4.5, 435 is 4.35, 400 is 4.
void appendDecimal(std::string& out, std::int64_t units) {
    appendInteger(out, units / domain::kLeadDecimalUnit);
    const std::int64_t rest = units % domain::kLeadDecimalUnit;
    if (rest == 0)
        return;
    out += '.';
    out += static_cast<char>('0' + rest / 10);
    if (rest % 10 != 0)
        out += static_cast<char>('0' + rest % 10);
}

/// Everything but texts and lists, the same in both formats.
void appendPlain(std::string& out, const store::LeadRow& lead, store::LeadField field,
                 LeadFieldType type) {
    const std::int64_t number = lead.integer(field);
    if (type == LeadFieldType::Boolean)
        out += number != 0 ? "true" : "false";
    else if (type == LeadFieldType::Decimal)
        appendDecimal(out, number);
    else
        appendInteger(out, number);
}

void appendCsvText(std::string& out, std::string_view text) {
    const bool guarded = domain::needsFormulaGuard(text);
    const bool quoted = text.find_first_of("\",\r\n") != std::string_view::npos ||
                        text.starts_with(' ') || text.ends_with(' ');
    if (!quoted) {
        out.append(guarded ? "'" : "").append(text);
        return;
    }
    out.append(guarded ? "\"'" : "\"");
    for (const char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    out += '"';
}

std::string joined(std::string_view array) {
    std::string text;
    const auto items = boost::json::parse(boost::json::string_view(array));
    for (const auto& item : items.as_array())
        text.append(text.empty() ? "" : ", ").append(item.as_string());
    return text;
}

/// `,"name":` of every field.
const std::array<std::string, domain::kLeadFieldCount>& memberStarts() {
    static const auto starts = [] {
        std::array<std::string, domain::kLeadFieldCount> texts;
        for (store::LeadField field = 0; field < texts.size(); ++field)
            texts[field].append(",\"").append(contract::kLeadFields[field].name).append("\":");
        return texts;
    }();
    return starts;
}

} // namespace

void appendLeadJson(std::string& out, const store::LeadRow& lead, LeadFields fields) {
    const auto& starts = memberStarts();
    const std::size_t start = out.size();
    for (const store::LeadField field : fields) {
        const contract::LeadFieldInfo& info = contract::kLeadFields[field];
        out.append(starts[field]);
        if (lead.isNull(field)) {
            out += "null";
            continue;
        }
        switch (info.type) {
        case LeadFieldType::Text:
            appendJsonText(out, lead.text(field));
            break;
        case LeadFieldType::List:
            out.append(lead.text(field));
            break;
        case LeadFieldType::Timestamp:
            out.append(1, '"')
                .append(domain::formatTimestamp(domain::fromMillis(lead.integer(field))))
                .append(1, '"');
            break;
        case LeadFieldType::Integer:
        case LeadFieldType::Decimal:
        case LeadFieldType::Boolean:
            appendPlain(out, lead, field, info.type);
        }
    }
    out[start] = '{';
    out += '}';
}

void appendCsvHeader(std::string& out, LeadFields fields) {
    for (const store::LeadField field : fields)
        out.append(field == fields.front() ? "" : ",").append(contract::kLeadFields[field].name);
    out += "\r\n";
}

void appendLeadCsv(std::string& out, const store::LeadRow& lead, LeadFields fields) {
    bool first = true;
    for (const store::LeadField field : fields) {
        if (!first)
            out += ',';
        first = false;
        if (lead.isNull(field)) {
            // A line without anything would be no row for readers.
            if (fields.size() == 1)
                out += "\"\"";
            continue;
        }
        switch (const LeadFieldType type = contract::kLeadFields[field].type) {
        case LeadFieldType::Text:
            appendCsvText(out, lead.text(field));
            break;
        case LeadFieldType::List:
            appendCsvText(out, joined(lead.text(field)));
            break;
        case LeadFieldType::Timestamp:
            out.append(domain::formatTimestamp(domain::fromMillis(lead.integer(field))));
            break;
        case LeadFieldType::Integer:
        case LeadFieldType::Decimal:
        case LeadFieldType::Boolean:
            appendPlain(out, lead, field, type);
        }
    }
    out += "\r\n";
}

} // namespace leadsheet::server::orders
