// SPDX-License-Identifier: Apache-2.0
#include "ledger_store.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include "schema.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace leadsheet::submit {

namespace detail {

namespace fs = std::filesystem;
namespace say = messages::ledger;

namespace {

constexpr mode_t kPrivateFile = 0600;

std::filesystem::path lockPath(const std::filesystem::path& ledger) {
    return ledger.string() + ".lock";
}

struct flock wholeFile() {
    struct flock lock {}; // from the start to wherever the end is
    lock.l_type = F_WRLCK;
    return lock;
}

LockHolder readHolder(int descriptor) {
    std::array<char, 512> buffer{};
    const ssize_t size = ::pread(descriptor, buffer.data(), buffer.size(), 0);
    LockHolder holder;
    if (size <= 0)
        return holder;
    std::istringstream text(std::string(buffer.data(), static_cast<std::size_t>(size)));
    text >> holder.pid >> holder.host >> holder.since;
    return holder;
}

Message describe(const LockHolder& holder) {
    if (holder.pid == 0)
        return say::anotherProcess();
    return say::processOnHost(std::to_string(holder.pid), holder.host, holder.since);
}

Error lockError(const std::filesystem::path& path, int error) {
    return localError(error == ENOSPC ? ErrorCode::StorageFull : ErrorCode::StorageError,
                      {say::lockFileUnusable(path.string(), std::generic_category().message(error)),
                       say::checkDirectoryAndDisk()});
}

} // namespace

Result<std::unique_ptr<LockFile>> LockFile::acquire(const std::filesystem::path& ledger,
                                                    const std::string& since) {
    const std::filesystem::path path = lockPath(ledger);
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kPrivateFile);
    if (descriptor < 0)
        return failure(lockError(path, errno));
    std::unique_ptr<LockFile> file(new LockFile(descriptor));
    struct flock lock = wholeFile();
    if (::fcntl(descriptor, F_OFD_SETLK, &lock) != 0) {
        const int error = errno;
        if (error != EAGAIN && error != EACCES)
            return failure(lockError(path, error));
        return failure(
            localError(ErrorCode::LedgerLocked,
                       {say::ledgerLocked(ledger.string(), describe(readHolder(descriptor))),
                        say::waitOrPauseOtherRun()}));
    }
    std::array<char, 256> host{}; // a name has at most 64 characters
    ::gethostname(host.data(), host.size());
    const std::string text = std::to_string(::getpid()) + " " +
                             (host[0] == '\0' ? "localhost" : host.data()) + " " + since + "\n";
    const bool written =
        ::ftruncate(descriptor, 0) == 0 &&
        ::pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    // The lock holds with or without the holder's name in it: a full disk must not stop a resume.
    static_cast<void>(written);
    return file;
}

