// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/leads.hpp"

#include "resource/file_call.hpp"
#include "resource/typed_call.hpp"
#include "json/lead_page.hpp"

namespace leadsheet {
namespace {

using detail::Parameters;

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

} // namespace

Result<Page<Lead>> Leads::list(const LeadFilter& filter, const LeadFields& fields,
                               const PageOptions& page, const CallOptions& options) const {
    Parameters parameters = filterParameters(filter);
    detail::addFields(parameters, fields);
    for (auto& parameter : detail::pageParameters(page))
        parameters.push_back(std::move(parameter));
    detail::Call call;
    call.operation = "listLeads";
    call.path = kPath;
    call.query = detail::encodeQuery(parameters);
    return detail::bodyCall<Page<Lead>>(
        *runner_, call, options,
        [](std::string_view body, std::optional<Page<Lead>>& value) -> std::optional<std::string> {
            value = detail::readLeadPage(body);
            if (value)
                return {};
            return detail::decode(body, value, [](const detail::Decoder& in) {
                return detail::readPage<Lead>(in, detail::readLead);
            });
        });
}

LeadPages Leads::all(const LeadFilter& filter, const LeadFields& fields, const PageOptions& page,
                     const CallOptions& options) const {
    return LeadPages(
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
    detail::addFields(parameters, fields);
    detail::Call call;
    call.operation = "getLead";
    call.path = std::string(kPath) + "/" + detail::encodeSegment(id.str());
    call.query = detail::encodeQuery(parameters);
    return detail::typedCall<Lead>(*runner_, call, options, detail::readLead);
}

Result<std::uint64_t> Leads::exportFile(const LeadFilter& filter, const LeadFields& fields,
                                        LeadFileFormat format, ByteSink& sink,
                                        const std::optional<std::string>& cursor,
                                        const CallOptions& options) const {
    Parameters parameters = filterParameters(filter);
    detail::addFields(parameters, fields);
    if (cursor)
        parameters.emplace_back("cursor", *cursor);
    detail::Call call;
    call.operation = "exportLeads";
    call.path = kPath;
    call.path += "/export";
    return detail::fileCall(*runner_, std::move(call), std::move(parameters), format, sink,
                            options);
}

} // namespace leadsheet
