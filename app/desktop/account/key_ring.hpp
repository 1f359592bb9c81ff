// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/key_store.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace leadsheet::desktop {

/// Keys by profile: in the system keychain, or, where that fails, in memory until the program ends.
/// Never in a file. GUI thread only. Each call may turn the event loop until the keychain (or the
/// person at its prompt) has answered: the caller must expect anything to have changed meanwhile.
class KeyRing {
public:
    explicit KeyRing(std::unique_ptr<app::KeyStore> store)
        : store_(std::move(store)) {}

    tl::expected<std::optional<ApiKey>, app::KeyStoreError> find(const std::string& entry);
    /// Nothing when the keychain took it; else why not, and the key is kept for this session.
    std::optional<app::KeyStoreError> keep(const std::string& entry, const ApiKey& key);
    void forget(const std::string& entry);
    void move(const std::string& from, const std::string& to);

private:
    std::unique_ptr<app::KeyStore> store_;
    std::map<std::string, ApiKey> session_;
};

} // namespace leadsheet::desktop
