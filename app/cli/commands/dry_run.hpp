// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/context.hpp"

#include "leadsheet/outbound_ids.hpp"
#include "leadsheet/submit/submission.hpp"

#include <cstdint>
#include <string>

/// Commands that change something, without the change: whatever can be known before
/// is checked, the record is looked up, and what would be done is said.
namespace leadsheet::cli {

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
