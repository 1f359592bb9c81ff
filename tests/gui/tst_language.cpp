// SPDX-License-Identifier: Apache-2.0
#include "screenshot.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "phrases/say.hpp"
#include "program/desktop_program.hpp"
#include "shell/settings.hpp"
#include "shell/words.hpp"

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/contract/products.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/text/message_table.hpp"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>

#include <set>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

const QString kGerman = QStringLiteral("de");
const QString kEnglish = QStringLiteral("en");

// Nearly everything that a row can have wrong.
const char* const kFaultySheet =
    "Product,Lead count,Industries,Company sizes,Require e-mail,Exclude domains,Search URL,"
    "Radius in km,Minimum rating,Domains,Categories,Locations\n"
    "filters,fifty,Software,,,,,,,,,\n"
    "filters,-5,Software,,,,,,,,,\n"
    "filters,1.5,Software,,,,,,,,,\n"
    "fliters,100,Software,,,,,,,,,\n"
    "nonsense,100,Software,,,,,,,,,\n"
    ",100,Software,,,,,,,,,\n"
    "filters,,Software,,,,,,,,,\n"
    "filters,100,,,,,,,,,,\n"
    "filters,60000,Software,,,,,,,,,\n"
    "filters,1E3,Software,,,,,,,,,\n"
    "filters,1 000,Software,,,,,,,,,\n"
    "filters,\"1,00,0\",Software,,,,,,,,,\n"
    "filters,101,Software,13-17,,,,,,,,\n"
    "filters,102,Software,51-200,maybe,,,,,,,\n"
    "filters,103,Software,51-200,yes,no domain,,,,,,\n"
    "filters,104,Software,51-200,yes,https://www.acme.com/about,,,,,,\n"
    "search_url,105,,,,,ftp//nothing,,,,,\n"
    "local_business,106,,,,,,500,4.55,,dentist,Berlin\n"
    "filters,107,Software,,,,https://search.example/people,,,,,\n"
    "company_domains,108,,,,,,,,,,\n"
    "filters,109,Software,,,,,,,,,\n"
    "filters,109,Software,,,,,,,,,\n"
    "filters,110,#REF!,,,,,,,,,\n"
    "filters,111,\"Software, Software\",,,,,,,,,\n"
    "filters,112,\"Software; Food, Drink\",,,,,,,,,\n"
    "filters,113,=SUM(A1),,,,,,,,,\n"
    "Total,1234,,,,,,,,,,\n"
    "filters,114,Software,,,,,,,,,,,more\n"
    "filters,115,Soft\aware,,,,,,,,,\n";

std::vector<app::Problem> problemsOf(const QString& file) {
    std::vector<app::Problem> problems;
    auto check = app::SheetCheck::open(file.toStdString());
    if (!check)
        qFatal("%s", check.error().message().c_str());
    app::CheckedRow row;
    for (auto next = check->next(row); next && *next != app::Next::End; next = check->next(row))
        problems.insert(problems.end(), row.problems.begin(), row.problems.end());
    return problems;
}

QString labelText(SubmitScene& scene, const char* name) {
    const auto* label = scene.window().findChild<QLabel*>(QLatin1String(name));
    return label == nullptr ? QString() : label->text();
}

/// As look(), and with large letters, where longer words are cut first.
QString lookTwice(SubmitScene& scene, const QString& name) {
    QString found = scene.look(name);
    scene.program.theme().setFontSize(14);
    settle();
    for (const QString& fault : complaints(scene.window()))
        found += QStringLiteral("\nat 14 pt: ") + fault;
    screenshot(scene.window(), name + QStringLiteral("-14pt"));
    scene.program.theme().setFontSize(0);
    return found;
}

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_eachLanguage_areWrittenAsThere_data();
    void numbers_eachLanguage_areWrittenAsThere();
    void amount_typed_isReadAsMeantOrRefused_data();
    void amount_typed_isReadAsMeantOrRefused();
    void phrase_sentencesOfOtherLayers_areGerman_data();
    void phrase_sentencesOfOtherLayers_areGerman();
    void phrase_english_staysAsItIsButForNamesOfFields_data();
    void phrase_english_staysAsItIsButForNamesOfFields();
    void problems_everythingTheCheckSays_isGerman();
    void columns_whyTakenOrNot_isGerman();
    void ledger_whatItKeeps_isGerman();
    void contract_everyTitle_isGerman();
    void orders_everyWording_isGerman();
    void sheet_oneRowAndTwo_haveTheirForms_data();
    void sheet_oneRowAndTwo_haveTheirForms();
    void window_german_isGermanThroughout();
    void problems_german_areSaidInGerman();
    void settings_languageChosen_holdsAtTheNextStart();
};

