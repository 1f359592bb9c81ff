// SPDX-License-Identifier: Apache-2.0
#include "dry_run.hpp"

#include "../options/command.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/run_execution.hpp"
#include "destination_listing.hpp"
#include "webhook_listing.hpp"

#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

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
    return sayDryRun(context, {},
                     price.meant.rows == 0
                         ? say::wouldOrderNothing()
                         : say::wouldPlace(price.meant.rows, Money{price.meant.amount, currency}));
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
