// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/key_making.hpp"

#include "api/context.hpp"
#include "api/idempotency.hpp"
#include "api/order_json.hpp"
#include "api/pipeline.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/scopes.hpp>

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

constexpr std::size_t kMaxNameLength = 100;
constexpr std::size_t kMaxScopes = 50;

template <class T, class Render>
json::value renderedOrNull(const std::optional<T>& value, Render render) {
    return value ? json::value(render(*value)) : json::value(nullptr);
}

/// Random bytes that can be made again: HMACs of the server's secret over what names the request.
domain::RandomBytes repeatableRandom(const Context& context, const Exchange& exchange,
                                     const store::KeyId& key) {
    std::string label =
        "secret of an api key 1\n" + key.str() + "\n" + exchange.caller->account.id.str() + "\n" +
        std::string(exchange.operation().id) + "\n" + *exchange.idempotencyKey + "\n";
    return [pepper = context.config.pepper, label = std::move(label),
            block = std::uint64_t{0}](std::span<unsigned char> bytes) mutable {
        for (std::size_t done = 0; done < bytes.size();) {
            const domain::Digest digest =
                domain::hmacSha256(pepper, label + std::to_string(++block));
            const std::size_t count = std::min(digest.size(), bytes.size() - done);
            std::copy_n(digest.begin(), count, bytes.begin() + static_cast<std::ptrdiff_t>(done));
            done += count;
        }
    };
}

domain::MintedSecret mintSecret(const Context& context, const Exchange& exchange,
                                const store::KeyId& key, domain::ApiKeyType type) {
    const domain::RandomBytes random =
        exchange.idempotencyKey ? repeatableRandom(context, exchange, key) : context.random;
    return domain::mintApiKey(type, random, context.config.pepper);
}

/// What the secret of a key that ends later would give the caller. What replaces the caller is not
/// made by it but in its place.
std::optional<Problem> lackedTime(const store::ApiKey& caller, const store::ApiKey& key,
                                  Granting granting) {
    const bool inItsPlace = granting == Granting::Again && key.predecessor == caller.id;
    if (!caller.expiresAt || key.id == caller.id || inItsPlace ||
        (key.expiresAt && *key.expiresAt <= *caller.expiresAt))
        return std::nullopt;
    return Problem{ErrorCode::MissingScope,
                   "A key cannot grant what it lacks: the calling key ends at " +
                       domain::formatTimestamp(*caller.expiresAt) +
                       ", and the other key ends later or never. Replace it with its own key, with "
                       "a key that expires no earlier, or through the operator.",
                   {},
                   {},
                   {}};
}

tl::unexpected<Problem> notReplaceable(const std::string& why) {
    return refuse(ErrorCode::InvalidTransition,
                  "The key cannot be replaced: it " + why + ". Create a new key instead.");
}

} // namespace

json::object keyJson(const store::ApiKey& key, bool withAccount) {
    const auto time = [](domain::Timestamp moment) {
        return domain::formatTimestamp(moment);
    };
    json::array scopes;
    for (const std::string& scope : key.scopes)
        scopes.push_back(json::value(scope));
    json::object out;
    out["id"] = key.id.str();
    if (withAccount)
        out["accountId"] = key.account.str();
    out["type"] = domain::name(key.type);
    out["name"] = key.label;
    out["prefix"] = key.prefix;
    out["last4"] = key.last4;
    out["scopes"] = std::move(scopes);
    out["dailySpendCap"] = renderedOrNull(key.dailySpendCap, moneyJson);
    out["predecessorId"] = renderedOrNull(key.predecessor, [](const auto& id) { return id.str(); });
    out["createdAt"] = time(key.createdAt);
    out["expiresAt"] = renderedOrNull(key.expiresAt, time);
    out["lastUsedAt"] = renderedOrNull(key.lastUsedAt, time);
    out["revokedAt"] = renderedOrNull(key.revokedAt, time);
    return out;
}

