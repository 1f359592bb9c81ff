// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "webhook_listing.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/sandbox/webhook_forwarder.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/try.hpp"

#include <array>
#include <boost/json.hpp>

#include <cstdlib>
#include <memory>

namespace leadsheet::cli {
namespace {

namespace say = messages::clioutbound;

namespace json = boost::json;

constexpr const char* kSecretVariable = "LEADSHEET_WEBHOOK_SECRET";
constexpr std::size_t kMaxSecretBytes = 4096;

struct Arguments {
    std::int64_t port = 0; ///< 0 = one that is free
    std::vector<std::string> secretFiles;
    std::size_t status = 204;
    std::size_t failures = 0;
    std::string delay;
    std::string forward;
    bool bodies = false;
};

Outcome<WebhookSecret> secretFrom(std::string text, const std::string& origin) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.pop_back();
    auto secret = WebhookSecret::parse(text);
    if (!secret)
        return fail(usageFailure(Sentences(say::notASecret(origin)).add(secret.error())));
    return *std::move(secret);
}

Outcome<std::vector<WebhookSecret>> secretsOf(const Arguments& arguments) {
    std::vector<WebhookSecret> secrets;
    for (const std::string& file : arguments.secretFiles) {
        auto text = app::readSecretFile(file, kMaxSecretBytes);
        if (!text)
            return fail(usageFailure(text.error()));
        LEADSHEET_TRY(auto secret, secretFrom(*std::move(text), file));
        secrets.push_back(std::move(secret));
    }
    const char* variable = std::getenv(kSecretVariable);
    if (secrets.empty() && variable != nullptr && *variable != '\0') {
        LEADSHEET_TRY(auto secret, secretFrom(variable, kSecretVariable));
        secrets.push_back(std::move(secret));
    }
    return secrets;
}

Message problemOf(WebhookProblem problem) {
    static constexpr auto kWords = std::to_array<Message (*)()>(
        {say::headerMissing, say::badMessageId, say::badTimestamp, say::signedTooLongAgo,
         say::signedInFuture, say::wrongSignature});
    static_assert(kWords.size() == static_cast<std::size_t>(WebhookProblem::WrongSignature) + 1);
    return kWords[static_cast<std::size_t>(problem)]();
}

void tellMessage(Context& context, const app::LabMessage& message, bool withBody) {
    const bool genuine = message.checked && !message.problem;
    json::object object{{"type", "webhookMessage"},   {"id", message.id},
                        {"event", message.eventType}, {"attempt", message.attempt},
                        {"checked", message.checked}, {"genuine", genuine},
                        {"answered", message.status}, {"body", message.body}};
    if (message.problem)
        object["problem"] = toString(*message.problem);
    context.console.emit(object);
    Text line(clockTime(context.now(), context.now()) + " ");
    line.add(message.eventType.empty() ? said(say::noEvent()) : message.eventType, Style::Bold)
        .add(" · " + (message.id.empty() ? said(say::noId()) : message.id));
    if (message.attempt > 1)
        line.add(" · " + said(say::receivedTimes(message.attempt)), Style::Warn);
    if (genuine)
        line.add(" · " + said(say::genuine()));
    line.add(" · " + said(say::answered(message.status)));
    context.console.say(line);
    if (message.problem)
        context.console.say(Text("  " + said(problemOf(*message.problem)), Style::Warn), 2);
    if (withBody)
        context.console.say("  " + message.body, 2);
}

void tellForwarded(Context& context, const app::ForwardOutcome& outcome) {
    context.console.emit({{"type", "webhookForwarded"},
                          {"id", outcome.id},
                          {"delivered", outcome.delivered},
                          {"attempts", outcome.attempts},
                          {"status", outcome.status},
                          {"reason", outcome.reason}});
    const auto line = [&context](const Message& what, Style style) {
        context.console.say(Text("  ").add(what, style));
    };
    if (outcome.dropped)
        return line(say::notForwarded(outcome.id), Style::Warn);
    const auto attempts = static_cast<std::int64_t>(outcome.attempts);
    if (outcome.delivered)
        return line(attempts == 1 ? say::forwarded(outcome.id)
                                  : say::forwardedAfter(outcome.id, attempts),
                    Style::Plain);
    const Message why =
        outcome.status != 0 ? say::answered(outcome.status) : say::reason(outcome.reason);
    line(attempts == 1 ? say::notAccepted(outcome.id, why)
                       : say::notAcceptedAfter(outcome.id, attempts, why),
         Style::Warn);
}

Outcome<app::WebhookLabOptions> optionsOf(const Arguments& arguments) {
    if (!arguments.forward.empty() && !isHttpAddress(arguments.forward))
        return fail(
            usageFailure(say::noAddressToForward(arguments.forward), say::nameHttpAddress()));
    app::WebhookLabOptions options;
    LEADSHEET_TRY(options.secrets, secretsOf(arguments));
    options.port = static_cast<std::uint16_t>(arguments.port);
    options.answers.status = static_cast<int>(arguments.status);
    options.answers.failures = static_cast<int>(arguments.failures);
    if (!arguments.delay.empty()) {
        const auto delay = parseDuration(arguments.delay);
        if (!delay || *delay > std::chrono::minutes(1))
            return fail(usageFailure(say::noDelay(arguments.delay), say::fixNoDelay()));
        options.answers.delay = *delay;
    }
    return options;
}

std::unique_ptr<app::WebhookForwarder> forwarderFor(Context& context, const std::string& url) {
    if (url.empty())
        return nullptr;
    TransportOptions options;
    options.proxy = context.options.proxy;
    options.caFile = context.options.caFile.string();
    return std::make_unique<app::WebhookForwarder>(
        url, makeCurlTransport(options),
        [&context](const app::ForwardOutcome& outcome) { tellForwarded(context, outcome); });
}

Outcome<ExitCode> listen(Context& context, const Arguments& arguments) {
    LEADSHEET_TRY(auto options, optionsOf(arguments));
    const bool checks = !options.secrets.empty();
    const auto forwarder = forwarderFor(context, arguments.forward);
    options.received = [&context, &arguments,
                        to = forwarder.get()](const app::LabMessage& message) {
        tellMessage(context, message, arguments.bodies);
        // What the sender will send again must not be done twice behind this.
        if (to != nullptr && !message.problem && message.status < 300)
            to->pass(message);
    };
    const auto lab = app::WebhookLab::start(std::move(options));
    if (!lab)
        return fail(usageFailure(lab.error()));
    Console& console = context.console;
    console.say(Text(say::listeningOn()).add(" ").add((*lab)->url(), Style::Bold));
    if (!checks)
        console.note(Text(say::signaturesUnchecked(kSecretVariable), Style::Warn));
    console.say(Text(say::ctrlCEnds(), Style::Dim));
    console.emit({{"type", "webhookLab"}, {"url", (*lab)->url()}, {"checks", checks}});
    waitForInterrupt(context.interrupts);
    return ExitCode::Done;
}

} // namespace

void addWebhookListenCommand(Registry& registry, const Command& webhooks) {
    auto arguments = std::make_shared<Arguments>();
    const Command command = webhooks.addCommand("listen", help::webhooksListen());
    command.addOption("--port", arguments->port, help::port())
        .valueName("PORT")
        .between(std::int64_t{0}, std::int64_t{65'535});
    command.addOption("--secret-file", arguments->secretFiles, help::listenSecretFile())
        .valueName("FILE")
        .oneValueEach();
    command.addOption("--status", arguments->status, help::listenStatus())
        .showDefault()
        .between(200, 599)
        .valueName("STATUS");
    command.addOption("--fail", arguments->failures, help::fail())
        .between(0, 1'000'000)
        .valueName("N");
    command.addOption("--delay", arguments->delay, help::delay()).valueName("DURATION");
    command.addOption("--forward", arguments->forward, help::forward()).valueName("URL");
    command.addFlag("--bodies", arguments->bodies, help::bodies());
    registry.bind(command, listen, arguments);
}

} // namespace leadsheet::cli
