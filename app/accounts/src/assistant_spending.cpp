// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/assistant_spending.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <functional>
#include <map>
#include <optional>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

constexpr int kFormatVersion = 1;

using Purchases = std::map<std::string, std::int64_t>; ///< minor units by idempotency key

struct Day {
    std::string date;
    std::map<std::string, Purchases> accounts;
};

std::optional<Day> decode(std::string_view text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    const json::object* root = error ? nullptr : document.if_object();
    if (root == nullptr)
        return std::nullopt;
    const json::value* version = root->if_contains("version");
    const json::value* date = root->if_contains("day");
    const json::value* accounts = root->if_contains("accounts");
    if (version == nullptr || *version != json::value(kFormatVersion) || date == nullptr ||
        !date->is_string() || accounts == nullptr || !accounts->is_object())
        return std::nullopt;
    Day day{std::string(date->get_string()), {}};
    for (const auto& account : accounts->get_object()) {
        const json::object* purchases = account.value().if_object();
        if (purchases == nullptr)
            return std::nullopt;
        for (const auto& purchase : *purchases) {
            if (!purchase.value().is_int64())
                return std::nullopt;
            day.accounts[account.key()][purchase.key()] = purchase.value().get_int64();
        }
    }
    return day;
}

std::string encode(const Day& day) {
    json::object accounts;
    for (const auto& [account, purchases] : day.accounts) {
        json::object amounts;
        for (const auto& [key, amount] : purchases)
            amounts[key] = amount;
        accounts[account] = std::move(amounts);
    }
    const json::object root{
        {"version", kFormatVersion}, {"day", day.date}, {"accounts", std::move(accounts)}};
    return json::serialize(root) + "\n";
}

Result<Day> load(const std::filesystem::path& file, const std::string& date) {
    LEADSHEET_TRY(const auto text, readFile(file, AssistantSpending::kMaxFileBytes));
    if (!text)
        return Day{date, {}};
    auto day = decode(*text);
    if (!day)
        return failure(localError(ErrorCode::StorageError,
                                  {messages::ledger::assistantSpendingUnreadable(file.string()),
                                   messages::ledger::lookThenRemoveFile()}));
    if (day->date != date)
        return Day{date, {}};
    return *std::move(day);
}

/// Applies `change`, which says whether there is something to write.
Result<void> update(const std::filesystem::path& file, const std::string& date,
                    const std::function<bool(Day&)>& change) {
    LEADSHEET_TRY(const auto lock,
                  FileLock::take(file.string() + ".lock", FileLock::Mode::Exclusive, true));
    LEADSHEET_TRY(auto day, load(file, date));
    return change(day) ? writePrivateFile(file, encode(day)) : Result<void>();
}

/// Earlier versions, and services without an id, name an account by its address: "https://host
/// acc". What was bought under any of them counts once the service says who it is.
void joinAddresses(Day& day, const std::string& accountId, const std::string& account) {
    const std::string ending = " " + accountId;
    Purchases& joined = day.accounts[account];
    std::erase_if(day.accounts, [&](const auto& other) {
        if (!other.first.ends_with(ending) || other.first.find("://") == std::string::npos)
            return false;
        for (const auto& [key, amount] : other.second) {
            std::int64_t& kept = joined[key];
            kept = std::max(kept, amount);
        }
        return true;
    });
}

} // namespace

AssistantSpending::AssistantSpending(std::filesystem::path file, const Owner& owner)
    : file_(std::move(file))
    , accountId_(owner.instanceId.empty() ? std::string() : owner.accountId)
    , account_((owner.instanceId.empty() ? owner.baseUrl : owner.instanceId) + " " +
               owner.accountId) {}

Result<AssistantSpending::Verdict> AssistantSpending::count(const std::string& day,
                                                            const std::string& key,
                                                            const Money& price, const Money& cap) {
    Verdict verdict;
    LEADSHEET_TRY_DONE(update(file_, day, [&](Day& today) {
        if (!accountId_.empty())
            joinAddresses(today, accountId_, account_);
        Purchases& purchases = today.accounts[account_];
        verdict.left = cap.amount;
        for (const auto& [name, amount] : purchases)
            verdict.left -= name == key ? 0 : amount;
        const auto known = purchases.find(key);
        verdict.added = known == purchases.end();
        // A repetition costs nothing; with another quote it would, if the first one was lost.
        const std::int64_t cost =
            verdict.added ? price.amount : std::max(price.amount, known->second);
        verdict.allowed = price.currency == cap.currency && cost <= verdict.left;
        if (verdict.allowed)
            purchases[key] = cost;
        return verdict.allowed;
    }));
    return verdict;
}

Result<void> AssistantSpending::release(const std::string& day, const std::string& key) {
    return update(file_, day, [&](Day& today) {
        if (!accountId_.empty())
            joinAddresses(today, accountId_, account_);
        return today.accounts[account_].erase(key) == 1;
    });
}

} // namespace leadsheet::app
