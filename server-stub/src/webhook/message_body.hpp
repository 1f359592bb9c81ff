// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <string>

namespace leadsheet::server::webhook {

/// The body of a message, {type, timestamp, data} (contract section 8). The same message always
/// gives the same bytes: leads never change.
std::string messageBody(store::Reader& reader, const store::WebhookMessage& message);

} // namespace leadsheet::server::webhook
