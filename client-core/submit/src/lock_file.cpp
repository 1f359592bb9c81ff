// SPDX-License-Identifier: Apache-2.0
#include "lock_file.hpp"

#include "leadsheet/messages/ledger.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace leadsheet::submit::detail {
namespace {

constexpr mode_t kPrivateFile = 0600;

std::filesystem::path lockPath(const std::filesystem::path& ledger) {
    return ledger.string() + ".lock";
}

struct flock wholeFile() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
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

namespace say = messages::ledger;

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
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
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

} // namespace leadsheet::submit::detail
