// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin_keys.hpp"

#include "resource/key_calls.hpp"

namespace leadsheet {
namespace {

detail::Call keyCall(const char* operation, const std::string& rest) {
    detail::Call call;
    call.operation = operation;
    call.path = "/v1/admin/keys" + rest;
    return call;
}

} // namespace

Result<Page<KeyRecord>> AdminKeys::list(const std::optional<AccountId>& account,
                                        const PageOptions& page, const CallOptions& options) const {
    auto parameters = detail::pageParameters(page);
    if (account)
        parameters.emplace_back("accountId", account->str());
    detail::Call call = keyCall("listAdminKeys", {});
    call.query = detail::encodeQuery(parameters);
    return detail::listKeys(*runner_, std::move(call), options);
}

PageRange<KeyRecord> AdminKeys::all(const std::optional<AccountId>& account,
                                    const PageOptions& page, const CallOptions& options) const {
    return PageRange<KeyRecord>(
        [self = *this, account, page, options](const std::optional<std::string>& cursor) {
            return self.list(account, {page.limit, cursor}, options);
        },
        page.cursor);
}

Result<CreatedKey> AdminKeys::create(const AccountId& account, std::string_view type,
                                     const NewKey& key, const IdempotencyKey& idempotencyKey,
                                     const CallOptions& options) const {
    detail::Call call = keyCall("createAdminKey", {});
    call.body = detail::newKeyText(key).text("accountId", account.str()).text("type", type).end();
    return detail::makeKey(*runner_, std::move(call), idempotencyKey, options);
}

Result<CreatedKey> AdminKeys::rotate(const KeyId& id, const IdempotencyKey& idempotencyKey,
                                     const CallOptions& options) const {
    return detail::makeKey(
        *runner_, keyCall("rotateAdminKey", "/" + detail::encodeSegment(id.str()) + "/rotate"),
        idempotencyKey, options);
}

Result<void> AdminKeys::revoke(const KeyId& id, const CallOptions& options) const {
    return detail::removeRecord(
        *runner_, keyCall("revokeAdminKey", "/" + detail::encodeSegment(id.str())), {}, options);
}

} // namespace leadsheet
