// SPDX-License-Identifier: Apache-2.0
#include "minting.hpp"

#include "domain/api_key.hpp"

#include <leadsheet/contract/scopes.hpp>

namespace leadsheet::server {
namespace {

StartError storeFailed(const store::StoreError& error) {
    return {StartError::Kind::Database, "the database refused the new accounts: " + error.detail};
}

std::vector<std::string> scopesOf(const BootstrapKey& wanted) {
    if (!wanted.scopes.empty())
        return wanted.scopes;
    std::vector<std::string> all;
    for (const contract::ScopeInfo& scope : contract::kScopes) {
        if (scope.admin == (wanted.type == KeyType::Admin))
            all.emplace_back(scope.name);
    }
    return all;
}

MintedKey mint(api::Context& context, store::Tx& tx, const store::AccountId& account,
               const BootstrapKey& wanted, domain::Timestamp now) {
    const auto type =
        wanted.type == KeyType::Admin ? domain::ApiKeyType::Admin : domain::ApiKeyType::Customer;
    const domain::MintedSecret secret =
        domain::mintApiKey(type, context.random, context.config.pepper);
    store::ApiKey key;
    key.id = domain::makeKeyId(context.random);
    key.account = account;
    key.type = type;
    key.label = wanted.label;
    key.scopes = scopesOf(wanted);
    key.hash = secret.hash;
    key.prefix = secret.prefix;
    key.last4 = secret.last4;
    key.createdAt = now;
    key.dailySpendCap = wanted.dailySpendCap;
    tx.insertKey(key);
    return {key.label, key.id.str(), wanted.type, key.scopes, secret.text};
}

} // namespace

std::optional<StartError> checkKeys(const std::vector<BootstrapKey>& keys) {
    const auto config = [](std::string message) {
        return StartError{StartError::Kind::Config, std::move(message)};
    };
    for (const BootstrapKey& key : keys) {
        if (key.dailySpendCap && *key.dailySpendCap < 1)
            return config("the spend cap of key " + key.label + " must be at least 1");
        for (const std::string& name : key.scopes) {
            const contract::ScopeInfo* scope = contract::findScope(name);
            if (scope == nullptr)
                return config("key " + key.label + ": there is no scope " + name);
            if (scope->admin != (key.type == KeyType::Admin))
                return config("key " + key.label + ": a key of its type cannot hold " + name);
        }
    }
    return std::nullopt;
}

std::optional<StartError> checkAccounts(const std::vector<BootstrapAccount>& accounts) {
    for (const BootstrapAccount& account : accounts) {
        if (account.playBalance < 0) {
            return StartError{StartError::Kind::Config,
                              "the play balance of " + account.name + " must not be negative"};
        }
        if (auto bad = checkKeys(account.keys))
            return bad;
    }
    return std::nullopt;
}

tl::expected<std::vector<MintedAccount>, StartError>
makeAccounts(api::Context& context, const std::vector<BootstrapAccount>& accounts,
             bool onlyIfEmpty) {
    if (auto bad = checkAccounts(accounts))
        return tl::make_unexpected(std::move(*bad));
    const domain::Timestamp now = context.now();
    auto made = context.store->writeAndWait([&](store::Tx& tx) {
        std::vector<MintedAccount> minted;
        if (onlyIfEmpty && tx.accountCount() > 0)
            return minted;
        for (const BootstrapAccount& wanted : accounts) {
            store::Account account;
            account.id = domain::makeAccountId(context.random);
            account.name = wanted.name;
            account.environment = context.config.environment;
            account.createdAt = now;
            tx.insertAccount(account);
            if (wanted.playBalance > 0)
                tx.credit(account.id, wanted.playBalance, "Opening balance", now);
            MintedAccount& out =
                minted.emplace_back(MintedAccount{account.id.str(), account.name, {}});
            for (const BootstrapKey& key : wanted.keys)
                out.keys.push_back(mint(context, tx, account.id, key, now));
        }
        return minted;
    });
    if (!made)
        return tl::make_unexpected(storeFailed(made.error()));
    return std::move(*made);
}

tl::expected<MintedAccount, StartError> makeKeys(api::Context& context,
                                                 const std::string& accountId,
                                                 const std::vector<BootstrapKey>& keys,
                                                 bool revokeOlder) {
    if (auto bad = checkKeys(keys))
        return tl::make_unexpected(std::move(*bad));
    const store::AccountId id(accountId);
    const domain::Timestamp now = context.now();
    auto made = context.store->writeAndWait([&](store::Tx& tx) -> std::optional<MintedAccount> {
        const auto account = tx.findAccount(id);
        if (!account)
            return std::nullopt;
        if (revokeOlder) {
            for (const store::ApiKey& key : tx.listKeys(id)) {
                if (!key.revokedAt)
                    tx.revokeKey(key.id, now);
            }
        }
        MintedAccount out{accountId, account->name, {}};
        for (const BootstrapKey& key : keys)
            out.keys.push_back(mint(context, tx, id, key, now));
        return out;
    });
    if (!made)
        return tl::make_unexpected(storeFailed(made.error()));
    if (!*made) {
        return tl::make_unexpected(
            StartError{StartError::Kind::Config, "there is no account " + accountId});
    }
    return std::move(**made);
}

} // namespace leadsheet::server
