// SPDX-License-Identifier: Apache-2.0
#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/context.hpp"
#include "../session/spending.hpp"
#include "../terminal.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"
#include "submit_command.hpp"

#include "leadsheet/app/accounts/notification.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/waiting_sheets.hpp"
#include "leadsheet/work/watched_folder.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::cli {
namespace {

struct WatchArguments {
    std::filesystem::path folder;
    std::string maxTotal; ///< for a day; empty = nothing without a yes
    bool once = false;
    std::string settle = "10s";
    std::string every = "2s";
    std::string tryAgain = "5m";
};

/// Submits the sheets of a folder as `submit` does with nobody to ask, one after the other, and
/// moves them on. It remembers nothing that the folder and the ledger do not say: whatever dies in
/// the middle is done again, and what was ordered before is found in the ledger.
class SheetWatcher {
public:
    SheetWatcher(Context& context, const WatchArguments& arguments, work::WatchedFolder& folder);

    /// Until it is interrupted, or with --once until every file that stays as it is was taken once.
    Outcome<ExitCode> run();

private:
    /// A file that has to wait, and what ends the wait.
    struct Waiting {
        work::FileStamp stamp;
        SteadyTime again;
        std::int64_t run = 0; ///< the newest approved run of it
        std::string code;     ///< why, as it was told
    };
    enum class Pass { GoOn, Blocked, Interrupted };

    Outcome<void> checkMaxTotal();
    Outcome<Pass> pass();
    bool isDue(const std::filesystem::path& sheet, const work::FileStamp& stamp) const;
    Outcome<Pass> take(const std::filesystem::path& sheet, const work::FileStamp& stamp);
    Outcome<ExitCode> submit(const std::filesystem::path& sheet,
                             const std::filesystem::path& place);
    /// `results`: where the results were written, if any were.
    Outcome<void> finish(const std::filesystem::path& sheet, const std::filesystem::path& place,
                         const std::filesystem::path& results, std::string report,
                         const Outcome<ExitCode>& done);
    Pass keep(const std::filesystem::path& sheet, const work::FileStamp& stamp, std::string report,
              const Failure& failure);
    void tell(const char* event, const std::filesystem::path& sheet, boost::json::object more,
              const Message& words);
    /// Shows what was told since the last time on the desktop, all of it at once.
    void notice();
    void count(ExitCode code);

