// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/open_sheet.hpp"

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/sheet_edits.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/text/render.hpp"
#include "leadsheet/try.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <charconv>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::clisheet;

constexpr std::size_t kChunk = std::size_t{256} << 10;

struct DumpArguments {
    SheetArguments sheet;
    std::string format = "csv";
    std::string headerRow = "auto";
};

/// Rows in the order of the sheet, rows that it leaves out as blank ones, each at least as wide as
/// the first.
class DumpWriter {
public:
    DumpWriter(Console& console, bool json)
        : console_(console)
        , json_(json) {}

    void begin(const std::string& tab, std::optional<std::uint32_t> headerRow) {
        if (!json_)
            return;
        out_ += "{\"tab\":" + quoted(tab) +
                ",\"headerRow\":" + (headerRow ? std::to_string(*headerRow) : std::string("null")) +
                ",\"rows\":[";
    }

    void row(const app::RowView& row, std::uint32_t number) {
        for (; nextRow_ != 0 && nextRow_ < number; ++nextRow_)
            write({}, nextRow_);
        write(row.cells, number);
        nextRow_ = number + 1;
    }

    void end() {
        if (json_)
            out_ += "\n]}\n";
        flush();
    }

private:
    static std::string quoted(std::string_view text) {
        return boost::json::serialize(boost::json::string(text));
    }

    void write(std::span<const app::Cell> cells, std::uint32_t number) {
        const std::size_t filled = cells.empty() ? 0 : std::size_t{cells.back().column} + 1;
        if (nextRow_ == 0)
            width_ = filled;
        if (json_)
            out_ += (nextRow_ == 0 ? "\n{\"row\":" : ",\n{\"row\":") + std::to_string(number) +
                    ",\"cells\":[";
        auto cell = cells.begin();
        const std::size_t columns = std::max(filled, width_);
        for (std::size_t column = 0; column < columns; ++column) {
            const bool isFilled = cell != cells.end() && cell->column == column;
            append(isFilled ? cell->text : std::string_view(), column, columns);
            if (isFilled)
                ++cell;
        }
        out_ += json_ ? "]}" : "\n";
        if (out_.size() >= kChunk)
            flush();
    }

    void append(std::string_view text, std::size_t column, std::size_t columns) {
        if (column > 0)
            out_ += ',';
        if (json_)
            out_ += quoted(text);
        else if (text.empty() && columns == 1)
            out_ += "\"\""; // an empty line would be no record
        else
            app::appendDelimitedCell(out_, text, ',');
    }

    void flush() {
        console_.raw(out_);
        out_.clear();
    }

    Console& console_;
    bool json_;
    std::string out_;
    std::size_t width_ = 0;
    std::uint32_t nextRow_ = 0; // 0 = nothing written yet
};

/// Removes the copy of a sheet that was not a file.
class SheetOnce {
public:
    explicit SheetOnce(const SheetFile& file)
        : path_(file.piped ? file.path : std::filesystem::path()) {}
    SheetOnce(const SheetOnce&) = delete;
    SheetOnce& operator=(const SheetOnce&) = delete;
    ~SheetOnce() {
        if (!path_.empty())
            ::unlink(path_.c_str());
    }

private:
    std::filesystem::path path_;
};

Outcome<void> readHeaderRow(DumpArguments& arguments) {
    if (arguments.headerRow == "auto")
        return {};
    if (arguments.headerRow == "none" || arguments.headerRow == "0") {
        arguments.sheet.headerRows = {"0"};
        return {};
    }
    std::uint32_t row = 0;
    const char* const end = arguments.headerRow.data() + arguments.headerRow.size();
    const auto [rest, error] = std::from_chars(arguments.headerRow.data(), end, row);
    if (error != std::errc() || rest != end || row == 0)
        return fail(usageFailure(say::headerRowWords()));
    arguments.sheet.headerRows = {arguments.headerRow};
    return {};
}

Outcome<void> dumpTab(Context& context, app::RowSource& source, const InspectedTab& chosen,
                      const DumpArguments& arguments) {
    LEADSHEET_TRY_DONE(explained(source.open(chosen.sheet)));
    const app::HeaderChoice& header = chosen.overview.header;
    const std::uint32_t firstRow = header.row ? *header.row - (header.rows - 1) : 1;
    DumpWriter writer(context.console, arguments.format == "json");
    bool begun = false;
    app::RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, explained(source.next(row)));
        if (next == app::Next::End || context.console.outputLost())
            break;
        // Blank rows are written when something follows them.
        if (row.blank() || row.row + (row.repeat - 1) < firstRow)
            continue;
        if (!std::exchange(begun, true))
            writer.begin(chosen.name(), header.row);
        for (std::uint32_t i = 0; i < row.repeat; ++i)
            writer.row(row, row.row + i);
    }
    if (!begun)
        writer.begin(chosen.name(), header.row);
    writer.end();
    return {};
}

Outcome<ExitCode> dump(Context& context, DumpArguments arguments) {
    LEADSHEET_TRY_DONE(readHeaderRow(arguments));
    LEADSHEET_TRY(auto file, openForInspection(context, arguments.sheet));
    SheetOnce once(file);
    if (file.tabs.size() > 1 && arguments.format == "csv")
        return fail(usageFailure(say::csvOneTab(),
                                 say::fixCsvOneTab(shellQuoted(file.tabs.front().name()))));
    if (file.choice.sheet > 0)
        context.console.note(Sentences(file.choice.reason));
    app::SheetOptions options = file.options.sheet;
    if (file.options.decisions.takesOther(app::SourceMatter::MergedCells))
        options.merged = app::MergedCells::FillRange;
    LEADSHEET_TRY(auto opened,
                  explained(app::openSheet(file.path, options, context.interrupts.token())));
    const auto source = app::withEdits(std::move(opened), file.options.edits);
    for (const InspectedTab& tab : file.tabs)
        LEADSHEET_TRY_DONE(dumpTab(context, *source, tab, arguments));
    return ExitCode::Done;
}

} // namespace

void addDumpCommand(Registry& registry, const Command& sheet) {
    Command command = sheet.addCommand("dump", help::sheetDump());
    auto arguments = std::make_shared<DumpArguments>();
    addReadingArguments(command, arguments->sheet);
    command.addOption("--header-row", arguments->headerRow, help::dumpHeaderRow())
        .valueName("ROW|auto|none");
    command.addOption("--format", arguments->format, help::dumpFormat())
        .oneOf({"csv", "json"})
        .valueName("csv|json");
    registry.bind(command, dump, arguments);
}

} // namespace leadsheet::cli
