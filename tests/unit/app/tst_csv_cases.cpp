// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <stop_token>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;

namespace {

struct Case {
    const char* name;
    std::string bytes;
    std::string expected; ///< cells joined by |, rows ended by \n
    char delimiter = ',';
};

const std::vector<Case>& cases() {
    static const std::vector<Case> kCases = {
        {"crlf", "a,b\r\n1,2\r\n", "a|b\n1|2\n"},
        {"lf", "a,b\n1,2\n", "a|b\n1|2\n"},
        {"cr", "a,b\r1,2\r", "a|b\n1|2\n"},
        {"mixed_line_ends", "a,b\r\n1,2\n3,4\r5,6", "a|b\n1|2\n3|4\n5|6\n"},
        {"no_final_line_end", "a,b\n1,2", "a|b\n1|2\n"},
        {"final_delimiter", "a,b\n1,", "a|b\n1|\n"},
        {"quoted_delimiter", "a,b\n\"1,5\",2\n", "a|b\n1,5|2\n"},
        {"quoted_line_end", "a,b\n\"x\r\ny\",2\n", "a|b\nx\r\ny|2\n"},
        {"quoted_quote", "a,b\n\"say \"\"hi\"\"\",2\n", "a|b\nsay \"hi\"|2\n"},
        {"empty_quoted", "a,b\n\"\",2\n", "a|b\n|2\n"},
        {"quote_at_end_of_file", "a,b\n1,\"2\"", "a|b\n1|2\n"},
        {"tail_after_quote", "a,b\n\"q\"tail,2\n", "a|b\nqtail|2\n"},
        {"stray_quote", "a,b\n5\" pipe,2\n", "a|b\n5\" pipe|2\n"},
        {"blank_before_quote", "a,b\nx, \"y\"\n", "a|b\nx| \"y\"\n"},
        {"blank_rows", "a,b\n\n\n1,2\n\n", "a|b\n\n\n1|2\n\n"},
        {"ragged", "a,b,c\n1\n1,2,3,4\n", "a|b|c\n1\n1|2|3|4\n"},
        {"semicolon", "a;b\n1,5;2\n2,5;3\n", "a|b\n1,5|2\n2,5|3\n", ';'},
        {"tab", "a\tb\n1, 2\t3\n", "a|b\n1, 2|3\n", '\t'},
        {"pipe", "x|y|z\n1|2|3\n", "x|y|z\n1|2|3\n", '|'},
        {"short_tab", "a\tb", "a|b\n", '\t'},
        {"quoted_commas_semicolons", "\"Company, name\";\"City\"\n\"A, B\";\"C\"\n",
         "Company, name|City\nA, B|C\n", ';'},
        {"sep_line", "sep=;\r\na,b;c\r\n1,2;3\r\n", "a,b|c\n1,2|3\n", ';'},
        {"sep_line_unusual", "SEP=^\na^b\n", "a|b\n", '^'},
        {"single_column", "name\nx\ny\n", "name\nx\ny\n"},
        {"bom",
         "\xEF\xBB\xBF"
         "a,b\n1,2\n",
         "a|b\n1|2\n"},
        {"bom_before_quote", "\xEF\xBB\xBF\"a\",b\n", "a|b\n"},
        {"nul_bytes", "a,b\n1\0\0x,2\n"s, "a|b\n1x|2\n"},
        {"nul_in_quotes", "a,b\n\"1\0,x\",2\n"s, "a|b\n1,x|2\n"},
        {"utf8", "Müller,Łódź\n東京,🎈\n", "Müller|Łódź\n東京|🎈\n"},
        {"utf8_with_lone_byte", "Müller,Größe,Köln\nJürgen,Na\xEFve,Zürich\n",
         "Müller|Größe|Köln\nJürgen|Na\xEF\xBF\xBDve|Zürich\n"},
        {"title_rows", "ICP list Q3\n\nname;city;count\na;b;1\nc;d;2\ne;f;3\n",
         "ICP list Q3\n\nname|city|count\na|b|1\nc|d|2\ne|f|3\n", ';'},
        {"only_quotes", "\"\"\n", "\n"},
        {"delimiters_only", ",,\n,,\n", "||\n||\n"},
        {"leading_zeros_and_phones", "01234,+49 30 1\n", "01234|+49 30 1\n"},
        {"blanks_kept", " a , b \n", " a | b \n"},
        {"blanks_before_quotes", "a, \"b, c\", d\nx, \"y, z\" , \"w\"\n", "a|b, c| d\nx|y, z|w\n"},
        {"blanks_before_one_quote", "a, b\nx, \"y, z\"\nv, w\n", "a| b\nx|y, z\nv| w\n"},
        {"blank_and_quote_inside_text", "a,b\n\"x\", \"y\" z\n\"v\",\"w\"\n",
         "a|b\nx| \"y\" z\nv|w\n"},
        {"apostrophes", "'a','b','c'\n'x','y, z','it''s'\n", "a|b|c\nx|y, z|it's\n"},
        {"apostrophes_semicolon", "'a';'b'\n'x; y';'z'\n", "a|b\nx; y|z\n", ';'},
        {"backslashes", "a,b\n\"say \\\"hi\\\", now\",x\n\"q\"\"q\",\"C:\\\\\"\n",
         "a|b\nsay \"hi\", now|x\nq\"q|C:\\\n"},
        {"backslashes_semicolon", "a;b\n\"VP \\\"Sales\\\"; EMEA\";x\n",
         "a|b\nVP \"Sales\"; EMEA|x\n", ';'},
        {"backslash_in_text", "a,b\n\"C:\\\",\"d\"\n\\,x\n", "a|b\nC:\\|d\n\\|x\n"},
        {"apostrophe_in_text", "a,b\n'tis,x\n'new','old'\n", "a|b\n'tis|x\n'new'|'old'\n"},
        {"apostrophe_of_text_cells", "a,b\n'00123,x\n'00456,y\n", "a|b\n'00123|x\n'00456|y\n"},
        {"apostrophes_in_one_column", "a,b\nx,'y'\nv,'w'\nu,'t'\n", "a|b\nx|'y'\nv|'w'\nu|'t'\n"},
    };
    return kCases;
}

} // namespace

