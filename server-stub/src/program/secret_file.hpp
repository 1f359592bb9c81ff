// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/server.hpp"

#include "domain/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::program {

/// A new file that only its owner can read, made before the secret exists, so that a secret is
/// never minted for a file that cannot be written. Removed again unless commit() succeeds.
class SecretFile {
public:
    /// An error sentence when the file exists or cannot be made.
    static tl::expected<SecretFile, std::string> create(std::string path);
    SecretFile(SecretFile&& other) noexcept;
    SecretFile& operator=(SecretFile&&) = delete;
    SecretFile(const SecretFile&) = delete;
    SecretFile& operator=(const SecretFile&) = delete;
    ~SecretFile();

    /// Writes and flushes to disk.
    tl::expected<void, std::string> commit(std::string_view content);

private:
    SecretFile(std::string path, int fd);

    std::string path_;
    int fd_;
};

/// The pepper for a database file: read from `pepperFile`, or from "<database>.pepper", which is
/// made (mode 0600) when the database is new as well.
tl::expected<std::string, std::string> loadPepper(const std::string& databasePath,
                                                  const std::string& pepperFile);

/// A customer with play money and an operator.
std::vector<BootstrapAccount> playAccounts();
/// The operator of a new service, with an admin key: all further accounts and keys are made with
/// it.
std::vector<BootstrapAccount> operatorAccount();

/// Makes the accounts and writes their keys to `path`. A file that is there already is left alone,
/// and no account is made: the keys in it go on working.
tl::expected<void, std::string> bootstrapAccounts(Server& server, const std::string& path,
                                                  const std::vector<BootstrapAccount>& accounts);

} // namespace leadsheet::server::program
