// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "outreach_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QRegularExpression>
#include <QSet>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::FakePlatform;
using leadsheet::test::OutreachScene;
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

/// Words that are spelled the same in both languages, and what is a name: of contract, product,
/// places and values to type.
bool isSharedWord(const QString& word) {
    static const QSet<QString> kShared{
        "admin",  "api",     "autodeliver", "bash",     "code",      "com",      "context",
        "csv",    "ctrl",    "curl",        "customer", "document",  "email",    "emails",
        "event",  "events",  "export",      "file",     "filters",   "fish",     "format",
        "gzip",   "http",    "https",       "id",       "instantly", "json",     "lang",
        "lead",   "leads",   "leadsheet",   "lemlist",  "lines",     "live",     "mail",
        "max",    "mcp",     "model",       "monat",    "name",      "object",   "ods",
        "online", "pem",     "port",        "product",  "profile",   "protocol", "proxy",
        "region", "server",  "sha",         "shell",    "smartlead", "standard", "status",
        "system", "test",    "text",        "tsv",      "url",       "usd",      "utc",
        "utf",    "version", "webhook",     "webhooks", "workspace", "xlsm",     "xlsx",
        "zsh",    "man"};
    return kShared.contains(word);
}

/// Words of prose that both renderings of the same output have; `same` matches what it says of its
/// own, such as states and names of records.
QStringList sharedWords(const CliRun& english, const CliRun& german, const QString& same) {
    // Quoted and bracketed values, options, placeholders, paths, commands to type, codes, numbers.
    static const QRegularExpression kCodes(QStringLiteral(
        "leadsheet [a-z][^.;,\\n]*|`[^`]*`|'[^']*'|\\([a-z_]+\\)|--?[a-z][\\w-]*(=\\S+)?|"
        "\\b[A-Z][A-Z|:{_]+\\S*|\\S*[/@_:|]\\S+|\\S*[a-z][A-Z]\\S*|\\S*[0-9]\\S*|"
        "\\.?\\b\\w+\\.(csv|xlsx|jsonl|ndjson|gz)\\b"));
    static const QRegularExpression kWord(QStringLiteral("\\b[A-Za-z]{3,}\\b"));
    const auto wordsOf = [&same](const CliRun& run) {
        QString text = run.out + run.err;
        if (!same.isEmpty())
            text.replace(QRegularExpression(same), QStringLiteral(" "));
        text.replace(kCodes, QStringLiteral(" "));
        QSet<QString> words;
        for (auto found = kWord.globalMatch(text); found.hasNext();)
            words.insert(found.next().captured().toLower());
        return words;
    };
    QStringList shared;
    const QSet<QString> both = wordsOf(english) & wordsOf(german);
    for (const QString& word : both)
        if (!isSharedWord(word))
            shared << word;
    return shared;
}

/// Runs a command in both languages: they end the same and share no prose, and English has no
/// German in it.
void inBothLanguages(CliHome& home, const QStringList& arguments, int code,
                     const QString& same = {}) {
    static const QRegularExpression kGerman(QStringLiteral(
        "[äöüßÄÖÜ„]|\\b(der|das|und|nicht|keine?|mit|wird|werden|nach|für|eine[nrs]?|dieses?)\\b"));
    const CliRun english = home.run(arguments + QStringList{"--lang", "en"});
    const CliRun german = home.run(arguments + QStringList{"--lang", "de"});
    const QByteArray both = english.all() + "\n" + german.all();
    QVERIFY2(english.exitCode == code && german.exitCode == code, both);
    QVERIFY2(!(german.out + german.err).isEmpty(), both);
    const QString left = kGerman.match(english.out + english.err).captured();
    QVERIFY2(left.isEmpty(), left.toUtf8() + "\n" + both);
    const QStringList shared = sharedWords(english, german, same);
    QVERIFY2(shared.isEmpty(), shared.join(", ").toUtf8() + "\n" + both);
}