void LanguageTest::numbers_eachLanguage_areWrittenAsThere_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("count");
    QTest::addColumn<QString>("dollars");
    QTest::addColumn<QString>("less");
    QTest::addColumn<QString>("yen");
    QTest::addColumn<QString>("day");
    QTest::newRow("English") << kEnglish << "48,112"
                             << "$8,240.05"
                             << "-$0.50"
                             << "1,200 JPY"
                             << "2026-03-01 ";
    QTest::newRow("German") << kGerman << "48.112" << QStringLiteral("8.240,05\u00a0$")
                            << QStringLiteral("-0,50\u00a0$") << "1.200 JPY"
                            << "01.03.2026 ";
}

void LanguageTest::numbers_eachLanguage_areWrittenAsThere() {
    QFETCH(QString, language);
    const Translations translations(language);
    QTEST(number(48112), "count");
    QTEST(money(824005, "USD"), "dollars");
    QTEST(money(-50, "USD"), "less");
    QTEST(money(1200, "JPY"), "yen");
    const WallTime noon{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1) +
                        std::chrono::hours(12)};
    QFETCH(QString, day);
    const QString then = clockText(noon, noon + std::chrono::days(40));
    QVERIFY2(then.startsWith(day), qPrintable(then));
    QVERIFY(soonText(noon + std::chrono::seconds(25), noon).endsWith(QLatin1String(":25")));
    QCOMPARE(soonText(noon, noon - std::chrono::hours(1)), clockText(noon, noon));
}

void LanguageTest::amount_typed_isReadAsMeantOrRefused_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("cents"); // -1: refused
    QTest::newRow("English") << kEnglish << "8,240.50" << 824050;
    QTest::newRow("English, with its sign") << kEnglish << "$12" << 1200;
    QTest::newRow("English, decimal comma") << kEnglish << "8240,50" << -1;
    QTest::newRow("German") << kGerman << "8.240,50" << 824050;
    QTest::newRow("German, as it is shown")
        << kGerman << QStringLiteral("8.240,50\u00a0$") << 824050;
    QTest::newRow("German, without separators") << kGerman << "8240,5" << 824050;
    QTest::newRow("German, decimal point") << kGerman << "8240.50" << -1;
    QTest::newRow("German, a thousand") << kGerman << "1.000" << 100000;
}

void LanguageTest::amount_typed_isReadAsMeantOrRefused() {
    QFETCH(QString, language);
    QFETCH(QString, typed);
    QFETCH(int, cents);
    const Translations translations(language);
    const auto read = readMoney(typed, "USD");
    QCOMPARE(read ? static_cast<int>(read->amount) : -1, cents);
    if (cents >= 0) {
        const auto again = readMoney(typedMoney(*read), "USD");
        QVERIFY(again && *again == *read);
    }
}

