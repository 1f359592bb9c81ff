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
    detail::Call call;
    call.operation = "getAccount";
    call.path = "/v1/account";
    return detail::typedCall<Account>(*runner_, call, options, detail::readAccount);
}

Result<Page<LedgerEntry>> Accounts::ledger(const PageOptions& page,
                                           const CallOptions& options) const {
    detail::Call call;
    call.operation = "listLedgerEntries";
    call.path = "/v1/account/ledger";
    call.query = detail::encodeQuery(detail::pageParameters(page));
    return detail::pageCall<LedgerEntry>(*runner_, call, options, detail::readLedgerEntry);
}

PageRange<LedgerEntry> Accounts::ledgerAll(const PageOptions& page,
                                           const CallOptions& options) const {
    return PageRange<LedgerEntry>(
        [self = *this, page, options](const std::optional<std::string>& cursor) {
            return self.ledger({page.limit, cursor}, options);
        },
        page.cursor);
}

Result<AccountStatistics> Accounts::statistics(const StatisticsSpan& span,
                                               const CallOptions& options) const {
    detail::Call call;
    call.operation = "getAccountStatistics";
    call.path = "/v1/account/statistics";
    call.query = detail::encodeQuery({{"days", std::to_string(span.days)},
                                      {"utcOffsetMinutes", std::to_string(span.utcOffsetMinutes)}});
    return detail::typedCall<AccountStatistics>(*runner_, call, options,
                                                detail::readAccountStatistics);
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
    detail::Call call;
    call.operation = "listProducts";
    call.path = "/v1/products";
    return detail::typedCall<std::vector<Product>>(*runner_, call, options,
                                                   listOf<Product>("data", detail::readProduct));
}

} // namespace leadsheet
