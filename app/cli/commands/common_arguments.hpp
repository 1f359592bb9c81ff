// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"
#include "../options/command.hpp"
#include "../session/context.hpp"
#include "../session/run_execution.hpp"

#include "leadsheet/account_ids.hpp"
#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/outbound_ids.hpp"
#include "leadsheet/submit/submission.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Arguments that several commands take. What is malformed is a usage failure that says where to
/// find a right one.
namespace leadsheet::cli {

Outcome<OrderNumber> orderNumberOf(const std::string& text);
Outcome<AccountId> accountIdOf(const std::string& text);
Outcome<KeyId> keyIdOf(const std::string& text);
Outcome<WebhookId> webhookIdOf(const std::string& text);
Outcome<WebhookDeliveryId> webhookDeliveryIdOf(const std::string& text);
Outcome<DestinationId> destinationIdOf(const std::string& text);
Outcome<LeadId> leadIdOf(const std::string& text);
/// A moment as RFC 3339: given so, or as the time that has passed since ("2h").
Outcome<std::string> momentOf(const std::string& text, WallTime now);

/// For the name of a file to write: "-" would mean standard output, which files do not go to.
std::optional<Message> standardOutputProblem(const std::string& file);
/// "XLSX"
std::string_view exportFormatName(app::ExportFormat format);
/// Refuses a name whose ending is that of another format: the programs that it is for would too.
Outcome<void> checkNameFits(const std::filesystem::path& file, app::ExportFormat format);
/// For a length of time: 90, 15m, 2h.
std::optional<Message> durationProblem(const std::string& text);

/// --idempotency-key; `about` says what running the same command again does.
void addOnceOption(const Command& command, std::string& key,
                   const Message& about = help::actOnce());
/// --expect-version; 0 stands for any.
void addVersionOption(const Command& command, std::int64_t& version);
std::optional<std::int64_t> expectedVersion(std::int64_t version);
/// --limit, how many records are shown.
void addLimitOption(const Command& command, std::size_t& limit);

/// Options of the commands that spend: submit, resume, retry.
struct SpendOptions {
    std::string maxTotal;
    std::int64_t first = 0; ///< 0 = all
    bool dryRun = false;
    bool noResults = false;
    std::filesystem::path results_;
    std::string maxWait;   ///< a duration; empty = as long as it takes
    std::string maxOutage; ///< a duration; empty = the engine's own

    std::optional<work::FolderDay> day; ///< see SpendLimit::day

    SpendLimit limit() const;
    ResultsTarget results() const { return {!noResults, results_}; }
    Patience patience() const;
};

void addSpendOptions(const Command& command, SpendOptions& options);

class Command;
struct Connection;
struct Quoted;
struct RunSession;
struct SpendLimit;

/// --dry-run; `about` says what is left out, "Send nothing".
void addDryRunOption(const Command& command, bool& dryRun, const Message& about);

/// "Dry run: <what>." and, as JSON, {"type": "dryRun"} with the id, unless that is empty.
ExitCode sayDryRun(Context& context, const std::string& id, const Sentences& what);

/// The same for the orders of a priced run; refuses what authorise() would refuse of itself.
Outcome<ExitCode> sayRehearsal(Context& context, const RunSession& session, const Quoted& price,
                               const SpendLimit& limit);

/// The same for a webhook that is there and has the version that was expected (0 = any).
Outcome<ExitCode> dryRunOfWebhook(Context& context, const Connection& connection,
                                  const WebhookId& id, std::int64_t version, const Sentences& what);
Outcome<ExitCode> dryRunOfDestination(Context& context, const Connection& connection,
                                      const DestinationId& id, std::int64_t version,
                                      const Sentences& what);

} // namespace leadsheet::cli
