// SPDX-License-Identifier: Apache-2.0
#include "sheet_input.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "row_set.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/sheet_download.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/opening.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <limits>
#include <optional>
#include <set>
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
    LEADSHEET_TRY_DONE(explained(app::makePrivateFolder(folder)));
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
    LEADSHEET_TRY_DONE(explained(app::makePrivateFolder(folder)));
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

namespace {

std::string namesOf(const std::vector<app::SheetInfo>& sheets) {
    std::string names;
    for (const app::SheetInfo& sheet : sheets)
        names += (names.empty() ? "" : ", ") + sheet.name;
    return names;
}

std::optional<std::size_t> named(const std::string& tab,
                                 const std::vector<app::SheetInfo>& sheets) {
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (sheets[i].name == tab)
            return i;
    return std::nullopt;
}

/// A matter of the command line, and known by the code that readers of sheets have for it.
Failure noSuchTab(Sentences what, Sentences fix) {
    Failure failure = usageFailure(std::move(what), std::move(fix));
    failure.code = std::string(app::sheetErrorName(app::SheetErrorCode::NoSuchSheet));
    return failure;
}

Outcome<std::size_t> tabIndex(const std::string& tab, const std::vector<app::SheetInfo>& sheets) {
    if (const auto index = named(tab, sheets))
        return *index;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(tab.data(), tab.data() + tab.size(), number);
    if (error == std::errc() && end == tab.data() + tab.size() && number >= 1 &&
        number <= sheets.size())
        return number - 1;
    return fail(noSuchTab(say::noSuchTab(tab, namesOf(sheets)), {}));
}

Outcome<std::size_t> storedTabIndex(const SheetArguments& arguments, const std::string& tab,
                                    const std::vector<app::SheetInfo>& sheets) {
    if (const auto index = named(tab, sheets))
        return *index;
    if (arguments.stored.size() == 1 && sheets.size() == 1)
        return std::size_t{0};
    return fail(noSuchTab(say::tabOfRunGone(tab, namesOf(sheets)), say::fixTabOfRunGone()));
}

} // namespace

Outcome<std::vector<std::size_t>> chosenTabs(const SheetArguments& arguments,
                                             const std::vector<app::SheetInfo>& sheets) {
    std::set<std::size_t> chosen;
    for (const StoredTab& tab : arguments.stored) {
        LEADSHEET_TRY(const auto index, storedTabIndex(arguments, tab.name, sheets));
        chosen.insert(index);
    }
    if (!chosen.empty())
        return std::vector(chosen.begin(), chosen.end());
    for (const std::string& tab : arguments.tabs) {
        LEADSHEET_TRY(const auto index, tabIndex(tab, sheets));
        chosen.insert(index);
    }
    const auto addAll = [&](bool plain) {
        for (std::size_t i = 0; arguments.allTabs && i < sheets.size(); ++i)
            if (sheets[i].visibility == app::SheetVisibility::Visible &&
                (!plain || app::tabNameOf(sheets[i].name) == app::TabName::Plain))
                chosen.insert(i);
    };
    addAll(true);
    if (chosen.empty())
        addAll(false);
    if (chosen.empty())
        chosen.insert(0);
    return std::vector(chosen.begin(), chosen.end());
}

Outcome<std::optional<std::uint32_t>> statedHeaderRow(const SheetArguments& arguments,
                                                      const std::vector<app::SheetInfo>& sheets,
                                                      std::size_t tab) {
    std::optional<std::uint32_t> forAll;
    std::optional<std::uint32_t> forThis;
    for (const std::string& argument : arguments.headerRows) {
        const auto [name, number] = splitTab(argument);
        std::uint32_t row = 0;
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), row);
        if (error != std::errc() || end != number.data() + number.size())
            return fail(usageFailure(say::noRowNumber(argument), say::fixRowNumber()));
        if (name.empty()) {
            forAll = row;
            continue;
        }
        LEADSHEET_TRY(const auto index, tabIndex(name, sheets));
        if (index == tab)
            forThis = row;
    }
    return forThis ? forThis : forAll;
}

