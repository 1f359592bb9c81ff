// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/money.hpp"
#include "leadsheet/result.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// One account a person works with. Never holds a key: that lives in the system keychain.
struct Profile {
    std::string name;
    std::string baseUrl;   ///< without a trailing slash
    std::string accountId; ///< as the server named it when the profile was added
    std::string accountName;
    std::string environment; ///< "live" or "sandbox", as the server named it
    /// The most that assistants may spend with it a day (UTC).
    std::optional<Money> assistantCap = {};

    bool operator==(const Profile&) const = default;
};

struct Profiles {
    std::vector<Profile> all; ///< by name
    std::string active;       ///< used when none is named; empty = none chosen

    const Profile* find(std::string_view name) const;
    /// The one named, else the active one, else the only one there is.
    const Profile* choose(std::string_view name) const;
};

/// The profiles in one 0600 JSON file that command line and desktop share. Safe to use from several
/// processes: every change is read, applied and written under a lock.
class ProfileStore {
public:
    static constexpr std::size_t kMaxNameBytes = 64;
    static constexpr std::size_t kMaxFileBytes = std::size_t{1024} * 1024;

    explicit ProfileStore(std::filesystem::path file)
        : file_(std::move(file)) {}

    /// A missing file means no profiles. A damaged file is an error that names it; it is never
    /// replaced.
    Result<Profiles> load() const;
    /// Applies `change` to what is stored now; an error from it leaves the file as it is.
    Result<void> update(const std::function<Result<void>(Profiles&)>& change);

    const std::filesystem::path& file() const { return file_; }

private:
    std::filesystem::path file_;
};

/// 1-64 bytes of UTF-8 without control characters or surrounding blanks; "sandbox" is taken.
Result<void> checkProfileName(std::string_view name);

/// `https://host[:port][/prefix]` without trailing slash, query, fragment, user info or /v1; http
/// only for loopback hosts. Says what is wrong otherwise.
Result<std::string> normalizedBaseUrl(std::string_view text);

} // namespace leadsheet::app
