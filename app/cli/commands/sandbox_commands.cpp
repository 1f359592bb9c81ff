// SPDX-License-Identifier: Apache-2.0
#include "dry_run.hpp"
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clilocal.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::clilocal;

struct SandboxWishes {
    std::uint16_t port = 0;
    bool showKey = false;
    bool dryRun = false;
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

Outcome<ExitCode> runSandbox(Context& context, const SandboxWishes& wishes) {
    Console& console = context.console;
    app::SandboxOptions options;
    options.port = wishes.port;
    if (context.options.verbose)
        options.log = [&console](const std::string& line) {
            console.log(line);
        };
    auto sandbox = app::Sandbox::start(context.folders.sandboxFolder(), options);
    if (!sandbox)
        return fail(explain(sandbox.error(), inSandbox()));
    const std::string& key = (*sandbox)->key().reveal();
    const std::string url = (*sandbox)->baseUrl();
    const std::string port = url.substr(url.rfind(':') + 1);
    const KeyFile file(context.folders.sandboxFolder() / ("key-" + port));
    if (auto written = app::writePrivateFile(file.path(), key + "\n"); !written)
        return fail(explain(written.error(), inSandbox()));

    console.say(
        Text(messages::cliaccount::sandboxLabel(), Style::Warn).add(" · " + url, Style::Bold));
    if ((*sandbox)->isNew())
        console.say(say::newSandbox(Money{app::kSandboxBalance, "USD"}));
    console.say(say::connectFromElsewhere());
    console.say("  leadsheet account --base-url " + url + " --key-file " +
                    shellQuoted(file.path().string()),
                4);
    console.say("  curl -H \"x-api-key: $(cat " + shellQuoted(file.path().string()) + ")\" " + url +
                    "/v1/account",
                4);
    if (wishes.showKey)
        console.say(say::sandboxKey(key));
    console.say(Text(say::keyUntilEnd(), Style::Dim));
    boost::json::object object{{"type", "sandbox"},
                               {"baseUrl", url},
                               {"keyFile", file.path().string()},
                               {"accountId", (*sandbox)->accountId()},
                               {"new", (*sandbox)->isNew()}};
    if (wishes.showKey)
        object["key"] = key;
    console.emit(object);
    waitForInterrupt(context.interrupts);
    console.say(say::sandboxStopped());
    return ExitCode::Done;
}

Outcome<ExitCode> resetSandbox(Context& context, const SandboxWishes& wishes) {
    if (wishes.dryRun)
        return sayDryRun(context, {}, say::wouldEmpty(context.folders.sandboxFolder().string()));
    const auto reset = app::Sandbox::reset(context.folders.sandboxFolder());
    if (!reset)
        return fail(explain(reset.error(), inSandbox()));
    context.console.say(*reset ? say::sandboxEmptied() : say::noSandbox());
    context.console.emit({{"type", "sandboxReset"}, {"removed", *reset}});
    return ExitCode::Done;
}

} // namespace

void addSandboxCommands(Registry& registry) {
    Command command = registry.root.addCommand("sandbox", help::sandboxCommand());
    auto wishes = std::make_shared<SandboxWishes>();
    command.addOption("--port", wishes->port, help::port()).valueName("PORT");
    command.addFlag("--show-key", wishes->showKey, help::showKey());
    Command reset = command.addCommand("reset", help::sandboxReset());
    reset.addFlag("--dry-run", wishes->dryRun, help::removeNothing());
    registry.bind(reset, resetSandbox, wishes);
    command.whenChosen([&registry, wishes, reset] {
        if (!reset.isChosen())
            registry.chosen = [wishes](Context& context) {
                return runSandbox(context, *wishes);
            };
    });
}

} // namespace leadsheet::cli
