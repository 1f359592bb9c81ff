// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_column_memory.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace leadsheet;
using namespace leadsheet::app;
using contract::LeadField;

namespace {

struct Sheet {
    QTemporaryDir folder;

    LeadSheet open(const std::string& content, const LeadColumnMemory* memory = nullptr) {
        const std::filesystem::path file = folder.filePath("leads.csv").toStdString();
        std::ofstream(file, std::ios::binary) << content;
        auto sheet = openLeadSheet(file, {{}, memory});
        if (!sheet)
            qFatal("%s", sheet.error().message().c_str());
        return *std::move(sheet);
    }
    LeadReport check(const std::string& content) {
        auto report = checkLeads(open(content));
        if (!report)
            qFatal("%s", report.error().message().c_str());
        return *std::move(report);
    }
};

std::string fieldsOf(const LeadSheet& sheet) {
    std::string names;
    for (const LeadColumn& column : sheet.columns)
        names +=
            (column.field
                 ? std::string(contract::kLeadFields[static_cast<std::size_t>(*column.field)].name)
                 : "-") +
            " ";
    return names;
}

} // namespace

/// Sheets of leads: columns to fields, rows to lines that a delivery takes.
class LeadSheetTest : public QObject {
    Q_OBJECT

private slots:
    void memory_ofAPerson_countsBeforeNames() {
        Sheet sheet;
        LeadColumnMemory memory;
        QVERIFY(!memory.learn(sheet.open("mail,Shoe size\na@b.example,38\n")));
        LeadSheet stated = sheet.open("Contact point,Country,Shoe size\na@b.example,DE,38\n");
        stated.columns[0].field = LeadField::Email;
        stated.columns[0].stated = true;
        stated.columns[1].field.reset();
        stated.columns[1].stated = true;
        QVERIFY(memory.learn(stated));
        QVERIFY(!memory.learn(stated));
        const std::filesystem::path file = sheet.folder.filePath("memory.json").toStdString();
        QVERIFY(memory.save(file));
        const auto kept = LeadColumnMemory::load(file);
        QVERIFY(kept);

        const LeadSheet same =
            sheet.open("CONTACT-POINT,country,shoe size\na@b.example,DE,38\n", &*kept);
        QCOMPARE(same.from, LeadColumnsFrom::Saved);
        QCOMPARE(fieldsOf(same), std::string("email - - "));
        const LeadSheet other =
            sheet.open("Mail,Name,Contact point\nx@b.example,Ada,a@b.example\n", &*kept);
        QCOMPARE(other.from, LeadColumnsFrom::Learned);
        QCOMPARE(fieldsOf(other), std::string("- fullName email "));
        const LeadSheet unknown = sheet.open("Mail,Name\nx@b.example,Ada\n", &*kept);
        QCOMPARE(unknown.from, LeadColumnsFrom::Names);
        QCOMPARE(fieldsOf(unknown), std::string("email fullName "));
    }

    void memory_damagedOrAbsent_isTold() {
        Sheet sheet;
        const std::filesystem::path file = sheet.folder.filePath("memory.json").toStdString();
        QVERIFY(LeadColumnMemory::load(file));
        std::ofstream(file, std::ios::binary) << "{\"leadsheetLeadColumns\":1,\"names\":[]}";
        const auto damaged = LeadColumnMemory::load(file);
        QVERIFY(!damaged && damaged.error().code == SheetErrorCode::MapInvalid);
    }

    void columns_byNameAndOtherName_areMatched() {
        Sheet sheet;
        const LeadSheet leads =
            sheet.open("E-Mail,First Name,Nachname,Job title,PLZ,Shoe size,mail,deliveredAt\n"
                       "a@b.example,Ada,Example,CEO,01067,38,x@y.example,now\n");
        QCOMPARE(fieldsOf(leads),
                 std::string("email firstName lastName jobTitle postalCode - - - "));
        QCOMPARE(leads.columns[4].sample, std::string("01067"));
        QCOMPARE(leads.firstDataRow, 2U);
        QCOMPARE(leads.fault(), std::string());
    }

    void columns_thatNameNobody_areAFault() {
        Sheet sheet;
        LeadSheet leads = sheet.open("email,country\na@b.example,DE\n");
        leads.columns[0].field.reset();
        QVERIFY(leads.fault().starts_with("No column says who the lead is."));
        leads.columns[0].field = LeadField::Country;
        QVERIFY(leads.fault().starts_with("Two columns fill the same field."));
    }

