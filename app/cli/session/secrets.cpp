// SPDX-License-Identifier: Apache-2.0
#include "secrets.hpp"

#include "../output/console.hpp"
#include "../terminal.hpp"
#include "context.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

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

/// More than any secret that the service shows, with its line end.
constexpr std::size_t kSecretRoom = 4096;

Failure secretFileFailure(const std::filesystem::path& file, SecretKind kind, int error) {
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    Failure failure{
        ExitCode::Storage,
        messages::sheet::fileNotWritable(file.string(), std::generic_category().message(error)),
        kind == SecretKind::ApiKey ? say::noKeyWasMade() : say::noSecretWasMade(),
        say::nameNewFile(),
        full ? "storage_full" : "storage_error",
        {}};
    if (full)
        failure.what = messages::sheet::noRoomToWrite(file.string());
    else if (error == EEXIST)
        failure.what = messages::sheet::fileExists(file.string());
    return failure;
}

bool writeAt(int descriptor, std::string_view text) {
    for (std::size_t done = 0; done < text.size();) {
        const auto put =
            ::pwrite(descriptor, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (put < 0 && errno != EINTR)
            return false;
        done += put > 0 ? static_cast<std::size_t>(put) : 0;
    }
    return true;
}

} // namespace

SecretFile::SecretFile(std::filesystem::path path, app::PrivateDraft draft)
    : path_(std::move(path))
    , draft_(std::move(draft)) {}

Outcome<SecretFile> SecretFile::reserve(std::filesystem::path file, SecretKind kind) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        return fail(secretFileFailure(file, kind, EEXIST));
    auto draft = app::PrivateDraft::beside(file);
    if (!draft)
        return fail(secretFileFailure(file, kind, draft.error()));
    // Written rather than allocated: not every file system keeps what it promises.
    if (!writeAt(draft->descriptor(), std::string(kSecretRoom, '\n')) ||
        ::fsync(draft->descriptor()) != 0)
        return fail(secretFileFailure(file, kind, errno));
    return SecretFile(std::move(file), *std::move(draft));
}

Outcome<std::optional<SecretFile>> SecretFile::reserveIfAsked(const std::filesystem::path& file,
                                                              SecretKind kind) {
    if (file.empty())
        return std::optional<SecretFile>();
    LEADSHEET_TRY(auto made, reserve(file, kind));
    return std::optional<SecretFile>(std::move(made));
}

bool SecretFile::keep(const std::string& secret) {
    const std::string text = secret + "\n";
    return writeAt(draft_.descriptor(), text) &&
           ::ftruncate(draft_.descriptor(), static_cast<off_t>(text.size())) == 0 &&
           draft_.publish(false) == 0;
}

} // namespace leadsheet::cli
