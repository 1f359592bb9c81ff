// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QRegularExpression>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

/// What is left of the output when everything is taken away that is spelled the same in every
/// language: commands to type, options, names in quotes and places, codes.
QString proseOf(const CliRun& run) {
    static const QRegularExpression kSame(
        QStringLiteral("leadsheet [a-z][^.\\n,;]*|\\(Couldn't connect to "
                       "server\\)|--?[a-z][\\w-]*|`[^`]*`|\\([a-z_]+\\)|"
                       "/\\S+|\\b\\S+\\.(csv|xlsx)\\b|order-again"));
    QString text = run.out + run.err;
    return text.replace(kSame, QStringLiteral(" "));
}

/// The first English word of a run that is to speak German; empty when there is none.
QString englishIn(const CliRun& run) {
    static const QRegularExpression kEnglish(QStringLiteral(
        "\\b(the|is|are|were|and|with|without|row|rows|order|orders|ordered|placed|held|from|of|"
        "nothing|this|that|need|needs|because|price|prices|left|out|sheet|run|refused|skipped|"
        "read|column|header|tab|spent|has|have|not|to)\\b"));
    return kEnglish.match(proseOf(run)).captured();
}

#define GERMAN(call, code, text)                                                                   \
    do {                                                                                           \
        const CliRun run = call;                                                                   \
        QVERIFY2(run.exitCode == (code), run.all());                                               \
        QVERIFY2((run.out + run.err).contains(QStringLiteral(text)), run.all());                   \
        QVERIFY2(englishIn(run).isEmpty(), englishIn(run).toUtf8() + "\n" + run.all());            \
    } while (false)

QByteArray sheetWithFault() {
    return "Product,Leads,Industries\nfilters,10,Software\nfilters,many,Software\n";
}

} // namespace

/// The command line speaks German where it is asked to, and nothing but English to programs.
class CliLanguageTest : public QObject {
    Q_OBJECT

private slots:
    void sheet_readAndChecked_inGerman() {
        CliHome home;
        const QString good = home.write("gut.csv", sheetOf(3));
        const QString bad = home.write("schlecht.csv", sheetWithFault());
        GERMAN(home.run({"sheet", "inspect", good, "--lang", "de"}), 0, "Kopfzeile 1");
        GERMAN(home.run({"check", good, "--lang", "de"}), 0, "3 Aufträge bereit");
        GERMAN(home.run({"check", bad, "--lang=de"}), 4, "1 Zeile ausgelassen");
        GERMAN(home.run({"map", "suggest", good, "--lang", "de"}), 0, "Als Optionen:");
        GERMAN(home.run({"map", "list", "--lang", "de"}), 0, "Es ist keine Zuordnung gespeichert");
    }

