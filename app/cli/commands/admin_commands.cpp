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
    Message (*about)();
    const char* text; ///< the option for its text; null = it has none
    Message (*aboutText)();
};

constexpr std::array kSteps = {
    StepForm{Step::Approve, "approve", help::adminApprove, nullptr, nullptr},
    StepForm{Step::Reject, "reject", help::adminReject, "--reason", help::rejectReason},
    StepForm{Step::RequestInfo, "request-info", help::adminRequestInfo, "--question",
             help::question},
    StepForm{Step::Deliver, "deliver", help::adminDeliver, nullptr, nullptr},
    StepForm{Step::Fail, "fail", help::adminFail, "--reason", help::rejectReason},
    StepForm{Step::Refund, "refund", help::adminRefund, "--reason", help::rejectReason},
};

bool movesMoney(Step step) {
    return step != Step::Approve && step != Step::RequestInfo;
}

void addQueue(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<QueueArguments>();
    const Command queue = admin.addCommand("queue", help::adminQueue());
    queue.addOption("--status", arguments->status, help::queueStatus())
        .valueName("STATUS")
        .oneOf({"all", "pending_review", "in_progress", "info_requested", "delivered", "rejected",
                "cancelled", "failed", "refunded"});
    queue.addOption("--account", arguments->account, help::queueAccount())
        .valueName("ACCOUNT")
        .notEmpty();
    queue.addOption("--created-after", arguments->since, help::createdAfter())
        .valueName("TIME")
        .notEmpty();
    addLimitOption(queue, arguments->limit);
    registry.bind(queue, showQueue, arguments);
}

void addEvents(Registry& registry, const Command& admin) {
    auto order = std::make_shared<std::string>();
    const Command events = admin.addCommand("events", help::adminEvents());
    events.addOption("ORDER", *order, help::orderNumber()).required();
    registry.bind(events, showQueuedEvents, order);
}

void addStep(Registry& registry, const Command& admin, const StepForm& form) {
    auto arguments = std::make_shared<StepArguments>();
    const Command command = admin.addCommand(form.name, form.about());
    command.addOption("ORDER", arguments->order, help::orderNumber()).required();
    if (form.text != nullptr)
        command.addOption(form.text, arguments->text, form.aboutText())
            .required()
            .valueName("TEXT")
            .notEmpty();
    if (form.step == Step::Refund)
        command.addOption("--amount", arguments->amount, help::refundAmount())
            .valueName("AMOUNT")
            .notEmpty();
    if (form.step == Step::Deliver)
        command.addFlag("--part", arguments->part, help::part());
    command.addOption("--expect-version", arguments->version, help::approveExpectVersion())
        .valueName("N")
        .positive();
    addOnceOption(command, arguments->idempotencyKey);
    if (movesMoney(form.step))
        command.addFlag("--yes", arguments->yes, help::yes());
    const auto perform = [step = form.step](Context& context, const StepArguments& given) {
        return performStep(context, step, given);
    };
    registry.bind(command, perform, arguments);
}

} // namespace

void addAdminCommands(Registry& registry) {
    const Command admin = registry.root.addCommand("admin", help::admin());
    admin.needsCommand();
    addQueue(registry, admin);
    addEvents(registry, admin);
    for (const StepForm& form : kSteps)
        addStep(registry, admin, form);
    addAdminIngestCommand(registry, admin);
    addAdminExportCommand(registry, admin);
    addAdminAccountCommands(registry, admin);
    addAdminKeyCommands(registry, admin);
    addAdminSuppressionCommands(registry, admin);
}

} // namespace leadsheet::cli
