// SPDX-License-Identifier: Apache-2.0
#include "leads/cache/lead_body.hpp"

#include "leads/row_codec.hpp"

#include "leadsheet/timestamp.hpp"

#include <array>

namespace leadsheet::app {
namespace {

const std::vector<LeadField>& everyField() {
    static const std::vector<LeadField> fields = [] {
        std::vector<LeadField> all;
        for (std::size_t i = 0; i < kLeadFieldCount; ++i)
            all.push_back(static_cast<LeadField>(i));
        return all;
    }();
    return fields;
}

struct ToLeadValue {
    LeadValue operator()(std::monostate) const { return {}; }
    LeadValue operator()(std::string_view text) const { return std::string(text); }
    LeadValue operator()(std::int64_t number) const { return number; }
    LeadValue operator()(double number) const { return number; }
    LeadValue operator()(bool flag) const { return flag; }
    LeadValue operator()(std::chrono::sys_days) const { return {}; }
    LeadValue operator()(ExportAmount) const { return {}; }
    LeadValue operator()(ExportTime time) const {
        return formatTimestamp(
            WallTime(std::chrono::duration_cast<WallTime::duration>(time.time_since_epoch())));
    }
    LeadValue operator()(const ExportList& list) const {
        return std::vector<std::string>(list.texts.begin(), list.texts.end());
    }
};

} // namespace

void appendLeadBody(std::string& out, const Lead& lead) {
    encodeLead(out, lead, everyField());
}

bool readLeadBody(std::string_view bytes, Lead& lead) {
    LeadRowReader reader;
    std::array<ExportValue, kLeadFieldCount> values;
    if (!reader.next(bytes, values) || !bytes.empty())
        return false;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::holds_alternative<std::monostate>(values.at(i)))
            lead[static_cast<LeadField>(i)] = std::visit(ToLeadValue{}, values.at(i));
    return true;
}

} // namespace leadsheet::app
