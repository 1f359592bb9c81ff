// SPDX-License-Identifier: Apache-2.0
#include "mcp_spending.hpp"

#include "leadsheet/timestamp.hpp"

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
    constexpr std::array<std::int64_t, 5> kVerdicts{400, 402, 404, 409, 422};
    const json::value* status = problem->get_object().if_contains("status");
    return status != nullptr && status->is_int64() &&
           std::find(kVerdicts.begin(), kVerdicts.end(), status->get_int64()) != kVerdicts.end();
}

} // namespace

McpSpending::McpSpending(std::shared_ptr<Client> client, std::optional<Money> most,
                         std::optional<DailyCap> daily)
    : client_(std::move(client))
    , most_(std::move(most))
    , daily_(std::move(daily)) {}

std::optional<std::string> McpSpending::refusal(const json::object& arguments,
                                                const CallOptions& options) {
    if (!most_ && !daily_)
        return std::nullopt;
    const std::string key = textMember(arguments, "idempotencyKey");
    const auto id = QuoteId::parse(textMember(arguments, "quoteId"));
    if (key.empty() || !id)
        return std::nullopt; // the service refuses it, and says what is missing
    const auto quote = client_->quotes().get(*id, options);
    if (!quote)
        return "The price of the quote could not be read, so nothing was ordered: " +
               quote.error().message;
    if (auto why = refusalOfRun(key, quote->total))
        return why;
    if (auto why = refusalOfDay(key, quote->total))
        return why;
    Purchase& purchase = purchases_[key];
    purchase.amount = std::max(purchase.amount, quote->total.amount);
    ++purchase.sent;
    return std::nullopt;
}

std::optional<std::string> McpSpending::refusalOfRun(const std::string& key, const Money& price) {
    if (!most_)
        return std::nullopt;
    std::int64_t left = most_->amount;
    for (const auto& [name, purchase] : purchases_)
        left -= name == key ? 0 : purchase.amount;
    if (price.currency == most_->currency && price.amount <= left)
        return std::nullopt;
    return "The order costs " + format(price) + ", and of the " + format(*most_) +
           " that this assistant may spend " + format(Money{left, most_->currency}) +
           " are left. Nothing was ordered. The person who started `leadsheet mcp` can raise "
           "--max-total.";
}

std::optional<std::string> McpSpending::refusalOfDay(const std::string& key, const Money& price) {
    if (!daily_)
        return std::nullopt;
    constexpr std::size_t kDateLength = 10;
    const std::string today = formatTimestamp(daily_->now()).substr(0, kDateLength);
    const auto verdict = daily_->book.count(today, key, price, daily_->most);
    if (!verdict)
        return verdict.error().message + " Nothing was ordered.";
    if (!verdict->allowed)
        return "The order costs " + format(price) + ", and of the " + format(daily_->most) +
               " that assistants may spend a day with profile '" + daily_->profile + "' " +
               format(Money{verdict->left, daily_->most.currency}) +
               " are left. Nothing was ordered. A person can change it: leadsheet profile cap.";
    if (verdict->added)
        purchases_[key].countedOn = today;
    return std::nullopt;
}

void McpSpending::answered(const json::object& arguments, const json::object& result) {
    const auto found = purchases_.find(textMember(arguments, "idempotencyKey"));
    if (found == purchases_.end())
        return;
    const json::value* failed = result.if_contains("isError");
    if (failed == nullptr || *failed == false)
        found->second.bought = true;
    if (found->second.bought || found->second.sent > 1 || !certainlyRefused(result))
        return;
    // Where it cannot be taken back, it goes on counting.
    if (!found->second.countedOn.empty())
        static_cast<void>(daily_->book.release(found->second.countedOn, found->first));
    purchases_.erase(found);
}

} // namespace leadsheet::cli
