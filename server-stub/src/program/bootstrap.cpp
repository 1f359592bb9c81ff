// SPDX-License-Identifier: Apache-2.0
#include "program/bootstrap.hpp"

#include "program/secret_file.hpp"

#include <boost/json.hpp>
#include <filesystem>
#include <utility>

namespace leadsheet::server::program {
namespace {

namespace json = boost::json;

constexpr std::int64_t kPlayBalance = 10'000'000; // minor units

BootstrapKey adminKey(std::string label) {
    BootstrapKey key;
    key.label = std::move(label);
    key.type = KeyType::Admin;
    return key;
}

std::string document(const Server& server, const std::vector<MintedAccount>& accounts) {
    json::array list;
    for (const MintedAccount& account : accounts) {
        json::array keys;
        for (const MintedKey& key : account.keys) {
            json::array scopes;
            for (const std::string& scope : key.scopes)
                scopes.push_back(json::value(scope));
            keys.push_back(json::object{{"id", key.keyId},
                                        {"label", key.label},
                                        {"type", key.type == KeyType::Admin ? "admin" : "customer"},
                                        {"scopes", std::move(scopes)},
                                        {"secret", key.secret}});
        }
        list.push_back(json::object{
            {"id", account.accountId}, {"name", account.name}, {"keys", std::move(keys)}});
    }
    return json::serialize(json::object{{"url", server.baseUrl()}, {"accounts", list}}) + "\n";
}

} // namespace

std::vector<BootstrapAccount> playAccounts() {
    BootstrapKey customer;
    customer.label = "Sandbox customer";
    return {BootstrapAccount{"Sandbox", kPlayBalance, {customer}},
            BootstrapAccount{"Sandbox operations", 0, {adminKey("Sandbox fulfilment")}}};
}

std::vector<BootstrapAccount> operatorAccount() {
    return {BootstrapAccount{"Operations", 0, {adminKey("First admin key")}}};
}

tl::expected<void, std::string> bootstrapAccounts(Server& server, const std::string& path,
                                                  const std::vector<BootstrapAccount>& accounts) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return {};
    auto file = SecretFile::create(path);
    if (!file)
        return tl::make_unexpected(file.error());
    const auto minted = server.bootstrap(accounts);
    if (!minted)
        return tl::make_unexpected(minted.error().message);
    return file->commit(document(server, *minted));
}

} // namespace leadsheet::server::program
