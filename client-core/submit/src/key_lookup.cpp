// SPDX-License-Identifier: Apache-2.0
#include "key_lookup.hpp"

#include "verdict.hpp"

#include "leadsheet/messages/ledger.hpp"

#include <utility>

namespace leadsheet::submit::detail {
namespace {

/// Orders that cannot be looked up one after the other: then it is the service.
constexpr int kMostInARow = 5;

} // namespace

std::vector<FoundOrder> ordersUnder(
    const std::vector<QuoteAsk>& asks, std::vector<bool>& isRefused,
    const std::function<Result<std::vector<QuoteAnswer>>(const std::vector<QuoteAsk>&)>& quote,
    const std::function<FoundOrder(std::size_t)>& find) {
    std::vector<FoundOrder> found(asks.size());
    std::vector<QuoteAsk> priced;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < asks.size(); ++i) {
        if (isRefused[i])
            continue;
        priced.push_back(asks[i]);
        places.push_back(i);
    }
    std::optional<Error> failed;
    if (!priced.empty()) {
        auto answers = quote(priced);
        if (answers && answers->size() != priced.size())
            answers = failure(localError(ErrorCode::InvalidResponse,
                                         {messages::ledger::pricedRowCountDiffers()}));
        if (!answers)
            failed = answers.error();
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (failed) {
                found[places[i]] = failure(*failed);
                continue;
            }
            found[places[i]] = std::move((*answers)[i].existing);
            isRefused[places[i]] = (*answers)[i].refusal.has_value();
        }
    }
    int inARow = 0;
    for (std::size_t i = 0; i < asks.size(); ++i) {
        if (!isRefused[i])
            continue;
        found[i] = failed ? FoundOrder(failure(*failed)) : find(i);
        inARow = found[i] ? 0 : inARow + 1;
        if (!found[i] && (inARow == kMostInARow || !mayBeOfOneOrder(found[i].error())))
            failed = found[i].error();
    }
    return found;
}

bool mayBeOfOneOrder(const Error& error) {
    switch (error.httpStatus) {
    case 0:
    case 408:
    case 429:
    case 502:
    case 503:
    case 504:
        return false;
    default:
        return error.httpStatus != 403 && accountProblem(error) == PauseReason::None;
    }
}

} // namespace leadsheet::submit::detail
