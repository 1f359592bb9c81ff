// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include <filesystem>
#include <string>

/// Secrets that the service shows once, on their way into a new file.
namespace leadsheet::cli {

/// Refuses a file that exists, before a secret is made for it. `what` is its noun, "key". An empty
/// path means that no file was asked for.
Outcome<void> checkSecretFile(const std::filesystem::path& file, const std::string& what);

/// Writes the secret and a line end into a file that is made for it and that only its owner can
/// read; on disk when it returns. Never touches a file that exists.
Outcome<void> writeSecretFile(const std::filesystem::path& file, const std::string& secret,
                              const std::string& what);

} // namespace leadsheet::cli
