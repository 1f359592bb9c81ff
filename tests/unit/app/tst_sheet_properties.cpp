// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/model/order_request.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "ods_builder.hpp"
#include "sheet/transcoder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using Row = std::vector<std::string>;
using Table = std::vector<Row>;

// How a CSV can be written so that it must read back the same.
struct Writing {
    const char* encoding;
    const char* mark; ///< byte order mark, when the encoding is not stated
    bool anyScript;   ///< has every character; else only those of western Europe
};
const std::vector<Writing> kWritings = {
    {"UTF-8", "", true},
    {"UTF-8", "\xEF\xBB\xBF", true},
    {"UTF-16LE", "\xFF\xFE", true},
    {"UTF-16BE", "\xFE\xFF", true},
    {"UTF-16LE", "", true},
    {"UTF-32LE", "", true},
    {"windows-1252", "", false},
};
const std::vector<std::string> kWestern = {
    "a", "Z", "0", "9", " ", ",",    ";", "\t", "|",       "\"", "\n", "\r", "\r\n", "=",
    "'", "ä", "ß", "é", "€", "\"\"", "-", "@",  "Acme Co", "#",  "^",  ".",  "007"};
const std::vector<std::string> kAny = {"东京", "Ж", "š", "🎈", "\xC2\xA0", "ｱ"};

rc::Gen<std::string> cellOf(const std::vector<std::string>& pieces) {
    return rc::gen::map(rc::gen::resize(6, rc::gen::container<Row>(rc::gen::elementOf(pieces))),
                        [](const Row& parts) {
                            std::string cell;
                            for (const std::string& part : parts)
                                cell += part;
                            return cell;
                        });
}

Table tableOf(const std::vector<std::string>& pieces) {
    const auto width = *rc::gen::inRange<std::size_t>(2, 5);
    const auto height = *rc::gen::inRange<std::size_t>(1, 7);
    return *rc::gen::container<Table>(height, rc::gen::container<Row>(width, cellOf(pieces)));
}

std::string encoded(const std::string& text, const Writing& writing) {
    std::string bytes = writing.mark;
    Encoder::create(writing.encoding)->encode(text, bytes);
    return bytes;
}

std::string quoted(const std::string& cell) {
    std::string text = "\"";
    for (const char c : cell)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

std::string xmlText(const std::string& text) {
    std::string escaped;
    for (const char c : text)
        escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
    return escaped;
}

bool isNumber(const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("0123456789") == std::string::npos &&
           (cell.size() == 1 || cell[0] != '0');
}

std::string asCsv(const Table& table) {
    std::string csv;
    for (const Row& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            csv += c == 0 ? "" : ",";
            appendDelimitedCell(csv, row[c], ',');
        }
        csv += "\n";
    }
    return csv;
}

std::string asXlsx(const Table& table) {
    std::string rows;
    for (std::size_t r = 0; r < table.size(); ++r) {
        rows += "<row r=\"" + std::to_string(r + 1) + "\">";
        for (std::uint32_t c = 0; c < table[r].size(); ++c) {
            const std::string& cell = table[r][c];
            const std::string place = "<c r=\"" + columnLetter(c) + std::to_string(r + 1) + "\"";
            if (isNumber(cell))
                rows += place + "><v>" + cell + "</v></c>";
            else if (!cell.empty())
                rows += place + " t=\"inlineStr\"><is><t xml:space=\"preserve\">" + xmlText(cell) +
                        "</t></is></c>";
        }
        rows += "</row>";
    }
    return xlsxFile(xlsxBook(rows));
}

// Equal neighbours are written as repeats, as OpenDocument programs do.
std::string asOds(const Table& table) {
    std::string rows;
    for (std::size_t r = 0; r < table.size();) {
        std::size_t same = 1;
        while (r + same < table.size() && table[r + same] == table[r])
            ++same;
        rows += "<table:table-row table:number-rows-repeated=\"" + std::to_string(same) + "\">";
        for (const std::string& cell : table[r])
            if (isNumber(cell))
                rows += "<table:table-cell office:value-type=\"float\" office:value=\"" + cell +
                        "\"><text:p>" + cell + "</text:p></table:table-cell>";
            else if (cell.empty())
                rows += "<table:table-cell/>";
            else
                rows += "<table:table-cell office:value-type=\"string\"><text:p>" + xmlText(cell) +
                        "</text:p></table:table-cell>";
        rows += "</table:table-row>";
        r += same;
    }
    return odsFileOfRows(rows);
}

