// SPDX-License-Identifier: Apache-2.0
#include "mcp_spending.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdint>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

std::string textMember(const json::object& object, std::string_view name) {
    const json::value* member = object.if_contains(name);
    return member != nullptr && member->is_string() ? std::string(member->get_string())
                                                    : std::string();
}

/// Whether a first sending bought nothing for certain. An answer given before the service looks
/// for the key says nothing: the bridge itself may have sent before and lost the answer.
bool certainlyRefused(const json::object& result) {
    const json::value* failed = result.if_contains("isError");
    const json::value* problem = result.if_contains("structuredContent");
    if (failed == nullptr || *failed != true || problem == nullptr || !problem->is_object())
        return false;
    const std::string code = textMember(problem->get_object(), "code");
    if (code == "idempotency_in_progress" || code == "idempotency_key_reused")
        return false;
    const json::value* status = problem->get_object().if_contains("status");
    constexpr std::array<std::int64_t, 5> kVerdicts{400, 402, 404, 409, 422};
    return status != nullptr && status->is_int64() &&
           std::find(kVerdicts.begin(), kVerdicts.end(), status->get_int64()) != kVerdicts.end();
}

} // namespace

McpSpending::McpSpending(std::shared_ptr<Client> client, std::optional<Money> most)
    : client_(std::move(client))
    , most_(std::move(most)) {}

std::int64_t McpSpending::spentBesides(const std::string& key) const {
    std::int64_t spent = 0;
    for (const auto& [name, purchase] : purchases_)
        spent += name == key ? 0 : purchase.amount;
    return spent;
}

std::optional<std::string> McpSpending::refusal(const json::object& arguments,
                                                const CallOptions& options) {
    if (!most_)
        return std::nullopt;
    const std::string key = textMember(arguments, "idempotencyKey");
    const auto id = QuoteId::parse(textMember(arguments, "quoteId"));
    if (key.empty() || !id)
        return std::nullopt; // the service refuses it, and says what is missing
    const auto quote = client_->quotes().get(*id, options);
    if (!quote)
        return "The price of the quote could not be read, so nothing was ordered: " +
               quote.error().message;
    const std::int64_t spent = spentBesides(key);
    if (quote->total.currency != most_->currency || quote->total.amount > most_->amount - spent) {
        return "The order costs " + format(quote->total) + ", and of the " + format(*most_) +
               " that this assistant may spend " +
               format(Money{most_->amount - spent, most_->currency}) +
               " are left. Nothing was ordered. The person who started `leadsheet mcp` can raise "
               "--max-total.";
    }
    Purchase& purchase = purchases_[key];
    purchase.amount = std::max(purchase.amount, quote->total.amount);
    ++purchase.sent;
    return std::nullopt;
}

void McpSpending::answered(const json::object& arguments, const json::object& result) {
    const auto purchase = purchases_.find(textMember(arguments, "idempotencyKey"));
    if (purchase != purchases_.end() && purchase->second.sent == 1 && certainlyRefused(result))
        purchases_.erase(purchase);
}

} // namespace leadsheet::cli