Outcome<std::shared_ptr<const app::SheetEdits>> editsOf(const SheetArguments& arguments,
                                                        const std::vector<std::size_t>& tabs,
                                                        const std::vector<app::SheetInfo>& sheets) {
    auto edits = std::make_shared<app::SheetEdits>();
    if (!arguments.editsFile.empty() || !arguments.editsJson.empty()) {
        LEADSHEET_TRY(auto loaded, explained(arguments.editsFile.empty()
                                                 ? app::SheetEdits::fromJson(arguments.editsJson)
                                                 : app::SheetEdits::load(arguments.editsFile)));
        *edits = std::move(loaded);
    }
    constexpr std::size_t kNotSaid = std::numeric_limits<std::size_t>::max();
    std::vector<app::SheetEdits::Change> stated;
    for (const std::string& text : arguments.edits) {
        auto change = app::parseCellEdit(text, tabs.size() > 1 ? kNotSaid : tabs.front(), sheets);
        if (!change)
            return fail(change.error().code == app::SheetErrorCode::NoSuchSheet
                            ? noSuchTab(change.error().reason, change.error().wayOut)
                            : usageFailure(change.error().reason, change.error().wayOut));
        if (change->place.sheet == kNotSaid)
            return fail(usageFailure(say::setWithoutTab(text),
                                     say::fixSetWithoutTab(sheets[tabs.front()].name, text)));
        stated.push_back(*std::move(change));
    }
    edits->apply("Set", stated);
    if (edits->size() == 0)
        return std::shared_ptr<const app::SheetEdits>();
    return edits;
}

namespace {

std::string cellName(const std::string& tab, const app::CellPlace& place) {
    return (tab.empty() ? "" : "'" + tab + "'!") + app::columnLetter(place.column) +
           std::to_string(place.row);
}

Outcome<void> checkTab(app::RowSource& source, const InspectedTab& tab, const std::string& title,
                       const app::SheetEdits& edits) {
    const auto first = edits.firstEditedRow(tab.sheet, 1);
    if (!first)
        return {};
    const std::uint32_t header = tab.overview.header.row.value_or(0);
    if (*first < header)
        return fail(usageFailure(
            say::editAboveHeader(
                cellName(title, {tab.sheet, *first, edits.row(tab.sheet, *first)[0].first}), *first,
                header),
            say::fixEditAboveHeader()));
    LEADSHEET_TRY_DONE(explained(source.open(tab.sheet)));
    LEADSHEET_TRY(const auto lost, explained(app::firstLostEdit(source, edits)));
    if (!lost)
        return {};
    const app::CellPlace& place = lost->place;
    const std::string cell = cellName(title, place);
    return fail(usageFailure(lost->lastRow ? say::editBelowLast(cell, place.row, *lost->lastRow)
                                           : say::editWithoutCells(cell, place.row),
                             say::rowsNeverAdded()));
}

} // namespace

Outcome<void> checkEditReach(Context& context, const SheetFile& file) {
    if (!file.options.edits)
        return {};
    LEADSHEET_TRY(const auto source, explained(app::openSheet(file.path, file.options.sheet,
                                                              context.interrupts.token())));
    const app::SheetEdits& edits = *file.options.edits;
    const std::span<const app::SheetInfo> sheets = source->sheets();
    for (std::size_t sheet = 0; sheet < sheets.size(); ++sheet) {
        const auto row = edits.firstEditedRow(sheet, 1);
        const bool read = std::any_of(file.tabs.begin(), file.tabs.end(),
                                      [&](const InspectedTab& tab) { return tab.sheet == sheet; });
        if (row && !read)
            return fail(usageFailure(
                say::editOfUnreadTab(
                    cellName(sheets[sheet].name, {sheet, *row, edits.row(sheet, *row)[0].first})),
                say::readTabToo(shellQuoted(sheets[sheet].name))));
    }
    for (const InspectedTab& tab : file.tabs) {
        const std::string title = file.tabs.size() > 1 ? tab.name() : std::string();
        if (auto reached = checkTab(*source, tab, title, edits); !reached)
            return reached;
    }
    return {};
}

} // namespace leadsheet::cli
