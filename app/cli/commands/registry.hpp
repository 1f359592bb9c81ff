// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../options/command.hpp"
#include "../session/context.hpp"

#include <functional>
#include <memory>
#include <span>

namespace leadsheet::cli {

/// What the chosen command does; its exit code, or why it failed.
using Action = std::function<Outcome<ExitCode>(Context&)>;

/// Where commands announce themselves. `chosen` is set by the command that the arguments name.
struct Registry {
    const Command root;
    Action chosen;

    /// When the arguments name `command`, `act(context, *given...)` is what is done; the command's
    /// options are bound to `given`.
    template <class Act, class... Arguments>
    void bind(const Command& command, Act act, std::shared_ptr<Arguments>... given) {
        command.whenChosen([this, act = std::move(act), given...] {
            chosen = [act, given...](Context& context) {
                return act(context, *given...);
            };
        });
    }
};

// One function a command family; each adds its options and binds what its commands do.
void addSandboxCommands(Registry& registry);
void addProfileCommands(Registry& registry);
void addSheetCommands(Registry& registry); ///< sheet inspect, sheet dump, check
void addDumpCommand(Registry& registry, const Command& sheet);
void addMapCommands(Registry& registry); ///< map suggest, save, apply, list, remove
void addQuoteCommand(Registry& registry);
void addSubmitCommand(Registry& registry);
void addWatchCommand(Registry& registry);
void addResumeCommand(Registry& registry);
void addDiscardCommand(Registry& registry);
void addRetryCommand(Registry& registry);
void addOrderAgainCommand(Registry& registry);
void addStatusCommand(Registry& registry);
void addResultsCommand(Registry& registry);
void addDiffCommand(Registry& registry);
void addOrdersCommands(Registry& registry);
void addLedgerCommand(Registry& registry);
void addAuditCommands(Registry& registry);   ///< audit export, audit verify
void addAccountCommands(Registry& registry); ///< account, products
void addStatementCommand(Registry& registry);
void addLeadsCommands(Registry& registry);
void addLeadExportCommand(Registry& registry, const Command& leads);
void addLeadEraseCommand(Registry& registry, const Command& leads);
void addKeysCommands(Registry& registry);
void addWebhooksCommands(Registry& registry);
void addWebhookMessagesCommands(Registry& registry, const Command& webhooks);
void addWebhookListenCommand(Registry& registry, const Command& webhooks);
void addDestinationsCommands(Registry& registry);
void addDestinationPushCommands(Registry& registry, const Command& destinations);
void addAdminCommands(Registry& registry); ///< all of the operators' plane
void addAdminIngestCommand(Registry& registry, const Command& admin);
void addAdminExportCommand(Registry& registry, const Command& admin);
void addAdminAccountCommands(Registry& registry, const Command& admin); ///< accounts, credit
void addAdminKeyCommands(Registry& registry, const Command& admin);
void addAdminSuppressionCommands(Registry& registry, const Command& admin);
void addMcpCommand(Registry& registry);
void addServeCommand(Registry& registry);
void addShellCommands(Registry& registry); ///< completion, manual

/// Becomes the server program with these arguments; returns only when that fails.
Failure serve(std::span<const char* const> arguments);

} // namespace leadsheet::cli
