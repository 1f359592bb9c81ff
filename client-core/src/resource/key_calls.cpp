// SPDX-License-Identifier: Apache-2.0
#include "resource/key_calls.hpp"

#include "json/admin_readers.hpp"

namespace leadsheet::detail {

ObjectText newKeyText(const NewKey& key) {
    ObjectText body;
    body.text("name", key.name).texts("scopes", key.scopes);
    body.money("dailySpendCap", key.dailySpendCap).text("expiresAt", key.expiresAt);
    return body;
}

Result<Page<KeyRecord>> listKeys(CallRunner& runner, Call call, const CallOptions& options) {
    return pageCall<KeyRecord>(runner, call, options, readKey);
}

Result<CreatedKey> makeKey(CallRunner& runner, Call call, const IdempotencyKey& idempotencyKey,
                           const CallOptions& options) {
    call.method = "POST";
    call.key = idempotencyKey;
    return typedCall<CreatedKey>(runner, call, options, readCreatedKey);
}

} // namespace leadsheet::detail
