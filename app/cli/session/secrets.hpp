// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/platform_credential.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::cli {

class Console;
class Interrupts;
struct Context;

inline constexpr const char* kKeyVariable = "LEADSHEET_API_KEY";

/// Which of the arguments looks like a key, if any (0 = the program's name).
std::optional<std::size_t> keyAmongArguments(std::span<const char* const> arguments);
/// Why that is refused. Never repeats the argument.
Failure keyOnCommandLine(std::size_t position);

/// Where a key was asked to come from.
struct KeyOptions {
    std::filesystem::path file; ///< --key-file
    bool standardInput = false; ///< --key-stdin
};

/// The key that options or environment name; nothing when they name none. Options win over the
/// environment.
Outcome<std::optional<ApiKey>> keyFromOptions(const KeyOptions& options);

/// Asks on the terminal without showing what is typed.
Outcome<ApiKey> askForKey(Console& console, Interrupts& interrupts, std::string_view question);

inline constexpr const char* kCredentialVariable = "LEADSHEET_PLATFORM_KEY";

/// Where the key of an outreach platform comes from; never an argument, which other programs on
/// the computer could see.
struct CredentialArguments {
    std::filesystem::path file;
    bool standardInput = false;
};

/// From the file or standard input; nothing when neither was asked for.
Outcome<std::optional<PlatformCredential>> credentialFromOptions(const CredentialArguments& given);
/// From there, from LEADSHEET_PLATFORM_KEY, or asked for on the terminal, without an echo.
Outcome<PlatformCredential> credentialFor(Context& context, const CredentialArguments& given,
                                          const std::string& platform);

/// What the service shows once.
enum class SecretKind { ApiKey, Signing };

/// A file for such a secret, which only its owner can read. It has its room on the disk before the
/// secret is made: what is shown once must find its place. It gets its name with the secret in it,
/// so that a command that is killed leaves none behind.
class SecretFile {
public:
    /// Refuses a file that exists, and a place where none can be made.
    static Outcome<SecretFile> reserve(std::filesystem::path file, SecretKind kind);
    /// An empty path means that no file was asked for.
    static Outcome<std::optional<SecretFile>> reserveIfAsked(const std::filesystem::path& file,
                                                             SecretKind kind);

    const std::filesystem::path& path() const { return path_; }
    /// Whether the secret and a line end are on the disk now.
    bool keep(const std::string& secret);

private:
    SecretFile(std::filesystem::path path, app::PrivateDraft draft);
    std::filesystem::path path_;
    app::PrivateDraft draft_;
};

} // namespace leadsheet::cli