KeyDraft readKeyDraft(BodyMembers& members, domain::ApiKeyType type, domain::Timestamp now) {
    members.require({"name", "scopes"});
    KeyDraft draft;
    draft.name = members.text("name", kMaxNameLength).value_or("");
    draft.scopes = members.texts("scopes", kMaxScopes).value_or(std::vector<std::string>());
    for (const std::string& name : draft.scopes) {
        const contract::ScopeInfo* scope = contract::findScope(name);
        if (scope == nullptr || scope->admin != (type == domain::ApiKeyType::Admin))
            members.refuse("scopes", "not_allowed",
                           "\"" + name.substr(0, 100) + "\" is not a scope of a key of type " +
                               std::string(domain::name(type)) + ".");
    }
    draft.dailySpendCap = members.positiveMoney("dailySpendCap");
    draft.expiresAt = members.time("expiresAt");
    if (draft.expiresAt && *draft.expiresAt <= now)
        members.refuse("expiresAt", "out_of_range", "Must be in the future.");
    return draft;
}

std::optional<Problem> lackedScope(const Exchange& exchange,
                                   const std::vector<std::string>& scopes) {
    for (const std::string& scope : scopes) {
        if (!grantsScope(exchange.caller->key.scopes, scope))
            return Problem{ErrorCode::MissingScope,
                           "A key cannot grant what it lacks: the calling key has no scope " +
                               scope + ".",
                           {},
                           {},
                           {}};
    }
    return std::nullopt;
}

tl::expected<store::ApiKey, Problem> callingKey(store::Reader& reader, const Exchange& exchange) {
    auto caller = reader.findKey(exchange.caller->key.id);
    if (!caller || caller->revokedAt)
        return tl::make_unexpected(revokedKey());
    return std::move(*caller);
}

tl::expected<std::optional<domain::Timestamp>, Problem>
endOfMadeKey(const store::ApiKey& maker, std::optional<domain::Timestamp> wanted) {
    const auto end = maker.expiresAt;
    if (!end || (wanted && *wanted <= *end))
        return wanted;
    if (!wanted)
        return end;
    const std::string detail = "The calling key ends at " + domain::formatTimestamp(*end) +
                               ", and a key must not outlive the one that made it. Name that "
                               "moment or an earlier one, or leave expiresAt out.";
    return refuse(ErrorCode::ValidationFailed, detail, {{"/expiresAt", "out_of_range", detail}});
}

std::optional<domain::MinorUnits> effectiveCap(const Context& context, const store::ApiKey& key) {
    return key.dailySpendCap ? key.dailySpendCap : context.config.limits.dailySpendCap;
}

std::optional<Problem> lackedGrant(const Context& context, const Exchange& exchange,
                                   const store::ApiKey& caller, const store::ApiKey& key,
                                   Granting granting) {
    if (auto lacked = lackedScope(exchange, key.scopes))
        return lacked;
    if (auto lacked = lackedTime(caller, key, granting))
        return lacked;
    const auto own = effectiveCap(context, caller);
    if (!own || !grantsScope(key.scopes, "orders:write"))
        return std::nullopt;
    const auto granted = effectiveCap(context, key);
    if (granted && *granted <= *own && key.counterKey == caller.counterKey)
        return std::nullopt;
    return Problem{ErrorCode::MissingScope,
                   "A key cannot grant what it lacks: the calling key may spend " +
                       moneyText(*own) +
                       " a day, and the other key's orders do not count under that. Replace a key "
                       "with that key itself, with a key without a cap, or through the operator.",
                   {},
                   {},
                   {}};
}

std::optional<Problem> lackedByAdmin(const Exchange& exchange, const store::ApiKey& caller,
                                     const store::ApiKey& key, Granting granting) {
    if (key.type != domain::ApiKeyType::Admin)
        return std::nullopt;
    auto lacked = lackedScope(exchange, key.scopes);
    return lacked ? lacked : lackedTime(caller, key, granting);
}

