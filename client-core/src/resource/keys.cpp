// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/keys.hpp"

#include "leadsheet/client.hpp"
#include "resource/key_calls.hpp"

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
