// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/leads.hpp"

#include "resource/typed_call.hpp"

namespace leadsheet {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kPath = "/v1/leads";

std::string yesOrNo(bool value) {
    return value ? "true" : "false";
}

Parameters filterParameters(const LeadFilter& filter) {
    Parameters parameters;
    if (filter.result)
        parameters.emplace_back("result", *filter.result);
    if (filter.hasEmail)
        parameters.emplace_back("hasEmail", yesOrNo(*filter.hasEmail));
    if (filter.hasPhone)
        parameters.emplace_back("hasPhone", yesOrNo(*filter.hasPhone));
    if (filter.orderNumber)
        parameters.emplace_back("orderNumber", filter.orderNumber->str());
    if (filter.country)
        parameters.emplace_back("country", *filter.country);
    if (filter.deliveredAfter)
        parameters.emplace_back("deliveredAfter", *filter.deliveredAfter);
    return parameters;
}

void addFields(Parameters& parameters, const LeadFields& fields) {
    std::string names;
    for (const LeadField field : fields) {
        names += names.empty() ? "" : ",";
        names += toString(field);
    }
    if (!names.empty())
        parameters.emplace_back("fields", names);
}

} // namespace

Result<Page<Lead>> Leads::list(const LeadFilter& filter, const LeadFields& fields,
                               const PageOptions& page, const CallOptions& options) const {
    Parameters parameters = filterParameters(filter);
    addFields(parameters, fields);
    for (auto& parameter : detail::pageParameters(page))
        parameters.push_back(std::move(parameter));
    detail::Call call;
    call.operation = "listLeads";
    call.path = kPath;
    call.query = detail::encodeQuery(parameters);
    return detail::typedCall<Page<Lead>>(*runner_, call, options, [](const detail::Decoder& in) {
        return detail::readPage<Lead>(in, detail::readLead);
    });
}

PageRange<Lead> Leads::all(const LeadFilter& filter, const LeadFields& fields,
                           const PageOptions& page, const CallOptions& options) const {
    return PageRange<Lead>(
        [self = *this, filter, fields, page, options](const std::optional<std::string>& cursor) {
            return self.list(filter, fields, {page.limit, cursor}, options);
        },
        page.cursor);
}

Result<std::int64_t> Leads::count(const LeadFilter& filter, const CallOptions& options) const {
    detail::Call call;
    call.operation = "countLeads";
    call.path = std::string(kPath) + "/count";
    call.query = detail::encodeQuery(filterParameters(filter));
    return detail::typedCall<std::int64_t>(*runner_, call, options, [](const detail::Decoder& in) {
        return std::optional<std::int64_t>(in.required("count").integer(0));
    });
}

Result<Lead> Leads::get(const LeadId& id, const LeadFields& fields,
                        const CallOptions& options) const {
    Parameters parameters;
    addFields(parameters, fields);
    detail::Call call;
    call.operation = "getLead";
    call.path = std::string(kPath) + "/" + detail::encodeSegment(id.str());
    call.query = detail::encodeQuery(parameters);
    return detail::typedCall<Lead>(*runner_, call, options, detail::readLead);
}

} // namespace leadsheet
