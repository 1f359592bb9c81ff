// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/mcp_bridge.hpp"
#include "../session/spending.hpp"
#include "leadsheet/messages/clilocal.hpp"
#include "leadsheet/try.hpp"

#include <cerrno>
#include <memory>
#include <optional>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::cli {
namespace {

namespace say = messages::clilocal;

constexpr std::size_t kLongestLine = std::size_t{16} * 1024 * 1024;

struct Arguments {
    std::string maxTotal;
};

/// Lines of standard input as they come. A last line without an end counts.
class InputLines {
public:
    explicit InputLines(const Interrupts& interrupts)
        : interrupts_(interrupts) {}

    /// The next line without its end; nothing at the end of input or after a signal.
    std::optional<std::string> next() {
        for (;;) {
            const std::size_t end = buffer_.find('\n');
            if (end != std::string::npos) {
                std::string line = buffer_.substr(0, end);
                buffer_.erase(0, end + 1);
                return line;
            }
            if (buffer_.size() > kLongestLine || !readMore())
                break;
        }
        if (buffer_.empty() || interrupts_.happened() || buffer_.size() > kLongestLine)
            return std::nullopt;
        return std::exchange(buffer_, {});
    }

    bool tooLong() const { return buffer_.size() > kLongestLine; }

private:
    bool readMore() {
        pollfd waiting[] = {{STDIN_FILENO, POLLIN, 0}, {interrupts_.wakeDescriptor(), POLLIN, 0}};
        while (::poll(waiting, 2, -1) < 0) {
            if (errno != EINTR)
                return false;
        }
        if (interrupts_.happened())
            return false;
        char piece[65536];
        const ssize_t got = ::read(STDIN_FILENO, piece, sizeof piece);
        if (got <= 0)
            return false;
        buffer_.append(piece, static_cast<std::size_t>(got));
        return true;
    }

    const Interrupts& interrupts_;
    std::string buffer_;
};

/// The cap of the connection's profile, if it has one.
Outcome<std::optional<DailyCap>> dailyCapOf(const Context& context, const Connection& connection) {
    if (connection.profile.empty())
        return std::nullopt;
    const auto profiles = app::ProfileStore(context.folders.profilesFile()).load();
    if (!profiles)
        return fail(explain(profiles.error(), connection.circumstances(true)));
    const app::Profile* profile = profiles->find(connection.profile);
    if (profile == nullptr || !profile->assistantCap)
        return std::nullopt;
    const Money& cap = *profile->assistantCap;
    if (cap.currency != connection.account.available.currency)
        return fail(usageFailure(
            say::capInOtherCurrency(profile->name, cap.currency,
                                    connection.account.available.currency),
            say::setCapAgain(shellQuoted(profile->name), connection.account.available.currency)));
    return std::optional(
        DailyCap{app::AssistantSpending(
                     context.folders.assistantSpendingFile(),
                     {connection.account.id, connection.account.instanceId, connection.baseUrl}),
                 cap, profile->name, [&context] {
                     return context.now();
                 }});
}

Outcome<ExitCode> bridge(Context& context, const Arguments& arguments) {
    if (context.options.keyStdin)
        return fail(usageFailure(say::inputIsAssistants(), say::otherWaysForKey()));
    LEADSHEET_TRY(auto connection, connect(context));
    std::optional<Money> cap;
    if (!arguments.maxTotal.empty()) {
        LEADSHEET_TRY(cap, maxTotalOf(arguments.maxTotal, connection.account.available.currency));
    }
    LEADSHEET_TRY(auto daily, dailyCapOf(context, connection));
    TransportOptions options;
    options.caFile = context.options.caFile.string();
    options.proxy = connection.isSandbox() ? "none" : context.options.proxy;
    McpBridge passing({connection.baseUrl + "/mcp", *connection.key}, makeCurlTransport(options),
                      McpSpending(connection.client, std::move(cap), std::move(daily)));
    context.console.note(say::passingMessages(connection.label()));
    InputLines lines(context.interrupts);
    while (auto line = lines.next()) {
        if (line->find_first_not_of(" \t\r") == std::string::npos)
            continue;
        const std::string answered = passing.answer(*line, context.interrupts.token());
        if (!answered.empty())
            context.console.raw(answered + "\n");
        if (context.console.outputLost())
            break;
    }
    if (lines.tooLong())
        return fail(usageFailure(say::lineTooLong()));
    return ExitCode::Done;
}

} // namespace

void addMcpCommand(Registry& registry) {
    auto arguments = std::make_shared<Arguments>();
    const Command command = registry.root.addCommand("mcp", help::mcp());
    command.addOption("--max-total", arguments->maxTotal, help::mcpMaxTotal())
        .valueName("AMOUNT [CURRENCY]")
        .check(maxTotalProblem);
    registry.bind(command, bridge, arguments);
}

} // namespace leadsheet::cli
