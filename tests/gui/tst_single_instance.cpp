// SPDX-License-Identifier: Apache-2.0
#include "bridge/application.hpp"
#include "test_main.hpp"

#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <functional>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace leadsheet;
using namespace leadsheet::desktop;
namespace fs = std::filesystem;

namespace {

constexpr uid_t kSomebodyElse = 65534;
constexpr int kSecondStartMs = 60'000;
constexpr std::chrono::milliseconds kShort{20};

unsigned modeOf(const fs::path& path) {
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0 ? info.st_mode & 0777U : 0U;
}

sockaddr_un addressOf(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
}

/// What `act` returns in a process of another user; -1 when it could not be started.
int asSomebodyElse(const std::function<int()>& act) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(::setuid(kSomebodyElse) == 0 ? act() : 99);
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status)
               ? WEXITSTATUS(status)
               : -1;
}

/// Connects and sends what a second start would; 0 when the other side took it into account.
int callOn(const std::string& path) {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un address = addressOf(path);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return errno;
    const char none[] = {0, 0, 0, 0}; // an empty list
    return ::write(socket, none, sizeof none) == sizeof none ? 0 : errno;
}

} // namespace

class SingleInstanceTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        runtime_ = fs::path(folder_->path().toStdString()) / "runtime";
        data_ = fs::path(folder_->path().toStdString()) / "data";
        fs::create_directory(runtime_);
        fs::permissions(runtime_, fs::perms::owner_all);
        fs::create_directory(data_);
    }

    void secondStart_sheetsGiven_areHandedOver_data() {
        QTest::addColumn<bool>("runtime");
        QTest::newRow("runtime folder") << true;
        QTest::newRow("data folder") << false;
    }
    void secondStart_sheetsGiven_areHandedOver() {
        QFETCH(bool, runtime);
        const fs::path place = runtime ? runtime_ : fs::path();
        SingleInstance first(data_, place);
        QVERIFY(!first.handOver({}));
        QSignalSpy called(&first, &SingleInstance::calledAgain);
        // The second start waits for an answer, which this thread has to give.
        std::atomic<bool> taken{false};
        fs::create_directory_symlink(data_, data_.parent_path() / "by-a-link");
        std::jthread other([&] {
            SingleInstance second(data_.parent_path() / "by-a-link", place,
                                  std::chrono::minutes(1));
            taken = second.handOver({QStringLiteral("/tmp/a b.xlsx")});
        });
        QTRY_COMPARE_WITH_TIMEOUT(called.count(), 1, kSecondStartMs);
        QTRY_VERIFY_WITH_TIMEOUT(taken.load(), kSecondStartMs);
        QCOMPARE(called.first().first().toStringList(),
                 QStringList{QStringLiteral("/tmp/a b.xlsx")});
    }

    void address_liesInAFolderOfThisUserAlone_data() {
        QTest::addColumn<int>("runtimeMode");
        QTest::addColumn<QString>("where");
        QTest::newRow("as it should be") << 0700 << "runtime/leadsheet/";
        QTest::newRow("others may write there") << 0777 << "data/run/";
        QTest::newRow("a group may write there") << 0770 << "data/run/";
    }
    void address_liesInAFolderOfThisUserAlone() {
        QFETCH(int, runtimeMode);
        QFETCH(QString, where);
        ::chmod(runtime_.c_str(), static_cast<mode_t>(runtimeMode));
        // Left open by somebody's script.
        fs::create_directories(runtime_ / "leadsheet");
        ::chmod((runtime_ / "leadsheet").c_str(), 0777);
        SingleInstance instance(data_, runtime_);
        QVERIFY(!instance.handOver({}));
        const fs::path address = instance.address().toStdString();
        QVERIFY2(instance.address().startsWith(folder_->filePath(where)),
                 qPrintable(instance.address()));
        QCOMPARE(modeOf(address.parent_path()), 0700U);
        QCOMPARE(modeOf(address) & 077U, 0U);
    }

    void address_symlink_isNotUsed() {
        fs::create_directory_symlink(data_, runtime_ / "leadsheet");
        QVERIFY(SingleInstance(data_, runtime_).address().startsWith(folder_->filePath("data/")));
    }

    void address_folderOfSomebodyElse_isNotUsed() {
        if (::geteuid() != 0)
            QSKIP("Only root can give a folder to somebody else.");
        fs::create_directory(runtime_ / "leadsheet");
        fs::create_directory(data_ / "run");
        QCOMPARE(::chown((runtime_ / "leadsheet").c_str(), kSomebodyElse, kSomebodyElse), 0);
        QVERIFY(SingleInstance(data_, runtime_).address().startsWith(folder_->filePath("data/")));
        QCOMPARE(::chown((data_ / "run").c_str(), kSomebodyElse, kSomebodyElse), 0);
        SingleInstance alone(data_, runtime_);
        QCOMPARE(alone.address(), QString());
        QVERIFY(!alone.handOver({}));
    }

    void address_tooLongForASocket_hasAWindowOfItsOwn() {
        const fs::path deep = data_ / std::string(120, 'd');
        QCOMPARE(SingleInstance(deep, {}).address(), QString());
        QVERIFY(!SingleInstance(deep, runtime_).address().isEmpty());
    }

    void otherUser_isNeitherHeardNorSpokenTo() {
        if (::geteuid() != 0)
            QSKIP("Only root can act for somebody else.");
        SingleInstance first(data_, runtime_);
        QVERIFY(!first.handOver({}));
        QSignalSpy called(&first, &SingleInstance::calledAgain);
        const std::string path = first.address().toStdString();
        QCOMPARE(asSomebodyElse([&] { return callOn(path); }), EACCES);
        // Even with every door open.
        for (fs::path open = path; open != folder_->path().toStdString(); open = open.parent_path())
            ::chmod(open.c_str(), 0777);
        ::chmod(folder_->path().toUtf8(), 0777);
        QCOMPARE(asSomebodyElse([&] { return callOn(path); }), 0);
        QTest::qWait(50);
        QCOMPARE(called.count(), 0);
        QLocalSocket own;
        own.connectToServer(first.address());
        QDataStream stream(&own);
        stream << QStringList();
        QTRY_COMPARE_WITH_TIMEOUT(called.count(), 1, kSecondStartMs);
    }

    void squatter_learnsNothing() {
        if (::geteuid() != 0)
            QSKIP("Only root can act for somebody else.");
        const std::string path = SingleInstance(data_, runtime_).address().toStdString();
        const fs::path folder = fs::path(path).parent_path();
        ::chmod(folder.c_str(), 0777);
        ::chmod(runtime_.c_str(), 0755);
        ::chmod(folder_->path().toUtf8(), 0755);
        int ready[2];
        QVERIFY(::pipe(ready) == 0);
        const pid_t squatter = ::fork();
        if (squatter == 0) {
            char byte = 0;
            if (::setuid(kSomebodyElse) != 0)
                ::_exit(98);
            const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
            const sockaddr_un address = addressOf(path);
            if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) ||
                ::chmod(path.c_str(), 0777) || ::listen(listener, 1) ||
                ::write(ready[1], "r", 1) != 1)
                ::_exit(97);
            const int victim = ::accept(listener, nullptr, nullptr);
            ::_exit(::read(victim, &byte, 1) > 0 ? 1 : 0);
        }
        char byte = 0;
        QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
        // Somebody holds the lock, so that this start believes in another window.
        const auto lock =
            app::FileLock::take(path + ".lock", app::FileLock::Mode::Exclusive, false);
        QVERIFY(lock && *lock);
        SingleInstance instance(data_, runtime_);
        QVERIFY(!instance.handOver({QStringLiteral("/home/me/secret.xlsx")}));
        int status = 0;
        QCOMPARE(::waitpid(squatter, &status, 0), squatter);
        QVERIFY2(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it was told");
        QCOMPARE(modeOf(folder), 0700U);
        // The place is this user's again.
        struct stat info {};
        QVERIFY(::lstat(path.c_str(), &info) == 0 && info.st_uid == ::geteuid());
        for (const int end : {ready[0], ready[1]})
            ::close(end);
    }

    void firstStart_socketLeftByACrash_listens() {
        SingleInstance probe(data_, runtime_);
        const int dead = ::socket(AF_UNIX, SOCK_STREAM, 0);
        const sockaddr_un address = addressOf(probe.address().toStdString());
        QCOMPARE(::bind(dead, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        ::close(dead); // the file stays
        SingleInstance next(data_, runtime_);
        QVERIFY(!next.handOver({}));
        QLocalSocket socket;
        socket.connectToServer(next.address());
        QVERIFY(socket.waitForConnected(kSecondStartMs));
    }

    void firstStart_otherOneHangs_listens() {
        auto hung = std::make_unique<SingleInstance>(data_, runtime_);
        QVERIFY(!hung->handOver({}));
        SingleInstance next(data_, runtime_, kShort); // no event loop turns for the first
        QVERIFY(!next.handOver({}));
    }

    void twoStartsAtOnce_oneListens() {
        for (int round = 0; round < 20; ++round) {
            const fs::path data = data_ / std::to_string(round);
            std::atomic<int> first{0};
            const auto start = [&] {
                QEventLoop loop; // before the socket: it brings the thread's dispatcher
                SingleInstance instance(data, runtime_, std::chrono::minutes(1));
                if (instance.handOver({}))
                    return;
                ++first;
                connect(&instance, &SingleInstance::calledAgain, &loop, &QEventLoop::quit);
                loop.exec();
            };
            {
                const std::jthread one(start);
                const std::jthread two(start);
            }
            QCOMPARE(first.load(), 1);
        }
    }

private:
    std::unique_ptr<QTemporaryDir> folder_;
    fs::path runtime_;
    fs::path data_;
};

LEADSHEET_TEST(tst_single_instance, SingleInstanceTest);
#include "tst_single_instance.moc"