void LanguageTest::phrase_sentencesOfOtherLayers_areGerman_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
    QTest::newRow("one sentence") << "The row names no product."
                                  << "Die Zeile nennt kein Produkt.";
    QTest::newRow("list") << "Write filters, search_url or lookalikes."
                          << "Schreiben Sie filters, search_url oder lookalikes.";
    QTest::newRow("title of the contract")
        << "Lead count is empty. Fill it in; the product filters needs it."
        << QStringLiteral("Anzahl Leads: nichts eingetragen. Tragen Sie etwas ein; das Produkt "
                          "filters braucht es.");
    QTest::newRow("number") << "The text has 12,000 characters; 500 are allowed. Shorten it."
                            << QStringLiteral("Der Text hat 12.000 Zeichen; erlaubt sind 500. "
                                              "Kürzen Sie ihn.");
    QTest::newRow("money") << "The order costs $1,240.00, and $3.50 is available."
                           << QStringLiteral("Der Auftrag kostet 1.240,00\u00a0$, verfügbar sind "
                                             "3,50\u00a0$.");
    QTest::newRow("refused connection")
        << "The host hooks.example.com:443 does not accept connections."
        << "Der Rechner hooks.example.com:443 nimmt keine Verbindungen an.";
    QTest::newRow("no secure connection")
        << "No secure connection to hooks.example.com could be made. (SSL connect error)"
        << QStringLiteral("Eine sichere Verbindung zu hooks.example.com kam nicht zustande. "
                          "(SSL connect error)");
    QTest::newRow("no HTTP") << "The answer of hooks.example.com is not HTTP."
                             << "Die Antwort von hooks.example.com ist kein HTTP.";
    QTest::newRow("long headers") << "The headers of the answer are longer than 64 KiB."
                                  << QStringLiteral("Die Kopfzeilen der Antwort sind länger als "
                                                    "64 KiB.");
    QTest::newRow("name of a field")
        << "50,001 is above the maximum for leadCount, 50,000."
        << QStringLiteral("50.001 ist mehr als der größte Wert für „Anzahl Leads“, 50.000.");
    QTest::newRow("phrase within") << "The row orders exactly what row 7 of tab \"Q3\" orders."
                                   << QStringLiteral("Die Zeile bestellt genau dasselbe wie Zeile "
                                                     "7 im Blatt „Q3“.");
    QTest::newRow("name like the end of a sentence")
        << "There is no file My. Files. Check the name and the folder."
        << QStringLiteral("Es gibt keine Datei My. Files. Prüfen Sie Name und Ordner.");
    QTest::newRow("name with a place of its own")
        << "There is no product \"%2 of %1\"."
        << QStringLiteral("Es gibt kein Produkt „%2 of %1“.");
    QTest::newRow("damaged workbook")
        << "The part \"xl/workbook.xml\" unpacks to 12 bytes instead of the 5000 it announces."
        << QStringLiteral("Der Teil \"xl/workbook.xml\" hat entpackt 12 Bytes statt der "
                          "angekündigten 5000.");
    QTest::newRow("cause of the system")
        << "The file icps.csv cannot be opened: Permission denied."
        << QStringLiteral("Die Datei icps.csv lässt sich nicht öffnen: keine Berechtigung.");
    QTest::newRow("tab of several")
        << "Tab \"Q4\": No column is mapped to the required field leadCount."
        << QStringLiteral("Blatt „Q4“: Dem notwendigen Feld „Anzahl Leads“ ist keine Spalte "
                          "zugeordnet.");
    QTest::newRow("column before") << "Anzahl: The row names no product."
                                   << "Anzahl: Die Zeile nennt kein Produkt.";
    QTest::newRow("partly unknown") << "The server failed. Gremlins in the attic."
                                    << "Der Server hat versagt. Gremlins in the attic.";
    QTest::newRow("unknown") << "Gremlins in the attic."
                             << "Gremlins in the attic.";
    QTest::newRow("nothing") << ""
                             << "";
}

void LanguageTest::phrase_sentencesOfOtherLayers_areGerman() {
    QFETCH(QString, english);
    const Translations translations(kGerman);
    QTEST(say(english.toStdString()), "german");
}

