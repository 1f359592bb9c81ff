// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"
#include "domain/order_request.hpp"

namespace leadsheet::server::api {

/// The refusal of a body, the same for an order and for a quote of it.
Problem validationProblem(const domain::OrderRefusal& refusal, std::int64_t maxLeadCount);

} // namespace leadsheet::server::api
