// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

namespace leadsheet::cli {

void addWebhooksCommands(Registry& registry) {
    const Command webhooks =
        registry.root.addCommand("webhooks", "Messages to programs of your own");
    webhooks.needsCommand();
    addWebhookListenCommand(registry, webhooks);
}

} // namespace leadsheet::cli
