// SPDX-License-Identifier: Apache-2.0
#include "domain/lead.hpp"

#include "domain/json.hpp"
#include "domain/text_check.hpp"

#include <leadsheet/contract/lead_rules.hpp>
#include <leadsheet/contract/limits.hpp>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <optional>

namespace leadsheet::server::domain {

namespace {

using boost::json::value;
using contract::kLeadFields;
using contract::kLeadRules;
using contract::LeadFieldType;

static_assert(kLeadRules.size() == kLeadFields.size());

/// The reason of leads that were erased.
constexpr std::string_view kErased = "erased";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
/// Of all texts of a lead: even if each byte has to be escaped, it fits into a webhook's message.
constexpr std::size_t kMaxLeadBytes = 120'000;
static_assert(2 * kMaxLeadBytes < contract::kWebhookMaxMessageBytes - 16'384);
constexpr LeadField kResult = leadField("result");
constexpr LeadField kEmail = leadField("email");
constexpr LeadField kLinkedinUrl = leadField("linkedinUrl");
constexpr LeadField kCompanyDomain = leadField("companyDomain");
constexpr LeadField kResultReason = leadField("resultReason");

/// Any of these makes a row a lead.
constexpr std::array kNaming = {
    leadField("firstName"), leadField("lastName"), leadField("fullName"),    kEmail,
    leadField("phone"),     kLinkedinUrl,          leadField("companyName"), kCompanyDomain};

bool isBlank(std::string_view text) {
    return trimmed(text).empty();
}

bool isEmail(std::string_view text) {
    const auto at = text.rfind('@');
    if (at == std::string_view::npos || at == 0 || text.size() > kLeadRules[kEmail].maxLength)
        return false;
    const std::string_view local = text.substr(0, at);
    const bool clean = std::ranges::none_of(local, [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '@' || c == ',' || c == ';' ||
               c == '<' || c == '>' || c == '"' || c == '\x7F';
    });
    return clean && isDomain(text.substr(at + 1));
}

bool isCountry(std::string_view text) {
    return text.size() == 2 &&
           std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Gathers values and faults of one lead.
class LeadCheck {
public:
    void unknown(std::string_view name) {
        const auto* column = contract::findLeadField(name);
        faults_.push_back({childPointer("", name), "unknown_member",
                           column != nullptr ? "This column is filled by the service."
                                             : "There is no such column."});
    }

    void set(LeadField field, const value& given) {
        if (given.is_null())
            return;
        switch (kLeadFields[field].type) {
        case LeadFieldType::Integer:
            return setInteger(field, given);
        case LeadFieldType::Decimal:
            return setDecimal(field, given);
        case LeadFieldType::List:
            return setList(field, given);
        case LeadFieldType::Text:
        case LeadFieldType::Boolean:
        case LeadFieldType::Timestamp:
            if (given.is_string())
                return setText(field, std::string_view(given.get_string()));
            return refuse(field, "wrong_type", "Must be a string or null.");
        }
    }

    void setCell(LeadField field, std::string_view cell) {
        if (isBlank(cell))
            return;
        switch (kLeadFields[field].type) {
        case LeadFieldType::Integer:
        case LeadFieldType::Decimal:
            return setNumberCell(field, trimmed(cell));
        case LeadFieldType::List:
            return setListCell(field, cell);
        case LeadFieldType::Text:
        case LeadFieldType::Boolean:
        case LeadFieldType::Timestamp:
            break;
        }
        return setText(field, cell);
    }

    tl::expected<LeadDraft, LeadFaults> finish() {
        const bool named =
            std::ranges::any_of(kNaming, [this](LeadField field) { return draft_.has(field); });
        if (!named && faults_.empty())
            faults_.push_back({"", "required",
                               "A lead names a person or a company: a name, an e-mail address, a "
                               "phone number, a LinkedIn profile, a company name or domain."});
        if (faults_.empty() && textBytes() > kMaxLeadBytes)
            faults_.push_back({"", "too_long",
                               "The texts of a lead have at most " + std::to_string(kMaxLeadBytes) +
                                   " bytes together; this one's have " +
                                   std::to_string(textBytes()) + "."});
        if (!faults_.empty())
            return tl::make_unexpected(std::move(faults_));
        if (!draft_.has(kResult))
            draft_.values[kResult] = std::string("unknown");
        return std::move(draft_);
    }

private:
    std::size_t textBytes() const {
        std::size_t bytes = 0;
        for (const LeadValue& kept : draft_.values) {
            if (const auto* text = std::get_if<std::string>(&kept))
                bytes += text->size();
        }
        return bytes;
    }

    void refuse(LeadField field, std::string code, std::string detail) {
        faults_.push_back(
            {childPointer("", kLeadFields[field].name), std::move(code), std::move(detail)});
    }

    void setText(LeadField field, std::string_view text) {
        if (isBlank(text))
            return;
        if (hasControlCharacters(text))
            return refuse(field, "invalid_characters", "Control characters are not allowed.");
        if (field == kResultReason && text == kErased)
            return refuse(field, "not_allowed", "\"erased\" is what the service itself says.");
        if (const char* wanted = formatFault(field, text))
            return refuse(field, "invalid_format", wanted);
        if (codePoints(text) > kLeadRules[field].maxLength)
            return refuse(field, "too_long",
                          "At most " + std::to_string(kLeadRules[field].maxLength) +
                              " characters.");
        if (!isAllowed(field, text))
            return refuse(field, "not_allowed", "One of: " + setInWords(field) + ".");
        draft_.values[field] = std::string(text);
    }

    static const char* formatFault(LeadField field, std::string_view text) {
        const std::string_view format = kLeadRules[field].format;
        if (format == "email" && !isEmail(text))
            return "Must be an e-mail address.";
        if (format == "url" && !isWebUrl(text))
            return "Must begin with https:// or http:// and hold no white space.";
        if (format == "domain" && !isDomain(text))
            return "Must be a web domain such as example.com.";
        if (format == "country" && !isCountry(text))
            return "Must be two upper-case letters (ISO 3166-1 alpha-2).";
        return nullptr;
    }

    static bool isAllowed(LeadField field, std::string_view text) {
        std::string_view rest = kLeadRules[field].allowed;
        if (rest.empty())
            return true;
        while (!rest.empty()) {
            const std::string_view word = rest.substr(0, rest.find('|'));
            if (word == text)
                return true;
            rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        }
        return false;
    }

    static std::string setInWords(LeadField field) {
        std::string words;
        for (const char c : kLeadRules[field].allowed)
            words += c == '|' ? std::string(", ") : std::string(1, c);
        return words;
    }

    void setInteger(LeadField field, const value& given) {
        if (!given.is_int64()) {
            const double* large = given.if_double(); // past 64 bits
            const bool whole =
                given.is_uint64() || (large != nullptr && std::trunc(*large) == *large);
            return refuse(field, whole ? "out_of_range" : "wrong_type", "Must be a whole number.");
        }
        keepInteger(field, given.get_int64());
    }

    void keepInteger(LeadField field, std::int64_t number) {
        const std::int64_t lowest = kLeadRules[field].min;
        const std::int64_t highest = kLeadRules[field].max;
        if (number < lowest || number > highest)
            return refuse(field, "out_of_range",
                          "From " + std::to_string(lowest) + " to " + std::to_string(highest) +
                              ".");
        draft_.values[field] = number;
    }

    void setDecimal(LeadField field, const value& given) {
        double number = 0;
        if (given.is_int64())
            number = static_cast<double>(given.get_int64());
        else if (given.is_uint64())
            number = static_cast<double>(given.get_uint64());
        else if (given.is_double())
            number = given.get_double();
        else
            return refuse(field, "wrong_type", "Must be a number.");
        keepDecimal(field, number);
    }

    void keepDecimal(LeadField field, double number) {
        const double units = number * static_cast<double>(kLeadDecimalUnit);
        const std::int64_t lowest = kLeadRules[field].min;
        const std::int64_t highest = kLeadRules[field].max;
        if (!(units >= static_cast<double>(lowest * kLeadDecimalUnit) &&
              units <= static_cast<double>(highest * kLeadDecimalUnit)))
            return refuse(field, "out_of_range",
                          "From " + std::to_string(lowest) + " to " + std::to_string(highest) +
                              ".");
        const double whole = std::round(units);
        if (whole / static_cast<double>(kLeadDecimalUnit) != number)
            return refuse(field, "too_precise", "At most 2 decimal places.");
        draft_.values[field] = static_cast<std::int64_t>(whole);
    }

    void setNumberCell(LeadField field, std::string_view cell) {
        const char* const end = cell.data() + cell.size();
        std::int64_t number = 0;
        const auto whole = std::from_chars(cell.data(), end, number);
        if (whole.ec == std::errc{} && whole.ptr == end) {
            if (kLeadFields[field].type == LeadFieldType::Integer)
                return keepInteger(field, number);
            return keepDecimal(field, static_cast<double>(number));
        }
        // Clang's library reads no doubles with from_chars; the parser of request bodies does.
        const auto parsed = parseJson(cell);
        if (!parsed || !parsed->is_double() || kLeadFields[field].type == LeadFieldType::Integer)
            return refuse(field, "invalid_format", "Must be a number.");
        keepDecimal(field, parsed->get_double());
    }

    bool keepItem(LeadField field, std::string_view item, boost::json::array& items) {
        const std::size_t longest = kLeadRules[field].maxLength;
        if (items.size() == contract::kMaxLeadListItems)
            refuse(field, "too_many_items",
                   "At most " + std::to_string(contract::kMaxLeadListItems) + " items.");
        else if (codePoints(item) > longest)
            refuse(field, "too_long", "At most " + std::to_string(longest) + " characters.");
        else if (hasControlCharacters(item))
            refuse(field, "invalid_characters", "Control characters are not allowed.");
        else {
            items.emplace_back(boost::json::string_view(item));
            return true;
        }
        return false;
    }

    void setList(LeadField field, const value& given) {
        if (!given.is_array())
            return refuse(field, "wrong_type", "Must be an array of strings.");
        boost::json::array items;
        for (const value& item : given.get_array()) {
            if (!item.is_string())
                return refuse(field, "wrong_type", "Every item must be a string.");
            if (isBlank(std::string_view(item.get_string())))
                return refuse(field, "blank", "An item must not be empty.");
            if (!keepItem(field, std::string_view(item.get_string()), items))
                return;
        }
        keepList(field, items);
    }

    void setListCell(LeadField field, std::string_view cell) {
        boost::json::array items;
        while (true) {
            const auto comma = cell.find(',');
            const std::string_view item = trimmed(cell.substr(0, comma));
            if (!item.empty() && !keepItem(field, item, items))
                return;
            if (comma == std::string_view::npos)
                break;
            cell.remove_prefix(comma + 1);
        }
        keepList(field, items);
    }

    void keepList(LeadField field, const boost::json::array& items) {
        if (!items.empty())
            draft_.values[field] = boost::json::serialize(items);
    }

    LeadDraft draft_;
    LeadFaults faults_;
};

} // namespace

CsvRows::CsvRows(std::string_view text, std::size_t line)
    : rest_(text)
    , nextLine_(line) {
    if (line == 1 && rest_.starts_with(kByteOrderMark))
        rest_.remove_prefix(kByteOrderMark.size());
}

CsvRows::State CsvRows::next(std::vector<std::string>& cells) {
    cells.clear();
    while (rest_.starts_with('\n') || rest_.starts_with("\r\n")) {
        rest_.remove_prefix(rest_.front() == '\n' ? 1 : 2);
        ++nextLine_;
    }
    line_ = nextLine_;
    if (rest_.empty())
        return State::End;
    for (bool rowEnds = false; !rowEnds;) {
        if (!readCell(cells.emplace_back(), rowEnds)) {
            line_ = nextLine_;
            return State::Malformed;
        }
    }
    return State::Row;
}

bool CsvRows::readCell(std::string& cell, bool& rowEnds) {
    if (rest_.starts_with('"')) {
        if (!readQuoted(cell))
            return false;
    } else {
        const std::size_t end = std::min(rest_.find_first_of("\",\r\n"), rest_.size());
        cell = rest_.substr(0, end);
        rest_.remove_prefix(end);
    }
    if (rest_.empty()) {
        rowEnds = true;
        return true;
    }
    if (rest_.front() == ',') {
        rest_.remove_prefix(1);
        return true;
    }
    rowEnds = true;
    if (rest_.front() == '\n')
        rest_.remove_prefix(1);
    else if (rest_.starts_with("\r\n"))
        rest_.remove_prefix(2);
    else
        return false;
    ++nextLine_;
    return true;
}

bool CsvRows::readQuoted(std::string& cell) {
    rest_.remove_prefix(1);
    while (true) {
        const std::size_t quote = rest_.find('"');
        if (quote == std::string_view::npos)
            return false;
        cell.append(rest_.substr(0, quote));
        nextLine_ += static_cast<std::size_t>(
            std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(quote), '\n'));
        rest_.remove_prefix(quote + 1);
        if (!rest_.starts_with('"'))
            return true;
        cell += '"';
        rest_.remove_prefix(1);
    }
}

std::optional<LeadField> ingestedField(std::string_view name) {
    for (LeadField field = 0; field < kLeadFieldCount; ++field) {
        if (kLeadFields[field].name == name && isIngested(field))
            return field;
    }
    return std::nullopt;
}

tl::expected<LeadDraft, LeadFaults> checkLead(const value& lead) {
    if (!lead.is_object())
        return tl::make_unexpected(LeadFaults{{"", "wrong_type", "A lead is a JSON object."}});
    LeadCheck check;
    for (const auto& member : lead.get_object()) {
        const std::string_view name(member.key());
        if (const auto field = ingestedField(name))
            check.set(*field, member.value());
        else
            check.unknown(name);
    }
    return check.finish();
}

tl::expected<LeadDraft, LeadFaults> checkLeadCells(std::span<const LeadField> columns,
                                                   std::span<const std::string> cells) {
    LeadCheck check;
    for (std::size_t i = 0; i < columns.size(); ++i)
        check.setCell(columns[i], cells[i]);
    return check.finish();
}

} // namespace leadsheet::server::domain
