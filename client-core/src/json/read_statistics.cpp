// SPDX-License-Identifier: Apache-2.0
#include "json/readers.hpp"

namespace leadsheet::detail {

std::optional<AccountStatistics> readAccountStatistics(const Decoder& in) {
    AccountStatistics found;
    found.firstDay = in.required("firstDay").text();
    found.charged = in.required("charged").money();
    found.refunded = in.required("refunded").money();
    found.heldBefore = in.required("heldBefore").money();
    for (const Decoder& day : in.required("days").elements())
        found.days.push_back({day.required("day").text(), day.required("credited").money(),
                              day.required("ordered").money(), day.required("charged").money(),
                              day.required("released").money(), day.required("refunded").money(),
                              day.required("held").money()});
    if (const auto orders = in.optional("orders")) {
        found.orders.emplace();
        for (const Decoder& some : orders->elements())
            found.orders->push_back({orderStatusFromName(some.required("status").text()),
                                     some.required("count").integer(0)});
    }
    if (const auto leads = in.optional("leads"))
        found.leads = leads->integer(0);
    if (const auto results = in.optional("results")) {
        found.results.emplace();
        for (const Decoder& some : results->elements())
            found.results->push_back({leadResultFromName(some.required("result").text()),
                                      some.required("count").integer(0)});
    }
    return in.failed() ? std::nullopt : std::optional(std::move(found));
}

} // namespace leadsheet::detail
