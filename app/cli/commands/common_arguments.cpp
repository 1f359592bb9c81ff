// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"

#include "../options/command.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/run_execution.hpp"
#include "../session/spending.hpp"
#include "destinations_commands.hpp"
#include "webhook_listing.hpp"

#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>
#include <limits>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

constexpr std::int64_t kMaxShown = 1'000'000;

/// Ids are part of the path that is asked for, and none of the service's has other characters.
bool mayBeId(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
}

template <class Id>
Outcome<Id> idOf(const std::string& text, Message (*refusal)(std::string_view), Message fix) {
    auto id = Id::parse(text);
    if (!id || !mayBeId(text))
        return fail(usageFailure(refusal(text), std::move(fix)));
    return *std::move(id);
}

} // namespace

Outcome<OrderNumber> orderNumberOf(const std::string& text) {
    return idOf<OrderNumber>(text, say::noOrderNumber, say::whatOrderNumbersAre());
}

Outcome<AccountId> accountIdOf(const std::string& text) {
    return idOf<AccountId>(text, say::noAccountId, say::seeAccounts());
}

Outcome<KeyId> keyIdOf(const std::string& text) {
    return idOf<KeyId>(text, say::noKeyId, say::seeKeys());
}

Outcome<WebhookId> webhookIdOf(const std::string& text) {
    return idOf<WebhookId>(text, say::noWebhookId, say::seeWebhooks());
}

Outcome<WebhookDeliveryId> webhookDeliveryIdOf(const std::string& text) {
    return idOf<WebhookDeliveryId>(text, say::noDeliveryId, say::seeDeliveries());
}

Outcome<DestinationId> destinationIdOf(const std::string& text) {
    return idOf<DestinationId>(text, say::noDestinationId, say::seeDestinations());
}

Outcome<LeadId> leadIdOf(const std::string& text) {
    return idOf<LeadId>(text, say::noLeadId, say::seeLeads());
}

Outcome<std::string> momentOf(const std::string& text, WallTime now) {
    if (parseTimestamp(text))
        return text;
    if (const auto ago = parseDuration(text))
        return utcTime(now - *ago);
    return fail(usageFailure(say::noTime(text), say::fixNoTime()));
}

std::optional<Message> standardOutputProblem(const std::string& file) {
    if (file != "-")
        return std::nullopt;
    return help::isStandardOutput();
}

std::string_view exportFormatName(app::ExportFormat format) {
    static constexpr auto kWords = std::to_array<std::string_view>({"CSV", "XLSX", "JSON Lines"});
    static_assert(kWords.size() == static_cast<std::size_t>(app::ExportFormat::JsonLines) + 1);
    return kWords[static_cast<std::size_t>(format)];
}

Outcome<void> checkNameFits(const std::filesystem::path& file, app::ExportFormat format) {
    const auto named = app::exportFormatFor(file);
    if (!named || *named == format)
        return {};
    const std::string_view ending = format == app::ExportFormat::Xlsx        ? ".xlsx"
                                    : format == app::ExportFormat::JsonLines ? ".jsonl"
                                                                             : ".csv";
    return fail(usageFailure(say::nameSaysOtherwise(exportFormatName(format), file.string()),
                             messages::sheet::endNameIn(ending)));
}

std::optional<Message> durationProblem(const std::string& text) {
    return parseDuration(text) ? std::nullopt : std::optional(help::noDuration(text));
}

void addVersionOption(const Command& command, std::int64_t& version) {
    command.addOption("--expect-version", version, help::updateExpectVersion())
        .valueName("N")
        .positive();
}

std::optional<std::int64_t> expectedVersion(std::int64_t version) {
    return version == 0 ? std::nullopt : std::optional(version);
}

void addOnceOption(const Command& command, std::string& key, const Message& about) {
    command.addOption("--idempotency-key", key, about).valueName("TEXT");
}

void addLimitOption(const Command& command, std::size_t& limit) {
    command.addOption("--limit", limit, help::limit())
        .showDefault()
        .between(1, kMaxShown)
        .valueName("N");
}

