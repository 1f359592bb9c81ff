// SPDX-License-Identifier: Apache-2.0
#include "results/results_copies.hpp"

#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/row_source.hpp"
#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/transcoder.hpp"
#include "text/names.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

/// UTF-8 text on its way into a file in a dialect's encoding, compressed when asked for.
class TextSink {
public:
    static SheetResult<TextSink> create(AtomicFile& file, const TextDialect& dialect, bool gzip);
    TextSink(TextSink&&) noexcept;
    TextSink& operator=(TextSink&&) noexcept;
    ~TextSink();

    SheetResult<void> write(std::string_view text);
    /// Ends the compressed stream; call before the file is committed.
    SheetResult<void> finish();

private:
    struct Impl;
    explicit TextSink(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

constexpr int kGzipWindow = 15 + 16;
constexpr int kGzipMemory = 8;

struct TextSink::Impl {
    AtomicFile* file = nullptr;
    std::optional<Encoder> encoder;
    std::string encoded;
    bool gzip = false;
    z_stream zip{};

    ~Impl() {
        if (gzip)
            deflateEnd(&zip);
    }

    SheetResult<void> put(std::string_view bytes, int flush) {
        if (!gzip)
            return file->write(bytes);
        std::array<char, 64 * 1024> out{};
        // zlib only reads the input, its type predates const.
        zip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        zip.avail_in = static_cast<uInt>(bytes.size());
        do {
            zip.next_out = reinterpret_cast<Bytef*>(out.data());
            zip.avail_out = static_cast<uInt>(out.size());
            deflate(&zip, flush);
            LEADSHEET_TRY_DONE(file->write({out.data(), out.size() - zip.avail_out}));
        } while (zip.avail_out == 0);
        return {};
    }
};

TextSink::TextSink(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
TextSink::TextSink(TextSink&&) noexcept = default;
TextSink& TextSink::operator=(TextSink&&) noexcept = default;
TextSink::~TextSink() = default;

SheetResult<TextSink> TextSink::create(AtomicFile& file, const TextDialect& dialect, bool gzip) {
    auto impl = std::make_unique<Impl>();
    impl->file = &file;
    if (dialect.encoding != "UTF-8") {
        impl->encoder = Encoder::create(dialect.encoding);
        if (!impl->encoder)
            return tl::unexpected(SheetError{SheetErrorCode::UnknownEncoding,
                                             {},
                                             {say::encodingNotWritable(dialect.encoding)},
                                             {messages::sheet::saveAsCsvUtf8()},
                                             {}});
    }
    if (gzip)
        impl->gzip = deflateInit2(&impl->zip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow,
                                  kGzipMemory, Z_DEFAULT_STRATEGY) == Z_OK;
    TextSink sink(std::move(impl));
    if (dialect.byteOrderMark)
        LEADSHEET_TRY_DONE(sink.write("\xEF\xBB\xBF"));
    return sink;
}

SheetResult<void> TextSink::write(std::string_view text) {
    if (!impl_->encoder)
        return impl_->put(text, Z_NO_FLUSH);
    impl_->encoded.clear();
    impl_->encoder->encode(text, impl_->encoded);
    return impl_->put(impl_->encoded, Z_NO_FLUSH);
}

SheetResult<void> TextSink::finish() {
    return impl_->gzip ? impl_->put({}, Z_FINISH) : SheetResult<void>();
}

// Which columns of the sheet are kept, and from which column on ours are written.
struct Layout {
    std::uint32_t width = 0; ///< cells of the widest kept row
    std::vector<bool> own;   ///< columns of an earlier results file, which are replaced
};

// One pass over the sheet, so that added columns line up to the right of the widest row.
SheetResult<Layout> measure(RowSource& source, const ResultsOptions& options) {
    Layout layout;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            break;
        layout.width = std::max(layout.width, static_cast<std::uint32_t>(row.cells.size()));
        if (options.headerRow && row.row == *options.headerRow)
            for (const Cell& cell : row.cells)
                layout.own.push_back(isResultHeader(cell.text));
    }
    layout.own.resize(layout.width, false);
    LEADSHEET_TRY_DONE(source.open(options.sheetIndex));
    return layout;
}

class RowCopier {
public:
    RowCopier(const TextDialect& dialect, Layout layout)
        : dialect_(dialect)
        , aligned_(!dialect.columnStarts.empty())
        , delimiter_(aligned_ ? ',' : dialect.delimiter)
        , layout_(std::move(layout)) {}

    // The row as it was, with `added` to the right; without added cells not a byte changes.
    const std::string& copy(const RowView& row, const ResultTexts* added) {
        line_.clear();
        std::uint32_t written = 0;
        for (const Cell& cell : row.cells) {
            if (layout_.own[cell.column])
                continue;
            if (written++ > 0)
                line_ += delimiter_;
            if (aligned_)
                appendDelimitedCell(line_, cell.text, delimiter_);
            else
                line_ += cell.raw;
        }
        if (added != nullptr)
            append(*added, written);
        line_ += row.terminator.empty() && added != nullptr ? std::string_view(dialect_.lineEnd)
                                                            : row.terminator;
        return line_;
    }

private:
    void append(const ResultTexts& added, std::uint32_t written) {
        const auto kept =
            static_cast<std::uint32_t>(std::count(layout_.own.begin(), layout_.own.end(), false));
        // A row without cells has no delimiter to end its first, empty cell either.
        for (std::uint32_t cells = std::max(written, 1U); cells < kept; ++cells)
            line_ += delimiter_;
        for (const std::string& text : added) {
            line_ += delimiter_;
            appendDelimitedCell(line_, text, delimiter_, dialect_.quote);
        }
    }

    const TextDialect& dialect_;
    bool aligned_; // by blanks, which more columns would not be: written with commas
    char delimiter_;
    Layout layout_;
    std::string line_;
};

ResultTexts cellsOf(const RowOutcome& outcome) {
    ResultTexts cells = textsOf(outcome);
    for (std::string& cell : cells)
        cell = guardFormula(cell);
    return cells;
}

ResultTexts headerCells() {
    ResultTexts cells;
    std::copy(kResultHeaders.begin(), kResultHeaders.end(), cells.begin());
    return cells;
}

SheetResult<void> copyRows(RowSource& source, const ResultsOptions& options,
                           const OutcomeLookup& outcome, RowCopier& copier, TextSink& sink,
                           ResultsReport& report) {
    const ResultTexts headers = headerCells();
    const std::uint32_t firstData = options.headerRow ? *options.headerRow + 1 : 1;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            return {};
        const ResultTexts* added = nullptr;
        ResultTexts cells;
        if (options.headerRow && row.row == *options.headerRow) {
            added = &headers;
        } else if (row.row >= firstData) {
            if (const auto found = outcome(row.row)) {
                cells = cellsOf(*found);
                added = &cells;
                ++report.rows;
            } else if (!row.blank()) {
                ++report.unmatched;
            }
        }
        LEADSHEET_TRY_DONE(sink.write(copier.copy(row, added)));
    }
}

} // namespace