    void sheet_pricedAndOrdered_inGerman() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.setVariable("LC_ALL", "de_DE.UTF-8");
        const QString sheet = home.write("icps.csv", sheetOf(2));
        const QStringList spend{"submit", sheet, "--max-total", "1000"};
        GERMAN(home.run({"quote", sheet}), 0, "Diese Preise gelten bis");
        GERMAN(home.run(spend + QStringList{"--dry-run"}), 0, "Probelauf: 2 Aufträge würden für");
        GERMAN(home.run({"submit", sheet, "--max-total", "0.01"}), 6, "mehr als --max-total");
        GERMAN(home.run({"submit", sheet}), 6,
               "Geben Sie an, was höchstens ausgegeben werden darf");
        GERMAN(home.run(spend), 0, "2 Aufträge erteilt");
        GERMAN(home.run(spend), 0, "2 schon bestellt. Nichts zu tun, nichts ausgegeben.");
        GERMAN(home.run({"status"}), 0, "bei Bestellung reserviert");
        const QString one =
            QString::number(home.run({"status", "--json"}).line("run")["run"].toInt());
        GERMAN(home.run({"status", one, "--rows"}), 0, "Erteilt");
        GERMAN(home.run({"diff", sheet}), 0, "2 schon bestellt");
        GERMAN(home.run({"resume", one}), 0, "hat nichts mehr zu senden.");
        GERMAN(home.run({"retry", one}), 0, "ist nichts noch einmal zu versuchen");
        GERMAN(home.run({"discard", one}), 0, "Nichts zu tun.");
        // Scopes, movements and states are words of the contract.
        for (const auto& [command, text] :
             std::vector<std::pair<QStringList, QString>>{{{"account"}, "reserviert"},
                                                          {{"account", "ledger"}, "Bewegung"},
                                                          {{"orders", "list"}, "angeboten"},
                                                          {{"statement"}, "Guthaben"}}) {
            const CliRun run = home.run(command);
            QVERIFY2(run.exitCode == 0 && run.out.contains(text), run.all());
        }
        QVERIFY(home.read("icps.results.csv").contains("Leadsheet status"));
    }

    void errors_ofEachKind_inGerman() {
        TestServer server;
        CliHome home;
        home.setVariable("LC_ALL", "de_DE.UTF-8");
        const QString sheet = home.write("icps.csv", sheetOf(1));
        GERMAN(home.run({"quote", sheet}), 2, "Es ist noch kein Konto eingerichtet.");
        GERMAN(home.run({"check", "fehlt.csv"}), 3, "Es wurde kein Auftrag gesendet");
        GERMAN(home.run({"check", sheet, "--header-row", "x"}), 2, "ist keine Zeilennummer");
        GERMAN(home.run({"status", "99"}), 2, "Es gibt keinen Lauf 99.");
        GERMAN(home.run({"profile", "show", "keins"}), 2, "Es gibt kein Profil namens");
        home.use("http://127.0.0.1:1", server.customerKey());
        GERMAN(home.run({"account"}), 7, "ist nicht erreichbar.");
        std::string other = server.customerKey();
        other.back() = other.back() == 'a' ? 'b' : 'a';
        home.use(server.baseUrl(), other);
        GERMAN(home.run({"account"}), 5, "kennt diesen Schlüssel nicht.");
        home.use(server.baseUrl(), server.customerKey());
        GERMAN(home.run({"orders", "show", "1"}), 2, "gibt es keinen Auftrag 1.");
        GERMAN(home.run({"submit", sheet, "--max-total", "5 EUR"}), 2,
               "dieses Konto zahlt aber in");
    }

    void language_thatIsUnknown_isRefusedWithTheChoices() {
        CliHome home;
        const CliRun run = home.run({"status", "--lang", "fr"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("--lang") && run.err.contains("fr") &&
                     run.err.contains("en") && run.err.contains("de"),
                 run.all());
    }

    void language_choice_data() {
        QTest::addColumn<QString>("all");
        QTest::addColumn<QString>("messages");
        QTest::addColumn<QString>("lang");
        QTest::addColumn<QString>("option");
        QTest::addColumn<bool>("german");
        QTest::newRow("nothing") << ""
                                 << ""
                                 << ""
                                 << "" << false;
        QTest::newRow("LANG") << ""
                              << ""
                              << "de_DE.UTF-8"
                              << "" << true;
        QTest::newRow("LC_MESSAGES first") << ""
                                           << "en_GB"
                                           << "de_DE"
                                           << "" << false;
        QTest::newRow("LC_ALL first") << "de_AT"
                                      << "en_GB"
                                      << "C"
                                      << "" << true;
        QTest::newRow("--lang first") << "de_DE"
                                      << "de_DE"
                                      << "de_DE"
                                      << "en" << false;
        QTest::newRow("--lang alone") << "C.UTF-8"
                                      << ""
                                      << ""
                                      << "de" << true;
    }
    void language_choice() {
        QFETCH(QString, all);
        QFETCH(QString, messages);
        QFETCH(QString, lang);
        QFETCH(QString, option);
        QFETCH(bool, german);
        CliHome home;
        home.setVariable("LC_ALL", all);
        home.setVariable("LC_MESSAGES", messages);
        home.setVariable("LANG", lang);
        QStringList arguments{"status"};
        if (!option.isEmpty())
            arguments += {"--lang", option};
        const CliRun run = home.run(arguments);
        QCOMPARE(run.out,
                 german ? QStringLiteral("Noch keine Läufe.\n") : QStringLiteral("No runs yet.\n"));
    }

    void json_inGerman_isTheEnglishOne() {
        CliHome home;
        const QString bad = home.write("schlecht.csv", sheetWithFault());
        for (const QStringList& command :
             {QStringList{"check", bad}, QStringList{"sheet", "inspect", bad},
              QStringList{"check", "fehlt.csv"}, QStringList{"map", "suggest", bad},
              QStringList{"resume", "7"}}) {
            const CliRun english = home.run(command + QStringList{"--json"});
            const CliRun german = home.run(command + QStringList{"--json", "--lang", "de"});
            QVERIFY2(!english.out.isEmpty() && german.out == english.out, german.all());
            QCOMPARE(german.exitCode, english.exitCode);
        }
    }
};

LEADSHEET_TEST(tst_cli_language, CliLanguageTest);
#include "tst_cli_language.moc"
