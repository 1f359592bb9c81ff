// SPDX-License-Identifier: Apache-2.0
#include "secrets.hpp"

#include "../output/console.hpp"
#include "../terminal.hpp"
#include "context.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/try.hpp"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

constexpr std::size_t kMaxInput = 4096;
// Written apart so that the text of this program holds no key-like string.
constexpr std::string_view kKeyPrefix = "sk_"
                                        "live_";

Failure keyFailure(Sentences what, Sentences fix) {
    return {ExitCode::Key, std::move(what), {}, std::move(fix), "no_key", {}};
}

Outcome<ApiKey> parsed(std::string_view text, Message origin) {
    auto key = ApiKey::parse(text);
    if (!key)
        return fail(keyFailure(Sentences(say::notAKey(std::move(origin))).add(key.error()),
                               say::whatAKeyIs()));
    return *std::move(key);
}

Outcome<ApiKey> keyFromStandardInput() {
    if (::isatty(STDIN_FILENO) == 1)
        return fail(keyFailure(say::keyStdinTerminal(), say::pipeKey()));
    const std::string line = lineOfInput(kMaxInput);
    if (line.empty())
        return fail(keyFailure(say::keyStdinEmpty(), say::pipeKeyFirstLine()));
    return parsed(line, say::standardInput());
}

} // namespace

std::optional<std::size_t> keyAmongArguments(std::span<const char* const> arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        const std::size_t at = argument.find(kKeyPrefix);
        if (at != std::string_view::npos && argument.size() > at + kKeyPrefix.size())
            return i;
    }
    return std::nullopt;
}

Failure keyOnCommandLine(std::size_t position) {
    Failure failure;
    failure.exit = ExitCode::Usage;
    failure.what = say::keyOnCommandLine(static_cast<std::int64_t>(position));
    failure.meaning = say::keyInHistory();
    failure.fix = say::howToGiveKeys();
    failure.code = "key_on_command_line";
    return failure;
}

Outcome<std::optional<ApiKey>> keyFromOptions(const KeyOptions& options) {
    const auto some = [](ApiKey key) {
        return std::optional<ApiKey>(std::move(key));
    };
    if (!options.file.empty()) {
        const auto text = app::readSecretFile(options.file, kMaxInput);
        if (!text)
            return fail(keyFailure(text.error(), {}));
        return parsed(*text, say::origin(options.file.string())).map(some);
    }
    if (options.standardInput)
        return keyFromStandardInput().map(some);
    const char* variable = std::getenv(kKeyVariable);
    if (variable != nullptr && *variable != '\0')
        return parsed(variable, say::origin(kKeyVariable)).map(some);
    return std::nullopt;
}

Outcome<ApiKey> askForKey(Console& console, Interrupts& interrupts, std::string_view question) {
    if (!console.canAsk())
        return fail(keyFailure(say::nobodyToAskKey(), say::giveKey()));
    const auto line = askOnTerminal(console, interrupts, Text(question), Echo::Off);
    if (!line)
        return fail(interruptedFailure());
    return parsed(*line, say::theTerminal());
}

namespace {

constexpr std::size_t kMaxCredentialBytes = 8192;

Outcome<PlatformCredential> parsedCredential(std::string_view text, Message origin) {
    auto key = PlatformCredential::parse(text);
    if (!key)
        return fail(
            usageFailure(say::notAPlatformKey(std::move(origin)), say::whatAPlatformKeyIs()));
    return *std::move(key);
}

} // namespace

Outcome<std::optional<PlatformCredential>> credentialFromOptions(const CredentialArguments& given) {
    const auto some = [](PlatformCredential key) {
        return std::optional<PlatformCredential>(std::move(key));
    };
    if (!given.file.empty()) {
        const auto text = app::readSecretFile(given.file, kMaxCredentialBytes);
        if (!text)
            return fail(usageFailure(text.error()));
        return parsedCredential(*text, say::origin(given.file.string())).map(some);
    }
    if (!given.standardInput)
        return std::nullopt;
    if (::isatty(STDIN_FILENO) == 1)
        return fail(usageFailure(say::credentialStdinTerminal(), say::pipeCredential()));
    return parsedCredential(lineOfInput(kMaxCredentialBytes), say::standardInput()).map(some);
}

Outcome<PlatformCredential> credentialFor(Context& context, const CredentialArguments& arguments,
                                          const std::string& platform) {
    LEADSHEET_TRY(auto given, credentialFromOptions(arguments));
    if (given)
        return *std::move(given);
    const char* variable = std::getenv(kCredentialVariable);
    if (variable != nullptr && *variable != '\0')
        return parsedCredential(variable, say::origin(kCredentialVariable));
    if (!context.console.canAsk())
        return fail(usageFailure(say::nobodyToAskCredential(platform),
                                 say::giveCredential(kCredentialVariable)));
    const auto line = askOnTerminal(context.console, context.interrupts,
                                    Text(say::askCredential(platform)).add(" "), Echo::Off);
    if (!line)
        return fail(interruptedFailure());
    return parsedCredential(*line, say::theTerminal());
}

namespace {

Failure secretFileFailure(const std::filesystem::path& file, SecretKind kind) {
    const bool key = kind == SecretKind::ApiKey;
    return {ExitCode::Storage,
            key ? say::noFileForKey(file.string()) : say::noFileForSecret(file.string()),
            key ? say::noKeyWasMade() : say::noSecretWasMade(),
            say::nameNewFile(),
            "storage_error",
            {}};
}

} // namespace

Outcome<void> checkSecretFile(const std::filesystem::path& file, SecretKind kind) {
    std::error_code ignored;
    if (!file.empty() && std::filesystem::exists(file, ignored))
        return fail(secretFileFailure(file, kind));
    return {};
}

Outcome<void> writeSecretFile(const std::filesystem::path& file, const std::string& secret,
                              SecretKind kind) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return fail(secretFileFailure(file, kind));
    const std::string text = secret + "\n";
    const auto put = ::write(descriptor, text.data(), text.size());
    const bool kept = put == static_cast<ssize_t>(text.size()) && ::fsync(descriptor) == 0;
    ::close(descriptor);
    if (!kept)
        return fail(secretFileFailure(file, kind));
    return {};
}

} // namespace leadsheet::cli
