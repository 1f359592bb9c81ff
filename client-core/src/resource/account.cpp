// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/account.hpp"

#include "leadsheet/resource/products.hpp"
#include "resource/typed_call.hpp"

namespace leadsheet {
namespace {

template <class T>
auto listOf(std::string_view member, std::optional<T> (*readItem)(const detail::Decoder&)) {
    return [member, readItem](const detail::Decoder& in) -> std::optional<std::vector<T>> {
        std::vector<T> all;
        for (const detail::Decoder& element : in.required(member).elements()) {
            auto item = readItem(element);
            if (!item)
                return {};
            all.push_back(std::move(*item));
        }
        return all;
    };
}

} // namespace

Result<Account> Accounts::get(const CallOptions& options) const {
    return detail::typedCall<Account>(*runner_, detail::getCall("getAccount", "/v1/account"),
                                      options, detail::readAccount);
}

Result<Page<LedgerEntry>> Accounts::ledger(const PageOptions& page,
                                           const CallOptions& options) const {
    return detail::pageCall<LedgerEntry>(
        *runner_,
        detail::getCall("listLedgerEntries", "/v1/account/ledger", detail::pageParameters(page)),
        options, detail::readLedgerEntry);
}

PageRange<LedgerEntry> Accounts::ledgerAll(const PageOptions& page,
                                           const CallOptions& options) const {
    return detail::allPages<LedgerEntry>(page, [self = *this, options](const PageOptions& next) {
        return self.ledger(next, options);
    });
}

Result<AccountStatistics> Accounts::statistics(const StatisticsSpan& span,
                                               const CallOptions& options) const {
    return detail::typedCall<AccountStatistics>(
        *runner_,
        detail::getCall("getAccountStatistics", "/v1/account/statistics",
                        {{"days", std::to_string(span.days)},
                         {"utcOffsetMinutes", std::to_string(span.utcOffsetMinutes)}}),
        options, detail::readAccountStatistics);
}

Result<std::vector<BudgetStatus>> Accounts::rateLimit(const CallOptions& options) const {
    detail::Call call;
    call.operation = "getRateLimit";
    call.path = "/v1/rate-limit";
    call.budget.reset();
    return detail::typedCall<std::vector<BudgetStatus>>(
        *runner_, call, options, listOf<BudgetStatus>("policies", detail::readBudgetStatus));
}

Result<std::vector<Product>> Products::list(const CallOptions& options) const {
    return detail::typedCall<std::vector<Product>>(
        *runner_, detail::getCall("listProducts", "/v1/products"), options,
        listOf<Product>("data", detail::readProduct));
}

} // namespace leadsheet