SheetResult<void> writeTextResults(RowSource& source, const ResultsOptions& options,
                                   const OutcomeLookup& outcome, AtomicFile& output,
                                   ResultsReport& report) {
    LEADSHEET_TRY(auto layout, measure(source, options));
    const TextDialect& dialect = *source.dialect();
    LEADSHEET_TRY(auto sink,
                  TextSink::create(output, dialect, source.format() == SheetFormat::GzippedText));
    RowCopier copier(dialect, std::move(layout));
    LEADSHEET_TRY_DONE(sink.write(dialect.separatorLine));
    LEADSHEET_TRY_DONE(copyRows(source, options, outcome, copier, sink, report));
    return sink.finish();
}

namespace {

constexpr std::string_view kDigits = "0123456789";

// Two numbers beside each other without an operator, as in "49 (0)30": no formula has that.
bool hasNeighbours(std::string_view text) {
    char before = ' ';
    bool blank = false;
    for (const char c : text) {
        const bool begins = kDigits.find(c) != std::string_view::npos || c == '(';
        const bool ended = kDigits.find(before) != std::string_view::npos || before == ')';
        if (begins && ended && (blank || c == '(' || before == ')'))
            return true;
        blank = c == ' ';
        if (!blank)
            before = c;
    }
    return false;
}

// What may follow a sign: a number, or a telephone number that cannot be calculated.
bool isNumberOrPhone(std::string_view text) {
    if (text.find_first_of(kDigits) == std::string_view::npos ||
        text.find_first_not_of("0123456789 ()/.,-") != std::string_view::npos)
        return false;
    return text.find_first_of("-/") == std::string_view::npos || hasNeighbours(text);
}

// The full-width forms do the same in East Asian versions of spreadsheet programs (OWASP, CSV
// injection).
constexpr std::array<std::string_view, 4> kSigns = {"+", "-", "\uFF0B", "\uFF0D"};
constexpr std::array<std::string_view, 7> kFormulaStarts = {"=",  "@",      "\t",    "\r",
                                                            "\n", "\uFF1D", "\uFF20"};

} // namespace

