// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/leads.hpp"

#include "resource/typed_call.hpp"
#include "json/readers.hpp"

namespace leadsheet {
namespace {

using Cursor = std::optional<std::string>;
using detail::Parameters;

constexpr const char* kPath = "/v1/leads";

std::string yesOrNo(bool value) {
    return value ? "true" : "false";
}

Parameters filterParameters(const LeadFilter& filter) {
    Parameters parameters;
    detail::addFilter(parameters, "result", filter.result);
    if (filter.hasEmail)
        parameters.emplace_back("hasEmail", yesOrNo(*filter.hasEmail));
    if (filter.hasPhone)
        parameters.emplace_back("hasPhone", yesOrNo(*filter.hasPhone));
    detail::addFilter(parameters, "orderNumber", filter.orderNumber);
    detail::addFilter(parameters, "country", filter.country);
    detail::addFilter(parameters, "deliveredAfter", filter.deliveredAfter);
    return parameters;
}

detail::Call listCall(const LeadFilter& filter, const LeadFields& fields, const PageOptions& page) {
    Parameters parameters = filterParameters(filter);
    detail::addFields(parameters, fields);
    for (auto& parameter : detail::pageParameters(page))
        parameters.push_back(std::move(parameter));
    detail::Call call;
    call.operation = "listLeads";
    call.path = kPath;
    call.query = detail::encodeQuery(parameters);
    return call;
}

detail::Call leadCall(const char* operation, const LeadId& id) {
    detail::Call call;
    call.operation = operation;
    call.path = detail::pathOf(kPath, id);
    return call;
}

/// What is wrong with the body, when it is not a page of leads.
std::optional<std::string> readLeads(std::string_view body, std::optional<Page<Lead>>& page) {
    page = detail::readLeadPage(body);
    if (page)
        return {};
    return detail::decode(body, page, [](const detail::Decoder& in) {
        return detail::readPage<Lead>(in, detail::readLead);
    });
}

} // namespace

Result<Page<Lead>> Leads::list(const LeadFilter& filter, const LeadFields& fields,
                               const PageOptions& page, const CallOptions& options) const {
    return detail::bodyCall<Page<Lead>>(*runner_, listCall(filter, fields, page), options,
                                        readLeads);
}

LeadPages Leads::all(const LeadFilter& filter, const LeadFields& fields, const PageOptions& page,
                     const CallOptions& options) const {
    const auto fetch = [self = *this, filter, fields, limit = page.limit,
                        options](const Cursor& cursor) -> Result<PendingPage<Lead>> {
        const PageOptions here{limit, cursor};
        Cursor next;
        std::optional<Page<Lead>> whole;
        auto answer = self.runner_->run(
            listCall(filter, fields, here), options, [&](const detail::Answer& raw) {
                next = detail::peekNextCursor(raw.response.body);
                return next ? std::optional<std::string>() : readLeads(raw.response.body, whole);
            });
        if (!answer)
            return failure(answer.error());
        if (whole)
            return PendingPage<Lead>{{},
                                     [whole = std::move(whole)]() mutable -> Result<Page<Lead>> {
                                         return std::move(*whole);
                                     }};
        // What cannot be read is asked for again, as it would be where pages are read at once.
        return PendingPage<Lead>{next, [body = std::move(answer->response.body), again = [=] {
                                     return self.list(filter, fields, here, options);
                                 }]() -> Result<Page<Lead>> {
                                     std::optional<Page<Lead>> late;
                                     if (readLeads(body, late))
                                         return again();
                                     return std::move(*late);
                                 }};
    };
    return LeadPages(LeadPages::FetchPending(fetch), page.cursor);
}

Result<std::int64_t> Leads::count(const LeadFilter& filter, const CallOptions& options) const {
    return detail::typedCall<std::int64_t>(
        *runner_,
        detail::getCall("countLeads", std::string(kPath) + "/count", filterParameters(filter)),
        options, [](const detail::Decoder& in) {
            return std::optional<std::int64_t>(in.required("count").integer(0));
        });
}

Result<Lead> Leads::get(const LeadId& id, const LeadFields& fields,
                        const CallOptions& options) const {
    Parameters parameters;
    detail::addFields(parameters, fields);
    detail::Call call = leadCall("getLead", id);
    call.query = detail::encodeQuery(parameters);
    return detail::typedCall<Lead>(*runner_, call, options, detail::readLead);
}

Result<void> Leads::erase(const LeadId& id, const CallOptions& options) const {
    return detail::removeRecord(*runner_, leadCall("eraseLead", id), {}, options);
}

Result<std::vector<std::string>> Leads::erase(const Person& person, const IdempotencyKey& key,
                                              const CallOptions& options) const {
    return detail::typedCall<std::vector<std::string>>(
        *runner_,
        detail::postCall("erasePerson", std::string(kPath) + "/erasures", key,
                         detail::personText(person)),
        options, [](const detail::Decoder& in) {
            return std::optional<std::vector<std::string>>(in.required("leadIds").texts());
        });
}

Result<Page<LeadErasure>> Leads::erasures(const PageOptions& page,
                                          const CallOptions& options) const {
    return detail::pageCall<LeadErasure>(*runner_,
                                         detail::getCall("listLeadErasures",
                                                         std::string(kPath) + "/erasures",
                                                         detail::pageParameters(page)),
                                         options, detail::readLeadErasure);
}

PageRange<LeadErasure> Leads::allErasures(const PageOptions& page,
                                          const CallOptions& options) const {
    return detail::allPages<LeadErasure>(page, [self = *this, options](const PageOptions& next) {
        return self.erasures(next, options);
    });
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
