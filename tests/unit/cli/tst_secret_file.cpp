// SPDX-License-Identifier: Apache-2.0
#include "session/secrets.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace leadsheet::cli;

namespace {

std::string contentOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// No file of this process can grow past `most` bytes: what a full disk does.
class FullDisk {
public:
    explicit FullDisk(rlim_t most) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        former_ = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit now{most, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, former_);
    }

private:
    rlimit before_{};
    void (*former_)(int) = SIG_DFL;
};

} // namespace

/// A secret that is shown once finds its file, or is never made.
class SecretFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path path(const char* name) const {
        return folder_.filePath(name).toStdString();
    }

private slots:
    void keep_writesALineForTheOwnerAlone() {
        {
            auto file = SecretFile::reserve(path("kept"), SecretKind::ApiKey);
            QVERIFY(file.has_value() && file->keep("opensesame"));
        }
        QCOMPARE(contentOf(path("kept")), std::string("opensesame\n"));
        struct stat info {};
        QCOMPARE(::stat(path("kept").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777, mode_t{0600});
    }

    void withoutASecret_noFileStays() {
        QVERIFY(SecretFile::reserve(path("none"), SecretKind::ApiKey).has_value());
        QVERIFY(!std::filesystem::exists(path("none")));
        const auto unasked = SecretFile::reserveIfAsked({}, SecretKind::ApiKey);
        QVERIFY(unasked.has_value() && !*unasked);
    }

    void fullDisk_isFoundBeforeTheSecretIsMade() {
        {
            const FullDisk full(0);
            const auto file = SecretFile::reserve(path("full"), SecretKind::ApiKey);
            QVERIFY(!file.has_value());
            QCOMPARE(file.error().code, std::string("storage_full"));
            QVERIFY(file.error().what.english().find("no room") != std::string::npos);
        }
        QVERIFY(!std::filesystem::exists(path("full")));
        QVERIFY(SecretFile::reserve(path("full"), SecretKind::ApiKey).has_value());
    }

    void fullLater_hasItsRoomAlready() {
        auto file = SecretFile::reserve(path("later"), SecretKind::Signing);
        QVERIFY(file.has_value());
        const FullDisk full(4096); // what was written before
        QVERIFY(file->keep("opensesame"));
        QCOMPARE(contentOf(path("later")), std::string("opensesame\n"));
    }

    void killedBeforeTheSecret_leavesNothingBehind() {
        const QTemporaryDir folder;
        const ::pid_t child = ::fork();
        if (child == 0) {
            const auto file =
                SecretFile::reserve(folder.filePath("key").toStdString(), SecretKind::ApiKey);
            ::kill(::getpid(), file ? SIGKILL : SIGTERM);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        QVERIFY(std::filesystem::is_empty(folder.path().toStdString()));
    }

    void nameTakenMeanwhile_isNotReplaced() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.filePath("key").toStdString();
        {
            auto file = SecretFile::reserve(place, SecretKind::ApiKey);
            QVERIFY(file.has_value());
            std::ofstream(place) << "mine";
            QVERIFY(!file->keep("opensesame"));
        }
        QCOMPARE(contentOf(place), std::string("mine"));
        const auto files = std::filesystem::directory_iterator(place.parent_path());
        QCOMPARE(std::distance(begin(files), end(files)), std::ptrdiff_t{1});
    }

    void fileThatExists_isLeftAlone() {
        std::ofstream(path("mine")) << "mine";
        const auto file = SecretFile::reserve(path("mine"), SecretKind::Signing);
        QVERIFY(!file.has_value());
        QVERIFY(file.error().what.english().find("already exists") != std::string::npos);
        QCOMPARE(contentOf(path("mine")), std::string("mine"));
    }
};

LEADSHEET_TEST(tst_secret_file, SecretFileTest);
#include "tst_secret_file.moc"