    void row_good_isALineAsTheServiceReadsIt() {
        Sheet sheet;
        const LeadReport report =
            sheet.check("email,full name,postal code,founded year,rating,technologies,country\n"
                        " a@b.example ,Ada E,01067,1999,4.5,\"Qt, C++ ,\",DE\n");
        QCOMPARE(report.leads,
                 std::string(R"({"email":"a@b.example","fullName":"Ada E",)"
                             R"("postalCode":"01067","foundedYear":1999,"rating":4.5,)"
                             R"("technologies":["Qt","C++"],"country":"DE"})"
                             "\n"));
        QCOMPARE(report.ready, std::int64_t{1});
        QCOMPARE(report.sheetRows, std::vector<std::uint32_t>{2});
        QCOMPARE(report.digest.size(), std::size_t{64});
    }

    void row_bad_isRefusedWithPlaceAndReason_data() {
        QTest::addColumn<QString>("cells");
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("reason");
        QTest::newRow("mail") << "nobody,,,,,"
                              << "email"
                              << "This is not an e-mail address.";
        QTest::newRow("country") << "a@b.example,Germany,,,,"
                                 << "country"
                                 << "two capital letters";
        QTest::newRow("year") << "a@b.example,,soon,,,"
                              << "founded year"
                              << "number";
        QTest::newRow("result") << "a@b.example,,,fine,,"
                                << "result"
                                << "good, risky, unknown or invalid";
        QTest::newRow("address") << "a@b.example,,,,linkedin.com/in/ada,"
                                 << "linkedin url"
                                 << "https://";
        QTest::newRow("nobody") << ",DE,,,,"
                                << ""
                                << "neither a person nor a company";
        QTest::newRow("domain") << "a@b.example,,,,,not a domain"
                                << "company domain"
                                << "web domain";
    }
    void row_bad_isRefusedWithPlaceAndReason() {
        QFETCH(QString, cells);
        QFETCH(QString, header);
        QFETCH(QString, reason);
        Sheet sheet;
        const LeadReport report =
            sheet.check("email,country,founded year,result,linkedin url,company domain\n" +
                        cells.toStdString() + "\n\nc@d.example,,,,,\n");
        QCOMPARE(report.rows, std::int64_t{2});
        QCOMPARE(report.refused, std::int64_t{1});
        QCOMPARE(report.ready, std::int64_t{1});
        QCOMPARE(report.faults.size(), std::size_t{1});
        QCOMPARE(report.faults[0].row, 2U);
        QCOMPARE(QString::fromStdString(report.faults[0].header), header);
        QVERIFY2(QString::fromStdString(report.faults[0].reason).contains(reason),
                 report.faults[0].reason.c_str());
        QCOMPARE(report.sheetRows, std::vector<std::uint32_t>{4});
    }

    void rows_ofOneLead_areTakenOnce_data() {
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("same");
        QTest::newRow("mail in capitals") << "A@B.EXAMPLE,,Other Name,other.example" << true;
        QTest::newRow("same name, other mail") << "x@b.example,,Ada E,b.example" << false;
        QTest::newRow("no mail, same name") << ",,Ada E,b.example" << false;
    }
    void rows_ofOneLead_areTakenOnce() {
        QFETCH(QString, second);
        QFETCH(bool, same);
        Sheet sheet;
        const LeadReport report = sheet.check("email,linkedin,name,domain\n"
                                              "a@b.example,,Ada E,b.example\n" +
                                              second.toStdString() + "\n");
        QCOMPARE(report.repeated, std::int64_t{same ? 1 : 0});
        QCOMPARE(report.ready, std::int64_t{same ? 1 : 2});
        if (same)
            QCOMPARE(report.faults[0].reason, std::string("The same lead is already in row 2."));
    }

    void digest_isOfTheLeads_notOfTheFile() {
        Sheet sheet;
        const std::string digest = sheet.check("email\na@b.example\n").digest;
        QCOMPARE(sheet.check("\"mail\"\r\n\"a@b.example\"\r\n").digest, digest);
        QVERIFY(sheet.check("email\nc@b.example\n").digest != digest);
    }

    void sheet_withoutColumnNames_isRefused() {
        Sheet sheet;
        const std::filesystem::path file = sheet.folder.filePath("x.csv").toStdString();
        std::ofstream(file, std::ios::binary) << "";
        QVERIFY(!openLeadSheet(file));
    }
};

LEADSHEET_TEST(tst_lead_sheet, LeadSheetTest);
#include "tst_lead_sheet.moc"
