// SPDX-License-Identifier: Apache-2.0
#include "json/readers.hpp"

namespace leadsheet {

std::string_view toString(LeadField field) {
    return contract::kLeadFields[static_cast<std::size_t>(field)].name;
}

std::optional<LeadField> leadFieldFromName(std::string_view name) {
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        if (contract::kLeadFields[i].name == name)
            return static_cast<LeadField>(i);
    return std::nullopt;
}

LeadValue& Lead::operator[](LeadField field) {
    std::uint8_t& place = places_[static_cast<std::size_t>(field)];
    if (place == 0) {
        values_.emplace_back();
        place = static_cast<std::uint8_t>(values_.size());
    }
    return values_[place - 1U];
}

const LeadValue& Lead::nothing() {
    static const LeadValue none;
    return none;
}

const std::string& Lead::text(LeadField field) const {
    static const std::string none;
    const auto* text = std::get_if<std::string>(&(*this)[field]);
    return text != nullptr ? *text : none;
}

namespace detail {
namespace {

LeadValue readValue(const Decoder& in, contract::LeadFieldType type) {
    using Type = contract::LeadFieldType;
    switch (type) {
    case Type::Text:
    case Type::Timestamp:
        return in.text();
    case Type::Integer:
        return in.integer();
    case Type::Decimal:
        return in.decimal();
    case Type::Boolean:
        return in.boolean();
    case Type::List:
        return in.texts();
    }
    return {};
}

} // namespace

std::optional<Lead> readLead(const Decoder& in) {
    Lead lead;
    in.members([&lead](std::string_view name, const Decoder& value) {
        if (const auto field = leadFieldFromName(name))
            lead[*field] =
                readValue(value, contract::kLeadFields[static_cast<std::size_t>(*field)].type);
    });
    if (in.failed())
        return {};
    return lead;
}

} // namespace detail
} // namespace leadsheet
