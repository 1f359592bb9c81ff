// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/connecting.hpp"
#include "leadsheet/try.hpp"

#include "leadsheet/clock.hpp"
#include "leadsheet/timestamp.hpp"

#include <algorithm>

namespace leadsheet::work {
namespace {

constexpr const char* kAdmin = "admin";

Account adminAccount(const ApiKey& key) {
    Account account;
    account.key.type = kAdmin;
    const std::string masked = key.masked();
    account.key.last4 = masked.size() > 4 ? masked.substr(masked.size() - 4) : masked;
    return account;
}

} // namespace

CallOptions firstCall(const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    call.retry = RetryPolicy::interactive();
    call.retry->maxRetries = 1;
    return call;
}

Result<Proven> prove(ClientOptions options, const std::stop_token& stop, AdminKeys adminKeys) {
    const ApiKey key = options.apiKey;
    LEADSHEET_TRY(auto client, Client::create(std::move(options)));
    auto account = client.account().get(firstCall(stop));
    const bool isAdmin =
        !account && account.error().is(ErrorCode::WrongKeyType) && adminKeys == AdminKeys::Accepted;
    if (!account && !isAdmin)
        return failure(account.error());
    Proven proven;
    proven.client = std::make_shared<Client>(std::move(client));
    proven.account = account ? *std::move(account) : adminAccount(key);
    proven.admin = proven.account.key.type == kAdmin;
    return proven;
}

std::chrono::milliseconds clockAhead(const Account& answered) {
    const auto there = parseTimestamp(answered.serverTime);
    return there ? std::chrono::duration_cast<std::chrono::milliseconds>(*there -
                                                                         systemClock()->wallNow())
                 : std::chrono::milliseconds(0);
}

Result<void> keepProfile(app::Profiles& profiles, app::Profile added, bool replace) {
    if (auto named = app::checkProfileName(added.name); !named)
        return named;
    if (const app::Profile* earlier = profiles.find(added.name)) {
        if (!replace)
            return failure(localError(ErrorCode::InvalidArgument,
                                      "There is a profile named '" + added.name + "' already."));
        added.assistantCap = earlier->assistantCap;
    }
    std::erase_if(profiles.all,
                  [&](const app::Profile& other) { return other.name == added.name; });
    if (profiles.active.empty())
        profiles.active = added.name;
    profiles.all.push_back(std::move(added));
    return {};
}

bool dropProfile(app::Profiles& profiles, const app::Profile& gone) {
    std::erase_if(profiles.all, [&](const app::Profile& other) { return other.name == gone.name; });
    if (profiles.active == gone.name)
        profiles.active.clear();
    return std::none_of(profiles.all.begin(), profiles.all.end(), [&](const app::Profile& other) {
        return other.accountId == gone.accountId;
    });
}

} // namespace leadsheet::work
