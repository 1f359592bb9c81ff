// SPDX-License-Identifier: Apache-2.0
#include "resource/keys.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/keys.hpp"
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

namespace leadsheet {
namespace {

detail::Call keyCall(const char* operation, const std::string& rest) {
    detail::Call call;
    call.operation = operation;
    call.path = "/v1/keys" + rest;
    return call;
}

} // namespace

Keys Client::keys() const {
    return Keys(runner_);
}

Result<Page<KeyRecord>> Keys::list(const PageOptions& page, const CallOptions& options) const {
    detail::Call call = keyCall("listKeys", {});
    call.query = detail::encodeQuery(detail::pageParameters(page));
    return detail::listKeys(*runner_, std::move(call), options);
}

PageRange<KeyRecord> Keys::all(const PageOptions& page, const CallOptions& options) const {
    return PageRange<KeyRecord>(
        [self = *this, page, options](const std::optional<std::string>& cursor) {
            return self.list({page.limit, cursor}, options);
        },
        page.cursor);
}

Result<CreatedKey> Keys::create(const NewKey& key, const IdempotencyKey& idempotencyKey,
                                const CallOptions& options) const {
    detail::Call call = keyCall("createKey", {});
    call.body = detail::newKeyText(key).end();
    return detail::makeKey(*runner_, std::move(call), idempotencyKey, options);
}

Result<CreatedKey> Keys::rotate(const KeyId& id, const IdempotencyKey& idempotencyKey,
                                const CallOptions& options) const {
    return detail::makeKey(*runner_,
                           keyCall("rotateKey", "/" + detail::encodeSegment(id.str()) + "/rotate"),
                           idempotencyKey, options);
}

Result<void> Keys::revoke(const KeyId& id, const CallOptions& options) const {
    return detail::removeRecord(
        *runner_, keyCall("revokeKey", "/" + detail::encodeSegment(id.str())), {}, options);
}

} // namespace leadsheet
