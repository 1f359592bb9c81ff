// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/keys.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_keys.hpp"
#include "resource/typed_call.hpp"
#include "json/readers.hpp"

namespace leadsheet::detail {
namespace {

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

} // namespace
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
    return detail::allPages<KeyRecord>(page, [self = *this, options](const PageOptions& next) {
        return self.list(next, options);
    });
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

namespace {

detail::Call adminKeyCall(const char* operation, const std::string& rest) {
    detail::Call call;
    call.operation = operation;
    call.path = "/v1/admin/keys" + rest;
    return call;
}

} // namespace

Result<Page<KeyRecord>> AdminKeys::list(const std::optional<AccountId>& account,
                                        const PageOptions& page, const CallOptions& options) const {
    auto parameters = detail::pageParameters(page);
    detail::addFilter(parameters, "accountId", account);
    detail::Call call = adminKeyCall("listAdminKeys", {});
    call.query = detail::encodeQuery(parameters);
    return detail::listKeys(*runner_, std::move(call), options);
}

PageRange<KeyRecord> AdminKeys::all(const std::optional<AccountId>& account,
                                    const PageOptions& page, const CallOptions& options) const {
    return detail::allPages<KeyRecord>(page,
                                       [self = *this, account, options](const PageOptions& next) {
                                           return self.list(account, next, options);
                                       });
}

Result<CreatedKey> AdminKeys::create(const AccountId& account, std::string_view type,
                                     const NewKey& key, const IdempotencyKey& idempotencyKey,
                                     const CallOptions& options) const {
    detail::Call call = adminKeyCall("createAdminKey", {});
    call.body = detail::newKeyText(key).text("accountId", account.str()).text("type", type).end();
    return detail::makeKey(*runner_, std::move(call), idempotencyKey, options);
}

Result<CreatedKey> AdminKeys::rotate(const KeyId& id, const IdempotencyKey& idempotencyKey,
                                     const CallOptions& options) const {
    return detail::makeKey(
        *runner_, adminKeyCall("rotateAdminKey", "/" + detail::encodeSegment(id.str()) + "/rotate"),
        idempotencyKey, options);
}

Result<void> AdminKeys::revoke(const KeyId& id, const CallOptions& options) const {
    return detail::removeRecord(
        *runner_, adminKeyCall("revokeAdminKey", "/" + detail::encodeSegment(id.str())), {},
        options);
}

} // namespace leadsheet
