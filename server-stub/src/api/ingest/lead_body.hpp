// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/ingest/packed_leads.hpp"
#include "api/reply.hpp"
#include "domain/crypto.hpp"

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <vector>

namespace leadsheet::server::api {

struct Context;
struct Exchange;

/// What the body of an ingest call holds, checked row by row. Most of it lies on the disk.
struct LeadBody {
    boost::json::value document;    ///< of JSON: the body, with `leads` empty if it is an array
    PackedLeads leads;              ///< the rows that are leads
    std::vector<std::int64_t> rows; ///< place of each lead in the call, from 0
    RejectedRows rejected;          ///< the rows that are not
    std::optional<Problem> problem; ///< the first that spoils the call as a whole
    domain::Digest call{};          ///< fingerprint of the request, for its idempotency key
    /// Fingerprint of the part: of its format and text; of JSON neither spelling nor order matters.
    domain::Digest part{};
};

/// Finds out what a body of leads is, unpacks and reads it: afterwards Exchange::format and leads
/// are set. A value = the refusal of a text that cannot be read at all; what is wrong with what it
/// says is in LeadBody::problem.
std::optional<Outcome> readLeadBody(const Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
