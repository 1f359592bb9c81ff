// SPDX-License-Identifier: Apache-2.0
#include "orders/lead_demands.hpp"

#include "domain/json.hpp"
#include "domain/text_check.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::orders {

namespace {

namespace json = boost::json;
using domain::leadField;

bool asks(const json::object& record, std::string_view field) {
    const json::value* const given = record.if_contains(field);
    return given != nullptr && given->is_bool() && given->get_bool();
}

/// As domains are compared: without "www." and the dot that may end them.
std::string comparable(std::string_view host) {
    std::string plain = domain::plainHost(host);
    if (plain.ends_with('.'))
        plain.pop_back();
    return plain.starts_with("www.") ? plain.substr(4) : plain;
}

} // namespace

LeadDemands::LeadDemands(std::string_view recordJson) {
    const auto parsed = domain::parseJson(recordJson);
    if (!parsed || !parsed->is_object())
        return;
    const json::object& record = parsed->get_object();
    email_ = asks(record, "requireEmail");
    phone_ = asks(record, "requirePhone");
    const json::value* const domains = record.if_contains("excludeDomains");
    if (domains == nullptr || !domains->is_array())
        return;
    for (const json::value& item : domains->get_array()) {
        if (item.is_string())
            excluded_.insert(comparable(std::string_view(item.get_string())));
    }
}

bool LeadDemands::excludes(std::string_view host) const {
    if (excluded_.empty() || host.empty())
        return false;
    const std::string plain = comparable(host);
    for (std::string_view rest = plain;;) {
        if (excluded_.contains(rest))
            return true;
        const std::size_t dot = rest.find('.');
        if (dot == std::string_view::npos)
            return false;
        rest.remove_prefix(dot + 1);
    }
}

UnmetDemands LeadDemands::unmetBy(const domain::LeadDraft& lead) const {
    const std::string_view email = lead.text(leadField("email"));
    const std::string_view result = lead.text(leadField("result"));
    UnmetDemands unmet;
    unmet.email = email_ && email.empty();
    unmet.result = email_ && !email.empty() && result != "good" && result != "risky";
    unmet.phone = phone_ && !lead.has(leadField("phone"));
    unmet.companyDomain = excludes(lead.text(leadField("companyDomain")));
    unmet.emailDomain = !email.empty() && excludes(email.substr(email.rfind('@') + 1));
    return unmet;
}

domain::LeadFaults faultsOf(const UnmetDemands& unmet) {
    domain::LeadFaults faults;
    const auto add = [&](bool lacks, const char* pointer, const char* code, const char* detail) {
        if (lacks)
            faults.push_back({pointer, code, detail});
    };
    add(unmet.email, "/email", "required",
        "The order asks for leads with a verified e-mail address (requireEmail).");
    add(unmet.result, "/result", "not_allowed",
        "The order asks for leads with a verified e-mail address (requireEmail): one whose result "
        "is good or risky.");
    add(unmet.phone, "/phone", "required",
        "The order asks for leads with a phone number (requirePhone).");
    add(unmet.companyDomain, "/companyDomain", "not_allowed",
        "The order excludes this company (excludeDomains).");
    add(unmet.emailDomain, "/email", "not_allowed",
        "The order excludes the company of this e-mail address (excludeDomains).");
    return faults;
}

} // namespace leadsheet::server::orders
