// SPDX-License-Identifier: Apache-2.0
#include "api/ingest/packed_leads.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <span>
#include <type_traits>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

enum class Kind : unsigned char { Number, Text };

constexpr std::size_t kMaxErrorsPerRow = 100;
/// Of one answer; of rows behind them one error each is told.
constexpr std::size_t kMaxErrors = 50'000;

template <class Value>
void put(std::string& out, Value value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Value>
bool get(http::SpoolReader& in, Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    return in.fill(std::span(reinterpret_cast<char*>(&value), sizeof value));
}

void putText(std::string& out, std::string_view text) {
    put(out, static_cast<std::uint32_t>(text.size()));
    out.append(text);
}

bool getText(http::SpoolReader& in, std::string& text) {
    std::uint32_t size = 0;
    if (!get(in, size))
        return false;
    text.resize(size);
    return in.fill(text);
}

} // namespace

bool PackedLeads::append(const domain::LeadDraft& lead) {
    record_.assign(1, '\0');
    for (std::size_t field = 0; field < lead.values.size(); ++field) {
        const domain::LeadValue& value = lead.values[field];
        if (std::holds_alternative<std::monostate>(value))
            continue;
        ++record_.front();
        put(record_, static_cast<unsigned char>(field));
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            put(record_, Kind::Number);
            put(record_, *number);
        } else {
            put(record_, Kind::Text);
            putText(record_, std::get<std::string>(value));
        }
    }
    const auto identities = domain::leadIdentities(lead);
    put(record_, static_cast<unsigned char>(identities.size()));
    for (const domain::LeadIdentity& identity : identities)
        put(record_, identity);
    ++size_;
    return spool_.append(record_);
}

bool PackedLeads::Reader::next(std::size_t count, std::vector<store::NewLead>& leads) {
    leads.resize(std::min(count, left_));
    left_ -= leads.size();
    return std::ranges::all_of(leads, [&](store::NewLead& lead) { return read(lead); });
}

bool PackedLeads::Reader::read(store::NewLead& lead) {
    lead.draft = {};
    unsigned char count = 0;
    if (!get(bytes_, count))
        return false;
    for (; count > 0; --count) {
        unsigned char field = 0;
        Kind kind = Kind::Number;
        if (!get(bytes_, field) || !get(bytes_, kind))
            return false;
        domain::LeadValue& value = lead.draft.values.at(field);
        if (kind == Kind::Number ? !get(bytes_, value.emplace<std::int64_t>())
                                 : !getText(bytes_, value.emplace<std::string>()))
            return false;
    }
    if (!get(bytes_, count))
        return false;
    lead.identities.resize(count);
    return std::ranges::all_of(
        lead.identities, [&](domain::LeadIdentity& identity) { return get(bytes_, identity); });
}

bool RejectedRows::append(std::int64_t row, const domain::LeadFaults& faults) {
    const std::size_t most = errors_ < kMaxErrors ? kMaxErrorsPerRow : 1;
    errors_ += std::min(faults.size(), most);
    ++size_;
    std::string record;
    put(record, row);
    putText(record, rowJson(row, "rejected", faults, most));
    return spool_.append(record);
}

void RejectedRows::Reader::next() {
    atEnd_ = left_ == 0;
    if (atEnd_)
        return;
    --left_;
    failed_ = !get(bytes_, row_) || !getText(bytes_, json_);
    atEnd_ = failed_;
}

std::string rowJson(std::int64_t row, std::string_view outcome, const domain::LeadFaults& faults,
                    std::size_t most) {
    json::array errors;
    for (const domain::FieldError& fault : faults) {
        if (errors.size() == most)
            break;
        errors.push_back(json::object{
            {"pointer", fault.pointer}, {"code", fault.code}, {"detail", fault.detail}});
    }
    return json::serialize(
        json::object{{"row", row}, {"outcome", outcome}, {"errors", std::move(errors)}});
}

} // namespace leadsheet::server::api
