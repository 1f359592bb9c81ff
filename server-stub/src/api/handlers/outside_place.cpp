// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/outside_place.hpp"

namespace leadsheet::server::api {

tl::expected<OutsideWaits::Hold, Problem> placeOutside(Context& context, const Exchange& exchange) {
    auto place = context.outsideWaits.take(exchange.caller->account.id.str());
    if (place)
        return std::move(*place);
    return tl::make_unexpected(
        Problem{contract::ErrorCode::Unavailable,
                "Too many requests wait for an answer from outside (a name server or an outreach "
                "platform). Send this one again in a moment.",
                {},
                std::chrono::seconds(5),
                {}});
}

} // namespace leadsheet::server::api
