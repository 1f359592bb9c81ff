// SPDX-License-Identifier: Apache-2.0
#include "console.hpp"

#include "leadsheet/messages/cli.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kNarrowest = 20;
constexpr std::size_t kUsualColumns = 80;

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

std::size_t terminalColumns(int descriptor) {
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::max<std::size_t>(size.ws_col, kNarrowest);
    const int columns = std::atoi(std::string(variable("COLUMNS")).c_str());
    return columns > 0 ? std::max(static_cast<std::size_t>(columns), kNarrowest) : kUsualColumns;
}

TextLook lookOf(int descriptor, bool noColour) {
    const bool terminal = ::isatty(descriptor) == 1;
    const bool dumb = variable("TERM") == "dumb" || variable("TERM").empty();
    TextLook look;
    look.unicode = std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
    look.ascii = !look.unicode && terminal;
    look.colour = terminal && !dumb && !noColour && variable("NO_COLOR").empty();
    look.columns = terminal ? terminalColumns(descriptor) : 0;
    return look;
}

} // namespace

Console::Console(const ConsoleOptions& options)
    : options_(options) {
    std::setlocale(LC_CTYPE, "");
    out_ = lookOf(STDOUT_FILENO, options.noColour);
    err_ = lookOf(STDERR_FILENO, options.noColour);
    progressVisible_ = ::isatty(STDERR_FILENO) == 1 && !options.quiet && variable("TERM") != "dumb";
}

void Console::divert(std::string* report) {
    const std::lock_guard lock(mutex_);
    clearProgress();
    report_ = report;
}

/// Under the mutex.
bool Console::diverted(const Text& line, std::size_t indent) {
    if (report_ == nullptr)
        return false;
    TextLook look;
    look.indent = indent;
    *report_ += render(line, look);
    return true;
}

bool Console::canAsk() const {
    const std::lock_guard lock(mutex_);
    return report_ == nullptr && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

bool Console::outputLost() const {
    const std::lock_guard lock(mutex_);
    return outputLost_.has_value();
}

std::optional<int> Console::outputFailure() const {
    const std::lock_guard lock(mutex_);
    return outputLost_ == EPIPE ? std::nullopt : outputLost_;
}

void Console::write(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            if (descriptor == STDOUT_FILENO)
                outputLost_ = errno;
            return;
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

void Console::clearProgress() {
    if (shownProgress_.empty())
        return;
    write(STDERR_FILENO, "\r\033[K");
    shownProgress_.clear();
}

void Console::say(const Text& line) {
    say(line, 0);
}

void Console::say(const Text& line, std::size_t indent) {
    const std::lock_guard lock(mutex_);
    if (diverted(line, indent) || options_.json || options_.quiet)
        return;
    clearProgress();
    TextLook look = out_;
    look.indent = indent;
    write(STDOUT_FILENO, render(line, look));
}

void Console::emit(const boost::json::object& object) {
    if (!options_.json)
        return;
    const std::string line = boost::json::serialize(object) + "\n";
    const std::lock_guard lock(mutex_);
    if (report_ != nullptr)
        return;
    clearProgress();
    write(STDOUT_FILENO, line);
}

void Console::note(const Text& line) {
    const std::lock_guard lock(mutex_);
    if (diverted(line, 0) || options_.quiet)
        return;
    clearProgress();
    write(STDERR_FILENO, render(line, err_));
}

void Console::log(std::string_view line) {
    if (!options_.verbose)
        return;
    const std::lock_guard lock(mutex_);
    clearProgress();
    TextLook look = err_;
    look.columns = 0;
    write(STDERR_FILENO, render(Text(line, Style::Dim), look));
}

void Console::failed(const Failure& failure) {
    if (options_.json) {
        boost::json::object object{{"type", "error"},
                                   {"code", failure.code},
                                   {"exitCode", static_cast<int>(failure.exit)},
                                   {"message", failure.what.english()}};
        if (!failure.meaning.empty())
            object["meaning"] = failure.meaning.english();
        if (!failure.fix.empty())
            object["fix"] = failure.fix.english();
        if (!failure.requestId.empty())
            object["requestId"] = failure.requestId;
        emit(object);
    }
    TextLook look = err_;
    look.indent = 2;
    std::string small = failure.code;
    if (!failure.requestId.empty())
        small += " · " + said(messages::cli::requestId(failure.requestId));
    const std::lock_guard lock(mutex_);
    clearProgress();
    if (report_ != nullptr) {
        diverted(Text(failure.what), 0);
        for (const Sentences* line : {&failure.meaning, &failure.fix})
            if (!line->empty())
                diverted(Text("  ").add(*line), 2);
        diverted(Text("  (" + small + ")"), 2);
        return;
    }
    std::string out = render(Text("leadsheet: ", Style::Dim).add(failure.what, Style::Bad), look);
    for (const Sentences* line : {&failure.meaning, &failure.fix})
        if (!line->empty())
            out += render(Text("  ").add(*line), look);
    if (!small.empty())
        out += render(Text("  ").add("(" + small + ")", Style::Dim), look);
    write(STDERR_FILENO, out);
}

void Console::progress(std::string_view line) {
    if (!progressVisible_)
        return;
    const std::lock_guard lock(mutex_);
    TextLook look = err_;
    look.columns = 0;
    // One column stays free: some terminals wrap as soon as the last one is written.
    std::string shown = render(Text(fitText(cleanText(line), err_.columns - 1)), look);
    shown.pop_back();
    if (shown == shownProgress_)
        return;
    write(STDERR_FILENO, "\r" + shown + "\033[K");
    shownProgress_ = shown;
}

void Console::endProgress() {
    const std::lock_guard lock(mutex_);
    clearProgress();
}

void Console::ask(const Text& question) {
    const std::lock_guard lock(mutex_);
    clearProgress();
    std::string line = render(question, err_);
    line.back() = ' ';
    write(STDERR_FILENO, line);
}

void Console::raw(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    write(STDOUT_FILENO, bytes);
}

} // namespace leadsheet::cli
