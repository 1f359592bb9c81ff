// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../terminal.hpp"
#include "connection.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/messages/clirun.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::cli;

/// Codes by which the service says that what was asked for cannot be.
bool isRefusal(const Error& error) {
    switch (error.code) {
    case ErrorCode::InvalidTransition:
    case ErrorCode::VersionConflict:
    case ErrorCode::DuplicateDelivery:
    case ErrorCode::ValidationFailed:
    case ErrorCode::InvalidParameter:
    case ErrorCode::InvalidCursor:
    case ErrorCode::UnknownField:
    case ErrorCode::MalformedJson:
    case ErrorCode::IdempotencyKeyReused:
    case ErrorCode::IdempotencyKeyInvalid:
    case ErrorCode::PayloadTooLarge:
    case ErrorCode::LeadCountOutOfRange:
    case ErrorCode::DestinationBlocked:
        return true;
    default:
        return false;
    }
}

Sentences refusalFix(const Error& error) {
    switch (error.code) {
    case ErrorCode::VersionConflict:
        return say::fixVersionConflict();
    case ErrorCode::InvalidCursor:
        return say::fixInvalidCursor();
    case ErrorCode::DuplicateDelivery:
        return say::fixDuplicateDelivery();
    default:
        return {};
    }
}

/// When nobody knows whether a step was done.
void sayHowToRepeat(Failure& failure, const Error& error, const std::string& key) {
    if (key.empty() || error.certainty != Certainty::Unknown)
        return;
    failure.meaning = say::maybeDone();
    failure.fix = say::fixMaybeDone(key);
}

} // namespace

CallOptions callOf(const Context& context) {
    CallOptions call;
    call.stop = context.interrupts.token();
    return call;
}

CallOptions patientCallOf(const Context& context) {
    CallOptions call = callOf(context);
    call.retry = RetryPolicy::batch();
    return call;
}

Failure explainRefusal(const Error& error, const Circumstances& circumstances) {
    Failure failure = explain(error, circumstances);
    if (!isRefusal(error))
        return failure;
    failure.exit = ExitCode::Usage;
    failure.what = error;
    for (const FieldError& field : error.fields)
        if (!field.detail.empty() && error.message.find(field.detail) == std::string::npos)
            failure.what.add(field.pointer + ": " + field.detail);
    failure.fix = refusalFix(error);
    return failure;
}

Failure OperatorConnection::explained(const Error& error, const std::string& key) const {
    Failure failure = explainRefusal(error, {baseUrl, profile, false, false});
    if (error.is(ErrorCode::WrongKeyType))
        failure.fix = say::fixOperatorKey();
    sayHowToRepeat(failure, error, key);
    return failure;
}

Failure explainStep(const Error& error, const Circumstances& circumstances,
                    const IdempotencyKey& key) {
    Failure failure = explainRefusal(error, circumstances);
    sayHowToRepeat(failure, error, key.str());
    return failure;
}

Outcome<IdempotencyKey> stepKey(const Client& client, const std::string& given) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text = given;
    if (text.empty()) {
        text = "cli-";
        for (int half = 0; half < 2; ++half) {
            std::uint64_t bits = client.rng().next();
            for (int i = 0; i < 16; ++i, bits >>= 4U)
                text += kHex[bits & 0x0FU];
        }
    }
    auto key = IdempotencyKey::parse(text);
    if (!key)
        return fail(usageFailure(key.error()));
    return *std::move(key);
}

Outcome<void> confirm(Context& context, const Message& deed, bool yes) {
    if (yes)
        return {};
    Failure failure;
    failure.exit = ExitCode::MoneyGuard;
    failure.meaning = messages::cliadmin::nothingChanged();
    if (!context.console.canAsk()) {
        failure.what = messages::cliadmin::nobodyToConfirm(deed);
        failure.fix = messages::cliadmin::confirmWithYes();
        failure.code = "not_confirmed";
        return fail(failure);
    }
    const Text question = Text(messages::cliadmin::confirmDeed(deed))
                              .add(" ")
                              .add(messages::clirun::type())
                              .add(" ")
                              .add("yes", Style::Bold)
                              .add(" ")
                              .add(messages::clirun::toDoIt());
    const auto line = askOnTerminal(context.console, context.interrupts, question, Echo::On);
    if (line == "yes" || line == "y")
        return {};
    if (!line && context.interrupts.happened()) {
        Failure interrupted = interruptedFailure();
        interrupted.meaning = failure.meaning;
        return fail(interrupted);
    }
    failure.what = messages::cliadmin::notDone();
    failure.code = "declined";
    return fail(failure);
}

} // namespace leadsheet::cli
