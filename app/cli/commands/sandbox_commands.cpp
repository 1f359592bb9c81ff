// SPDX-License-Identifier: Apache-2.0
#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clilocal.hpp"
#include "leadsheet/try.hpp"

#include <boost/json/object.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace leadsheet::cli {
namespace {

namespace say = messages::clilocal;

struct SandboxArguments {
    std::uint16_t port = 0;
    bool showKey = false;
    bool dryRun = false;
    std::size_t chaos = 0; ///< seed; 0 = without faults
};

Circumstances inSandbox() {
    return {"", "", true, false};
}

/// A key file that is there as long as its key works.
class KeyFile {
public:
    explicit KeyFile(std::filesystem::path file)
        : file_(std::move(file)) {}
    KeyFile(const KeyFile&) = delete;
    KeyFile& operator=(const KeyFile&) = delete;
    ~KeyFile() {
        std::error_code ignored;
        std::filesystem::remove(file_, ignored);
    }
    const std::filesystem::path& path() const { return file_; }

private:
    std::filesystem::path file_;
};

std::filesystem::path chaosFolder(const Context& context) {
    std::filesystem::path folder = context.folders.sandboxFolder();
    folder += "-chaos";
    return folder;
}

/// Says how many orders there are for how many wishes, whenever that changes. False when there were
/// more orders at any time.
bool countUntilInterrupt(Context& context, const app::Sandbox& sandbox) {
    constexpr std::chrono::seconds kPause{1};
    app::ChaosCount said;
    bool end = false;
    bool held = true;
    while (!end) {
        end = waitForInterrupt(context.interrupts, kPause);
        const auto count = sandbox.chaosCount();
        if (!count || (*count == said && !end))
            continue;
        said = *count;
        const auto number = [](std::uint64_t value) {
            return static_cast<std::int64_t>(value);
        };
        const bool doubled = said.orders > said.wishes;
        held = held && !doubled;
        context.console.say(
            Text(say::chaosCount(number(said.orders), number(said.wishes), number(said.faults)),
                 doubled ? Style::Warn : Style::Plain));
        if (doubled)
            context.console.say(say::moreOrdersThanWishes());
        context.console.emit({{"type", "chaos"},
                              {"orders", said.orders},
                              {"wishes", said.wishes},
                              {"faults", said.faults}});
    }
    return held;
}

Outcome<ExitCode> runSandbox(Context& context, const SandboxArguments& arguments) {
    Console& console = context.console;
    const auto folder =
        arguments.chaos > 0 ? chaosFolder(context) : context.folders.sandboxFolder();
    if (arguments.chaos > 0) { // a world that begins with each start
        LEADSHEET_TRY_DONE(explained(app::Sandbox::reset(folder), inSandbox()));
    }
    app::SandboxOptions options;
    options.port = arguments.port;
    if (arguments.chaos > 0)
        options.chaos = arguments.chaos;
    if (context.options.verbose)
        options.log = [&console](const std::string& line) {
            console.log(line);
        };
    auto started = app::Sandbox::start(folder, options);
    if (!started && started.error().is(ErrorCode::NetworkError))
        return fail({ExitCode::Usage,
                     Sentences(started.error()),
                     {},
                     say::fixSandboxPort(),
                     std::string(started.error().codeName()),
                     {}});
    LEADSHEET_TRY(auto sandbox, explained(std::move(started), inSandbox()));
    const std::string& key = sandbox->key().reveal();
    const std::string url = sandbox->baseUrl();
    const std::string port = url.substr(url.rfind(':') + 1);
    const KeyFile file(folder / ("key-" + port));
    LEADSHEET_TRY_DONE(explained(app::writePrivateFile(file.path(), key + "\n"), inSandbox()));

    console.say(
        Text(messages::cliaccount::sandboxLabel(), Style::Warn).add(" · " + url, Style::Bold));
    if (sandbox->isNew())
        console.say(say::newSandbox(Money{app::kSandboxBalance, "USD"}));
    console.say(say::connectFromElsewhere());
    console.say("  leadsheet account --base-url " + url + " --key-file " +
                    shellQuoted(file.path().string()),
                4);
    console.say("  curl -H \"x-api-key: $(cat " + shellQuoted(file.path().string()) + ")\" " + url +
                    "/v1/account",
                4);
    if (arguments.showKey)
        console.say(say::sandboxKey(key));
    if (arguments.chaos > 0)
        console.say(say::chaosBegins(std::to_string(arguments.chaos)));
    console.say(Text(say::keyUntilEnd(), Style::Dim));
    boost::json::object object{{"type", "sandbox"},
                               {"baseUrl", url},
                               {"keyFile", file.path().string()},
                               {"accountId", sandbox->accountId()},
                               {"new", sandbox->isNew()}};
    if (arguments.showKey)
        object["key"] = key;
    console.emit(object);
    bool held = true;
    if (arguments.chaos > 0)
        held = countUntilInterrupt(context, *sandbox);
    else
        waitForInterrupt(context.interrupts);
    console.say(say::sandboxStopped());
    return held ? ExitCode::Done : ExitCode::Internal;
}

Outcome<ExitCode> resetSandbox(Context& context, const SandboxArguments& arguments) {
    if (arguments.dryRun)
        return sayDryRun(context, {}, say::wouldEmpty(context.folders.sandboxFolder().string()));
    bool removed = false;
    for (const auto& folder : {context.folders.sandboxFolder(), chaosFolder(context)}) {
        LEADSHEET_TRY(const auto reset, explained(app::Sandbox::reset(folder), inSandbox()));
        removed = removed || reset;
    }
    context.console.say(removed ? say::sandboxEmptied() : say::noSandbox());
    context.console.emit({{"type", "sandboxReset"}, {"removed", removed}});
    return ExitCode::Done;
}

} // namespace

void addSandboxCommands(Registry& registry) {
    Command command = registry.root.addCommand("sandbox", help::sandboxCommand());
    auto arguments = std::make_shared<SandboxArguments>();
    command.addOption("--port", arguments->port, help::port()).valueName("PORT").between(0, 65'535);
    command.addFlag("--show-key", arguments->showKey, help::showKey());
    command.addOption("--chaos", arguments->chaos, help::chaos()).valueName("SEED").positive();
    Command reset = command.addCommand("reset", help::sandboxReset());
    reset.addFlag("--dry-run", arguments->dryRun, help::removeNothing());
    registry.bind(reset, resetSandbox, arguments);
    command.whenChosen([&registry, arguments, reset] {
        if (!reset.isChosen())
            registry.chosen = [arguments](Context& context) {
                return runSandbox(context, *arguments);
            };
    });
}

namespace {

constexpr const char* kServer = "leadsheet-server";

} // namespace

Failure serve(std::span<const char* const> rest) {
    // It is installed beside this program.
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path server = self.parent_path() / kServer;
    std::vector<std::string> arguments{kServer};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    // This process becomes the server: it must get its signals again.
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    ::execv(server.c_str(), argv.data());
    const int reason = errno;
    Failure failure;
    failure.exit = ExitCode::Usage;
    failure.what = messages::clilocal::noServerProgram(server.string(),
                                                       std::generic_category().message(reason));
    failure.fix = messages::clilocal::installServer();
    failure.code = "no_server_program";
    return failure;
}

void addServeCommand(Registry& registry) {
    // Only for help and completion: runProgram() hands the arguments over before they are parsed.
    registry.bind(registry.root.addCommand("serve", help::serve()),
                  [](Context&) -> Outcome<ExitCode> { return fail(serve({})); });
}

} // namespace leadsheet::cli
