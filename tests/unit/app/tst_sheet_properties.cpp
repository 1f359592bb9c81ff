// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/model/order_request.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "leadsheet/text/render.hpp"
#include "ods_builder.hpp"
#include "random_table.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

#include <array>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

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

std::string asCsv(const TextTable& table) {
    std::string csv;
    for (const TextRow& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            csv += c == 0 ? "" : ",";
            appendDelimitedCell(csv, row[c], ',');
        }
        csv += "\n";
    }
    return csv;
}

std::string asXlsx(const TextTable& table) {
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
std::string asOds(const TextTable& table) {
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
            key += "blocked by " + leadsheet::text::render(row.problems.front().reason);
        else
            key += leadsheet::submit::orderKey(
                       {leadsheet::canonicalBody(row.input->request), 0, 0, row.input->reference})
                       .str();
        result.keys.push_back(key);
    }
}

/// How a program of some country writes the same table as text.
struct Locale {
    const char* name;
    char delimiter;
    char grouping;
    enum class Style { Usual, BlankBeforeQuotes, Apostrophes } style;
};
constexpr std::array kLocales = {
    Locale{"english", ',', ',', Locale::Style::Usual},
    Locale{"german", ';', '.', Locale::Style::Usual},
    Locale{"tabs", '\t', ' ', Locale::Style::Usual},
    Locale{"blanks before quotes", ',', ',', Locale::Style::BlankBeforeQuotes},
    Locale{"apostrophes", ';', '.', Locale::Style::Apostrophes},
};

std::string grouped(const std::string& digits, char sign) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0)
            text += sign;
        text += digits[i];
    }
    return text;
}

std::string asText(const TextTable& table, const Locale& locale) {
    std::string text;
    for (const TextRow& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string cell = isNumber(row[c]) ? grouped(row[c], locale.grouping) : row[c];
            const char quote = locale.style == Locale::Style::Apostrophes ? '\'' : '"';
            text += c == 0 ? "" : std::string(1, locale.delimiter);
            if (locale.style == Locale::Style::Usual) {
                appendDelimitedCell(text, cell, locale.delimiter);
                continue;
            }
            text += c > 0 && locale.style == Locale::Style::BlankBeforeQuotes ? " " : "";
            text += quote + cell + quote; // no cell of these tables has a quote
        }
        text += "\r\n";
    }
    return text;
}

TextTable goodProfiles() {
    const auto industry =
        rc::gen::element<std::string>("SaaS", "Dentists & Orthodontists", "Müller", "Oil, Gas");
    const auto country = rc::gen::element<std::string>("Germany", "United States", "France");
    const auto title = rc::gen::element<std::string>("CTO", "Head of Sales", "Geschäftsführer");
    const auto leads = rc::gen::element<std::string>("50", "250", "1200", "12500");
    TextTable table{{"Industry", "Country", "Job title", "Leads"}};
    for (auto n = *rc::gen::inRange(3, 9); n > 0; --n)
        table.push_back({*industry, *country, *title, *leads});
    return table;
}

TextTable profiles() {
    const auto industry = rc::gen::element<std::string>("SaaS", "Dentists & Orthodontists",
                                                        "Müller", "  Retail ", "007", "");
    const auto country = rc::gen::element<std::string>("DE", "Germany", "United States", "FR", "");
    const auto title = rc::gen::element<std::string>("CTO", "Head of Sales", "VP <Ops>",
                                                     "Geschäftsführer", "CEO\nFounder", "");
    const auto leads = rc::gen::element<std::string>("1", "50", "250", "12x", "0", "");
    TextTable table{{"Industry", "Country", "Job title", "Leads"}};
    for (auto n = *rc::gen::inRange(1, 7); n > 0; --n) {
        table.push_back({*industry, *country, *title, *leads});
        if (*rc::gen::inRange(0, 3) == 0)
            table.push_back(table.back());
    }
    return table;
}

} // namespace

// What holds for every table, whatever the file it stands in.
class SheetPropertiesTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

private slots:
    void csv_writtenAndRead_isTheSame() {
        verifyHeld(rc::check("write, then read", [this] {
            const Encoding encoding = *rc::gen::elementOf(encodings());
            const Dialect dialect = anyDialect();
            const TextTable table = anyTable(encoding.letters);
            SheetOptions options;
            options.delimiter = dialect.delimiter;
            if (*encoding.mark == '\0')
                options.encoding = encoding.name;
            const auto bytes = encoded(delimited(table, dialect), encoding);
            const ReadSheet read = readSheet(folder_.write("table.csv", bytes), options);
            RC_ASSERT(read.error.message() == std::string());
            RC_ASSERT(read.rows == table);
        }));
    }

    void orderKeys_ofATable_areTheSameInEveryFormat() {
        verifyHeld(rc::check("same keys", [this] {
            const TextTable table = profiles();
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

    void orderKeys_ofASheetSavedAgainElsewhere_areTheSame() {
        verifyHeld(rc::check("same keys in every locale", [this] {
            const TextTable table = goodProfiles();
            const Keyed stored = keysOf(folder_.write("t.xlsx", asXlsx(table)));
            RC_ASSERT(stored.error == std::string());
            RC_ASSERT(stored.keys.size() + 1 == table.size());
            for (const Locale& locale : kLocales) {
                const Keyed again = keysOf(folder_.write("t.csv", asText(table, locale)));
                if (again.keys != stored.keys)
                    qWarning("%s", locale.name);
                RC_ASSERT(again.error == std::string());
                RC_ASSERT(again.keys == stored.keys);
            }
        }));
    }
};

LEADSHEET_TEST(tst_sheet_properties, SheetPropertiesTest);
#include "tst_sheet_properties.moc"
