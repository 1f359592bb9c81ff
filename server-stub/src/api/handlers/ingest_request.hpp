// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "domain/lead_check.hpp"
#include "store/leads.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::server::api {

/// One ingest call, read and checked; leads have no ids yet.
struct IngestRequest {
    struct Rejected {
        std::int64_t row;
        domain::LeadFaults faults;
    };

    store::OrderNumber order;
    std::string deliveryId;
    bool finalPart = false;
    std::vector<store::NewLead> leads;
    std::vector<std::int64_t> rows; ///< place of each lead in the call, from 0
    std::vector<Rejected> rejected; ///< rows that are no lead, in their order
    domain::Digest fingerprint{};   ///< of all the caller sent
};

/// Reads the body in whichever format it came. What is wrong with single rows is in `rejected`; a
/// Problem is what spoils the call as a whole.
tl::expected<IngestRequest, Problem> readIngestRequest(const Exchange& exchange);

} // namespace leadsheet::server::api