void LanguageTest::phrase_english_staysAsItIsButForNamesOfFields_data() {
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("shown");
    for (const char* same :
         {"The text has 12,000 characters; 500 are allowed.", "There is no product \"fliters\".",
          "The order costs $1,240.00, and $3.50 is available.", "Gremlins in the attic."})
        QTest::newRow(same) << QString::fromUtf8(same) << QString::fromUtf8(same);
    QTest::newRow("name of a field") << "50,001 is above the maximum for leadCount, 50,000."
                                     << "50,001 is above the maximum for Lead count, 50,000.";
    QTest::newRow("values of a field") << "\"huge\" is not one of the values of companySizes."
                                       << "\"huge\" is not one of the values of Company sizes.";
    QTest::newRow("required field") << "No column is mapped to the required field leadCount."
                                    << "No column is mapped to the required field Lead count.";
    QTest::newRow("required fields")
        << "No columns are mapped to the required fields scrapingOption, leadCount and locations."
        << "No columns are mapped to the required fields Product, Lead count and Locations.";
}

void LanguageTest::phrase_english_staysAsItIsButForNamesOfFields() {
    QFETCH(QString, said);
    const Translations translations(kEnglish);
    QTEST(say(said.toStdString()), "shown");
}

void LanguageTest::problems_everythingTheCheckSays_isGerman() {
    SubmitScene scene;
    const Translations translations(kGerman);
    std::set<app::ProblemCode> met;
    for (const app::Problem& problem :
         problemsOf(scene.write(QStringLiteral("faulty.csv"), kFaultySheet))) {
        met.insert(problem.code);
        for (const Message& said : problem.sentences())
            QVERIFY2(say(said).toStdString() != text::render(said), said.id.c_str());
    }
    QVERIFY2(met.size() >= 20, qPrintable(QString::number(met.size())));
}

void LanguageTest::columns_whyTakenOrNot_isGerman() {
    SubmitScene scene;
    const QString file =
        scene.write(QStringLiteral("columns.csv"),
                    "Product,Contacts needed,Titel,Excluded countries,Excluded companies,"
                    "Sales rep country,Revenue,,Link,URL,Industri,Notes,Rating,Something odd,Wo\n"
                    "filters,50,CTO,France,Acme,Germany,1000,hi,https://s.example/?q=1,a.example,"
                    "Software,call,4.5,blurb,Germany\n"
                    "filters,50,CEO,France,Acme,Germany,1000,hi,https://s.example/?q=2,b.example,"
                    "Software,call,4.5,blurb,France\n"
                    "filters,50,CFO,France,Acme,Germany,1000,hi,https://s.example/?q=3,c.example,"
                    "Retail,call,4.5,blurb,Spain\n");
    const auto check = app::SheetCheck::open(file.toStdString());
    QVERIFY(check);
    const app::ColumnMap& map = check->tabs().front().map;
    std::vector<Message> reasons;
    for (const app::ColumnRule& rule : map.columns)
        reasons.push_back(rule.why);
    for (const app::UnusedColumn& column : map.unused)
        reasons.push_back(column.why);
    QVERIFY2(reasons.size() >= 12, qPrintable(QString::number(reasons.size())));
    const Translations translations(kGerman);
    for (const Message& why : reasons)
        QVERIFY2(say(why).toStdString() != text::render(why), why.id.c_str());
    QCOMPARE(say(messages::map::nameCanMeanField("leadCount")),
             QStringLiteral("der Name kann „Anzahl Leads“ bedeuten, aber auch anderes"));
    QCOMPARE(say("its name can mean it, and other things"),
             QStringLiteral("der Name kann es bedeuten, aber auch anderes"));
    QCOMPARE(say("its name can mean leadCount, and other things"),
             QStringLiteral("der Name kann „Anzahl Leads“ bedeuten, aber auch anderes"));
}