    Context& context_;
    const WatchArguments& arguments_;
    work::WatchedFolder& folder_;
    std::map<std::filesystem::path, Waiting> waiting_;
    std::vector<std::string> notices_;
    std::int64_t changed_ = 0; ///< rows that the last sheet left out, as they wait for a decision
    bool connected_ = false;   ///< --max-total was held against the account
    std::chrono::seconds tryAgain_;
    ExitCode worst_ = ExitCode::Done;
};

namespace fs = std::filesystem;
namespace say = messages::clirun;

using submit::PauseReason;
using submit::RunState;

SteadyTime now() {
    return systemClock()->now();
}

/// The day begins at midnight by this computer's clock and time zone.
WallTime beginningOfDay(WallTime time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm day{};
    ::localtime_r(&seconds, &day);
    day.tm_hour = day.tm_min = day.tm_sec = 0;
    day.tm_isdst = -1;
    return std::chrono::time_point_cast<WallTime::duration>(
        std::chrono::system_clock::from_time_t(std::mktime(&day)));
}

/// The newest run of a sheet that was approved; nothing where the ledger cannot be read now.
std::optional<submit::RunInfo> newestRunOf(const Context& context, const fs::path& sheet) {
    std::error_code ignored;
    if (!fs::exists(context.ledgerFile(), ignored))
        return std::nullopt;
    const auto ledger = work::openToRead(context.ledgerFile());
    if (!ledger)
        return std::nullopt;
    auto run = ledger->newestRun([&](const submit::RunInfo& candidate) {
        return candidate.spec.sourcePath == sheet && candidate.state != RunState::Planning &&
               candidate.state != RunState::Planned;
    });
    return run ? *std::move(run) : std::nullopt;
}

/// What a person has to see before anything more is ordered for the sheet.
bool needsPerson(const Failure& failure, const std::optional<submit::RunInfo>& run) {
    if (run && run->state == RunState::Paused &&
        (run->pauseReason == PauseReason::HeldOtherThanQuoted ||
         run->pauseReason == PauseReason::SameRefusal))
        return true;
    return failure.exit == ExitCode::Usage || failure.exit == ExitCode::SheetRefused ||
           failure.exit == ExitCode::SomeRefused || failure.exit == ExitCode::Internal;
}

/// What concerns every sheet, so that the others need not be tried now.
bool concernsAll(ExitCode code) {
    return code == ExitCode::Key || code == ExitCode::Server || code == ExitCode::LimitReached ||
           code == ExitCode::Locked || code == ExitCode::Storage;
}

SheetWatcher::SheetWatcher(Context& context, const WatchArguments& arguments,
                           work::WatchedFolder& folder)
    : context_(context)
    , arguments_(arguments)
    , folder_(folder)
    , tryAgain_(*parseDuration(arguments.tryAgain)) {}

void SheetWatcher::tell(const char* event, const fs::path& sheet, boost::json::object more,
                        const Message& words) {
    boost::json::object object{{"type", "watch"},
                               {"event", event},
                               {"at", utcTime(context_.now())},
                               {"sheet", sheet.filename().string()}};
    for (auto& member : more)
        object[member.key()] = member.value();
    if (const std::error_code error = folder_.note(boost::json::serialize(object)))
        context_.console.note(say::folderUnusable(folder_.path().string(), error.message()));
    context_.console.emit(object);
    context_.console.say(Text(words));
    if (std::string_view(event) != "stopped")
        notices_.push_back(said(words));
}

void SheetWatcher::notice() {
    constexpr std::size_t kMostLines = 5; // desktops cut longer texts anyway
    if (notices_.empty())
        return;
    std::string text;
    for (std::size_t i = 0; i < std::min(notices_.size(), kMostLines); ++i)
        text += (i == 0 ? "" : "\n") + notices_[i];
    if (notices_.size() > kMostLines)
        text += "\n…";
    app::showNotification(said(say::watchNotice(folder_.path().string())), text,
                          std::chrono::seconds(1));
    notices_.clear();
}

void SheetWatcher::count(ExitCode code) {
    const auto weight = [](ExitCode exit) {
        return exit == ExitCode::Done          ? 0
               : exit == ExitCode::MoneyGuard  ? 1
               : exit == ExitCode::SomeRefused ? 2
                                               : 3;
    };
    if (weight(code) > weight(worst_))
        worst_ = code;
}

Outcome<void> SheetWatcher::checkMaxTotal() {
    if (connected_ || arguments_.maxTotal.empty())
        return {};
    std::string report;
    context_.console.divert(&report);
    auto connection = connect(context_, true);
    context_.console.divert(nullptr);
    if (!connection)
        return fail(connection.error());
    LEADSHEET_TRY_DONE(maxTotalOf(arguments_.maxTotal, connection->account.available.currency));
    connected_ = true;
    return {};
}

Outcome<ExitCode> SheetWatcher::submit(const fs::path& sheet, const fs::path& place) {
    const auto before = newestRunOf(context_, sheet);
    const bool stopped = before && before->state == RunState::Stopped;
    SubmitArguments arguments;
    arguments.sheet.sheet.path = sheet.string();
    arguments.sheet.folderId = folder_.id();
    arguments.spend.results_ = app::resultsPathFor(place);
    if (!stopped)
        arguments.spend.maxTotal = arguments_.maxTotal;
    arguments.spend.day =
        work::FolderDay{folder_.path(), beginningOfDay(context_.now()), folder_.id()};
    if (stopped)
        context_.console.say(say::watchStopped(before->id.value));
    changed_ = 0;
    return submitCounting(context_, arguments, changed_);
}

bool SheetWatcher::isDue(const fs::path& sheet, const work::FileStamp& stamp) const {
    const auto waits = waiting_.find(sheet);
    if (waits == waiting_.end() || waits->second.stamp != stamp)
        return true;
    if (arguments_.once)
        return false;
    if (now() >= waits->second.again)
        return true;
    const auto run = newestRunOf(context_, sheet);
    return run && run->id.value != waits->second.run && run->state == RunState::Finished;
}

Outcome<SheetWatcher::Pass> SheetWatcher::take(const fs::path& sheet,
                                               const work::FileStamp& stamp) {
    if (auto checked = checkMaxTotal(); !checked) {
        if (checked.error().exit == ExitCode::Usage)
            return fail(checked.error());
        return keep(sheet, stamp, {}, checked.error());
    }
    std::string report;
    context_.console.divert(&report);
    const fs::path place = folder_.placeInDone(sheet);
    const Outcome<ExitCode> done = submit(sheet, place);
    if (!done)
        context_.console.failed(done.error());
    context_.console.divert(nullptr);
    if (work::stampOf(sheet) != stamp) {
        waiting_.erase(sheet); // another file by now, or none: it has to settle first
        const bool interrupted = !done && done.error().exit == ExitCode::Interrupted;
        return interrupted || context_.interrupts.happened() ? Pass::Interrupted : Pass::GoOn;
    }
    const bool failed = !done && needsPerson(done.error(), newestRunOf(context_, sheet));
    if (!done && !failed)
        return keep(sheet, stamp, std::move(report), done.error());
    const bool whole = done && *done == ExitCode::Done;
    count(whole ? ExitCode::Done : ExitCode::SomeRefused);
    const fs::path to = whole ? place : work::freePlace(folder_.failed(), sheet.filename());
    if (auto moved = finish(sheet, to, app::resultsPathFor(place), report, done); !moved)
        return keep(sheet, stamp, std::move(report), moved.error());
    return Pass::GoOn;
}

Outcome<void> SheetWatcher::finish(const fs::path& sheet, const fs::path& place,
                                   const fs::path& results, std::string report,
                                   const Outcome<ExitCode>& done) {
    const bool whole = done && *done == ExitCode::Done;
    const auto refused = [&](const std::error_code& error) {
        return fail({ExitCode::Storage,
                     say::notMoved(sheet.filename().string(), error.message()),
                     {},
                     say::makeFolderUsable(),
                     "storage_error",
                     {}});
    };
    std::error_code ignored;
    // Results were written where a sheet without faults goes.
    const fs::path beside = app::resultsPathFor(place);
    if (beside != results && fs::exists(results, ignored))
        if (const std::error_code error = work::moveWithout(results, beside))
            return refused(error);
    // Whoever said yes by hand has results beside the sheet as well.
    if (const fs::path byHand = app::resultsPathFor(sheet); fs::exists(byHand, ignored))
        if (const std::error_code error =
                work::moveWithout(byHand, work::freePlace(place.parent_path(), byHand.filename())))
            return refused(error);
    replaceAll(report, results.string(), beside.string());
    replaceAll(report, shellQuoted(sheet.string()), shellQuoted(place.string()));
    replaceAll(report, sheet.string(), place.string());
    if (!whole)
        report += said(say::watchBack(folder_.path().string())) + "\n";
    if (const std::error_code error = work::writeText(work::reportOf(place), report))
        return refused(error);
    if (const std::error_code error = work::moveWithout(sheet, place))
        return refused(error);
    fs::remove(work::waitingNoteOf(sheet), ignored);
    folder_.forgetPlace(sheet);
    waiting_.erase(sheet);
    const auto run = newestRunOf(context_, sheet);
    boost::json::object more{{"movedTo", place.string()},
                             {"report", work::reportOf(place).string()},
                             {"exitCode", static_cast<int>(done ? *done : done.error().exit)}};
    if (fs::exists(beside, ignored))
        more["results"] = beside.string();
    if (run)
        more["run"] = run->id.value;
    if (changed_ > 0)
        more["changed"] = changed_;
    if (!done) {
        more["code"] = done.error().code;
        more["message"] = done.error().what.english();
        more["fix"] = done.error().fix.english();
    }
    const std::string name = sheet.filename().string();
    tell(whole ? "done" : "failed", sheet, std::move(more),
         whole ? say::watchDone(name, place.string())
               : say::watchFailed(name, place.string(), work::reportOf(place).string()));
    if (changed_ > 0) {
        const Message words = say::changedSinceOrdered(changed_);
        context_.console.say(Text(name, Style::Bold).add(": ").add(words));
        notices_.push_back(name + ": " + said(words));
    }
    return {};
}

SheetWatcher::Pass SheetWatcher::keep(const fs::path& sheet, const work::FileStamp& stamp,
                                      std::string report, const Failure& failure) {
    const std::string name = sheet.filename().string();
    boost::json::object more{{"code", failure.code},
                             {"exitCode", static_cast<int>(failure.exit)},
                             {"message", failure.what.english()},
                             {"fix", failure.fix.english()}};
    if (failure.exit == ExitCode::Interrupted) {
        tell("stopped", sheet, std::move(more), say::watchLater(name));
        return Pass::Interrupted;
    }
    count(failure.exit);
    const auto run = newestRunOf(context_, sheet);
    const auto before = waiting_.find(sheet);
    const bool news = before == waiting_.end() || before->second.stamp != stamp ||
                      before->second.code != failure.code;
    waiting_[sheet] = {stamp, now() + tryAgain_, run ? run->id.value : 0, failure.code};
    const bool money = failure.exit == ExitCode::MoneyGuard;
    if (money) {
        report += said(say::watchYes(
                      commandHint(context_.options, "submit " + shellQuoted(sheet.string())))) +
                  "\n";
        // Without the note the sheet waits all the same.
        [[maybe_unused]] const auto written = work::writeText(work::waitingNoteOf(sheet), report);
        more["report"] = work::waitingNoteOf(sheet).string();
    }
    if (news) {
        if (!money)
            context_.console.note(Sentences(failure.what).add(failure.fix));
        tell(money ? "waiting" : "later", sheet, std::move(more),
             money ? say::watchWaits(name, work::waitingNoteOf(sheet).string())
                   : say::watchLater(name));
    }
    return concernsAll(failure.exit) ? Pass::Blocked : Pass::GoOn;
}

Outcome<SheetWatcher::Pass> SheetWatcher::pass() {
    if (!folder_.look(now()))
        return Pass::Blocked; // a network folder that is away; it is looked for again
    for (const fs::path& sheet : folder_.settled(now())) {
        if (context_.interrupts.happened())
            return Pass::Interrupted;
        const auto stamp = work::stampOf(sheet);
        if (!stamp || !isDue(sheet, *stamp))
            continue;
        auto taken = take(sheet, *stamp);
        if (!taken || *taken != Pass::GoOn)
            return taken;
    }
    return Pass::GoOn;
}

Outcome<ExitCode> SheetWatcher::run() {
    using std::chrono::milliseconds;
    const std::chrono::seconds settle = *parseDuration(arguments_.settle);
    const milliseconds every =
        std::max(milliseconds(*parseDuration(arguments_.every)), milliseconds(50));
    const milliseconds pause =
        arguments_.once ? std::clamp(milliseconds(settle) / 4, milliseconds(50), every) : every;
    const SteadyTime end = now() + settle + every;
    while (true) {
        auto passed = pass();
        notice();
        if (!passed)
            return fail(passed.error());
        if (*passed == Pass::Interrupted)
            return ExitCode::Interrupted;
        if (arguments_.once &&
            (*passed == Pass::Blocked || !folder_.hasUnsettled(now()) || now() >= end))
            return worst_;
        if (waitForInterrupt(context_.interrupts, pause))
            return ExitCode::Done;
    }
}

Failure unusable(const std::filesystem::path& folder, const std::string& reason, ExitCode exit) {
    return {exit,
            say::folderUnusable(folder.string(), reason),
            messages::cli::nothingSpent(),
            say::makeFolderUsable(),
            exit == ExitCode::Usage ? "usage" : "storage_error",
            {}};
}

/// So that the window shows what waits there; without it everything else works all the same.
void noteForWindow(const Context& context, const std::filesystem::path& folder) {
    if (context.options.sandbox)
        return;
    if (const auto target = chooseTarget(context)) [[maybe_unused]]
        const std::error_code noted = work::noteWatchedFolder(
            context.folders.data,
            {folder, target->profile ? target->profile->name : std::string()});
}

Outcome<ExitCode> watch(Context& context, const WatchArguments& arguments) {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::canonical(arguments.folder, error);
    if (!error && !std::filesystem::is_directory(path, error) && !error)
        error = std::make_error_code(std::errc::not_a_directory);
    if (error)
        return fail(unusable(arguments.folder, error.message(), ExitCode::Usage));
    work::WatchedFolder folder(path, *parseDuration(arguments.settle));
    if (const std::error_code problem = folder.prepare())
        return fail(unusable(path, problem.message(), ExitCode::Storage));
    std::string holder;
    switch (folder.lock(utcTime(context.now()), holder)) {
    case work::WatchedFolder::Lock::Taken:
        break;
    case work::WatchedFolder::Lock::Held:
        return fail({ExitCode::Locked,
                     say::folderWatched(path.string(), holder),
                     messages::cli::nothingSpent(),
                     say::endOtherWatcher(),
                     "folder_locked",
                     {}});
    case work::WatchedFolder::Lock::Failed:
        return fail(unusable(path, holder, ExitCode::Storage));
    }
    noteForWindow(context, path);
    Console& console = context.console;
    if (!arguments.once) {
        console.say(Text(say::watching(path.string()))
                        .add(" ")
                        .add(arguments.maxTotal.empty() ? say::watchAsks()
                                                        : say::watchLimit(arguments.maxTotal)));
        console.emit({{"type", "watch"},
                      {"event", "watching"},
                      {"at", utcTime(context.now())},
                      {"folder", path.string()}});
    }
    return SheetWatcher(context, arguments, folder).run();
}

} // namespace

void addWatchCommand(Registry& registry) {
    Command command = registry.root.addCommand("watch", help::watch());
    auto arguments = std::make_shared<WatchArguments>();
    command.addOption("FOLDER", arguments->folder, help::watchFolder()).required();
    command.addOption("--max-total", arguments->maxTotal, help::watchMaxTotal())
        .valueName("AMOUNT [CURRENCY]")
        .check(maxTotalProblem);
    command.addFlag("--once", arguments->once, help::watchOnce());
    for (const auto& [name, value, about] :
         {std::tuple("--settle", &arguments->settle, help::watchSettle()),
          std::tuple("--every", &arguments->every, help::watchEvery()),
          std::tuple("--try-again", &arguments->tryAgain, help::watchTryAgain())})
        command.addOption(name, *value, about)
            .showDefault()
            .valueName("DURATION")
            .check(durationProblem);
    registry.bind(command, watch, arguments);
}

} // namespace leadsheet::cli
