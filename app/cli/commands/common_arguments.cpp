// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"

#include "../output/clock_words.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/timestamp.hpp"

#include <algorithm>

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
    switch (format) {
    case app::ExportFormat::Xlsx:
        return "XLSX";
    case app::ExportFormat::JsonLines:
        return "JSON Lines";
    case app::ExportFormat::Csv:
        break;
    }
    return "CSV";
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
    command.addOption("--idempotency-key", key, about).valueName("TEXT").notEmpty();
}

void addLimitOption(const Command& command, std::size_t& limit) {
    command.addOption("--limit", limit, help::limit())
        .showDefault()
        .between(1, kMaxShown)
        .valueName("N");
}

} // namespace leadsheet::cli