void LanguageTest::ledger_whatItKeeps_isGerman() {
    const Translations translations(kGerman);
    // As it is read from the file: an id and its arguments.
    const Message place{"check.row_of_tab_place",
                        {MessageArg(std::int64_t{1'200}), MessageArg("Mai")}};
    const std::vector<Message> kept{
        {"ledger.same_order_other_count",
         {MessageArg(place), MessageArg(std::int64_t{1}), MessageArg(std::int64_t{2'500})}}};
    const QString said = say(kept, "The same order as row 1200 of tab \"Mai\", ...");
    QVERIFY2(said.contains(QStringLiteral("Zeile 1200 im Blatt „Mai“")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("2.500")), qPrintable(said));
    Error error = localError(ErrorCode::NotFound, {messages::ledger::noSuchRun("7")});
    QVERIFY(say(error) != QString::fromStdString(error.message));
    error.said.clear();
    error.message = "The pump is dry.";
    QCOMPARE(say(error), QStringLiteral("The pump is dry."));
}

void LanguageTest::contract_everyTitle_isGerman() {
    const Translations translations(kGerman);
    QCOMPARE(sayTitle("Lead count"), QStringLiteral("Anzahl Leads"));
    const QStringList same{QStringLiteral("Domains")};
    for (const contract::ProductInfo& product : contract::kProducts)
        for (const contract::FieldInfo& field : product.fields)
            for (const std::string_view text : {field.title, field.description}) {
                const QString english =
                    QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
                QVERIFY2(sayTitle(text) != english || same.contains(english), qPrintable(english));
            }
}

void LanguageTest::orders_everyWording_isGerman() {
    // Names, and words that both languages spell alike.
    const std::set<std::string_view> same{
        "order.vp",       "order.in_place", "order.sales_navigator",
        "order.linkedin", "order.apollo",   "order.any_of"};
    std::size_t wordings = 0;
    for (const text::MessageEntry& entry : text::messageTable())
        if (entry.id.starts_with("order.")) {
            ++wordings;
            QVERIFY2(entry.german.other != entry.english.other || same.contains(entry.id),
                     entry.id.data());
        }
    QVERIFY(wordings > 60);
    const Translations translations(kGerman);
    const OrderRequest order{"filters",
                             1500,
                             {{"jobTitles", std::vector<std::string>{"CTO", "CIO"}},
                              {"companySizes", std::vector<std::string>{"51-200"}},
                              {"locations", std::vector<std::string>{"München"}},
                              {"requireEmail", true}}};
    QCOMPARE(
        QString::fromStdString(app::rowWords("", 5, order, windowWording())),
        QStringLiteral("Zeile 5 bestellt 1.500 Leads: CTO oder CIO, bei Unternehmen mit 51-200 "
                       "Beschäftigten, in München, mit E-Mail."));
}

void LanguageTest::sheet_oneRowAndTwo_haveTheirForms_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("counted");
    QTest::addColumn<QString>("button");
    QTest::newRow("English, one") << kEnglish << 1 << "1 ready"
                                  << "Continue to Price With 1 Row";
    QTest::newRow("English, two") << kEnglish << 2 << "2 ready"
                                  << "Continue to Price With 2 Rows";
    QTest::newRow("German, one") << kGerman << 1 << "1 bereit"
                                 << "Weiter zum Preis mit 1 Zeile";
    QTest::newRow("German, two") << kGerman << 2 << "2 bereit"
                                 << "Weiter zum Preis mit 2 Zeilen";
}

void LanguageTest::sheet_oneRowAndTwo_haveTheirForms() {
    QFETCH(QString, language);
    QFETCH(int, rows);
    QFETCH(QString, counted);
    const Translations translations(language);
    SubmitScene scene;
    QVERIFY(scene.open(scene.write(QStringLiteral("sheet.csv"), cleanSheet(rows))));
    QVERIFY(scene.goToCheck());
    QTEST(scene.window().findChild<QPushButton*>(QStringLiteral("continueToPrice"))->text(),
          "button");
    QStringList labels;
    for (const auto* label :
         scene.window().findChild<QWidget*>(QStringLiteral("checkCounts"))->findChildren<QLabel*>())
        labels << label->text();
    QVERIFY2(labels.contains(counted), qPrintable(labels.join(QLatin1Char('|'))));
}

// From the first page to a finished run, looking at every page on the way.
void LanguageTest::window_german_isGermanThroughout() {
    const Translations translations(kGerman);
    SubmitScene scene;
    QString faults;
    const auto look = [&](const char* name) {
        faults += lookTwice(scene, QStringLiteral("german-") + QLatin1String(name));
    };
    scene.program.start(true);
    QTRY_VERIFY_WITH_TIMEOUT(scene.program.account().state() == ConnectionState::Connected,
                             kPatience);
    auto* navigation = scene.window().findChild<QListWidget*>(QStringLiteral("navigation"));
    QCOMPARE(navigation->item(0)->data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Bestellen"));
    look("start");
    QVERIFY(scene.press("trySample"));
    QTRY_VERIFY_WITH_TIMEOUT(
        scene.job().state() == SheetJob::State::Open && !scene.job().rows().isLoading(), kPatience);
    look("source");
    QVERIFY(scene.goToMap());
    look("map");
    QVERIFY(scene.press("continueToCheck"));
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().checked() != nullptr, kPatience);
    look("check");
    QVERIFY(scene.press("continueToPrice"));
    auto* place = scene.window().findChild<QPushButton*>(QStringLiteral("place"));
    QTRY_VERIFY_WITH_TIMEOUT(place->isVisible() && place->isEnabled(), kPatience);
    QVERIFY2(place->text().contains(QStringLiteral("Spielgeld erteilen")),
             qPrintable(place->text()));
    QVERIFY(labelText(scene, "balance").startsWith(QStringLiteral("Guthaben ")));
    look("price");
    place->click();
    QTRY_VERIFY_WITH_TIMEOUT(
        scene.page().currentStep() == 4 &&
            scene.window().findChild<QPushButton*>(QStringLiteral("saveResults"))->isEnabled(),
        kPatience);
    auto* placed = scene.window().findChild<QLabel*>(QStringLiteral("summaryPlaced"));
    QTRY_VERIFY_WITH_TIMEOUT(placed->isVisible() &&
                                 placed->accessibleName().startsWith(QStringLiteral("Erteilt: ")),
                             kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(labelText(scene, "outlook").contains(QStringLiteral("keiner doppelt")),
                             kPatience);
    look("run");
    for (const char* page :
         {"orders", "leads", "destinations", "activity", "accounts", "settings"}) {
        scene.window().showPage(QLatin1String(page));
        QTest::qWait(0);
        look(page);
    }
    QCOMPARE(faults, QString());
}

void LanguageTest::problems_german_areSaidInGerman() {
    const Translations translations(kGerman);
    SubmitScene scene;
    QVERIFY(scene.open(scene.write(QStringLiteral("faulty.csv"), kFaultySheet)));
    QVERIFY(scene.goToCheck());
    const auto* problems = scene.window().findChild<QListWidget*>(QStringLiteral("problems"));
    QCOMPARE(problems->item(0)->text(), QStringLiteral("Alle Probleme"));
    bool found = false;
    for (int row = 1; row < problems->count(); ++row) {
        const QString words = problems->item(row)->text();
        QVERIFY2(words.contains(QStringLiteral("Zeile")), qPrintable(words));
        found = found || words == QStringLiteral("1 Zeile: Es gibt kein Produkt „fliters“.");
    }
    QVERIFY(found);
    QCOMPARE(lookTwice(scene, QStringLiteral("german-problems")), QString());
}

void LanguageTest::settings_languageChosen_holdsAtTheNextStart() {
    QTemporaryDir folder;
    const app::AppFolders folders{folder.path().toStdString(), folder.path().toStdString()};
    {
        const Translations translations(Settings(folders.config).language());
        DesktopProgram program(application(), folders);
        program.window().showPage(QStringLiteral("settings"));
        program.show();
        QVERIFY(program.window().windowTitle().startsWith(QStringLiteral("Settings")));
        auto* language = program.window().findChild<QComboBox*>(QStringLiteral("settingsLanguage"));
        const int german = language->findData(kGerman);
        language->setCurrentIndex(german);
        emit language->activated(german);
    }
    const Translations translations(Settings(folders.config).language());
    DesktopProgram program(application(), folders);
    program.window().showPage(QStringLiteral("settings"));
    program.show();
    QVERIFY(program.window().windowTitle().startsWith(QStringLiteral("Einstellungen")));
    QCOMPARE(number(1000), QStringLiteral("1.000"));
}

LEADSHEET_TEST(tst_language, LanguageTest);
#include "tst_language.moc"
