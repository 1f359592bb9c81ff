// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "api/handlers/request.hpp"
#include "domain/ids.hpp"
#include "store/store.hpp"

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::server::api {

struct Context;

/// A key without its secret. With `withAccount` as admins see it.
boost::json::object keyJson(const store::ApiKey& key, bool withAccount);

/// What a request says about a new key.
struct KeyDraft {
    std::string name;
    std::vector<std::string> scopes;
    std::optional<domain::MinorUnits> dailySpendCap;
    std::optional<domain::Timestamp> expiresAt;
};
/// Reads name, scopes, dailySpendCap and expiresAt; scopes must be of the key's type.
KeyDraft readKeyDraft(BodyMembers& members, domain::ApiKeyType type, domain::Timestamp now);

/// A scope among `scopes` that the caller lacks, so that it cannot hand it on: 403 missing_scope.
std::optional<Problem> lackedScope(const Exchange& exchange,
                                   const std::vector<std::string>& scopes);

/// The daily spend cap that holds for a key: its own, else that of the settings.
std::optional<domain::MinorUnits> effectiveCap(const Context& context, const store::ApiKey& key);

/// The calling key as it is now, for the transaction that grants something: since the request was
/// authenticated its end may have come nearer, or it was revoked (401).
tl::expected<store::ApiKey, Problem> callingKey(store::Reader& reader, const Exchange& exchange);

/// A key must not outlive the one that makes it: a later end is refused (422 out_of_range), an
/// absent one becomes the maker's.
tl::expected<std::optional<domain::Timestamp>, Problem>
endOfMadeKey(const store::ApiKey& maker, std::optional<domain::Timestamp> wanted);

enum class Granting {
    Anew,
    Again, ///< a lost answer, which the key that was replaced may fetch although it ends
};

/// What the caller would gain by the secret of a customer key and must not: a scope that it lacks,
/// an end later than its own, or, when it is capped and the key may order, a larger cap or a purse
/// of its own. 403.
std::optional<Problem> lackedGrant(const Context& context, const Exchange& exchange,
                                   const store::ApiKey& caller, const store::ApiKey& key,
                                   Granting granting);

/// The same for an admin's call: customer keys are handed out freely, and of the admin scopes those
/// that the caller holds itself, for as long as it does.
std::optional<Problem> lackedByAdmin(const Exchange& exchange, const store::ApiKey& caller,
                                     const store::ApiKey& key, Granting granting);

/// Writes a new key and renders the answer that shows its secret.
Reply makeKey(Context& context, const Exchange& exchange, store::Tx& tx, store::ApiKey key,
              bool withAccount);

/// Replaces a key: a successor with the same name, scopes, cap and counters; the old one works for
/// the overlap and no longer. 409 when it was revoked, has expired or was replaced before.
Outcome replaceKey(Context& context, const Exchange& exchange, store::Tx& tx,
                   const store::ApiKey& old, bool withAccount);

/// Puts the secret back into the replayed answer of an operation that makes a key: it is never
/// stored, but made again out of the server's own secret and the request's idempotency key. The
/// idempotency key may come from another key of the account: 403 as for making such a key again.
Outcome restoreSecret(Context& context, const Exchange& exchange, Reply reply);
Outcome restoreAdminSecret(Context& context, const Exchange& exchange, Reply reply);

/// Keeps an answer of makeKey() or replaceKey() without the secret in it.
void keepWithoutSecret(store::Tx& tx, const Exchange& exchange, const Outcome& outcome);

} // namespace leadsheet::server::api
