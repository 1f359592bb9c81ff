// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead.hpp"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace leadsheet::server::orders {

/// What a lead lacks of what its order demands.
struct UnmetDemands {
    bool email = false;         ///< it has none, and the order requires one
    bool result = false;        ///< its e-mail is neither good nor risky
    bool phone = false;         ///< it has none, and the order requires one
    bool companyDomain = false; ///< of a company that the order excludes
    bool emailDomain = false;   ///< its e-mail is of such a company

    bool any() const { return email || result || phone || companyDomain || emailDomain; }
};

/// The demands that an order makes of each lead: requireEmail, requirePhone and excludeDomains.
/// An e-mail is required with the result good or risky, as it is sold as verified. A domain is
/// left out with everything below it, in whatever case and form. Immutable, so thread-safe.
class LeadDemands {
public:
    /// `recordJson`: Order::recordJson.
    explicit LeadDemands(std::string_view recordJson);

    UnmetDemands unmetBy(const domain::LeadDraft& lead) const;

private:
    bool excludes(std::string_view host) const;

    bool email_ = false;
    bool phone_ = false;
    std::set<std::string, std::less<>> excluded_;
};

/// The same for people, with pointers relative to the lead.
domain::LeadFaults faultsOf(const UnmetDemands& unmet);

} // namespace leadsheet::server::orders
