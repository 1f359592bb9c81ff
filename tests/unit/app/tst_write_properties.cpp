// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/app/results_file.hpp"
#include "random_table.hpp"
#include "results_fixture.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <bit>
#include <boost/json.hpp>
#include <cmath>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

const TextRow& anyLetters() {
    return encodings().front().letters;
}

std::vector<ExportColumn> columnsOf(std::size_t count) {
    std::vector<ExportColumn> columns;
    for (std::size_t i = 0; i < count; ++i)
        columns.push_back({"c" + std::to_string(i), ColumnType::Text});
    return columns;
}

/// A value that is kept until it is written, and what a workbook shows of it.
struct Value {
    std::string text;
    ExportValue other;
    CellKind kind = CellKind::Text;
    double number = 0;

    ExportValue view() const {
        return kind == CellKind::Text ? ExportValue(std::string_view(text)) : other;
    }
};

Value anyValue() {
    Value value;
    switch (*rc::gen::inRange(0, 6)) {
    case 0:
        value.number = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
        if (!std::isfinite(value.number))
            value.number = 0.1;
        value.other = value.number;
        value.kind = CellKind::Number;
        break;
    case 1: {
        const auto whole =
            *rc::gen::inRange<std::int64_t>(-999'999'999'999'999, 1'000'000'000'000'000);
        value.other = whole;
        value.number = static_cast<double>(whole);
        value.kind = CellKind::Number;
        break;
    }
    case 2:
        value.other = *rc::gen::arbitrary<bool>();
        value.kind = CellKind::Boolean;
        break;
    case 3: {
        const auto serial = *rc::gen::inRange(61, 2'958'466); // 1 March 1900 to 9999
        value.other = std::chrono::sys_days{std::chrono::days{serial - 25'569}};
        value.number = serial;
        value.kind = CellKind::Date;
        break;
    }
    default:
        value.text = *cellOf(trickyPieces());
    }
    return value;
}

bool sameCell(const Cell& cell, const Value& value) {
    if (value.kind == CellKind::Text)
        return cell.text == value.text && (value.text.empty() || cell.kind == CellKind::Text);
    if (value.kind == CellKind::Boolean)
        return cell.kind == CellKind::Boolean &&
               cell.text == (std::get<bool>(value.other) ? "TRUE" : "FALSE");
    return cell.kind == value.kind && cell.number == value.number;
}

SheetResult<ExportReport> exported(const std::filesystem::path& path, ExportFormat format,
                                   std::size_t columns,
                                   const std::vector<std::vector<ExportValue>>& rows,
                                   ExportOptions options) {
    options.overwrite = true;
    options.manifest = false;
    auto writer = RecordWriter::create(path, format, options);
    if (!writer)
        return tl::unexpected(writer.error());
    auto done = writer->begin(columnsOf(columns));
    for (const auto& row : rows)
        if (done)
            done = writer->row(row);
    return writer->finish();
}

std::vector<std::vector<ExportValue>> asValues(const TextTable& table) {
    std::vector<std::vector<ExportValue>> rows;
    for (const TextRow& row : table)
        rows.emplace_back(row.begin(), row.end());
    return rows;
}

TextRow headersOf(std::size_t columns) {
    TextRow names;
    for (const ExportColumn& column : columnsOf(columns))
        names.push_back(column.name);
    return names;
}

std::string rawOf(const std::filesystem::path& path, const SheetOptions& options,
                  std::size_t columns) {
    auto source = openSheet(path, options);
    std::string out;
    RowView row;
    while (source && *(*source)->next(row) == Next::Row)
        for (std::size_t c = 0; c < std::min(columns, row.cells.size()); ++c)
            out += std::string(row.cells[c].raw) + "\x1F";
    return out;
}

std::optional<RowOutcome> outcomeFor(std::uint32_t row) {
    if (row % 3 == 0)
        return std::nullopt;
    return RowOutcome{"Placed", "", "$5.00", "", "=a, \"b\"", std::to_string(row)};
}

} // namespace

/// Whatever is written reads back as it was.
class WritePropertiesTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

private slots:
    void csvExport_ofAnyTexts_readsBackTheSame() {
        verifyHeld(rc::check("export to CSV, then read", [this] {
            TextTable table = anyTable(anyLetters());
            ExportOptions options;
            options.delimiter = *rc::gen::element(',', ';', '\t', '|', '^');
            options.byteOrderMark = *rc::gen::arbitrary<bool>();
            options.guardFormulas = *rc::gen::arbitrary<bool>();
            const auto path = folder_.path("export.csv");
            const std::size_t width = table.front().size();
            RC_ASSERT(exported(path, ExportFormat::Csv, width, asValues(table), options));
            SheetOptions reading;
            reading.delimiter = options.delimiter;
            if (options.guardFormulas)
                for (TextRow& row : table)
                    for (std::string& cell : row)
                        cell = guardFormula(cell);
            table.insert(table.begin(), headersOf(width));
            const ReadSheet read = readSheet(path, reading);
            RC_ASSERT(read.error.message() == std::string());
            RC_ASSERT(read.rows == table);
        }));
    }

    void xlsxExport_ofAnyValues_readsBackTheSame() {
        verifyHeld(rc::check("export to XLSX, then read", [this] {
            const auto width = *rc::gen::inRange<std::size_t>(1, 5);
            const auto height = *rc::gen::inRange<std::size_t>(1, 7);
            std::vector<std::vector<Value>> values(height, std::vector<Value>(width));
            std::vector<std::vector<ExportValue>> rows(height);
            for (std::size_t r = 0; r < height; ++r)
                for (Value& value : values[r]) {
                    value = anyValue();
                    rows[r].push_back(value.view());
                }
            const auto path = folder_.path("export.xlsx");
            RC_ASSERT(exported(path, ExportFormat::Xlsx, width, rows, {}));
            auto source = openSheet(path);
            RC_ASSERT(source.has_value());
            std::size_t cells = 0;
            RowView row;
            while (*(*source)->next(row) == Next::Row) {
                for (const Cell& cell : row.cells)
                    if (row.row > 1 && cell.kind != CellKind::Empty) {
                        RC_ASSERT(sameCell(cell, values[row.row - 2][cell.column]));
                        ++cells;
                    }
            }
            std::size_t expected = 0;
            for (const auto& of : values)
                for (const Value& value : of)
                    expected += value.kind == CellKind::Text && value.text.empty() ? 0 : 1;
            RC_ASSERT(cells == expected);
        }));
    }

    void jsonExport_ofAnyTexts_readsBackTheSame() {
        verifyHeld(rc::check("export to JSON Lines, then parse", [this] {
            const TextTable table = anyTable(anyLetters());
            const auto path = folder_.path("export.jsonl");
            const std::size_t width = table.front().size();
            RC_ASSERT(exported(path, ExportFormat::JsonLines, width, asValues(table), {}));
            const std::string bytes = readAll(path);
            std::size_t from = 0;
            for (const TextRow& row : table) {
                const std::size_t end = bytes.find('\n', from);
                RC_ASSERT(end != std::string::npos);
                const auto object = boost::json::parse(bytes.substr(from, end - from)).as_object();
                from = end + 1;
                RC_ASSERT(object.size() == width);
                for (std::size_t c = 0; c < width; ++c)
                    RC_ASSERT(object.at("c" + std::to_string(c)).as_string() ==
                              boost::json::string_view(row[c]));
            }
            RC_ASSERT(from == bytes.size());
        }));
    }

    void textResults_ofAnySheet_keepItAndAreKnownAgain() {
        verifyHeld(rc::check("write results, then write them again", [this] {
            const Encoding encoding = *rc::gen::elementOf(encodings());
            const Dialect dialect = anyDialect();
            TextTable table = anyTable(encoding.letters);
            const std::size_t width = table.front().size();
            table.insert(table.begin(), headersOf(width));
            const auto input =
                folder_.write("sheet.csv", encoded(delimited(table, dialect), encoding));
            ResultsOptions options = withHeader(1);
            options.sheet.delimiter = dialect.delimiter;
            if (*encoding.mark == '\0')
                options.sheet.encoding = encoding.name;
            options.output = folder_.path("results.csv");
            options.overwrite = true;
            RC_ASSERT(writeResults(input, options, outcomeFor).has_value());
            RC_ASSERT(rawOf(options.output, options.sheet, width) ==
                      rawOf(input, options.sheet, width));
            const ReadSheet read = readSheet(options.output, options.sheet);
            RC_ASSERT(read.rows.size() == table.size());
            RC_ASSERT(read.rows.front().size() == width + kResultHeaders.size());
            for (std::uint32_t r = 1; r < table.size(); ++r) {
                if (const auto outcome = outcomeFor(r + 1)) {
                    RC_ASSERT(read.rows[r].size() == width + kResultHeaders.size());
                    RC_ASSERT(read.rows[r][width] == outcome->status);
                    RC_ASSERT(read.rows[r][width + 4] == "'" + outcome->message);
                    RC_ASSERT(read.rows[r][width + 5] == outcome->key);
                } else {
                    RC_ASSERT(read.rows[r].size() == width);
                }
            }
            ResultsOptions again = options;
            again.output = folder_.path("again.csv");
            RC_ASSERT(writeResults(options.output, again, outcomeFor).has_value());
            RC_ASSERT(readAll(again.output) == readAll(options.output));
        }));
    }

    void workbookResults_ofAnySheet_keepItAndAreKnownAgain() {
        verifyHeld(rc::check("write results into a workbook, twice", [this] {
            const TextTable table = anyTable(anyLetters());
            const std::size_t width = table.front().size();
            const auto input = folder_.path("book.xlsx");
            RC_ASSERT(exported(input, ExportFormat::Xlsx, width, asValues(table), {}));
            ResultsOptions options = withHeader(1);
            options.output = folder_.path("book.results.xlsx");
            options.overwrite = true;
            RC_ASSERT(writeResults(input, options, outcomeFor).has_value());
            auto before = openSheet(input);
            auto after = openSheet(options.output);
            RC_ASSERT(before.has_value());
            RC_ASSERT(after.has_value());
            RowView old;
            RowView now;
            while (*(*after)->next(now) == Next::Row) {
                RC_ASSERT(*(*before)->next(old) == Next::Row);
                RC_ASSERT(now.row == old.row);
                for (std::uint32_t c = 0; c < width; ++c)
                    RC_ASSERT(now.textAt(c) == old.textAt(c));
                const auto outcome = outcomeFor(now.row);
                const auto first = static_cast<std::uint32_t>(width);
                RC_ASSERT(now.row == 1 ||
                          now.textAt(first + 4) == (outcome ? outcome->message : std::string()));
            }
            ResultsOptions again = options;
            again.output = folder_.path("book.again.xlsx");
            RC_ASSERT(writeResults(options.output, again, outcomeFor).has_value());
            const std::string part = "xl/worksheets/sheet1.xml";
            RC_ASSERT(partOf(again.output, part) == partOf(options.output, part));
        }));
    }
};

LEADSHEET_TEST(tst_write_properties, WritePropertiesTest);
#include "tst_write_properties.moc"
