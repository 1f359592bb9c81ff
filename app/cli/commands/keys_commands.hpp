// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../options/command.hpp"
#include "../session/context.hpp"
#include "../session/secrets.hpp"

#include "leadsheet/model/key.hpp"
#include "leadsheet/page.hpp"

#include <boost/json/object.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What `keys` and `admin keys` have in common.
namespace leadsheet::cli {

/// A key to be made, as options say it.
struct KeyArguments {
    std::string name;
    std::vector<std::string> scopes;
    std::string cap; ///< an amount
    std::string expires;
    std::filesystem::path secretFile;
    std::string idempotencyKey;

    /// `currency` is the one of the cap.
    Outcome<NewKey> key(const std::string& currency) const;
};
void addNewKeyOptions(const Command& command, KeyArguments& arguments);
/// --secret-file and --idempotency-key.
void addSecretOptions(const Command& command, KeyArguments& arguments);

boost::json::object keyJson(const KeyRecord& key);
/// All of them, page by page; when a page fails, those before it were emitted as JSON only.
Result<void> showKeys(Context& context, PageRange<KeyRecord> keys);

/// What a rotation means for the key that is replaced.
void sayOldKeyEnds(Console& console);
/// Shows the secret, this once, and until when it works, or writes it into the file. Where that
/// fails after all it is shown, with an exit code that says so.
Outcome<ExitCode> handOver(Context& context, const CreatedKey& key,
                           std::optional<SecretFile> secretFile);

} // namespace leadsheet::cli
