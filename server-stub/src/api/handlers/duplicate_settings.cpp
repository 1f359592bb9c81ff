// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/duplicate_settings.hpp"

#include <leadsheet/contract/limits.hpp>

namespace leadsheet::server::api {
namespace {

constexpr std::string_view kPolicy = "duplicates";
constexpr std::string_view kWindow = "duplicateWindowDays";
constexpr std::size_t kMaxNameLength = 20;

} // namespace

DuplicateSettings readDuplicateSettings(BodyMembers& members) {
    DuplicateSettings settings;
    if (const auto name = members.text(kPolicy, kMaxNameLength)) {
        settings.policy = domain::duplicatePolicyFromName(*name);
        if (!settings.policy)
            members.refuse(kPolicy, "not_allowed", "Must be warn, refuse or off.");
    }
    settings.windowDays = members.integer(kWindow, 0, contract::kMaxDuplicateWindowDays);
    return settings;
}

void apply(const DuplicateSettings& settings, store::Tx& tx, const store::Account& account) {
    if (settings.any())
        tx.setDuplicates(account.id, settings.policy.value_or(account.duplicates),
                         settings.windowDays.value_or(account.duplicateWindowDays));
}

void addDuplicateSettings(boost::json::object& out, const store::Account& account) {
    out[kPolicy] = domain::name(account.duplicates);
    out[kWindow] = account.duplicateWindowDays;
}

} // namespace leadsheet::server::api