bool isResultHeader(std::string_view header) {
    const std::string plain = plainName(header);
    return std::any_of(kResultHeaders.begin(), kResultHeaders.end(),
                       [&](std::string_view own) { return plainName(own) == plain; });
}

bool isOwnHeader(std::string_view header) {
    constexpr std::array<std::string_view, 3> kOfConnectors = {"Leadsheet order", "Leadsheet held",
                                                               "Leadsheet leads delivered"};
    const std::string plain = plainName(header);
    return isResultHeader(header) ||
           std::any_of(kOfConnectors.begin(), kOfConnectors.end(),
                       [&](std::string_view own) { return plainName(own) == plain; });
}

void appendDelimitedCell(std::string& out, std::string_view text, char delimiter, char quote) {
    const bool edges = !text.empty() && (text.front() == ' ' || text.back() == ' ');
    const bool quoted = edges || text.find_first_of("\"\r\n") != std::string_view::npos ||
                        text.find(delimiter) != std::string_view::npos ||
                        (quote != '"' && text.find(quote) != std::string_view::npos);
    if (!quoted) {
        out += text;
        return;
    }
    out += quote;
    for (const char c : text) {
        out += c;
        if (c == quote)
            out += c;
    }
    out += quote;
}

bool needsFormulaGuard(std::string_view text) {
    // Behind apostrophes too: else a text that has one of its own would lose it on the way back.
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
    // Most texts start with a letter or a digit.
    if (text.empty() || (text.front() > '@' && text.front() <= 'z') ||
        (text.front() >= '0' && text.front() <= '9'))
        return false;
    for (const std::string_view start : kFormulaStarts)
        if (text.starts_with(start))
            return true;
    for (const std::string_view sign : kSigns)
        if (text.starts_with(sign))
            return !isNumberOrPhone(text.substr(sign.size()));
    return false;
}

std::string guardFormula(std::string_view text) {
    return (needsFormulaGuard(text) ? "'" : "") + std::string(text);
}

std::string_view withoutFormulaGuard(std::string_view cell) {
    return cell.starts_with('\'') && needsFormulaGuard(cell) ? cell.substr(1) : cell;
}

std::filesystem::path resultsPathFor(const std::filesystem::path& input) {
    // "a.csv.gz" has two endings that belong together.
    std::filesystem::path stem = input.stem();
    std::string ending = input.extension().string();
    if (lowerCase(ending) == ".gz") {
        ending = stem.extension().string() + ending;
        stem = stem.stem();
    }
    return input.parent_path() / (stem.string() + ".results" + ending);
}

} // namespace leadsheet::app
