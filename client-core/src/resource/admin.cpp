// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin.hpp"

#include "resource/typed_call.hpp"
#include "json/decoder.hpp"
#include "json/readers.hpp"
#include "json/text.hpp"

#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_keys.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/resource/admin_suppressions.hpp"

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
    return detail::pathOf(kPath, id);
}

} // namespace

Result<Page<AdminAccount>> AdminAccounts::list(const PageOptions& page,
                                               const CallOptions& options) const {
    return detail::pageCall<AdminAccount>(
        *runner_, detail::getCall("listAccounts", kPath, detail::pageParameters(page)), options,
        detail::readAdminAccount);
}

PageRange<AdminAccount> AdminAccounts::all(const PageOptions& page,
                                           const CallOptions& options) const {
    return detail::allPages<AdminAccount>(page, [self = *this, options](const PageOptions& next) {
        return self.list(next, options);
    });
}

Result<AdminAccount> AdminAccounts::get(const AccountId& id, const CallOptions& options) const {
    return detail::typedCall<AdminAccount>(*runner_, detail::getCall("getAccountById", pathOf(id)),
                                           options, detail::readAdminAccount);
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

namespace {

constexpr const char* kSuppressions = "/v1/admin/suppressions";

std::optional<Suppression> readSuppression(const detail::Decoder& in) {
    Suppression suppression;
    suppression.id = in.required("id").text();
    suppression.by = in.required("by").texts();
    suppression.erasedLeads = in.required("erasedLeads").integer(0);
    suppression.createdAt = in.textOr("createdAt");
    suppression.keyId = in.textOr("keyId");
    suppression.liftedAt = in.optionalText("liftedAt");
    suppression.liftedByKeyId = in.optionalText("liftedByKeyId");
    return in.failed() ? std::nullopt : std::optional(std::move(suppression));
}

} // namespace

namespace detail {

std::string personText(const Person& person) {
    return ObjectText().text("email", person.email).text("linkedinUrl", person.linkedinUrl).end();
}

} // namespace detail

Result<Page<Suppression>> AdminSuppressions::list(const PageOptions& page,
                                                  const CallOptions& options) const {
    return detail::pageCall<Suppression>(
        *runner_, detail::getCall("listSuppressions", kSuppressions, detail::pageParameters(page)),
        options, readSuppression);
}

PageRange<Suppression> AdminSuppressions::all(const PageOptions& page,
                                              const CallOptions& options) const {
    return detail::allPages<Suppression>(page, [self = *this, options](const PageOptions& next) {
        return self.list(next, options);
    });
}

Result<Suppression> AdminSuppressions::create(const Person& person, const IdempotencyKey& key,
                                              const CallOptions& options) const {
    return detail::typedCall<Suppression>(
        *runner_,
        detail::postCall("createSuppression", kSuppressions, key, detail::personText(person)),
        options, readSuppression);
}

Result<void> AdminSuppressions::lift(const std::string& id, const CallOptions& options) const {
    detail::Call call;
    call.operation = "liftSuppression";
    call.method = "DELETE";
    call.path = std::string(kSuppressions) + "/" + detail::encodeSegment(id);
    return detail::removeRecord(*runner_, call, {}, options);
}

} // namespace leadsheet
