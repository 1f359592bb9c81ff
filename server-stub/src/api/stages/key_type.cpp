// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/stages/stages.hpp"

namespace leadsheet::server::api {

using contract::ErrorCode;
using contract::KeyRule;

StageResult keyTypeStage(Context&, Exchange& exchange) {
    if (!exchange.caller)
        return std::nullopt;
    const auto& caller = *exchange.caller;
    const KeyRule rule = exchange.operation().key;
    const bool admin = caller.key.type == domain::ApiKeyType::Admin;
    if (rule == KeyRule::Customer && admin) {
        return refuse(ErrorCode::WrongKeyType,
                      "This path is for customer keys, and the key sent is an admin key. Use a key "
                      "of the account that owns the resource.");
    }
    if (rule == KeyRule::Admin && !admin) {
        return refuse(ErrorCode::WrongKeyType,
                      "This path is for admin keys, and the key sent is a customer key.");
    }
    if (caller.account.suspended) {
        return refuse(ErrorCode::AccountSuspended,
                      "The account is suspended. Nothing was done; ask the operator.");
    }
    return std::nullopt;
}

} // namespace leadsheet::server::api