Reply makeKey(Context& context, const Exchange& exchange, store::Tx& tx, store::ApiKey key,
              bool withAccount) {
    key.id = domain::makeKeyId(context.random);
    key.createdAt = exchange.now;
    const domain::MintedSecret secret = mintSecret(context, exchange, key.id, key.type);
    key.hash = secret.hash;
    key.prefix = secret.prefix;
    key.last4 = secret.last4;
    tx.insertKey(key);
    json::object out = keyJson(key, withAccount);
    out["secret"] = secret.text;
    Reply reply;
    reply.status = 201;
    reply.body = json::serialize(out);
    return reply;
}

Outcome replaceKey(Context& context, const Exchange& exchange, store::Tx& tx,
                   const store::ApiKey& old, bool withAccount) {
    if (old.revokedAt)
        return notReplaceable("was revoked");
    if (old.expiresAt && *old.expiresAt <= exchange.now)
        return notReplaceable("has expired");
    const auto keys = tx.listKeys(old.account);
    if (std::ranges::any_of(keys, [&](const auto& key) { return key.predecessor == old.id; }))
        return notReplaceable("was already replaced");
    store::ApiKey successor;
    successor.account = old.account;
    successor.type = old.type;
    successor.label = old.label;
    successor.scopes = old.scopes;
    successor.dailySpendCap = old.dailySpendCap;
    successor.expiresAt = old.expiresAt;
    successor.predecessor = old.id;
    Reply reply = makeKey(context, exchange, tx, std::move(successor), withAccount);
    tx.expireKey(old.id, exchange.now + std::chrono::seconds(contract::kKeyRotationOverlapSeconds));
    return reply;
}

void keepWithoutSecret(store::Tx& tx, const Exchange& exchange, const Outcome& outcome) {
    if (!outcome || !exchange.idempotencyKey) {
        keepOutcome(tx, exchange, outcome);
        return;
    }
    json::value body = json::parse(outcome->body);
    body.as_object().erase("secret");
    Reply kept;
    kept.status = outcome->status;
    kept.body = json::serialize(body);
    keepAnswer(tx, exchange, kept);
}

namespace {

/// `lacked` says why the caller may not have the secret.
template <class Lacked>
Outcome restored(Context& context, const Exchange& exchange, Reply reply, Lacked lacked) {
    if (reply.status != 201)
        return reply;
    json::value body = json::parse(reply.body);
    json::object& out = body.as_object();
    const store::KeyId id(std::string(out.at("id").as_string()));
    struct Keys {
        tl::expected<store::ApiKey, Problem> caller;
        std::optional<store::ApiKey> made;
    };
    SERVER_TRY(const auto keys, readStore(context, exchange, [&](store::Reader& reader) {
                   return Keys{callingKey(reader, exchange), reader.findKey(id)};
               }));
    const auto& [caller, key] = keys;
    if (!caller)
        return tl::make_unexpected(caller.error());
    if (!key)
        return reply;
    if (auto problem = lacked(*caller, *key))
        return tl::make_unexpected(std::move(*problem));
    out["secret"] = mintSecret(context, exchange, id, key->type).text;
    reply.body = json::serialize(body);
    return reply;
}

} // namespace

Outcome restoreSecret(Context& context, const Exchange& exchange, Reply reply) {
    return restored(context, exchange, std::move(reply),
                    [&](const store::ApiKey& caller, const store::ApiKey& key) {
                        return lackedGrant(context, exchange, caller, key, Granting::Again);
                    });
}

Outcome restoreAdminSecret(Context& context, const Exchange& exchange, Reply reply) {
    return restored(context, exchange, std::move(reply),
                    [&](const store::ApiKey& caller, const store::ApiKey& key) {
                        return lackedByAdmin(exchange, caller, key, Granting::Again);
                    });
}

} // namespace leadsheet::server::api