class CsvCasesTest : public QObject {
    Q_OBJECT

private slots:
    void hardCase_read_givesCells_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].name) << static_cast<int>(i);
    }
    void hardCase_read_givesCells() {
        QFETCH(int, index);
        const Case& c = cases()[static_cast<std::size_t>(index)];
        const ReadSheet sheet = readSheet(folder_.write("case.csv", c.bytes));
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(QByteArray::fromStdString(sheet.text()), QByteArray::fromStdString(c.expected));
        QCOMPARE(sheet.dialect.delimiter, c.delimiter);
    }

    void hardCase_readInTinySteps_givesSameCells() {
        // A long quoted cell before each case moves every border of a 64 KiB step through it.
        for (const Case& c : cases()) {
            if (c.bytes.starts_with("\xEF\xBB\xBF") ||
                c.expected.find("\xEF\xBF\xBD") != std::string::npos ||
                c.bytes.starts_with("sep") || c.bytes.starts_with("SEP"))
                continue;
            SheetOptions options;
            options.delimiter = c.delimiter;
            for (std::size_t cut = 0; cut <= c.bytes.size(); cut += 3) {
                const std::string filler(64 * 1024 - cut - 1, 'x');
                const auto file = folder_.write("case.csv", filler + "\n" + c.bytes);
                const ReadSheet sheet = readSheet(file, options);
                QVERIFY2(!sheet.failed, c.name);
                QVERIFY2(sheet.text() == filler + "\n" + c.expected, c.name);
            }
        }
    }

    void alignedByBlanks_read_givesColumns_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("table") << QByteArray("Industry      Country         Leads\n"
                                             "SaaS          Germany           100\n"
                                             "Health Care   United Kingdom     50\r\n"
                                             "Müller & Co                      25\n"
                                             "Retail, Food  France              5\n")
                               << QByteArray("Industry|Country|Leads\nSaaS|Germany|100\n"
                                             "Health Care|United Kingdom|50\n"
                                             "Müller & Co||25\nRetail, Food|France|5\n");
        QTest::newRow("title") << QByteArray("ICP list for the third quarter\n\n"
                                             "Industry  Leads\nSaaS        100\nMining       50\n"
                                             "Law          7\n")
                               << QByteArray("ICP list for the third quarter\n\nIndustry|Leads\n"
                                             "SaaS|100\nMining|50\nLaw|7\n");
        QTest::newRow("one column") << QByteArray("Head of Sales\nCTO\nVP  Marketing\nCEO\n")
                                    << QByteArray("Head of Sales\nCTO\nVP  Marketing\nCEO\n");
        QTest::newRow("commas") << QByteArray("a,   b\nx,   y\nv,   w\nt,   u\n")
                                << QByteArray("a|   b\nx|   y\nv|   w\nt|   u\n");
    }
    void alignedByBlanks_read_givesColumns() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, expected);
        const ReadSheet sheet = readSheet(folder_.write("case.txt", bytes.toStdString()));
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(QByteArray::fromStdString(sheet.text()), expected);
    }

    void unterminatedQuote_read_namesItsOpeningLine() {
        const ReadSheet sheet =
            readSheet(folder_.write("a.csv", "a,b\n\"x\ny\",2\n3,\"open\nmore\nmore\n"));
        QVERIFY(sheet.failed);
        QCOMPARE(sheet.error.code, SheetErrorCode::UnterminatedQuote);
        QCOMPARE(sheet.error.place, (SheetPlace{3, 4, 2}));
        QVERIFY(leadsheet::text::render(sheet.error.reason).find("line 4") != std::string::npos);
        QVERIFY(!sheet.error.wayOut.empty());
        QCOMPARE(sheet.rows.size(), std::size_t{2});
    }

    void oddities_read_areCounted() {
        const ReadSheet sheet = readSheet(
            folder_.write("a.csv", "a,b\r\n5\" x,\"q\"t\n\n1,2,3\n\0\0,1\nüö,M\xFCller\nä,ö\n"s));
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(sheet.stats.strayQuotes, std::uint64_t{2});
        QCOMPARE(sheet.stats.strippedNuls, std::uint64_t{2});
        QCOMPARE(sheet.stats.replacedBytes, std::uint64_t{1});
        QCOMPARE(sheet.stats.blankRows, std::uint64_t{1});
        QCOMPARE(sheet.stats.raggedRows, std::uint64_t{1});
        QCOMPARE(sheet.stats.widestRow, std::uint32_t{3});
        QVERIFY(sheet.stats.mixedLineEnds);
    }

    void rows_read_haveRowAndLineNumbers() {
        const auto file = folder_.write("a.csv", "sep=,\na,b\n\"x\ny\",1\n\nlast,2\n");
        const ReadSheet sheet = readSheet(file);
        QCOMPARE(sheet.rows.size(), std::size_t{4});
        QCOMPARE(sheet.lines, (std::vector<std::uint64_t>{2, 3, 5, 6}));
    }

    void limits_exceeded_areNamedWithPlace_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("row");
        QTest::newRow("rows") << QByteArray("a\nb\nc\nd\ne\n") << 5;
        QTest::newRow("columns") << QByteArray("a,b\n1,2,3,4,5,6\n") << 2;
        QTest::newRow("field") << QByteArray("a,b\n") + QByteArray(200, 'x') + ",2\n" << 2;
        QTest::newRow("quoted_field") << QByteArray("a,b\n\"") + QByteArray(200, 'x') + "\",2\n"
                                      << 2;
        QTest::newRow("open_quote") << QByteArray("a,b\n\"") + QByteArray(200, 'x') << 2;
        QTest::newRow("row") << QByteArray("a,b\n") + QByteArray("yyyyyyyy,").repeated(5) +
                                    QByteArray(90, 'x') + "\n"
                             << 2;
    }
    void limits_exceeded_areNamedWithPlace() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, row);
        SheetOptions options;
        options.limits.maxRows = 4;
        options.limits.maxColumns = 5;
        options.limits.maxFieldBytes = 100;
        options.limits.maxRowBytes = 120;
        options.delimiter = ',';
        const ReadSheet sheet = readSheet(folder_.write("a.csv", bytes.toStdString()), options);
        QVERIFY(sheet.failed);
        QCOMPARE(sheet.error.code, SheetErrorCode::LimitExceeded);
        QCOMPARE(sheet.error.place.row, static_cast<std::uint32_t>(row));
        QVERIFY(!sheet.error.wayOut.empty());
    }

    void hugeField_read_isRefusedNotHeld() {
        std::string bytes = "a,b\n1,\"";
        bytes.append(8 << 20, 'x');
        const ReadSheet sheet = readSheet(folder_.write("a.csv", bytes));
        QVERIFY(sheet.failed);
        QCOMPARE(sheet.error.code, SheetErrorCode::LimitExceeded);
        QCOMPARE(sheet.error.place, (SheetPlace{2, 2, 2}));
    }

    void stopRequested_read_endsWithCancelled() {
        std::string bytes;
        for (int i = 0; i < 50'000; ++i)
            bytes += "abc,def,ghi\n";
        std::stop_source stop;
        auto source = openSheet(folder_.write("a.csv", bytes), {}, stop.get_token());
        QVERIFY(source.has_value());
        RowView row;
        QVERIFY((*source)->next(row).has_value());
        stop.request_stop();
        int more = 0;
        for (;; ++more) {
            const auto next = (*source)->next(row);
            if (!next) {
                QCOMPARE(next.error().code, SheetErrorCode::Cancelled);
                break;
            }
            QVERIFY(*next == Next::Row);
        }
        QVERIFY(more <= 64 * 1024 / 12 + 1);
        QVERIFY(!openSheet(folder_.path("a.csv"), {}, stop.get_token()).has_value());
    }

    void fileChanged_whileReading_isReported() {
        const auto file = folder_.write("a.csv", "a,b\n1,2\n");
        auto source = openSheet(file);
        QVERIFY(source.has_value());
        folder_.write("a.csv", "a,b\n1,2\n3,4\n");
        RowView row;
        SheetErrorCode code{};
        for (auto next = (*source)->next(row);; next = (*source)->next(row)) {
            if (!next)
                code = next.error().code;
            if (!next || *next == Next::End)
                break;
        }
        QCOMPARE(code, SheetErrorCode::ChangedWhileReading);
    }

    void sheet_openedAgain_startsOver() {
        auto source = openSheet(folder_.write("a.csv", "sep=;\na;b\n1;2\n"));
        QVERIFY(source.has_value());
        for (int pass = 0; pass < 2; ++pass) {
            RowView row;
            QVERIFY((*source)->open(0).has_value());
            QVERIFY((*source)->next(row).has_value());
            QCOMPARE(row.row, 1U);
            QCOMPARE(row.textAt(1), std::string_view("b"));
            QCOMPARE(row.textAt(9), std::string_view());
        }
        QVERIFY(!(*source)->open(1).has_value());
    }

    void explicitDelimiter_unusable_isRefused() {
        for (const char c : {'"', '\n', '\0', '\xE4'}) {
            SheetOptions options;
            options.delimiter = c;
            const ReadSheet sheet = readSheet(folder_.write("a.csv", "a,b\n"), options);
            QVERIFY(sheet.failed);
            QCOMPARE(sheet.error.code, SheetErrorCode::InvalidOption);
        }
    }

    void hash_asked_isSha256OfTheBytes() {
        SheetOptions options;
        options.hashInput = true;
        const auto file = folder_.write("a.csv", "abc");
        auto source = openSheet(file, options);
        QVERIFY(source.has_value());
        QCOMPARE((*source)->digests().sha256,
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(fileSha256(file).value(), (*source)->digests().sha256);
    }

    void mark_asked_isCrc64OfTheBytes() {
        SheetOptions options;
        options.markInput = true;
        auto source = openSheet(folder_.write("a.csv", "123456789"), options);
        QVERIFY(source.has_value());
        QCOMPARE((*source)->digests().mark, std::string("995dc9bbdf1939fa")); // CRC-64/XZ's check
        QVERIFY((*source)->digests().sha256.empty());
    }

    void hash_ofManyBlocks_isThatOfTheFile() {
        SheetOptions options;
        options.hashInput = true;
        std::string text;
        while (text.size() < 300'000)
            text += "K\xC3\xB6ln;" + std::to_string(text.size()) + "\n";
        const auto file = folder_.write("long.csv", text);
        auto source = openSheet(file, options);
        QVERIFY(source.has_value());
        QCOMPARE((*source)->dialect()->delimiter, ';');
        QCOMPARE((*source)->digests().sha256, fileSha256(file).value());
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_csv_cases, CsvCasesTest);
#include "tst_csv_cases.moc"
