// SPDX-License-Identifier: Apache-2.0
#include "leads/row_codec.hpp"

#include "leadsheet/timestamp.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

using Type = contract::LeadFieldType;

enum class Tag : char { Nothing, Text, Integer, Decimal, Boolean, Time, List };

Type typeOf(LeadField field) {
    return contract::kLeadFields[static_cast<std::size_t>(field)].type;
}

ColumnType columnType(Type type) {
    switch (type) {
    case Type::Integer:
    case Type::Decimal:
        return ColumnType::Number;
    case Type::Boolean:
        return ColumnType::Boolean;
    case Type::Timestamp:
        return ColumnType::DateTime;
    case Type::Text:
    case Type::List:
        return ColumnType::Text;
    }
    return ColumnType::Text;
}

struct Encode {
    std::string& out;
    Type type;

    template <class T>
    void raw(Tag tag, T value) const {
        out += static_cast<char>(tag);
        appendRaw(out, value);
    }
    void text(std::string_view value) const {
        raw(Tag::Text, static_cast<std::uint32_t>(value.size()));
        out += value;
    }

    void operator()(std::monostate) const { out += static_cast<char>(Tag::Nothing); }
    void operator()(const std::string& value) const {
        if (type == Type::Timestamp)
            if (const auto time = parseTimestamp(value)) {
                raw(Tag::Time, static_cast<std::int64_t>(time->time_since_epoch().count()));
                return;
            }
        text(value);
    }
    void operator()(std::int64_t value) const { raw(Tag::Integer, value); }
    void operator()(double value) const { raw(Tag::Decimal, value); }
    void operator()(bool value) const { raw(Tag::Boolean, static_cast<std::uint8_t>(value)); }
    void operator()(const std::vector<std::string>& values) const {
        raw(Tag::List, static_cast<std::uint32_t>(values.size()));
        for (const std::string& value : values) {
            appendRaw(out, static_cast<std::uint32_t>(value.size()));
            out += value;
        }
    }
};

template <class T>
bool take(std::string_view& bytes, ExportValue& value) {
    T raw{};
    const bool there = takeRaw(bytes, raw);
    value = raw;
    return there;
}

bool takeText(std::string_view& bytes, std::string_view& text) {
    std::uint32_t length = 0;
    if (!takeRaw(bytes, length) || bytes.size() < length)
        return false;
    text = bytes.substr(0, length);
    bytes.remove_prefix(length);
    return true;
}

} // namespace

bool LeadRowReader::takeList(std::string_view& bytes, ExportValue& value) {
    std::uint32_t count = 0;
    if (!takeRaw(bytes, count))
        return false;
    if (used_ == lists_.size())
        lists_.emplace_back();
    std::vector<std::string_view>& texts = lists_[used_++];
    texts.clear();
    for (std::uint32_t i = 0; i < count; ++i)
        if (!takeText(bytes, texts.emplace_back()))
            return false;
    value = ExportList{texts};
    return true;
}

bool LeadRowReader::takeValue(std::string_view& bytes, ExportValue& value) {
    char tag = 0;
    if (!takeRaw(bytes, tag))
        return false;
    std::string_view text;
    std::int64_t millis = 0;
    std::uint8_t flag = 0;
    switch (static_cast<Tag>(tag)) {
    case Tag::Nothing:
        value = std::monostate();
        return true;
    case Tag::Text:
        if (!takeText(bytes, text))
            return false;
        value = text;
        return true;
    case Tag::Integer:
        return take<std::int64_t>(bytes, value);
    case Tag::Decimal:
        return take<double>(bytes, value);
    case Tag::Boolean:
        if (!takeRaw(bytes, flag))
            return false;
        value = flag != 0;
        return true;
    case Tag::Time:
        if (!takeRaw(bytes, millis))
            return false;
        value = ExportTime(std::chrono::milliseconds(millis));
        return true;
    case Tag::List:
        return takeList(bytes, value);
    }
    return false;
}

std::vector<ExportColumn> leadColumns(std::span<const LeadField> fields) {
    std::vector<ExportColumn> columns;
    for (const LeadField field : fields)
        columns.push_back({std::string(toString(field)), columnType(typeOf(field))});
    return columns;
}

void encodeLead(std::string& out, const Lead& lead, std::span<const LeadField> fields) {
    for (const LeadField field : fields)
        std::visit(Encode{out, typeOf(field)}, lead[field]);
}

bool staysWhenErased(LeadField field) {
    constexpr std::array kStays = {
        LeadField::Id,          LeadField::OrderNumber, LeadField::Product,
        LeadField::ExternalRef, LeadField::DeliveredAt, LeadField::Result,
        LeadField::HasEmail,    LeadField::HasPhone,    LeadField::Country};
    return std::find(kStays.begin(), kStays.end(), field) != kStays.end();
}

void eraseValues(std::span<const LeadField> fields, std::span<ExportValue> values) {
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i] == LeadField::ResultReason)
            values[i] = kErasedReason;
        else if (!staysWhenErased(fields[i]))
            values[i] = std::monostate();
}

bool LeadRowReader::next(std::string_view& bytes, std::span<ExportValue> values) {
    used_ = 0;
    for (ExportValue& value : values)
        if (!takeValue(bytes, value))
            return false;
    return true;
}

} // namespace leadsheet::app
