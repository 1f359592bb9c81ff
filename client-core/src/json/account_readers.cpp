// SPDX-License-Identifier: Apache-2.0
#include "json/readers.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <algorithm>

namespace leadsheet {
namespace {

bool holdsWord(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word)
            return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

} // namespace

bool KeyInfo::allows(std::string_view scope) const {
    if (std::find(scopes.begin(), scopes.end(), scope) != scopes.end())
        return true;
    return std::any_of(
        contract::kScopes.begin(), contract::kScopes.end(), [&](const auto& granted) {
            return holdsWord(granted.implies, scope) &&
                   std::find(scopes.begin(), scopes.end(), granted.name) != scopes.end();
        });
}

namespace detail {

std::optional<Account> readAccount(const Decoder& in) {
    Account account;
    account.id = in.required("id").text();
    account.name = in.textOr("name");
    account.environment = in.textOr("environment");
    account.instanceId = in.textOr("instanceId");
    account.duplicates = in.textOr("duplicates");
    account.duplicateWindowDays = in.optionalInteger("duplicateWindowDays");
    const Decoder balance = in.required("balance");
    account.available = balance.required("available").money();
    account.held = balance.required("held").money();
    const Decoder key = in.required("key");
    account.key.id = key.textOr("id");
    account.key.type = key.textOr("type");
    account.key.name = key.textOr("name");
    account.key.scopes = key.required("scopes").texts();
    account.key.last4 = key.textOr("last4");
    account.key.expiresAt = key.optionalText("expiresAt");
    if (const auto cap = in.optional("spendCap"))
        account.spendCap = SpendCap{cap->required("daily").money(),
                                    cap->required("spentToday").money(), cap->textOr("resetsAt")};
    account.serverTime = in.textOr("serverTime");
    return in.failed() ? std::nullopt : std::optional(std::move(account));
}

std::optional<LedgerEntry> readLedgerEntry(const Decoder& in) {
    LedgerEntry entry;
    entry.id = in.required("id").text();
    entry.at = in.required("at").text();
    entry.type = in.required("type").text();
    entry.amount = in.required("amount").money();
    const Decoder balance = in.required("balance");
    entry.available = balance.required("available").money();
    entry.held = balance.required("held").money();
    entry.orderNumber = in.optionalText("orderNumber");
    entry.reason = in.optionalText("reason");
    return in.failed() ? std::nullopt : std::optional(std::move(entry));
}

std::optional<BudgetStatus> readBudgetStatus(const Decoder& in) {
    BudgetStatus status;
    status.policy = in.required("name").text();
    status.limit = in.required("limit").integer(0);
    status.remaining = in.required("remaining").integer(0);
    status.windowSeconds = in.required("windowSeconds").integer(0);
    status.resetSeconds = in.required("resetSeconds").integer(0);
    return in.failed() ? std::nullopt : std::optional(std::move(status));
}

std::optional<Product> readProduct(const Decoder& in) {
    Product product;
    product.id = in.required("id").text();
    product.title = in.textOr("title");
    product.description = in.textOr("description");
    product.currency = in.textOr("currency");
    product.minLeadCount = in.required("minLeadCount").integer(0);
    product.maxLeadCount = in.required("maxLeadCount").integer(0);
    for (const Decoder& tier : in.required("tiers").elements())
        product.tiers.push_back(
            {tier.required("fromLeads").integer(0), tier.required("unitPriceMicros").integer(0)});
    if (const auto surcharges = in.optional("surcharges")) {
        product.requireEmailMicros = surcharges->optionalInteger("requireEmailMicros").value_or(0);
        product.requirePhoneMicros = surcharges->optionalInteger("requirePhoneMicros").value_or(0);
    }
    if (const auto any = in.optional("requiredAny"))
        product.requiredAny = any->texts();
    if (const auto schema = in.optional("fieldsSchema"))
        product.fieldsSchema = schema->json();
    return in.failed() ? std::nullopt : std::optional(std::move(product));
}

} // namespace detail
} // namespace leadsheet
