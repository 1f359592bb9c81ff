// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/platform_credential.hpp"

#include <filesystem>
#include <optional>

namespace leadsheet::cli {

struct Context;

inline constexpr const char* kCredentialVariable = "LEADSHEET_PLATFORM_KEY";

/// Where the key of an outreach platform comes from; never an argument, which other programs on
/// the computer could see.
struct CredentialWishes {
    std::filesystem::path file;
    bool standardInput = false;
};

/// From the file or standard input; nothing when neither was asked for.
Outcome<std::optional<PlatformCredential>> credentialFromOptions(const CredentialWishes& wishes);
/// From there, from LEADSHEET_PLATFORM_KEY, or asked for on the terminal, without an echo.
Outcome<PlatformCredential> credentialFor(Context& context, const CredentialWishes& wishes,
                                          const std::string& platform);

} // namespace leadsheet::cli
