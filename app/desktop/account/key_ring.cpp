// SPDX-License-Identifier: Apache-2.0
#include "key_ring.hpp"

namespace leadsheet::desktop {

tl::expected<std::optional<ApiKey>, app::KeyStoreError> KeyRing::find(const std::string& entry) {
    if (const auto kept = session_.find(entry); kept != session_.end())
        return kept->second;
    return store_->read(entry);
}

std::optional<app::KeyStoreError> KeyRing::keep(const std::string& entry, const ApiKey& key) {
    session_.insert_or_assign(entry, key);
    auto stored = store_->write(entry, key);
    if (!stored)
        return stored.error();
    session_.erase(entry);
    return std::nullopt;
}

void KeyRing::forget(const std::string& entry) {
    session_.erase(entry);
    // A keychain that cannot be reached holds nothing that this program could remove.
    [[maybe_unused]] const auto removed = store_->remove(entry);
}

void KeyRing::move(const std::string& from, const std::string& to) {
    const auto key = find(from);
    if (!key || !*key)
        return;
    if (keep(to, **key) && session_.find(from) == session_.end())
        return; // the old entry is all there is in the keychain
    forget(from);
}

} // namespace leadsheet::desktop
