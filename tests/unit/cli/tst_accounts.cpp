// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/accounts/assistant_spending.hpp"
#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/accounts/profile_store.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

using namespace leadsheet;
using namespace leadsheet::app;

namespace {

mode_t modeOf(const std::filesystem::path& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
}

} // namespace

class AccountsTest : public QObject {
    Q_OBJECT

private slots:
    void writePrivateFile_newFolder_onlyOwnerMayRead() {
        const QTemporaryDir temporary;
        const std::filesystem::path file =
            std::filesystem::path(temporary.path().toStdString()) / "a" / "b";
        QVERIFY(writePrivateFile(file, "secret"));
        QCOMPARE(modeOf(file), mode_t{0600});
        QCOMPARE(modeOf(file.parent_path()), mode_t{0700});
        QVERIFY(writePrivateFile(file, "other"));
        const auto content = readFile(file, 100);
        QVERIFY(content && *content);
        QCOMPARE(**content, std::string("other"));
    }

    void readFile_missingTooLargeFolder() {
        const QTemporaryDir temporary;
        const std::filesystem::path folder = temporary.path().toStdString();
        const auto missing = readFile(folder / "none", 10);
        QVERIFY(missing && !*missing);
        QVERIFY(writePrivateFile(folder / "large", "12345678901"));
        QVERIFY(!readFile(folder / "large", 10));
        QVERIFY(!readFile(folder, 10));
    }

    void readSecretFile_others_areRefused() {
        const QTemporaryDir temporary;
        const std::filesystem::path file =
            std::filesystem::path(temporary.path().toStdString()) / "k";
        QVERIFY(writePrivateFile(file, "x"));
        QVERIFY(readSecretFile(file, 10));
        for (const mode_t mode : {0640U, 0604U, 0620U}) {
            QCOMPARE(::chmod(file.c_str(), mode), 0);
            const auto refused = readSecretFile(file, 10);
            QVERIFY(!refused && refused.error().message.find("chmod 600") != std::string::npos);
        }
    }

    void fileLock_exclusive_keepsOthersOut() {
        const QTemporaryDir temporary;
        const std::filesystem::path file =
            std::filesystem::path(temporary.path().toStdString()) / "l";
        auto first = FileLock::take(file, FileLock::Mode::Exclusive, false);
        QVERIFY(first && *first);
        auto second = FileLock::take(file, FileLock::Mode::Shared, false);
        QVERIFY(second && !*second);
        (*first)->share();
        second = FileLock::take(file, FileLock::Mode::Shared, false);
        QVERIFY(second && *second);
    }

    void profileStore_update_isKeptAndSorted() {
        const QTemporaryDir temporary;
        ProfileStore store(std::filesystem::path(temporary.path().toStdString()) / "profiles.json");
        const auto empty = store.load();
        QVERIFY(empty && empty->all.empty() && empty->choose("") == nullptr);
        const Profile work{"work", "https://api.example.com", "acc_1", "Acme",
                           "live", Money{5000, "USD"}};
        const Profile test{"test", "https://test.example.com", "acc_2", "Acme \"T\"", "sandbox"};
        QVERIFY(store.update([&](Profiles& profiles) -> Result<void> {
            profiles.all = {work, test};
            profiles.active = "work";
            return {};
        }));
        QCOMPARE(modeOf(store.file()), mode_t{0600});
        const auto loaded = store.load();
        QVERIFY(loaded.has_value());
        QVERIFY(loaded->all == (std::vector<Profile>{test, work}));
        QVERIFY(*loaded->choose("") == work && *loaded->choose("test") == test);
        QVERIFY(loaded->choose("none") == nullptr);
    }

    void profileStore_failedChange_leavesTheFile() {
        const QTemporaryDir temporary;
        ProfileStore store(std::filesystem::path(temporary.path().toStdString()) / "profiles.json");
        QVERIFY(!store.update([](Profiles&) -> Result<void> {
            return failure(localError(ErrorCode::InvalidArgument, "no"));
        }));
        QVERIFY(!std::filesystem::exists(store.file()));
    }

