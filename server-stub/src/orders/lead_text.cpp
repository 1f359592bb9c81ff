// SPDX-License-Identifier: Apache-2.0
#include "orders/lead_text.hpp"

#include "domain/text_check.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <cstring>
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

/// Whether one of these eight bytes is such a character.
bool anyEscaped(std::uint64_t eight) {
    constexpr std::uint64_t kEach = 0x0101'0101'0101'0101;
    const auto anyBelow = [](std::uint64_t bytes, std::uint64_t limit) {
        return (bytes - kEach * limit) & ~bytes;
    };
    const std::uint64_t found = anyBelow(eight, 0x20) | anyBelow(eight ^ (kEach * '"'), 1) |
                                anyBelow(eight ^ (kEach * '\\'), 1);
    return (found & (kEach * 0x80)) != 0;
}

/// How many bytes stand before the first one that has an escape.
std::size_t cleanLength(std::string_view text) {
    std::size_t at = 0;
    for (std::uint64_t eight = 0; text.size() - at >= sizeof eight; at += sizeof eight) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        if (anyEscaped(eight))
            break;
    }
    while (at < text.size() && !kEscaped[static_cast<unsigned char>(text[at])])
        ++at;
    return at;
}

/// What stands before the value of a member, and the member without a value.
struct Member {
    static constexpr std::size_t kSize = 32;
    std::array<char, kSize> name{};   ///< `,"name":`
    std::array<char, kSize> absent{}; ///< `,"name":null`
    std::size_t nameSize = 0;
    std::size_t absentSize = 0;
};

constexpr auto kMembers = [] {
    std::array<Member, domain::kLeadFieldCount> members{};
    for (store::LeadField field = 0; field < members.size(); ++field) {
        Member& member = members[field];
        const auto add = [&member](std::string_view text) {
            for (const char c : text)
                member.absent[member.absentSize++] = c;
        };
        add(",\"");
        add(contract::kLeadFields[field].name);
        add("\":");
        member.name = member.absent;
        member.nameSize = member.absentSize;
        add("null");
    }
    return members;
}();

/// Collects the pieces of a lead and appends them to a text together. A page has tens of thousands
/// of pieces of a few bytes each, and to append every one by itself costs more than reading it from
/// the database.
class Pieces {
public:
    explicit Pieces(std::string& out)
        : out_(out) {}

    void add(char c) {
        makeRoom(1);
        buffer_[size_++] = c;
    }
    void add(std::string_view piece) {
        makeRoom(piece.size());
        if (piece.size() > kRoom) {
            out_.append(piece);
            return;
        }
        std::copy(piece.begin(), piece.end(), buffer_.data() + size_);
        size_ += piece.size();
    }
    void addName(const Member& member) { addPadded(member.name, member.nameSize); }
    void addAbsent(const Member& member) { addPadded(member.absent, member.absentSize); }
    void flush() {
        out_.append(buffer_.data(), size_);
        size_ = 0;
    }

private:
    static constexpr std::size_t kRoom = 512;

    void makeRoom(std::size_t wanted) {
        if (wanted > kRoom - size_)
            flush();
    }
    /// All of the text is copied, which is one step, and what is too much is written over.
    void addPadded(const std::array<char, Member::kSize>& text, std::size_t size) {
        makeRoom(text.size());
        std::memcpy(buffer_.data() + size_, text.data(), text.size());
        size_ += size;
    }

    std::string& out_;
    std::size_t size_ = 0;
    std::array<char, kRoom> buffer_{};
};

void addEscape(Pieces& out, char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out.add('\\');
    switch (c) {
    case '\n':
        out.add('n');
        break;
    case '\r':
        out.add('r');
        break;
    case '\t':
        out.add('t');
        break;
    case '"':
    case '\\':
        out.add(c);
        break;
    default:
        out.add("u00");
        out.add(kHex[byte >> 4U]);
        out.add(kHex[byte & 15U]);
    }
}

void addJsonText(Pieces& out, std::string_view text) {
    out.add('"');
    for (;;) {
        const std::size_t clean = cleanLength(text);
        out.add(text.substr(0, clean));
        if (clean == text.size())
            break;
        addEscape(out, text[clean]);
        text.remove_prefix(clean + 1);
    }
    out.add('"');
}

using Digits = std::array<char, 32>;

/// 450 is 4.5, 435 is 4.35, 400 is 4.
std::string_view decimalText(Digits& digits, std::int64_t units) {
    char* end = std::to_chars(digits.data(), digits.data() + digits.size(),
                              units / domain::kLeadDecimalUnit)
                    .ptr;
    if (const std::int64_t rest = units % domain::kLeadDecimalUnit; rest != 0) {
        *end++ = '.';
        *end++ = static_cast<char>('0' + rest / 10);
        if (rest % 10 != 0)
            *end++ = static_cast<char>('0' + rest % 10);
    }
    return {digits.data(), end};
}

/// Everything but texts and lists, the same in both formats.
std::string_view plainText(Digits& digits, std::int64_t number, LeadFieldType type) {
    if (type == LeadFieldType::Boolean)
        return number != 0 ? "true" : "false";
    if (type == LeadFieldType::Decimal)
        return decimalText(digits, number);
    if (type == LeadFieldType::Timestamp) {
        const auto text = domain::timestampText(domain::fromMillis(number));
        std::copy(text.begin(), text.end(), digits.begin());
        return {digits.data(), text.size()};
    }
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
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

} // namespace

void appendLeadJson(std::string& out, const store::LeadRow& lead, LeadFields fields) {
    const std::size_t start = out.size();
    Pieces pieces(out);
    for (const store::LeadField field : fields) {
        const LeadFieldType type = contract::kLeadFields[field].type;
        const Member& member = kMembers[field];
        if (type == LeadFieldType::Text || type == LeadFieldType::List) {
            const auto text = lead.optionalText(field);
            if (!text) {
                pieces.addAbsent(member);
                continue;
            }
            pieces.addName(member);
            if (type == LeadFieldType::Text)
                addJsonText(pieces, *text);
            else
                pieces.add(*text);
            continue;
        }
        if (lead.isNull(field)) {
            pieces.addAbsent(member);
            continue;
        }
        Digits digits{};
        const std::string_view value = plainText(digits, lead.integer(field), type);
        pieces.addName(member);
        if (type == LeadFieldType::Timestamp)
            pieces.add('"');
        pieces.add(value);
        if (type == LeadFieldType::Timestamp)
            pieces.add('"');
    }
    pieces.add('}');
    pieces.flush();
    out[start] = '{';
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
        const LeadFieldType type = contract::kLeadFields[field].type;
        Digits digits{};
        if (type == LeadFieldType::Text)
            appendCsvText(out, lead.text(field));
        else if (type == LeadFieldType::List)
            appendCsvText(out, joined(lead.text(field)));
        else
            out.append(plainText(digits, lead.integer(field), type));
    }
    out += "\r\n";
}

} // namespace leadsheet::server::orders