struct Keyed {
    std::vector<std::string> keys; ///< by row: number, order key or what blocks it
    std::string error;
};

Keyed keysOf(const std::filesystem::path& path) {
    Keyed result;
    CheckOptions options;
    options.headerRow = 1;
    // Stated: a table of one bad row does not look like what its header says.
    options.map = parseMapSpec("industries=Industry,locations=Country,jobTitles=Job title,"
                               "leadCount=Leads,scrapingOption:=filters")
                      .value();
    auto check = SheetCheck::open(path, options);
    if (!check) {
        result.error = check.error().message();
        return result;
    }
    for (;;) {
        CheckedRow row;
        const auto next = check->next(row);
        if (!next)
            result.error = next.error().message();
        if (!next || *next == Next::End)
            return result;
        if (!row.input)
            continue;
        std::string key = std::to_string(row.row) + " ";
        if (row.blocked)
            key += "blocked by " + row.problems.front().reason;
        else
            key += leadsheet::submit::orderKey(
                       {leadsheet::canonicalBody(row.input->request), 0, 0, row.input->reference})
                       .str();
        result.keys.push_back(key);
    }
}

Table profiles() {
    const auto industry = rc::gen::element<std::string>("SaaS", "Dentists & Orthodontists",
                                                        "Müller", "  Retail ", "007", "");
    const auto country = rc::gen::element<std::string>("DE", "Germany", "United States", "FR", "");
    const auto title = rc::gen::element<std::string>("CTO", "Head of Sales", "VP <Ops>",
                                                     "Geschäftsführer", "CEO\nFounder", "");
    const auto leads = rc::gen::element<std::string>("1", "50", "250", "12x", "0", "");
    Table table{{"Industry", "Country", "Job title", "Leads"}};
    for (auto n = *rc::gen::inRange(1, 7); n > 0; --n) {
        table.push_back({*industry, *country, *title, *leads});
        if (*rc::gen::inRange(0, 3) == 0)
            table.push_back(table.back());
    }
    return table;
}

void verify(bool held) {
    QVERIFY2(held, "see the counterexample above");
}

} // namespace

// What holds for every table, whatever the file it stands in.
class SheetPropertiesTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

private slots:
    void csv_writtenAndRead_isTheSame() {
        verify(rc::check("write, then read", [this] {
            const Writing writing = *rc::gen::elementOf(kWritings);
            std::vector<std::string> pieces = kWestern;
            if (writing.anyScript)
                pieces.insert(pieces.end(), kAny.begin(), kAny.end());
            const Table table = tableOf(pieces);
            const char delimiter = *rc::gen::element(',', ';', '\t', '|', '^');
            const std::string lineEnd = *rc::gen::element<std::string>("\r\n", "\n", "\r");
            const bool quoteAll = *rc::gen::arbitrary<bool>();
            const bool endLast = *rc::gen::arbitrary<bool>();
            std::string text;
            for (std::size_t r = 0; r < table.size(); ++r) {
                for (std::size_t c = 0; c < table[r].size(); ++c) {
                    if (c > 0)
                        text += delimiter;
                    if (quoteAll)
                        text += quoted(table[r][c]);
                    else
                        appendDelimitedCell(text, table[r][c], delimiter);
                }
                if (r + 1 < table.size() || endLast)
                    text += lineEnd;
            }
            SheetOptions options;
            options.delimiter = delimiter;
            if (*writing.mark == '\0')
                options.encoding = writing.encoding;
            const ReadSheet read =
                readSheet(folder_.write("table.csv", encoded(text, writing)), options);
            RC_ASSERT(read.error.reason == std::string());
            RC_ASSERT(read.rows == table);
        }));
    }

    void orderKeys_ofATable_areTheSameInEveryFormat() {
        verify(rc::check("same keys", [this] {
            const Table table = profiles();
            const Keyed csv = keysOf(folder_.write("t.csv", asCsv(table)));
            const Keyed xlsx = keysOf(folder_.write("t.xlsx", asXlsx(table)));
            const Keyed ods = keysOf(folder_.write("t.ods", asOds(table)));
            RC_ASSERT(csv.error == std::string());
            RC_ASSERT(xlsx.error == std::string());
            RC_ASSERT(ods.error == std::string());
            RC_ASSERT(!csv.keys.empty() || table.size() > 1);
            RC_ASSERT(xlsx.keys == csv.keys);
            RC_ASSERT(ods.keys == csv.keys);
        }));
    }
};

LEADSHEET_TEST(tst_sheet_properties, SheetPropertiesTest);
#include "tst_sheet_properties.moc"
