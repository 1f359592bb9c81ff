// SPDX-License-Identifier: Apache-2.0
#include "json/admin_readers.hpp"

#include "json/readers.hpp"

namespace leadsheet::detail {

std::optional<KeyRecord> readKey(const Decoder& in) {
    auto id = in.required("id").id<KeyId>();
    if (!id)
        return {};
    KeyRecord key(std::move(*id));
    key.type = in.required("type").text();
    key.name = in.textOr("name");
    key.prefix = in.textOr("prefix");
    key.last4 = in.textOr("last4");
    key.scopes = in.required("scopes").texts();
    key.dailySpendCap = in.optionalMoney("dailySpendCap");
    if (const auto predecessor = in.optional("predecessorId"))
        key.predecessor = predecessor->id<KeyId>();
    key.createdAt = in.textOr("createdAt");
    key.expiresAt = in.optionalText("expiresAt");
    key.lastUsedAt = in.optionalText("lastUsedAt");
    key.revokedAt = in.optionalText("revokedAt");
    if (const auto account = in.optional("accountId"))
        key.account = account->id<AccountId>();
    return in.failed() ? std::nullopt : std::optional(std::move(key));
}

std::optional<CreatedKey> readCreatedKey(const Decoder& in) {
    auto record = readKey(in);
    if (!record)
        return {};
    auto secret = in.required("secret").id<ApiKey>();
    if (!secret)
        return {};
    return CreatedKey{std::move(*record), std::move(*secret)};
}

std::optional<AdminOrder> readAdminOrder(const Decoder& in) {
    auto order = readOrder(in);
    auto account = in.required("accountId").id<AccountId>();
    if (!order || !account)
        return {};
    AdminOrder full(std::move(*order), std::move(*account));
    full.accountName = in.textOr("accountName");
    full.keyId = in.textOr("keyId");
    if (const auto counts = in.optional("ingested")) {
        full.ingested.accepted = counts->required("accepted").integer(0);
        full.ingested.duplicate = counts->required("duplicate").integer(0);
        full.ingested.rejected = counts->required("rejected").integer(0);
        full.ingested.final = counts->required("final").boolean();
    }
    return in.failed() ? std::nullopt : std::optional(std::move(full));
}

std::optional<AdminAccount> readAdminAccount(const Decoder& in) {
    auto id = in.required("id").id<AccountId>();
    if (!id)
        return {};
    AdminAccount account(std::move(*id));
    account.name = in.textOr("name");
    account.environment = in.textOr("environment");
    account.suspended = in.required("suspended").boolean();
    const Decoder balance = in.required("balance");
    account.available = balance.required("available").money();
    account.held = balance.required("held").money();
    account.createdAt = in.textOr("createdAt");
    return in.failed() ? std::nullopt : std::optional(std::move(account));
}

std::optional<IngestResult> readIngestResult(const Decoder& in) {
    IngestResult result;
    result.accepted = in.required("accepted").integer(0);
    result.duplicate = in.required("duplicate").integer(0);
    result.rejected = in.required("rejected").integer(0);
    result.deliveredLeads = in.required("deliveredLeads").integer(0);
    for (const Decoder& element : in.required("rows").elements()) {
        IngestRow row;
        row.row = element.required("row").integer(0);
        row.outcome = element.required("outcome").text();
        for (const Decoder& error : element.required("errors").elements())
            row.errors.push_back(
                {error.textOr("pointer"), error.textOr("code"), error.textOr("detail")});
        result.rows.push_back(std::move(row));
    }
    return in.failed() ? std::nullopt : std::optional(std::move(result));
}

} // namespace leadsheet::detail