namespace {

/// Seen before anything is spent, not after it.
std::optional<Message> placeProblem(const std::string& text) {
    if (auto problem = standardOutputProblem(text))
        return problem;
    const std::filesystem::path path(text);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return help::isFolder(text);
    if (!std::filesystem::is_directory(folder, ignored))
        return help::noFolder(folder.string());
    if (::access(folder.c_str(), W_OK) != 0)
        return help::folderNotWritable(folder.string());
    return std::nullopt;
}

} // namespace

SpendLimit SpendOptions::limit() const {
    SpendLimit limit;
    if (!maxTotal.empty())
        limit.maxTotal = maxTotal;
    if (first > 0)
        limit.firstRows = first;
    limit.day = day;
    return limit;
}

Patience SpendOptions::patience() const {
    return {parseDuration(maxWait), parseDuration(maxOutage)};
}

void addSpendOptions(const Command& command, SpendOptions& options) {
    command.addOption("--max-total", options.maxTotal, help::submitMaxTotal())
        .valueName("AMOUNT [CURRENCY]")
        .check(maxTotalProblem);
    command.addOption("--first", options.first, help::first())
        .valueName("N")
        .between(std::int64_t{1}, std::numeric_limits<std::int64_t>::max());
    command.addFlag("--dry-run", options.dryRun, help::orderNothing());
    command.addOption("--results", options.results_, help::results())
        .valueName("FILE")
        .check(placeProblem);
    command.addFlag("--no-results", options.noResults, help::noResults());
    command.addOption("--max-wait", options.maxWait, help::maxWait())
        .valueName("DURATION")
        .check(durationProblem);
    command.addOption("--max-outage", options.maxOutage, help::maxOutage())
        .valueName("DURATION")
        .check(durationProblem);
}

namespace {

template <class Record>
Outcome<ExitCode> dryRunOf(Context& context, const Connection& connection, const Record& record,
                           std::int64_t version, const Sentences& what) {
    if (version == 0 || version == record.version)
        return sayDryRun(context, record.id.str(), what);
    const Error conflict =
        localError(ErrorCode::VersionConflict,
                   record.id.str() + " has version " + std::to_string(record.version) + ".");
    return fail(explainRefusal(conflict, connection.circumstances(false)));
}

} // namespace

void addDryRunOption(const Command& command, bool& dryRun, const Message& about) {
    command.addFlag("--dry-run", dryRun, about);
}

ExitCode sayDryRun(Context& context, const std::string& id, const Sentences& what) {
    context.console.say(messages::cli::dryRun(said(what)));
    boost::json::object object{{"type", "dryRun"}, {"would", what.english()}};
    if (!id.empty())
        object["id"] = id;
    context.console.emit(object);
    return ExitCode::Done;
}

Outcome<ExitCode> sayRehearsal(Context& context, const RunSession& session, const Quoted& price,
                               const SpendLimit& limit) {
    LEADSHEET_TRY_DONE(checkSpending(session, price, limit));
    const std::string& currency = session.connection.account.available.currency;
    return sayDryRun(
        context, {},
        price.meant.rows == 0
            ? messages::clirun::wouldOrderNothing()
            : messages::clirun::wouldPlace(price.meant.rows, Money{price.meant.amount, currency}));
}

Outcome<ExitCode> dryRunOfWebhook(Context& context, const Connection& connection,
                                  const WebhookId& id, std::int64_t version,
                                  const Sentences& what) {
    const auto webhook = connection.client->webhooks().get(id, callOf(context));
    if (!webhook)
        return fail(explainWebhook(webhook.error(), connection, id.str()));
    return dryRunOf(context, connection, *webhook, version, what);
}

Outcome<ExitCode> dryRunOfDestination(Context& context, const Connection& connection,
                                      const DestinationId& id, std::int64_t version,
                                      const Sentences& what) {
    const auto destination = connection.client->destinations().get(id, callOf(context));
    if (!destination)
        return fail(explainDestination(destination.error(), connection, id.str()));
    return dryRunOf(context, connection, *destination, version, what);
}

} // namespace leadsheet::cli
