// SPDX-License-Identifier: Apache-2.0
#include "admin_orders.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include <array>
#include <memory>

namespace leadsheet::cli {
namespace {

struct StepForm {
    Step step;
    const char* name;
    const char* about;
    const char* text; ///< the option for its text; null = it has none
    const char* aboutText;
};

constexpr std::array kSteps = {
    StepForm{Step::Approve, "approve", "Begin to work on an order that is in review", nullptr,
             nullptr},
    StepForm{Step::Reject, "reject", "Reject an order; the money held for it is released",
             "--reason", "The reason; the customer sees it"},
    StepForm{Step::RequestInfo, "request-info", "Ask the customer about an order", "--question",
             "The question; the customer sees it"},
    StepForm{Step::Deliver, "deliver", "Deliver an order and charge for the leads ingested",
             nullptr, nullptr},
    StepForm{Step::Fail, "fail", "Fail an order; the money held for it is released", "--reason",
             "The reason; the customer sees it"},
    StepForm{Step::Refund, "refund", "Refund an order, before or after delivery", "--reason",
             "The reason; the customer sees it"},
};

bool movesMoney(Step step) {
    return step != Step::Approve && step != Step::RequestInfo;
}

void addQueue(Registry& registry, const Command& admin) {
    auto wishes = std::make_shared<QueueWishes>();
    const Command queue = admin.addCommand("queue", "Show the orders that wait, oldest first");
    queue.addOption("--status", wishes->status, "Orders in this state; pending_review if left out")
        .valueName("STATUS")
        .oneOf({"all", "pending_review", "in_progress", "info_requested", "delivered", "rejected",
                "cancelled", "failed", "refunded"});
    queue.addOption("--account", wishes->account, "Only orders of this account")
        .valueName("ACCOUNT")
        .notEmpty();
    queue
        .addOption("--created-after", wishes->since,
                   "Only newer ones, for example 2026-01-31T00:00:00Z")
        .valueName("TIME")
        .notEmpty();
    addLimitOption(queue, wishes->limit);
    registry.bind(queue, showQueue, wishes);
}

void addStep(Registry& registry, const Command& admin, const StepForm& form) {
    auto wishes = std::make_shared<StepWishes>();
    const Command command = admin.addCommand(form.name, form.about);
    command.addOption("ORDER", wishes->order, "Order number").required();
    if (form.text != nullptr)
        command.addOption(form.text, wishes->text, form.aboutText)
            .required()
            .valueName("TEXT")
            .notEmpty();
    if (form.step == Step::Refund)
        command.addOption("--amount", wishes->amount, "How much; all of it if left out")
            .valueName("AMOUNT")
            .notEmpty();
    if (form.step == Step::Deliver)
        command.addFlag("--part", wishes->part,
                        "Only what was ingested so far; the order goes on, and more may follow");
    command
        .addOption("--expect-version", wishes->version,
                   "Only when the order still has this version, as the queue shows it")
        .valueName("N")
        .positive();
    addOnceOption(command, wishes->idempotencyKey);
    if (movesMoney(form.step))
        command.addFlag("--yes", wishes->yes, "Do not ask; needed without a terminal");
    const auto perform = [step = form.step](Context& context, const StepWishes& given) {
        return performStep(context, step, given);
    };
    registry.bind(command, perform, wishes);
}

} // namespace

void addAdminCommands(Registry& registry) {
    const Command admin =
        registry.root.addCommand("admin", "For operators of the service; needs an admin key");
    admin.needsCommand();
    addQueue(registry, admin);
    for (const StepForm& form : kSteps)
        addStep(registry, admin, form);
    addAdminIngestCommand(registry, admin);
    addAdminExportCommand(registry, admin);
    addAdminAccountCommands(registry, admin);
    addAdminKeyCommands(registry, admin);
}

} // namespace leadsheet::cli
