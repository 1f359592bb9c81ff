// SPDX-License-Identifier: Apache-2.0
#include "sheet_input.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../terminal.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/sheet_download.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/opening.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::clisheet;

constexpr std::size_t kMaxPipedBytes = std::size_t{1} << 30;

Failure pipeFailure(Message what, const char* code) {
    return {ExitCode::Storage, std::move(what), messages::cli::nothingSpent(), {}, code, {}};
}

Message notKept(int reason) {
    return say::inputNotKept(std::generic_category().message(reason));
}

Failure inputFailure(int reason) {
    if (reason == EISDIR)
        return explain(app::SheetError{app::SheetErrorCode::NotAFile,
                                       {},
                                       {messages::sheet::inputIsFolder()},
                                       {messages::sheet::giveSheetFile()},
                                       {}});
    return pipeFailure(notKept(reason), "storage_error");
}

/// Zero, or the errno of the write that failed.
int writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

/// Sheets are read more than once, so a pipe becomes a file first.
Outcome<std::filesystem::path> keepStandardInput(const Context& context) {
    const std::filesystem::path folder = pipedFolder(context);
    if (auto made = app::makePrivateFolder(folder); !made)
        return fail(explain(made.error(), {}));
    std::string name = (folder / "standard-input-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file < 0)
        return fail(pipeFailure(notKept(errno), "storage_error"));
    std::size_t total = 0;
    std::optional<Failure> failure;
    std::array<char, 65536> buffer{};
    while (!failure) {
        if (!waitForInput(context.interrupts)) {
            failure = interruptedFailure();
            break;
        }
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            break;
        if (count < 0) {
            failure = inputFailure(errno);
            break;
        }
        const std::string_view piece(buffer.data(), static_cast<std::size_t>(count));
        total += piece.size();
        if (total > kMaxPipedBytes)
            failure = pipeFailure(say::inputTooLarge(), "storage_error");
        else if (const int reason = writeAll(file, piece); reason != 0)
            failure =
                pipeFailure(notKept(reason), reason == ENOSPC ? "storage_full" : "storage_error");
    }
    ::close(file);
    if (!failure)
        return std::filesystem::path(name);
    ::unlink(name.c_str());
    return fail(*std::move(failure));
}

Outcome<SheetInput> fetch(Context& context, const std::string& url) {
    const std::filesystem::path folder = pipedFolder(context);
    if (auto made = app::makePrivateFolder(folder); !made)
        return fail(explain(made.error(), {}));
    TransportOptions options;
    options.caFile = context.options.caFile.string();
    options.proxy = context.options.proxy;
    context.console.progress(said(say::fetching(url)));
    const auto transport = makeCurlTransport(app::downloadOptions(options));
    auto sheet = app::downloadSheet(url, folder, *transport, context.interrupts.token());
    context.console.endProgress();
    if (!sheet)
        return fail(explain(sheet.error()));
    return SheetInput{sheet->path, true, sheet->name};
}

} // namespace

std::filesystem::path pipedFolder(const Context& context) {
    return work::copiesFolder(context.folders);
}

Outcome<SheetInput> sheetInput(Context& context, const std::string& path) {
    if (app::isSheetUrl(path))
        return fetch(context, path);
    if (path != "-") {
        std::error_code ignored;
        return SheetInput{std::filesystem::absolute(path, ignored), false, {}};
    }
    if (context.options.keyStdin)
        return fail(usageFailure(say::inputForBoth(), say::fixInputForBoth()));
    LEADSHEET_TRY(auto kept, keepStandardInput(context));
    return SheetInput{std::move(kept), true, "standard input"};
}

} // namespace leadsheet::cli
