// SPDX-License-Identifier: Apache-2.0
#include "database.hpp"
#include "desk.hpp"
#include "schema.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QtTest>

#include <array>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

void execute(const std::filesystem::path& file, const char* sql) {
    sqlite3* raw = nullptr;
    QCOMPARE(sqlite3_open(file.c_str(), &raw), SQLITE_OK);
    QCOMPARE(sqlite3_exec(raw, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(raw);
}

mode_t modeOf(const std::filesystem::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777 : 0;
}

} // namespace

class LedgerFileTest : public QObject {
    Q_OBJECT

private slots:
    void open_newLedger_belongsToThePersonAlone() {
        Desk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        QCOMPARE(modeOf(desk.file()), mode_t{0600});
        QCOMPARE(modeOf(desk.file().string() + "-wal"), mode_t{0600});
        QCOMPARE(modeOf(desk.file().string() + ".lock"), mode_t{0600});
        QCOMPARE(modeOf(desk.file().parent_path()), mode_t{0700});
    }

    void transaction_mayBeFlushedLater_leavesOthersFlushedAtOnce() {
        const QTemporaryDir folder;
        const std::string file = folder.filePath("a.db").toStdString();
        std::ofstream(file).close();
        bool fails = false;
        bool begins = false;
        detail::Database database(file, false, [&](DbOp op, std::uint64_t) {
            const bool stops = fails && begins && op == DbOp::Prepare;
            begins = op == DbOp::Begin;
            return stops ? SQLITE_BUSY : SQLITE_OK;
        });
        const auto level = [&] {
            detail::Statement asked = database.prepare("PRAGMA synchronous");
            return asked.next() ? asked.integer(0) : -1;
        };
        constexpr std::int64_t kNormal = 1;
        constexpr std::int64_t kFull = 2;
        {
            detail::Transaction later(database, detail::Flush::Later);
            QCOMPARE(level(), kNormal);
            later.commit();
            QCOMPARE(level(), kFull);
        }
        { const detail::Transaction rolledBack(database, detail::Flush::Later); }
        QCOMPARE(level(), kFull);
        fails = true;
        QVERIFY_THROWS_EXCEPTION(detail::StorageFailure,
                                 detail::Transaction(database, detail::Flush::Later));
        fails = false;
        QCOMPARE(level(), kFull);
    }

    void open_readableByOthers_isClosedToThem() {
        Desk desk;
        { Ledger ledger = desk.open(); }
        ::chmod(desk.file().c_str(), 0644);
        Ledger ledger = desk.open();
        QCOMPARE(modeOf(desk.file()), mode_t{0600});
    }

    void open_damaged_namesTheCopyAndTheWayOut() {
        Desk desk;
        desk.submit(differentRows(50));
        {
            std::fstream file(desk.file(), std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(4096);
            for (int i = 0; i < 20'000; ++i)
                file.put('\x55');
        }
        const auto opened = Ledger::open(desk.file());
        QVERIFY(opened.error().is(ErrorCode::LedgerDamaged));
        QVERIFY(opened.error().message.find(".damaged-") != std::string::npos);
        QVERIFY(opened.error().message.find("Already Ordered") != std::string::npos);
        const auto again = Ledger::open(desk.file());
        QCOMPARE(again.error().message, opened.error().message);
        const auto aside = Ledger::setAside(desk.file());
        QVERIFY(aside.has_value());
        QVERIFY(std::filesystem::exists(*aside));
        const auto report = desk.submit(differentRows(50));
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 50);
        QCOMPARE(desk.service->orders().size(), std::size_t{50});
    }

    void setAside_whileLocked_isRefusedUntouched() {
        Desk desk;
        Ledger ledger = desk.open();
        {
            const RunLock lock = ledger.lock().value();
            QVERIFY(Ledger::setAside(desk.file()).error().is(ErrorCode::LedgerLocked));
            QVERIFY(std::filesystem::exists(desk.file()));
        }
        QVERIFY(Ledger::setAside(desk.file()).has_value());
        QVERIFY(!std::filesystem::exists(desk.file()));
    }

    void setAside_again_overwritesNothing() {
        Desk desk;
        std::filesystem::create_directories(desk.file().parent_path());
        std::set<std::filesystem::path> names;
        for (int i = 0; i < 3; ++i) {
            std::ofstream(desk.file()) << i;
            std::ofstream(desk.file().string() + "-wal") << "log " << i;
            std::filesystem::last_write_time(desk.file(), std::filesystem::file_time_type{});
            const auto aside = Ledger::setAside(desk.file());
            QVERIFY(aside.has_value());
            std::string content;
            std::ifstream(*aside) >> content;
            QCOMPARE(content, std::to_string(i));
            QVERIFY(std::filesystem::exists(aside->string() + "-wal"));
            QVERIFY(!std::filesystem::exists(desk.file().string() + "-wal"));
            names.insert(*aside);
        }
        QCOMPARE(names.size(), std::size_t{3});
    }

    void setAside_noLedger_saysSo() {
        Desk desk;
        QVERIFY(Ledger::setAside(desk.file()).error().is(ErrorCode::NotFound));
    }

    void open_notADatabase_isNamedAsDamaged() {
        Desk desk;
        std::filesystem::create_directories(desk.file().parent_path());
        std::ofstream(desk.file()) << std::string(5000, 'x');
        QVERIFY(Ledger::open(desk.file()).error().is(ErrorCode::LedgerDamaged));
    }

    // Taken for a new one, it would have forgotten every order.
    void open_cutWithinItsHeader_isNamedAsDamaged() {
        Desk desk;
        QVERIFY(Ledger::open(desk.file()).has_value());
        for (const std::uintmax_t left : {99U, 16U, 1U}) {
            std::filesystem::resize_file(desk.file(), left);
            for (const auto mode :
                 {LedgerOptions::Mode::ReadWrite, LedgerOptions::Mode::ReadOnly}) {
                LedgerOptions options;
                options.mode = mode;
                const auto opened = Ledger::open(desk.file(), options);
                QVERIFY(!opened.has_value());
                QVERIFY(opened.error().is(ErrorCode::LedgerDamaged));
                QCOMPARE(std::filesystem::file_size(desk.file()), left);
            }
        }
    }

    void read_valuesThatThereAreNot_isNamedAsDamaged_data() {
        QTest::addColumn<QByteArray>("damage");
        QTest::newRow("state of a row") << QByteArray("UPDATE rows SET state = 77");
        QTest::newRow("negative state") << QByteArray("UPDATE rows SET state = -1");
        QTest::newRow("finding") << QByteArray("UPDATE rows SET finding = 7");
        QTest::newRow("reason") << QByteArray("UPDATE rows SET skip_reason = 9");
        QTest::newRow("state of a run") << QByteArray("UPDATE runs SET state = 7");
        QTest::newRow("reason of a pause") << QByteArray("UPDATE runs SET pause_reason = 99");
        QTest::newRow("price") << QByteArray("UPDATE rows SET price = -5");
        QTest::newRow("prices") << QByteArray("UPDATE rows SET price = 4611686018427387904");
    }
    void read_valuesThatThereAreNot_isNamedAsDamaged() {
        QFETCH(QByteArray, damage);
        Desk desk;
        desk.submit(differentRows(3));
        execute(desk.file(), damage.constData());
        const Ledger ledger = desk.open();
        const auto runs = ledger.runs();
        RowReader reader(ledger, RunId{1});
        const auto rows = reader.next();
        const auto* error = !runs ? &runs.error() : !rows ? &rows.error() : nullptr;
        QVERIFY(error != nullptr);
        QVERIFY2(error->message.find(desk.file().string()) != std::string::npos,
                 error->message.c_str());
        QVERIFY(error->is(ErrorCode::LedgerDamaged) || error->is(ErrorCode::StorageError));
    }

    void open_databaseOfAnotherProgram_isRefusedUntouched() {
        Desk desk;
        std::filesystem::create_directories(desk.file().parent_path());
        execute(desk.file(), "CREATE TABLE theirs(a)");
        const auto opened = Ledger::open(desk.file());
        QVERIFY(opened.error().is(ErrorCode::StorageError));
        QVERIFY(opened.error().message.find("another program") != std::string::npos);
        execute(desk.file(), "SELECT * FROM theirs");
    }

    void open_newerVersion_isRefused() {
        Desk desk;
        { Ledger ledger = desk.open(); }
        execute(desk.file(), "PRAGMA user_version = 99");
        const auto opened = Ledger::open(desk.file());
        QVERIFY(opened.error().is(ErrorCode::LedgerTooNew));
        QVERIFY(opened.error().message.find("99") != std::string::npos);
    }

    void open_readOnlyAndAbsent_saysSo() {
        Desk desk;
        LedgerOptions options;
        options.mode = LedgerOptions::Mode::ReadOnly;
        QVERIFY(Ledger::open(desk.file(), options).error().is(ErrorCode::NotFound));
    }

    void open_readOnly_readsDuringARunAndCannotWrite() {
        Desk desk;
        const auto report = desk.submit(differentRows(3));
        Ledger writer = desk.open();
        const RunLock lock = writer.lock().value();
        LedgerOptions options;
        options.mode = LedgerOptions::Mode::ReadOnly;
        Ledger reader = Ledger::open(desk.file(), options).value();
        QCOMPARE(reader.run(report.run).value().totals.of(RowState::Placed), 3);
        QVERIFY(!reader.discard(report.run, lock).has_value());
        QVERIFY(RunPlanner::begin(reader, lock, desk.spec()).error().is(ErrorCode::StorageError));
    }

    void open_directoryCannotBeMade_namesIt() {
        QTemporaryDir folder;
        const std::filesystem::path blocked =
            std::filesystem::path(folder.path().toStdString()) / "file";
        std::ofstream(blocked) << "x";
        const auto opened = Ledger::open(blocked / "sub" / "orders.ledger");
        QVERIFY(opened.error().is(ErrorCode::StorageError));
        const std::string directory = (blocked / "sub").string();
        QVERIFY(opened.error().message.find(directory) != std::string::npos);
        QVERIFY(opened.error().message.find(directory + "/orders") == std::string::npos);
        QVERIFY(opened.error().message.find("permissions") != std::string::npos);
    }

    void open_diskFull_saysSo() {
        Desk desk;
        LedgerOptions options;
        options.hook = [](DbOp op, std::uint64_t) {
            return op == DbOp::Commit ? SQLITE_FULL : SQLITE_OK;
        };
        const auto opened = Ledger::open(desk.file(), options);
        QVERIFY(opened.error().is(ErrorCode::StorageFull));
        QVERIFY(Ledger::open(desk.file()).has_value());
    }

    void migrate_olderLedger_runsTheMissingSteps() {
        QTemporaryDir directory;
        const std::filesystem::path file =
            std::filesystem::path(directory.path().toStdString()) / "m";
        std::ofstream(file).close();
        constexpr std::array first{"CREATE TABLE a(x)"};
        constexpr std::array second{"ALTER TABLE a ADD COLUMN y", "UPDATE a SET y = x + 1"};
        const std::array<detail::Migration, 1> old{detail::Migration{first}};
        const std::array<detail::Migration, 2> both{detail::Migration{first},
                                                    detail::Migration{second}};
        detail::Database database(file, false, {});
        detail::migrate(database, old, false);
        database.run("INSERT INTO a VALUES(41)");
        detail::migrate(database, both, false);
        detail::Statement read = database.prepare("SELECT y FROM a");
        QVERIFY(read.next());
        QCOMPARE(read.integer(0), 42);
    }

    void migrate_failingStep_leavesTheOldVersion() {
        QTemporaryDir directory;
        const std::filesystem::path file =
            std::filesystem::path(directory.path().toStdString()) / "m";
        std::ofstream(file).close();
        constexpr std::array first{"CREATE TABLE a(x)"};
        constexpr std::array second{"CREATE TABLE b(x)", "CREATE TABLE a(x)"};
        const std::array<detail::Migration, 1> old{detail::Migration{first}};
        const std::array<detail::Migration, 2> both{detail::Migration{first},
                                                    detail::Migration{second}};
        detail::Database database(file, false, {});
        detail::migrate(database, old, false);
        QVERIFY_THROWS_EXCEPTION(detail::StorageFailure, detail::migrate(database, both, false));
        detail::Statement version = database.prepare("PRAGMA user_version");
        QVERIFY(version.next());
        QCOMPARE(version.integer(0), 1);
    }

    void key_ofALiveRow_isInNoOtherLiveRow() {
        Desk desk;
        desk.submit(differentRows(2));
        const std::set<RowState> live{RowState::Queued, RowState::Sending, RowState::Placed,
                                      RowState::Unknown, RowState::WillRetry};
        for (int state = 0; state <= static_cast<int>(RowState::Ended); ++state) {
            detail::Database database(desk.file(), false, {});
            detail::Transaction transaction(database);
            const auto done = detail::guarded([&] {
                database
                    .use("UPDATE rows SET state = ?1, order_key = (SELECT min(order_key) FROM rows)"
                         " WHERE order_key = (SELECT max(order_key) FROM rows)")
                    .bind(state)
                    .run();
            });
            QCOMPARE(done.has_value(), !live.contains(static_cast<RowState>(state)));
        }
    }

    void open_nameWithoutADirectory_isInTheCurrentOne() {
        const QTemporaryDir folder;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        const bool opened = Ledger::open("orders.ledger").has_value();
        QVERIFY(QDir::setCurrent(before));
        QVERIFY(opened);
        QVERIFY(QFile::exists(folder.filePath("orders.ledger")));
    }

    void setAside_logThatCannotBeMoved_leavesTheLedger() {
        Desk desk;
        std::filesystem::create_directories(desk.file().parent_path());
        const auto put = [&] {
            std::ofstream(desk.file()) << "1";
            std::ofstream(desk.file().string() + "-wal") << "log";
            std::filesystem::last_write_time(desk.file(), std::filesystem::file_time_type{});
        };
        put();
        const std::filesystem::path first = Ledger::setAside(desk.file()).value();
        put();
        std::filesystem::create_directory(first.string() + "-2-wal");
        QVERIFY(Ledger::setAside(desk.file()).error().is(ErrorCode::StorageError));
        QVERIFY(std::filesystem::exists(desk.file()));
        QVERIFY(!std::filesystem::exists(first.string() + "-2"));
    }

    void open_fileThatCannotBeMade_isNamed() {
        const QTemporaryDir directory;
        const std::string name(300, 'x');
        const auto opened =
            Ledger::open(std::filesystem::path(directory.path().toStdString()) / name);
        QVERIFY(opened.error().is(ErrorCode::StorageError));
        QVERIFY(opened.error().message.find(name) != std::string::npos);
        QVERIFY(opened.error().message.find("File name too long") != std::string::npos);
    }

    // A copy is made once, and named after the time of the file.
    void open_damaged_isCopiedWithItsSideFiles() {
        Desk desk;
        { Ledger ledger = desk.open(); }
        std::filesystem::resize_file(desk.file(), 50);
        std::ofstream(desk.file().string() + "-wal") << "log";
        const std::array<timespec, 2> times{timespec{0, 0}, timespec{1'767'323'045, 0}};
        QCOMPARE(::utimensat(AT_FDCWD, desk.file().c_str(), times.data(), 0), 0);
        const std::string copy = desk.file().string() + ".damaged-20260102T030405Z";
        for (int time = 0; time < 2; ++time) {
            const auto opened = Ledger::open(desk.file());
            QVERIFY(opened.error().is(ErrorCode::LedgerDamaged));
            QVERIFY(opened.error().message.find(copy) != std::string::npos);
            QCOMPARE(std::filesystem::file_size(copy), std::uintmax_t{50});
            QCOMPARE(std::filesystem::file_size(copy + "-wal"), std::uintmax_t{3});
            QVERIFY(!std::filesystem::exists(copy + "-shm"));
        }
    }

    void open_damagedAndNoCopyCanBeMade_saysSo() {
        Desk desk;
        { Ledger ledger = desk.open(); }
        std::filesystem::resize_file(desk.file(), 50);
        std::filesystem::create_directory(desk.file().string() + "-wal"); // cannot be copied
        for (int time = 0; time < 2; ++time) {
            const auto opened = Ledger::open(desk.file());
            QVERIFY(opened.error().is(ErrorCode::LedgerDamaged));
            QVERIFY(opened.error().message.find(".damaged-") == std::string::npos);
            QVERIFY(opened.error().message.find("copy could not be made") != std::string::npos);
        }
    }

    void open_whatOthersMayNotRead_keepsItsMode() {
        Desk desk;
        { Ledger ledger = desk.open(); }
        ::chmod(desk.file().c_str(), 0400);
        static_cast<void>(Ledger::open(desk.file()));
        QCOMPARE(modeOf(desk.file()), mode_t{0400});
        std::filesystem::remove(desk.file());
        std::filesystem::create_directory(desk.file());
        ::chmod(desk.file().c_str(), 0755);
        QVERIFY(!Ledger::open(desk.file()).has_value());
        QCOMPARE(modeOf(desk.file()), mode_t{0755});
    }

    // What SQLite reads without a complaint and finds wrong when it is asked.
    void open_valueThatMayNotBeThere_isNamedAsDamaged() {
        Desk desk;
        {
            Ledger ledger = desk.open();
            desk.plan(ledger, ledger.lock().value(), differentRows(1));
        }
        execute(desk.file(), "PRAGMA writable_schema = ON; UPDATE sqlite_schema"
                             " SET sql = replace(sql, 'body TEXT', 'body TEXT NOT NULL')");
        const auto opened = Ledger::open(desk.file());
        QVERIFY(opened.error().is(ErrorCode::LedgerDamaged));
        QVERIFY(opened.error().message.find("NULL value") != std::string::npos);
    }

    // A search passes by what stands in another's place, as if it had never been written.
    void open_tableOutOfOrder_isNamedAsDamaged_data() {
        QTest::addColumn<QByteArray>("key"); // by which the table is kept, whatever it says
        QTest::addColumn<QByteArray>("ordinal");
        QTest::newRow("backwards") << QByteArray("run, ordinal DESC") << QByteArray("ordinal");
        QTest::newRow("twice the same") << QByteArray("run, ordinal, request") << QByteArray("0");
    }
    void open_tableOutOfOrder_isNamedAsDamaged() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, ordinal);
        Desk desk;
        desk.submit(differentRows(2));
        const QByteArray kept = "PRIMARY KEY(" + key + ")";
        execute(desk.file(), "CREATE TABLE copy AS SELECT * FROM contents; DROP TABLE contents;"
                             "CREATE TABLE contents(run INTEGER NOT NULL, ordinal INTEGER NOT NULL,"
                             " snapshot TEXT NOT NULL, request TEXT NOT NULL, body TEXT, " +
                                 kept +
                                 ") STRICT, WITHOUT ROWID;"
                                 "INSERT INTO contents SELECT run, " +
                                 ordinal +
                                 ", snapshot, request, body FROM copy; DROP TABLE copy;"
                                 "PRAGMA writable_schema = ON;"
                                 "UPDATE sqlite_schema SET sql = replace(sql, '" +
                                 kept + "', 'PRIMARY KEY(run, ordinal)') WHERE name = 'contents'");
        const auto opened = Ledger::open(desk.file());
        QVERIFY(opened.error().is(ErrorCode::LedgerDamaged));
        QVERIFY(opened.error().message.find("contents are out of order") != std::string::npos);
        LedgerOptions unchecked;
        unchecked.checkIntegrity = false;
        QVERIFY(Ledger::open(desk.file(), unchecked).has_value());
    }

    void lock_planCutOff_goesWithItsRows() {
        Desk desk;
        {
            Ledger ledger = desk.open();
            const RunLock lock = ledger.lock().value();
            auto planner = RunPlanner::begin(ledger, lock, desk.spec()).value();
            for (const RowInput& row : differentRows(3))
                QVERIFY(planner.add(row));
            static_cast<void>(planner.finish().value());
        }
        execute(desk.file(), "UPDATE runs SET state = 0"); // Planning
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        detail::Database database(desk.file(), true, {});
        for (const char* table : {"runs", "rows", "contents"}) {
            detail::Statement left = database.prepare(std::string("SELECT * FROM ") + table);
            QVERIFY2(!left.next(), table);
        }
    }
};

LEADSHEET_TEST(tst_ledger_file, LedgerFileTest);
#include "tst_ledger_file.moc"