    void profileStore_damaged_isRefused_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("newer") << QByteArray(R"({"version":2,"profiles":[]})");
        QTest::newRow("no name") << QByteArray(R"({"version":1,"profiles":[{"baseUrl":"x"}]})");
        QTest::newRow("no cap") << QByteArray(
            R"({"version":1,"profiles":[{"name":"a","baseUrl":"x","assistantCap":5}]})");
        QTest::newRow("cap without currency") << QByteArray(
            R"({"version":1,"profiles":[{"name":"a","baseUrl":"x","assistantCap":{"amount":5}}]})");
    }
    void profileStore_damaged_isRefused() {
        QFETCH(QByteArray, content);
        const QTemporaryDir temporary;
        const ProfileStore store(std::filesystem::path(temporary.path().toStdString()) / "p.json");
        QVERIFY(writePrivateFile(store.file(), content.toStdString()));
        const auto loaded = store.load();
        QVERIFY(!loaded && loaded.error().is(ErrorCode::StorageError));
    }

    void assistantSpending_isSharedByAllOfADay() {
        const QTemporaryDir temporary;
        const auto file = std::filesystem::path(temporary.path().toStdString()) / "assistants.json";
        AssistantSpending first(file, {"acc_1", "ins_1", "https://api.example.com"});
        AssistantSpending second(file, {"acc_1", "ins_1", "https://alias.example.com"});
        AssistantSpending other(file, {"acc_2", "ins_1", "https://api.example.com"});
        const Money most{1'000, "USD"};
        const auto spend = [&](AssistantSpending& book, const char* key, std::int64_t amount,
                               const char* day = "2026-01-31") {
            return book.count(day, key, {amount, "USD"}, most).value();
        };
        QVERIFY(spend(first, "a", 700).allowed);
        QCOMPARE(modeOf(file), mode_t{0600});
        const auto refused = spend(second, "b", 301);
        QVERIFY(!refused.allowed && refused.left == 300);
        const auto again = spend(second, "a", 700);
        QVERIFY(again.allowed && !again.added);
        QVERIFY(spend(second, "b", 300).allowed);
        QVERIFY(!spend(first, "c", 1).allowed);
        QVERIFY(spend(other, "c", 1'000).allowed);
        QVERIFY(first.release("2026-01-31", "b"));
        QVERIFY(spend(first, "c", 300).allowed);
        // Under a key that may have bought something, the dearer of both counts.
        QVERIFY(!spend(first, "a", 701).allowed);
        QVERIFY(spend(first, "a", 1).allowed);
        QCOMPARE(spend(first, "d", 1).left, std::int64_t{0});
        QVERIFY(spend(first, "d", 1'000, "2026-02-01").allowed);
        QVERIFY(!first.count("2026-02-01", "e", {1, "EUR"}, most)->allowed);
    }

    void assistantSpending_underAddresses_countsOnceTheServiceTellsWhoItIs() {
        const QTemporaryDir temporary;
        const auto file = std::filesystem::path(temporary.path().toStdString()) / "assistants.json";
        const Money most{1'000, "USD"};
        const std::string day = "2026-01-31";
        AssistantSpending byName(file, {"acc_1", "", "https://api.example.com"});
        AssistantSpending byAlias(file, {"acc_1", "", "https://alias.example.com/api"});
        AssistantSpending stranger(file, {"acc_2", "", "https://api.example.com"});
        QVERIFY(byName.count(day, "a", {400, "USD"}, most)->allowed);
        QVERIFY(byAlias.count(day, "b", {300, "USD"}, most)->allowed);
        QVERIFY(stranger.count(day, "c", {900, "USD"}, most)->allowed);
        AssistantSpending known(file, {"acc_1", "ins_1", "https://api.example.com"});
        QCOMPARE(known.count(day, "d", {301, "USD"}, most)->left, std::int64_t{300});
        QVERIFY(known.count(day, "a", {400, "USD"}, most)->allowed);
        QVERIFY(known.release(day, "b"));
        QVERIFY(known.count(day, "d", {600, "USD"}, most)->allowed);
        QVERIFY(!known.count(day, "e", {1, "USD"}, most)->allowed);
        QCOMPARE(stranger.count(day, "f", {101, "USD"}, most)->left, std::int64_t{100});
    }

    void assistantSpending_damaged_allowsNothing_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("newer") << QByteArray(R"({"version":2,"day":"2026-01-31","accounts":{}})");
        QTest::newRow("no day") << QByteArray(R"({"version":1,"accounts":{}})");
        QTest::newRow("no amount")
            << QByteArray(R"({"version":1,"day":"2026-01-31","accounts":{"a":{"k":"5"}}})");
    }
    void assistantSpending_damaged_allowsNothing() {
        QFETCH(QByteArray, content);
        const QTemporaryDir temporary;
        const auto file = std::filesystem::path(temporary.path().toStdString()) / "assistants.json";
        QVERIFY(writePrivateFile(file, content.toStdString()));
        AssistantSpending book(file, {"a", "", ""});
        const auto counted = book.count("2026-01-31", "k", {1, "USD"}, {1'000, "USD"});
        QVERIFY(!counted && counted.error().is(ErrorCode::StorageError));
        QVERIFY(counted.error().message.find("assistants.json") != std::string::npos);
    }

    void profileName_bounds() {
        QVERIFY(checkProfileName("Acme GmbH"));
        for (const std::string& name :
             {std::string(), std::string(65, 'a'), std::string(" a"), std::string("-a"),
              std::string("a\nb"), std::string("sandbox")})
            QVERIFY2(!checkProfileName(name), name.c_str());
    }

    void baseUrl_forms_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("url");
        QTest::newRow("plain") << "https://api.example.com"
                               << "https://api.example.com";
        QTest::newRow("slash") << "https://api.example.com/"
                               << "https://api.example.com";
        QTest::newRow("version") << "https://api.example.com/v1/"
                                 << "https://api.example.com";
        QTest::newRow("prefix") << "https://example.com/leads/api"
                                << "https://example.com/leads/api";
        QTest::newRow("loopback") << "http://127.0.0.1:8080"
                                  << "http://127.0.0.1:8080";
        QTest::newRow("loopback IPv6") << "http://[::1]:8080"
                                       << "http://[::1]:8080";
        QTest::newRow("plain http") << "http://example.com"
                                    << "";
        QTest::newRow("looks like loopback") << "http://127.0.0.1.example.com"
                                             << "";
        QTest::newRow("user info") << "http://127.0.0.1@example.com"
                                   << "";
        QTest::newRow("no host") << "https://"
                                 << "";
        QTest::newRow("query") << "https://example.com?x"
                               << "";
        QTest::newRow("space") << "https://exam ple.com"
                               << "";
        QTest::newRow("other scheme") << "ftp://example.com"
                                      << "";
    }
    void baseUrl_forms() {
        QFETCH(QString, text);
        QFETCH(QString, url);
        const auto result = normalizedBaseUrl(text.toStdString());
        QCOMPARE(result.has_value(), !url.isEmpty());
        if (result)
            QCOMPARE(QString::fromStdString(*result), url);
    }

    void appFolders_environment() {
        std::map<std::string, std::string> variables{{"HOME", "/home/me"}};
        const auto environment = [&](const char* name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            return found == variables.end() ? std::nullopt : std::optional(found->second);
        };
        QCOMPARE(appFolders({}, environment)->data.string(),
                 std::string("/home/me/.local/share/leadsheet"));
        variables["XDG_DATA_HOME"] = "relative";
        variables["XDG_CONFIG_HOME"] = "/cfg";
        QCOMPARE(appFolders({}, environment)->data.string(),
                 std::string("/home/me/.local/share/leadsheet"));
        QCOMPARE(appFolders({}, environment)->config.string(), std::string("/cfg/leadsheet"));
        QCOMPARE(appFolders("/d", environment)->ledgerFile().string(),
                 std::string("/d/ledger.sqlite"));
        const QTemporaryDir program;
        const std::filesystem::path beside = program.path().toStdString();
        QCOMPARE(appFolders({}, environment, beside)->config.string(),
                 std::string("/cfg/leadsheet"));
        QFile marker(program.filePath(QString::fromLatin1(kPortableMarker)));
        QVERIFY(marker.open(QFile::WriteOnly));
        QVERIFY(appFolders({}, environment, beside)->config == beside / kPortableFolder);
        QVERIFY(appFolders({}, environment, beside)->data == beside / kPortableFolder);
        QCOMPARE(appFolders("/d", environment, beside)->data.string(), std::string("/d"));
        variables.clear();
        QVERIFY(!appFolders({}, environment));
    }
};

LEADSHEET_TEST(tst_accounts, AccountsTest);
#include "tst_accounts.moc"
