// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"

#include <memory>
#include <optional>
#include <string>

namespace leadsheet::app {

/// Why the system's keychain could not be used. Nothing was stored anywhere else.
struct KeyStoreError {
    enum class Kind {
        Absent,  ///< no keychain service on this system or in this session
        Refused, ///< locked, or the person declined
        Silent   ///< it did not answer in time, for example behind a prompt nobody saw
    };
    Kind kind = Kind::Absent;
    std::string reason; ///< a sentence for a person
};

/// Where keys of profiles are kept. One thread (the one with the application's event loop) at a
/// time.
class KeyStore {
public:
    virtual ~KeyStore() = default;

    /// Nothing when there is no such entry. A locked keychain may look the same (libsecret does not
    /// tell them apart), so callers say both.
    virtual tl::expected<std::optional<ApiKey>, KeyStoreError> read(const std::string& entry) = 0;
    virtual tl::expected<void, KeyStoreError> write(const std::string& entry,
                                                    const ApiKey& key) = 0;
    /// True when an entry was there.
    virtual tl::expected<bool, KeyStoreError> remove(const std::string& entry) = 0;
};

/// The desktop's keychain (libsecret, KWallet) under the service name "leadsheet". Needs a
/// QCoreApplication with the GLib event dispatcher in the calling thread. Never falls back to a
/// file.
std::unique_ptr<KeyStore> systemKeychain();

/// Name of a profile's entry.
std::string keyEntry(const std::string& profile, const std::string& baseUrl);

} // namespace leadsheet::app
