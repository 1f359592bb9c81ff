// SPDX-License-Identifier: Apache-2.0
// Who may write to a ledger, and what the others learn of it.
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <array>
#include <fcntl.h>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

/// While it lives, the process has none, so that the first file that is opened gets its number, 0.
class WithoutStandardInput {
public:
    WithoutStandardInput()
        : kept_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10)) {
        ::close(STDIN_FILENO);
    }
    WithoutStandardInput(const WithoutStandardInput&) = delete;
    WithoutStandardInput& operator=(const WithoutStandardInput&) = delete;
    ~WithoutStandardInput() {
        if (kept_ < 0)
            return;
        ::dup2(kept_, STDIN_FILENO);
        ::close(kept_);
    }

private:
    int kept_;
};

std::ptrdiff_t openFiles() {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
}

} // namespace

class LedgerLockTest : public QObject {
    Q_OBJECT

private slots:
    void lock_heldInThisProcess_namesTheHolder() {
        Desk desk;
        Ledger ledger = desk.open();
        Ledger other = desk.open();
        QVERIFY(!ledger.lockHolder().has_value());
        {
            const RunLock lock = ledger.lock().value();
            const auto refused = other.lock();
            QVERIFY(refused.error().is(ErrorCode::LedgerLocked));
            QVERIFY(refused.error().message.find(std::to_string(::getpid())) != std::string::npos);
            QCOMPARE(other.lockHolder().value().pid, ::getpid());
        }
        QVERIFY(other.lock().has_value());
    }

    void lock_heldByAProcessThatSaysNothing_isHeld() {
        Desk desk;
        Ledger ledger = desk.open();
        const std::string path = desk.file().string() + ".lock";
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        QVERIFY(descriptor >= 0);
        struct flock whole {};
        whole.l_type = F_WRLCK;
        QCOMPARE(::fcntl(descriptor, F_OFD_SETLK, &whole), 0);
        const auto refused = ledger.lock();
        QVERIFY(refused.error().is(ErrorCode::LedgerLocked));
        QVERIFY(refused.error().message.find("nother process") != std::string::npos);
        QCOMPARE(ledger.lockHolder().value().pid, std::int64_t{0});
        ::close(descriptor);
        const RunLock lock = ledger.lock().value();
        QVERIFY(!ledger.lockHolder().value().host.empty());
        QVERIFY(ledger.lockHolder().value().since.starts_with("2026-03-01T12:"));
    }

    void lock_fileThatCannotBeOpened_isNamed() {
        Desk desk;
        Ledger ledger = desk.open();
        const std::string path = desk.file().string() + ".lock";
        std::filesystem::remove(path);
        std::filesystem::create_directory(path);
        const auto refused = ledger.lock();
        QVERIFY(refused.error().is(ErrorCode::StorageError));
        QVERIFY(refused.error().message.find(path) != std::string::npos);
        QVERIFY(!ledger.lockHolder());
    }

    void lock_heldByAKilledProcess_isFree() {
        Desk desk;
        { Ledger ledger = desk.open(); }
        std::array<int, 2> ready{};
        QCOMPARE(::pipe(ready.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            auto ledger = Ledger::open(desk.file());
            auto lock = ledger->lock();
            const char byte = lock ? 'y' : 'n';
            static_cast<void>(!::write(ready[1], &byte, 1));
            ::pause();
            ::_exit(0);
        }
        char byte = 0;
        QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
        QCOMPARE(byte, 'y');
        Ledger ledger = desk.open();
        const auto refused = ledger.lock();
        QVERIFY(refused.error().is(ErrorCode::LedgerLocked));
        QVERIFY(refused.error().message.find(std::to_string(child)) != std::string::npos);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QVERIFY(ledger.lock().has_value());
        ::close(ready[0]);
        ::close(ready[1]);
    }

    void lock_held_namesHostAndTime() {
        Desk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        std::array<char, 256> host{};
        QCOMPARE(::gethostname(host.data(), host.size()), 0);
        QCOMPARE(ledger.lockHolder().value().host, std::string(host.data()));
        const auto refused = ledger.lock();
        for (const std::string& part :
             {ledger.lockHolder().value().since, std::string(host.data())})
            QVERIFY(refused.error().message.find(part) != std::string::npos);
    }

    void lock_longerNameOfAnotherHolderBefore_isWrittenOver() {
        Desk desk;
        Ledger ledger = desk.open();
        std::ofstream(desk.file().string() + ".lock") << "123456789 " << std::string(100, 'x');
        const RunLock lock = ledger.lock().value();
        QVERIFY(ledger.lockHolder().value().since.ends_with("Z"));
    }

    void everything_inAProgramWithoutStandardInput_works() {
        Desk desk;
        {
            const WithoutStandardInput none;
            QVERIFY(Ledger::open(desk.file()).has_value());
        }
        Ledger ledger = desk.open();
        {
            const WithoutStandardInput none;
            const auto lock = ledger.lock();
            QVERIFY(lock.has_value());
        }
        const RunLock lock = ledger.lock().value();
        const WithoutStandardInput none;
        QVERIFY(ledger.lockHolder().has_value());
    }

    void everything_leavesNoFileOpen() {
        Desk desk;
        const auto before = openFiles();
        for (int i = 0; i < 3; ++i) {
            Ledger ledger = desk.open();
            const RunLock lock = ledger.lock().value();
            QVERIFY(ledger.lockHolder().has_value());
            QVERIFY(ledger.lock().error().is(ErrorCode::LedgerLocked));
        }
        QCOMPARE(openFiles(), before);
    }
};

LEADSHEET_TEST(tst_ledger_lock, LedgerLockTest);
#include "tst_ledger_lock.moc"
