// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/store_error.hpp"

namespace leadsheet::server::api {

struct Context;

/// 503 or a bare 500; the cause goes to the error log only.
Outcome storeProblem(Context& context, const Exchange& exchange, const store::StoreError& error);

} // namespace leadsheet::server::api
