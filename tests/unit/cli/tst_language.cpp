// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "output/text.hpp"
#include "output/words.hpp"
#include "session/row_words.hpp"
#include "session/spending.hpp"

#include "leadsheet/text/message_table.hpp"
#include "leadsheet/text/wording.hpp"

#include <QtTest>

#include <cstdlib>
#include <ctime>
#include <map>

using namespace leadsheet;
using namespace leadsheet::cli;

namespace {

// 2026-03-01T12:00:00Z
const WallTime kNoon{std::chrono::seconds(1'772'366'400)};

EquivalentOrder earlierOrder(const std::string& number, const std::string& match) {
    EquivalentOrder order;
    order.orderNumber = number;
    order.createdAt = "2026-02-17T12:00:00Z";
    order.leadCount = 200;
    order.total = 1600;
    order.currency = "USD";
    order.match = match;
    order.keyLast4 = "x7Qa";
    return order;
}

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qputenv("TZ", "UTC");
        ::tzset();
    }
    void cleanup() { speak(text::Language::English); }

    void placeholder_inHelp_isGerman() {
        QCOMPARE(placeholder("SHEET"), std::string("SHEET"));
        speak(text::Language::German);
        QCOMPARE(placeholder("SHEET"), std::string("TABELLE"));
        QCOMPARE(placeholder("FOLDER"), std::string("ORDNER"));
        QCOMPARE(placeholder("--yes"), std::string("--yes"));
    }

    void amount_typedInGerman_isNeverAThousandTimesOfIt() {
        QCOMPARE(typedMoney("1,500", "USD").value().amount, 150'000);
        speak(text::Language::German);
        QVERIFY(!typedMoney("1,500", "USD"));
        QVERIFY(!typedMoney("1.500,00", "USD"));
        QVERIFY(!typedMoney("1.500", "USD"));
        QCOMPARE(typedMoney("1500.50", "USD").value().amount, 150'050);
        for (const char* typed : {"1 500", "1\u202f500", "1.500,00", "1,5 USD", "500 $"}) {
            const auto problem = maxTotalProblem(typed);
            QVERIFY2(problem && QString::fromStdString(said(*problem)).contains("1500.50"), typed);
        }
        for (const char* typed : {"500", "1500.50", "500 USD", "$500"})
            QVERIFY2(!maxTotalProblem(typed), typed);
        QVERIFY(said(maxTotalOf("1.500", "USD").error().fix).find("500 USD") != std::string::npos);
    }

    void languageOf_environment_data() {
        QTest::addColumn<QString>("all");
        QTest::addColumn<QString>("messages");
        QTest::addColumn<QString>("lang");
        QTest::addColumn<bool>("german");
        QTest::newRow("nothing set") << ""
                                     << ""
                                     << "" << false;
        QTest::newRow("LANG") << ""
                              << ""
                              << "de_DE.UTF-8" << true;
        QTest::newRow("the language alone") << ""
                                            << ""
                                            << "de" << true;
        QTest::newRow("another country") << ""
                                         << ""
                                         << "de_AT@euro" << true;
        QTest::newRow("another language that begins alike") << ""
                                                            << ""
                                                            << "den_CA" << false;
        QTest::newRow("LC_MESSAGES before LANG") << ""
                                                 << "en_US.UTF-8"
                                                 << "de_DE" << false;
        QTest::newRow("LC_ALL before LC_MESSAGES") << "C.UTF-8"
                                                   << "de_DE"
                                                   << "de_DE" << false;
        QTest::newRow("LC_ALL") << "de_CH"
                                << "C"
                                << "C" << true;
        QTest::newRow("French") << ""
                                << ""
                                << "fr_FR.UTF-8" << false;
    }
    void languageOf_environment() {
        QFETCH(QString, all);
        QFETCH(QString, messages);
        QFETCH(QString, lang);
        QFETCH(bool, german);
        const std::map<std::string, std::string> variables{{"LC_ALL", all.toStdString()},
                                                           {"LC_MESSAGES", messages.toStdString()},
                                                           {"LANG", lang.toStdString()}};
        const auto environment = [&](const char* name) {
            return std::optional(variables.at(name));
        };
        QCOMPARE(languageOf(environment) == text::Language::German, german);
    }

    void languageAmong_arguments_findsTheLastThatIsNamed() {
        const auto among = [](const std::vector<const char*>& arguments) {
            return languageAmong(arguments);
        };
        QVERIFY(!among({"leadsheet", "check", "lang"}));
        QVERIFY(among({"leadsheet", "--lang", "de", "check"}) == text::Language::German);
        QVERIFY(among({"leadsheet", "check", "--lang=de"}) == text::Language::German);
        QVERIFY(among({"leadsheet", "--lang", "de", "--lang=en"}) == text::Language::English);
        QVERIFY(!among({"leadsheet", "--lang", "fr"}));
        QVERIFY(!among({"leadsheet", "--lang"}));
    }

    void german_numbersAndMoney_asGermansWriteThem() {
        const text::Wording& german = text::german();
        QCOMPARE(german.number(0), std::string("0"));
        QCOMPARE(german.number(999), std::string("999"));
        QCOMPARE(german.number(-1'234'567), std::string("-1.234.567"));
        QCOMPARE(german.decimal(Decimal{45, 1}), std::string("4,5"));
        QCOMPARE(german.money({824'000, "USD"}), std::string("8.240,00 $"));
        QCOMPARE(german.money({-150, "EUR"}), std::string("-1,50 EUR"));
        QCOMPARE(german.money({1'200, "JPY"}), std::string("1.200 JPY"));
        QCOMPARE(german.field("leadCount"), std::string("leadCount"));
    }

    void unitPrice_byLanguage() {
        QCOMPARE(unitPrice(125'500, "USD"), std::string("$0.1255"));
        speak(text::Language::German);
        QCOMPARE(unitPrice(125'500, "USD"), std::string("0,1255 $"));
        QCOMPARE(unitPrice(1'234'500'000, "EUR"), std::string("1.234,50 EUR"));
    }

    void times_german() {
        speak(text::Language::German);
        QCOMPARE(clockTime(kNoon + std::chrono::hours(24), kNoon), std::string("morgen 12:00"));
        QCOMPARE(clockTime(kNoon + std::chrono::hours(72), kNoon), std::string("04.03.2026 12:00"));
        // As results files have it, whatever is spoken.
        QCOMPARE(clockTime(kNoon + std::chrono::hours(72), kNoon, text::english()),
                 std::string("2026-03-04 12:00"));
        QCOMPARE(duration(std::chrono::seconds(12'000)), std::string("3 h 20 min"));
    }

    void sentences_messagesAndTextsOfOthers_areSaidInOrder() {
        Sentences text = messages::cli::nothingSpent();
        text.add(std::string("The service wrote this.")).add(messages::cli::waitAndRepeat());
        QCOMPARE(said(text), text.english());
        speak(text::Language::German);
        QCOMPARE(said(text), std::string("Es wurde kein Auftrag gesendet und nichts ausgegeben. "
                                         "The service wrote this. Warten Sie ein wenig, und geben "
                                         "Sie dann denselben Befehl noch einmal."));
        QVERIFY(text.english().starts_with("No order was sent and nothing was spent. The service"));
    }

    void sentences_keptWithAnotherEnglishText_keepIt() {
        const Sentences kept({messages::cli::nothingSpent()}, "As it was said then.");
        QCOMPARE(said(kept), std::string("As it was said then."));
        speak(text::Language::German);
        QVERIFY(said(kept).starts_with("Es wurde kein Auftrag"));
        QVERIFY(Sentences(Message()).empty() && Sentences(std::string()).empty());
    }

    void asciiTerminal_german_spellsLettersOut() {
        speak(text::Language::German);
        TextLook look;
        look.unicode = false;
        look.ascii = true;
        QCOMPARE(render(Text("„Größe“ übrig"), look), std::string("\"Groesse\" uebrig\n"));
    }

    void earlierMessage_english_isThatOfTheLedger() {
        EquivalentOrders earlier;
        QVERIFY(earlierMessage(earlier, kNoon).empty());
        for (const char* match : {"same", "similar", "same_reference"}) {
            earlier.orders = {earlierOrder("LS-7Q2M9K4T6W", match)};
            earlier.more = 0;
            QCOMPARE(said(earlierMessage(earlier, kNoon)), submit::inWords(earlier, kNoon));
            earlier.more = 2;
            QCOMPARE(said(earlierMessage(earlier, kNoon)), submit::inWords(earlier, kNoon));
            earlier.orders.push_back(earlierOrder("LS-0000000001", match));
            earlier.orders.push_back(earlierOrder("LS-0000000002", match));
            QCOMPARE(said(earlierMessage(earlier, kNoon)), submit::inWords(earlier, kNoon));
        }
        earlier.orders.front().createdAt = "soon";
        earlier.orders.front().keyLast4.clear();
        QCOMPARE(said(earlierMessage(earlier, kNoon)), submit::inWords(earlier, kNoon));
        speak(text::Language::German);
        earlier.orders = {earlierOrder("LS-7Q2M9K4T6W", "same")};
        earlier.more = 0;
        QCOMPARE(said(earlierMessage(earlier, kNoon)),
                 std::string("Dieselben Firmen und Personen wie LS-7Q2M9K4T6W, bestellt vor 12 "
                             "Tagen mit Schlüssel …x7Qa (200 Leads, 16,00 $)."));
    }

    void names_ofStatesAndReasons_areThoseOfTheLedger() {
        for (std::size_t i = 0; i < submit::kRowStateCount; ++i) {
            const auto state = static_cast<submit::RowState>(i);
            QCOMPARE(said(stateMessage(state)), std::string(submit::name(state)));
        }
        for (const auto state :
             {submit::RunState::Planning, submit::RunState::Planned, submit::RunState::Approved,
              submit::RunState::Running, submit::RunState::Paused, submit::RunState::Stopped,
              submit::RunState::Finished})
            QCOMPARE(said(stateMessage(state)), std::string(submit::name(state)));
        for (int i = 0; i <= static_cast<int>(submit::PauseReason::Cancelled); ++i) {
            const auto reason = static_cast<submit::PauseReason>(i);
            QCOMPARE(said(pauseMessage(reason)), std::string(submit::name(reason)));
        }
        for (int i = 0; i <= static_cast<int>(submit::SkipReason::GivenUp); ++i) {
            const auto reason = static_cast<submit::SkipReason>(i);
            QCOMPARE(said(skipMessage(reason)), std::string(submit::name(reason)));
        }
    }

    void endedRows_areCountedByHowTheyEnded() {
        work::LeftOut left;
        left.ended[{"cancelled", false}] = 2;
        left.ended[{"failed", true}] = 1;
        left.ended[{"expired", false}] = 1;
        left.ended[{"lapsed", false}] = 3;
        std::vector<std::string> lines;
        for (const Message& line : endedRows(left))
            lines.push_back(said(line));
        QCOMPARE(lines,
                 (std::vector<std::string>{"2 ordered, then cancelled", "4 ordered, then ended",
                                           "1 ordered, then failed after part delivery"}));
    }

    void table_whatTheCommandLineSays_isGerman() {
        std::size_t count = 0;
        for (const text::MessageEntry& entry : text::messageTable()) {
            if (!entry.id.starts_with("cli") && !entry.id.starts_with("strip."))
                continue;
            ++count;
            for (const std::string_view word : {" the ", " is ", " are ", " and ", "The "})
                QVERIFY2(entry.german.other.find(word) == std::string_view::npos, entry.id.data());
        }
        QVERIFY(count > 500);
    }
};

LEADSHEET_TEST(tst_language, LanguageTest);
#include "tst_language.moc"
