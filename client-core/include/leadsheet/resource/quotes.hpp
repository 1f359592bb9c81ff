// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/quote.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/result.hpp"

#include <memory>
#include <span>
#include <vector>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/quotes`: prices without buying. Thread-safe; cheap to copy; outlives its Client.
class Quotes {
public:
    explicit Quotes(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    /// A single price. What create would refuse is an Error here, with the same code and fields.
    Result<Quote> create(const OrderRequest& request, const CallOptions& options = {}) const;

    /// 1 to contract::kMaxQuoteItems items in one call of the default budget; outcomes in the same
    /// order. ErrorCode::InvalidArgument when there are none or more.
    Result<std::vector<QuoteOutcome>> createBatch(std::span<const QuoteItem> items,
                                                  const CallOptions& options = {}) const;

    Result<Quote> get(const QuoteId& id, const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