std::optional<LockHolder> LockFile::holder(const std::filesystem::path& ledger) {
    const int descriptor = ::open(lockPath(ledger).c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return std::nullopt;
    struct flock lock = wholeFile();
    std::optional<LockHolder> holder;
    if (::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
        holder = readHolder(descriptor);
    ::close(descriptor);
    return holder;
}

LockFile::~LockFile() {
    // Closing the only descriptor of the open file description releases the lock.
    ::close(descriptor_);
}

namespace {

constexpr mode_t kPrivateDirectory = 0700;
constexpr mode_t kOthers = 0077;
constexpr std::uintmax_t kHeaderBytes = 100; // of any SQLite database that is not empty
constexpr std::array kSideFiles{"", "-wal", "-shm"};

/// `what` is made of the path and the cause.
Error fileError(const fs::path& path, Message (*what)(std::string_view, std::string_view),
                int error) {
    const bool full = error == ENOSPC || error == EDQUOT;
    return localError(full ? ErrorCode::StorageFull : ErrorCode::StorageError,
                      {what(path.string(), std::generic_category().message(error)),
                       full ? say::makeRoomAndRetry() : say::checkPathPermissions()});
}

/// Directories that have to be made belong to the person alone; existing ones are left as they are.
Result<void> makeDirectory(const fs::path& directory) {
    std::error_code error;
    if (directory.empty() || fs::is_directory(directory, error))
        return {};
    LEADSHEET_TRY_DONE(makeDirectory(directory.parent_path()));
    if (::mkdir(directory.c_str(), kPrivateDirectory) != 0 && errno != EEXIST)
        return failure(fileError(directory, say::directoryNotMade, errno));
    return {};
}

/// SQLite gives the side files the mode of the main file, so that has to be right from the start.
/// An existing file is not opened here: closing it would drop the locks of other connections
/// (POSIX).
Result<void> makeFile(const fs::path& file) {
    const int descriptor =
        ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kPrivateFile);
    if (descriptor >= 0) {
        ::close(descriptor);
        return {};
    }
    if (errno != EEXIST)
        return failure(fileError(file, say::ledgerNotMade, errno));
    struct stat status {};
    static_cast<void>(::stat(file.c_str(), &status));
    if (S_ISREG(status.st_mode) && (status.st_mode & kOthers) != 0)
        ::chmod(file.c_str(), kPrivateFile);
    return {};
}

/// Named after the damaged file's own time, so that opening it again makes no second copy.
fs::path damagedName(const fs::path& file) {
    struct stat status {};
    static_cast<void>(::stat(file.c_str(), &status));
    std::tm parts{};
    ::gmtime_r(&status.st_mtime, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts);
    return file.string() + ".damaged-" + text.data();
}

Error damagedError(const fs::path& file, const std::string& detail) {
    const fs::path copy = damagedName(file);
    std::error_code error;
    bool copied = fs::exists(copy, error);
    if (!copied) {
        // The ledger itself comes last: what lacks a part is never taken for a whole copy.
        copied = std::all_of(kSideFiles.rbegin(), kSideFiles.rend(), [&](const char* suffix) {
            const fs::path from = file.string() + suffix;
            return !fs::exists(from, error) ||
                   fs::copy_file(from, copy.string() + suffix, fs::copy_options::overwrite_existing,
                                 error);
        });
        if (std::error_code ignored; !copied)
            fs::remove(copy, ignored);
    }
    return localError(ErrorCode::LedgerDamaged,
                      {say::ledgerDamaged(file.string(), detail),
                       copied ? say::copyPutAt(copy.string()) : say::copyFailed(error.message()),
                       say::nothingWasSent(), say::setLedgerAside()});
}

void checkIntegrity(Database& database) {
    Statement check = database.prepare("PRAGMA quick_check(1)");
    const std::string answer = check.next() ? check.text(0) : "no answer";
    if (answer != "ok")
        throw StorageFailure(localError(ErrorCode::LedgerDamaged, answer));
}

/// A table that is searched by the numbers of its key.
struct KeyedTable {
    const char* name;
    const char* keys; ///< in the order of the tree; reads it from its first entry to its last
    int columns;
    bool oneEach; ///< the numbers are the whole key
};

constexpr std::array kKeyedTables{
    KeyedTable{"rows", "SELECT run, ordinal FROM rows NOT INDEXED ORDER BY run, ordinal", 2, true},
    KeyedTable{"the rows that are due",
               "SELECT run, state, wait_until, ordinal FROM rows INDEXED BY rows_due"
               " ORDER BY run, state, wait_until, ordinal",
               4, true},
    KeyedTable{"contents", "SELECT run, ordinal FROM contents NOT INDEXED ORDER BY run, ordinal", 2,
               true},
    KeyedTable{"problems",
               "SELECT run, ordinal, number FROM problems NOT INDEXED"
               " ORDER BY run, ordinal, number",
               3, true},
    KeyedTable{"quotes",
               "SELECT run, ordinal FROM quotes NOT INDEXED ORDER BY run, ordinal, quote_id", 2,
               false},
    KeyedTable{"attempts",
               "SELECT run, ordinal, number FROM attempts NOT INDEXED"
               " ORDER BY run, ordinal, number",
               3, true},
};

/// Blocks of a table in each other's places, which quick_check does not look for: what stands there
/// would be passed by when it is searched, as if it had never been written. Where every key is
/// greater than the one before it, a search finds all of them.
void checkOrder(Database& database) {
    for (const KeyedTable& table : kKeyedTables) {
        Statement keys = database.prepare(table.keys);
        std::array<std::int64_t, 4> last{}; // before every key, as runs are numbered from 1
        while (keys.next()) {
            std::array<std::int64_t, 4> key{};
            for (int column = 0; column < table.columns; ++column)
                key.at(static_cast<std::size_t>(column)) = keys.integer(column);
            if (key < last || (table.oneEach && key == last))
                throw StorageFailure(localError(ErrorCode::LedgerDamaged,
                                                std::string(table.name) + " are out of order"));
            last = key;
        }
    }
}

/// SQLite takes a file that was cut within its header for a new one.
void checkHeader(const fs::path& file) {
    std::error_code unknown;
    const std::uintmax_t size = fs::file_size(file, unknown);
    if (!unknown && size > 0 && size < kHeaderBytes)
        throw StorageFailure(
            localError(ErrorCode::LedgerDamaged,
                       "only its first " + std::to_string(size) + " bytes are left"));
}

std::unique_ptr<Database> openChecked(const fs::path& file, const LedgerOptions& options) {
    const bool readOnly = options.mode == LedgerOptions::Mode::ReadOnly;
    checkHeader(file);
    auto database = std::make_unique<Database>(file, readOnly, options.hook);
    database->run("PRAGMA cache_size = -8000");
    database->run("PRAGMA temp_store = MEMORY");
    database->run("PRAGMA foreign_keys = ON");
    database->run("PRAGMA cell_size_check = ON");
    if (!readOnly) {
        database->run("PRAGMA journal_mode = WAL");
        database->run("PRAGMA synchronous = FULL");
        database->run("PRAGMA journal_size_limit = 16777216");
    }
    if (options.checkIntegrity)
        checkIntegrity(*database);
    migrate(*database, migrations(), readOnly);
    if (options.checkIntegrity)
        checkOrder(*database);
    return database;
}

} // namespace

Result<std::unique_ptr<Database>> openLedgerFile(const fs::path& file,
                                                 const LedgerOptions& options) {
    if (options.mode == LedgerOptions::Mode::ReadWrite) {
        LEADSHEET_TRY_DONE(makeDirectory(file.parent_path()));
        LEADSHEET_TRY_DONE(makeFile(file));
    } else if (std::error_code error; !fs::exists(file, error)) {
        return failure(localError(ErrorCode::NotFound, {say::noLedgerYet(file.string())}));
    }
    auto opened = guarded([&] { return openChecked(file, options); });
    if (!opened && opened.error().is(ErrorCode::LedgerDamaged))
        return failure(damagedError(file, opened.error().message));
    return opened;
}

std::string timestamp(WallTime time) {
    const std::time_t seconds =
        std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace detail

Result<std::filesystem::path> Ledger::setAside(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return failure(localError(ErrorCode::NotFound, {detail::say::noLedger(file.string())}));
    LEADSHEET_TRY(const auto lock,
                  detail::LockFile::acquire(file, detail::timestamp(systemClock()->wallNow())));
    const std::string wanted = detail::damagedName(file).string() + ".set-aside";
    std::string target = wanted;
    for (int n = 2; std::filesystem::exists(target, ignored); ++n)
        target = wanted + "-" + std::to_string(n);
    // The ledger itself goes last: until then it is found damaged, and this can be done again. A
    // new ledger beside an old write-ahead log would be taken for its continuation.
    for (auto suffix = detail::kSideFiles.rbegin(); suffix != detail::kSideFiles.rend(); ++suffix) {
        const std::string from = file.string() + *suffix;
        const std::string to = target + *suffix;
        if (::rename(from.c_str(), to.c_str()) != 0 && (errno != ENOENT || **suffix == '\0'))
            return failure(detail::fileError(file, detail::say::ledgerNotSetAside, errno));
    }
    return std::filesystem::path(target);
}

} // namespace leadsheet::submit