#define BOTH(...)                                                                                  \
    do {                                                                                           \
        inBothLanguages(__VA_ARGS__);                                                              \
        if (QTest::currentTestFailed())                                                            \
            return;                                                                                \
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
        // Scopes, movements and states are words of the contract, products and plans data.
        BOTH(home, {"account"}, 0, "scopes?:.*");
        BOTH(home, {"account", "ledger"}, 0, "\\b(hold|credit)\\b");
        BOTH(home, {"account", "usage"}, 0);
        BOTH(home, {"account", "cap"}, 0);
        BOTH(home, {"orders", "list"}, 0);
        BOTH(home, {"statement"}, 0, "\\b(hold|credit)\\b");
        BOTH(home, {"leads", "list"}, 0);
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

    void help_inGerman_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("program") << QStringList{};
        for (const char* command : {"check", "submit", "statement", "keys create", "webhooks",
                                    "webhooks listen", "destinations add", "admin ingest", "mcp"})
            QTest::newRow(command) << QString(command).split(' ');
    }
    void help_inGerman() {
        QFETCH(QStringList, command);
        CliHome home;
        // Names of commands stand first in their lines.
        BOTH(home, command + QStringList{"--help"}, 0, "(?m)^  [a-z-]+ ");
    }

    void manualAndCompletion_areEnglishInEveryLanguage() {
        CliHome home;
        for (const QStringList& command :
             {QStringList{"manual"}, QStringList{"completion", "bash"},
              QStringList{"completion", "zsh"}, QStringList{"completion", "fish"}}) {
            const CliRun english = home.run(command);
            QVERIFY2(english.exitCode == 0 && english.out.size() > 1000, english.all());
            QCOMPARE(home.run(command + QStringList{"--lang", "de"}).out, english.out);
        }
    }

    void arguments_thatCannotBeUnderstood_inGerman() {
        CliHome home;
        BOTH(home, {"sumbit"}, 2);
        BOTH(home, {"webhooks"}, 2);
        BOTH(home, {"webhooks", "lst"}, 2);
        BOTH(home, {"submit", "--drry-run"}, 2);
        BOTH(home, {"orders", "show"}, 2);
        BOTH(home, {"status", "many"}, 2);
        BOTH(home, {"status", "--limit", "0"}, 2);
        BOTH(home, {"status", "1", "2"}, 2);
        BOTH(home, {"status", "--state", "lost"}, 2, "\\{.*\\}|lost");
        BOTH(home, {"status", "--data-dir"}, 2);
        BOTH(home, {"status", "--sandbox", "--profile", "x"}, 2, "excludes|schließt");
        BOTH(home, {"submit", "a.csv", "--max-wait", "long"}, 2);
        BOTH(home, {"audit", "export", "-"}, 2);
    }

    void webhooksAndDestinations_inGerman() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.setVariable("LEADSHEET_PLATFORM_KEY", "0123456789abcdef");
        BOTH(home, {"webhooks", "list"}, 0);
        BOTH(home, {"webhooks", "add", "https://hooks.example.com/a", "--dry-run"}, 0);
        BOTH(home, {"webhooks", "show", "whk_none"}, 2);
        BOTH(home, {"webhooks", "deliveries", "whk_none"}, 2);
        BOTH(home, {"webhooks", "delivery", "whd_none"}, 2);
        BOTH(home, {"webhooks", "update", "whk_none"}, 2);
        BOTH(home, {"webhooks", "deliver", "whk_none"}, 2);
        BOTH(home, {"webhooks", "listen", "--delay", "1h"}, 2);
        BOTH(home, {"destinations", "list"}, 0);
        BOTH(home, {"destinations", "add", "lemlist", "--dry-run"}, 0);
        BOTH(home, {"destinations", "add", "lemlist", "--field", "x"}, 2);
        BOTH(home, {"destinations", "show", "dst_none"}, 2);
        BOTH(home, {"destinations", "update", "dst_none"}, 2);
        BOTH(home, {"destinations", "push", "dst_none"}, 2);
    }

    void destination_inGerman() {
        OutreachScene scene(FakePlatform::Kind::Instantly);
        CliHome home;
        home.use(scene.server().baseUrl(), scene.server().customerKey());
        const QString id = QString::fromStdString(scene.make({}));
        BOTH(home, {"destinations", "list"}, 0);
        BOTH(home, {"destinations", "show", id}, 0, "good");
        BOTH(home, {"destinations", "campaigns", id}, 0, "(?m)^.*c-[0-9].*$");
        BOTH(home, {"destinations", "test", id}, 0);
        BOTH(home, {"destinations", "pushes", id}, 0);
        BOTH(home, {"destinations", "resolve", id}, 0);
        BOTH(home, {"destinations", "disable", id, "--dry-run"}, 0);
        BOTH(home, {"destinations", "remove", id, "--dry-run"}, 0);
    }

    void operatorsCommands_inGerman() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.adminKey());
        const QString account = QString::fromStdString(server.accountId());
        BOTH(home, {"admin", "queue"}, 0);
        BOTH(home, {"admin", "accounts", "list"}, 0, "Test\\w*|Acme");
        BOTH(home, {"admin", "accounts", "update", account}, 2);
        BOTH(home, {"admin", "credit", account, "5", "--reason", "x"}, 6, "Test\\w*|Acme");
        BOTH(home, {"admin", "reject", "LS-0000000000", "--reason", "x"}, 6);
        BOTH(home, {"admin", "deliver", "LS-0000000000"}, 6);
        BOTH(home, {"admin", "approve", "LS-0000000000"}, 2);
        BOTH(home, {"admin", "keys", "list"}, 0);
        BOTH(home, {"admin", "export", "LS-0000000000", "leads.txt"}, 2);
        BOTH(home, {"admin", "ingest", "LS-0000000000", "leads.txt", "--delivery", "a"}, 2);
        BOTH(home, {"admin", "ingest", "LS-0000000000", "leads.csv", "--delivery", "a"}, 2);
    }

    void keysProfilesAndAudit_inGerman() {
        TestServer server;
        CliHome home;
        BOTH(home, {"audit", "export", "audit.jsonl"}, 2);
        BOTH(home, {"profile", "list"}, 0);
        BOTH(home, {"sandbox", "reset"}, 0);
        home.use(server.baseUrl(), server.customerKey());
        BOTH(home, {"keys", "list"}, 0);
        home.write("taken", "");
        BOTH(home,
             {"keys", "create", "--name", "n", "--scope", "leads:read", "--secret-file", "taken"},
             10);
        QCOMPARE(home.run({"submit", home.write("icps.csv", sheetOf(2)), "--max-total", "1000"})
                     .exitCode,
                 0);
        BOTH(home, {"audit", "export", "audit.jsonl", "--overwrite"}, 0);
        BOTH(home, {"audit", "verify", "audit.jsonl"}, 0);
        BOTH(home, {"audit", "verify", "audit.jsonl", "--expect", "00"}, 10);
        home.write("audit.jsonl", home.read("audit.jsonl").replace("icps", "icqs"));
        BOTH(home, {"audit", "verify", "audit.jsonl"}, 10);
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
