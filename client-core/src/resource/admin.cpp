// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin.hpp"

#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_keys.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/resource/admin_suppressions.hpp"
#include "resource/typed_call.hpp"
#include "json/readers.hpp"
#include "json/text.hpp"

namespace leadsheet {

AdminOrders Admin::orders() const {
    return AdminOrders(runner_);
}

AdminDeliveries Admin::deliveries() const {
    return AdminDeliveries(runner_);
}

AdminAccounts Admin::accounts() const {
    return AdminAccounts(runner_);
}

AdminKeys Admin::keys() const {
    return AdminKeys(runner_);
}

AdminSuppressions Admin::suppressions() const {
    return AdminSuppressions(runner_);
}

namespace {

constexpr const char* kPath = "/v1/admin/accounts";

std::string pathOf(const AccountId& id) {
    return std::string(kPath) + "/" + detail::encodeSegment(id.str());
}

} // namespace

Result<Page<AdminAccount>> AdminAccounts::list(const PageOptions& page,
                                               const CallOptions& options) const {
    detail::Call call;
    call.operation = "listAccounts";
    call.path = kPath;
    call.query = detail::encodeQuery(detail::pageParameters(page));
    return detail::pageCall<AdminAccount>(*runner_, call, options, detail::readAdminAccount);
}

PageRange<AdminAccount> AdminAccounts::all(const PageOptions& page,
                                           const CallOptions& options) const {
    return PageRange<AdminAccount>(
        [self = *this, page, options](const std::optional<std::string>& cursor) {
            return self.list({page.limit, cursor}, options);
        },
        page.cursor);
}

Result<AdminAccount> AdminAccounts::get(const AccountId& id, const CallOptions& options) const {
    detail::Call call;
    call.operation = "getAccountById";
    call.path = pathOf(id);
    return detail::typedCall<AdminAccount>(*runner_, call, options, detail::readAdminAccount);
}

Result<AdminAccount> AdminAccounts::create(std::string_view name, const IdempotencyKey& key,
                                           const CallOptions& options) const {
    const std::string body = detail::ObjectText().text("name", name).end();
    return detail::typedCall<AdminAccount>(*runner_,
                                           detail::postCall("createAccount", kPath, key, body),
                                           options, detail::readAdminAccount);
}

Result<AdminAccount> AdminAccounts::update(const AccountId& id, const AccountChange& change,
                                           const CallOptions& options) const {
    detail::ObjectText body;
    body.text("name", change.name).boolean("suspended", change.suspended);
    if (body.empty())
        return failure(localError(ErrorCode::InvalidArgument,
                                  "Nothing is to change: give a name, or whether the account is "
                                  "suspended."));
    detail::Call call;
    call.operation = "updateAccount";
    call.method = "PATCH";
    call.path = pathOf(id);
    call.body = body.end();
    return detail::typedCall<AdminAccount>(*runner_, call, options, detail::readAdminAccount);
}

Result<LedgerEntry> AdminAccounts::credit(const AccountId& id, const Money& amount,
                                          std::string_view reason, const IdempotencyKey& key,
                                          const CallOptions& options) const {
    const std::string body =
        detail::ObjectText().money("amount", amount).text("reason", reason).end();
    return detail::typedCall<LedgerEntry>(
        *runner_, detail::postCall("creditAccount", pathOf(id) + "/credit", key, body), options,
        detail::readLedgerEntry);
}

} // namespace leadsheet
