// SPDX-License-Identifier: Apache-2.0
#include "credential_source.hpp"

#include "../output/console.hpp"
#include "../terminal.hpp"
#include "context.hpp"

#include "leadsheet/app/accounts/private_file.hpp"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kMostCredentialBytes = 8192;

Outcome<PlatformCredential> parsedCredential(std::string_view text, const std::string& origin) {
    auto key = PlatformCredential::parse(text);
    if (!key)
        return fail(
            usageFailure("What came from " + origin + " is no platform's key.",
                         "It is one line of at most 1,000 characters, as the platform shows it."));
    return *std::move(key);
}

} // namespace

Outcome<std::optional<PlatformCredential>> credentialFromOptions(const CredentialWishes& wishes) {
    const auto some = [](PlatformCredential key) {
        return std::optional<PlatformCredential>(std::move(key));
    };
    if (!wishes.file.empty()) {
        const auto text = app::readSecretFile(wishes.file, kMostCredentialBytes);
        if (!text)
            return fail(usageFailure(text.error().message));
        return parsedCredential(*text, wishes.file.string()).map(some);
    }
    if (!wishes.standardInput)
        return std::nullopt;
    if (::isatty(STDIN_FILENO) == 1)
        return fail(usageFailure(
            "--credential-stdin was given, but standard input is the terminal.",
            "Pipe the platform's key in, or leave the option out to be asked for it."));
    return parsedCredential(lineOfInput(kMostCredentialBytes), "standard input").map(some);
}

Outcome<PlatformCredential> credentialFor(Context& context, const CredentialWishes& wishes,
                                          const std::string& platform) {
    auto given = credentialFromOptions(wishes);
    if (!given)
        return fail(given.error());
    if (*given)
        return **std::move(given);
    const char* variable = std::getenv(kCredentialVariable);
    if (variable != nullptr && *variable != '\0')
        return parsedCredential(variable, kCredentialVariable);
    if (!context.console.canAsk())
        return fail(usageFailure("There is no key of " + platform + ", and nobody to ask for it.",
                                 "Give it with --credential-file, --credential-stdin or " +
                                     std::string(kCredentialVariable) + "."));
    const auto line = askOnTerminal(context.console, context.interrupts,
                                    Text("API key of " + platform + ": "), Echo::Off);
    if (!line)
        return fail(interruptedFailure());
    return parsedCredential(*line, "the terminal");
}

} // namespace leadsheet::cli
