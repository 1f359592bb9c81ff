// SPDX-License-Identifier: Apache-2.0
#include "sheet_arguments.hpp"

#include "../interrupts.hpp"
#include "../terminal.hpp"

#include "leadsheet/app/accounts/private_file.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kMaxPipedBytes = std::size_t{1} << 30;

Failure pipeFailure(const std::string& reason, const char* code) {
    return {ExitCode::Storage,
            "Standard input could not be kept: " + reason + ".",
            "No order was sent and nothing was spent.",
            {},
            code,
            {}};
}

/// Sheets are read more than once, so a pipe becomes a file first.
Outcome<std::filesystem::path> keepStandardInput(const Context& context) {
    const std::filesystem::path folder = context.folders.data / "piped";
    if (auto made = app::makePrivateFolder(folder); !made)
        return fail(explain(made.error(), {}));
    std::string name = (folder / "standard-input-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file < 0)
        return fail(pipeFailure(std::strerror(errno), "storage_error"));
    std::size_t total = 0;
    std::string problem;
    const char* code = "storage_error";
    char buffer[65536];
    while (problem.empty()) {
        if (!waitForInput(context.interrupts)) {
            ::close(file);
            ::unlink(name.c_str());
            return fail(interruptedFailure());
        }
        const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        total += static_cast<std::size_t>(count);
        if (total > kMaxPipedBytes)
            problem = "more than 1 GiB came in";
        else if (::write(file, buffer, static_cast<std::size_t>(count)) != count)
            problem = std::strerror(errno), code = errno == ENOSPC ? "storage_full" : code;
    }
    ::close(file);
    if (problem.empty())
        return std::filesystem::path(name);
    ::unlink(name.c_str());
    return fail(pipeFailure(problem, code));
}

Outcome<std::optional<char>> delimiterOf(const std::string& text) {
    if (text.empty())
        return std::nullopt;
    if (text == "comma")
        return ',';
    if (text == "semicolon")
        return ';';
    if (text == "tab" || text == "\\t")
        return '\t';
    if (text == "pipe")
        return '|';
    if (text.size() == 1)
        return text.front();
    return fail(usageFailure("--delimiter is one character, or comma, semicolon, tab or pipe."));
}

Outcome<std::size_t> tabIndex(const std::string& tab, const std::vector<app::SheetInfo>& sheets) {
    if (tab.empty())
        return 0;
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (sheets[i].name == tab)
            return i;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(tab.data(), tab.data() + tab.size(), number);
    if (error == std::errc() && end == tab.data() + tab.size() && number >= 1 &&
        number <= sheets.size())
        return number - 1;
    std::string names;
    for (const app::SheetInfo& sheet : sheets)
        names += (names.empty() ? "" : ", ") + sheet.name;
    return fail(usageFailure("There is no tab '" + tab + "' in the sheet. It has: " + names + "."));
}

} // namespace

Outcome<SheetFile> openForInspection(Context& context, const SheetArguments& arguments) {
    SheetFile file;
    file.piped = arguments.path == "-";
    if (file.piped && context.options.keyStdin)
        return fail(usageFailure("Sheet and key cannot both come from standard input.",
                                 "Give the key with LEADSHEET_API_KEY or --key-file."));
    if (file.piped) {
        auto kept = keepStandardInput(context);
        if (!kept)
            return fail(kept.error());
        file.path = *kept;
    } else {
        std::error_code ignored;
        file.path = std::filesystem::absolute(arguments.path, ignored);
    }
    auto delimiter = delimiterOf(arguments.delimiter);
    if (!delimiter)
        return fail(delimiter.error());
    file.options.sheet.delimiter = *delimiter;
    if (!arguments.encoding.empty())
        file.options.sheet.encoding = arguments.encoding;
    file.options.headerRow = arguments.headerRow;
    file.options.includeHidden = arguments.includeHidden;
    auto overview = app::inspectSheet(file.path, file.options, context.interrupts.token());
    if (!overview)
        return fail(explain(overview.error()));
    auto tab = tabIndex(arguments.tab, overview->sheets);
    if (!tab)
        return fail(tab.error());
    file.options.sheetIndex = *tab;
    if (*tab != 0) {
        overview = app::inspectSheet(file.path, file.options, context.interrupts.token());
        if (!overview)
            return fail(explain(overview.error()));
    }
    file.overview = *std::move(overview);
    return file;
}

std::vector<std::string> headerCells(const app::SheetOverview& overview) {
    if (overview.header.row)
        for (const app::SampleRow& row : overview.head)
            if (row.row == *overview.header.row)
                return row.cells;
    return {};
}

Outcome<app::MapSpec> chooseMap(Context& context, const SheetArguments& arguments,
                                const std::vector<std::string>& header, std::string& origin) {
    app::MapSpec spec;
    if (!arguments.mapJson.empty()) {
        auto stored = app::mapFromJson(arguments.mapJson);
        if (!stored)
            return fail(explain(stored.error()));
        origin = "the map of the run";
        return *std::move(stored);
    }
    if (!arguments.mapFile.empty()) {
        auto loaded = app::loadMapFile(arguments.mapFile);
        if (!loaded)
            return fail(explain(loaded.error()));
        spec = *std::move(loaded);
        origin = arguments.mapFile.filename().string();
    } else if (arguments.maps.empty() && !header.empty()) {
        auto saved = app::findSavedMap(context.folders.mapsFolder(), header);
        if (!saved)
            return fail(explain(saved.error()));
        if (*saved) {
            spec = **std::move(saved);
            origin = "the map saved for these columns";
        }
    }
    for (const std::string& text : arguments.maps) {
        auto stated = app::parseMapSpec(text);
        if (!stated)
            return fail(explain(stated.error()));
        std::move(stated->columns.begin(), stated->columns.end(), std::back_inserter(spec.columns));
        std::move(stated->values.begin(), stated->values.end(), std::back_inserter(spec.values));
        std::move(stated->ignored.begin(), stated->ignored.end(), std::back_inserter(spec.ignored));
    }
    return spec;
}

Outcome<OpenSheet> openForCheck(Context& context, const SheetArguments& arguments, SheetUse use) {
    auto file = openForInspection(context, arguments);
    if (!file)
        return fail(file.error());
    std::string origin;
    auto spec = chooseMap(context, arguments, headerCells(file->overview), origin);
    if (!spec)
        return fail(spec.error());
    file->options.map = *std::move(spec);
    // Header and tab as they were found: the sheet is read the same way each time.
    file->options.headerRow = file->overview.header.row.value_or(0);
    auto check = app::SheetCheck::open(file->path, file->options, context.interrupts.token());
    if (file->piped && use == SheetUse::Look)
        ::unlink(file->path.c_str()); // it stays readable while it is open
    if (!check)
        return fail(explain(check.error()));
    return OpenSheet{file->path, file->piped, file->options, *std::move(check), origin};
}

} // namespace leadsheet::cli
