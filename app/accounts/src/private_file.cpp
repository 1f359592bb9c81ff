// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/private_file.hpp"

#include "leadsheet/app/accounts/private_draft.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace leadsheet::app {
namespace {

class Descriptor {
public:
    explicit Descriptor(int value)
        : value_(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (value_ >= 0)
            ::close(value_);
    }
    int get() const { return value_; }

private:
    int value_;
};

namespace say = messages::ledger;

/// `what` is made of the file and the cause.
tl::unexpected<Error> storageFailure(Message (*what)(std::string_view, std::string_view),
                                     const std::filesystem::path& file, int reason) {
    const bool full = reason == ENOSPC || reason == EDQUOT;
    return failure(localError(full ? ErrorCode::StorageFull : ErrorCode::StorageError,
                              {what(file.string(), std::generic_category().message(reason))}));
}

Result<std::string> readAll(const Descriptor& descriptor, const std::filesystem::path& file,
                            std::size_t maxBytes) {
    std::string content;
    std::array<char, 4096> buffer{};
    for (;;) {
        const ssize_t count = ::read(descriptor.get(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return storageFailure(say::fileNotRead, file, errno);
        if (count == 0)
            return content;
        content.append(buffer.data(), static_cast<std::size_t>(count));
        if (content.size() > maxBytes)
            return failure(localError(
                ErrorCode::StorageError,
                {say::fileLargerThanPossible(file.string(), static_cast<std::int64_t>(maxBytes))}));
    }
}

Result<struct stat> plainFile(const Descriptor& descriptor, const std::filesystem::path& file) {
    struct stat info {};
    if (::fstat(descriptor.get(), &info) != 0)
        return storageFailure(say::fileNotRead, file, errno);
    if (!S_ISREG(info.st_mode))
        return failure(localError(ErrorCode::StorageError, {say::notAPlainFile(file.string())}));
    return info;
}

} // namespace

Result<void> makePrivateFolder(const std::filesystem::path& folder) {
    std::error_code ignored;
    if (folder.empty() || std::filesystem::is_directory(folder, ignored))
        return {};
    LEADSHEET_TRY_DONE(makePrivateFolder(folder.parent_path()));
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return storageFailure(say::folderNotMade, folder, errno);
    return {};
}

Result<void> writePrivateFile(const std::filesystem::path& file, std::string_view content) {
    LEADSHEET_TRY_DONE(makePrivateFolder(file.parent_path()));
    auto draft = PrivateDraft::beside(file);
    int reason = draft ? draft->write(content) : draft.error();
    if (reason == 0)
        reason = draft->publish(true);
    if (reason != 0)
        return storageFailure(say::fileNotWritten, file, reason);
    return {};
}

Result<std::optional<std::string>> readFile(const std::filesystem::path& file,
                                            std::size_t maxBytes) {
    // O_NONBLOCK: opening a pipe must not wait for its writer.
    const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor.get() < 0 && (errno == ENOENT || errno == ENOTDIR))
        return std::nullopt;
    if (descriptor.get() < 0)
        return storageFailure(say::fileNotOpened, file, errno);
    LEADSHEET_TRY_DONE(plainFile(descriptor, file));
    return readAll(descriptor, file, maxBytes).map([](std::string content) {
        return std::optional<std::string>(std::move(content));
    });
}

Result<std::string> readSecretFile(const std::filesystem::path& file, std::size_t maxBytes) {
    const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor.get() < 0)
        return failure(localError(
            ErrorCode::InvalidArgument,
            {say::fileNotOpened(file.string(), std::generic_category().message(errno))}));
    const auto info = plainFile(descriptor, file);
    if (!info)
        return failure(localError(ErrorCode::InvalidArgument, info.error().said));
    if ((info->st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return failure(
            localError(ErrorCode::InvalidArgument, {say::fileOpenToOthers(file.string()),
                                                    say::makeFilePrivate(file.string())}));
    if (info->st_uid != ::geteuid() && info->st_uid != 0)
        return failure(
            localError(ErrorCode::InvalidArgument, {say::fileOfAnotherUser(file.string())}));
    return readAll(descriptor, file, maxBytes);
}

Result<std::optional<FileLock>> FileLock::take(const std::filesystem::path& file, Mode mode,
                                               bool wait) {
    LEADSHEET_TRY_DONE(makePrivateFolder(file.parent_path()));
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return storageFailure(say::fileNotOpened, file, errno);
    FileLock lock(descriptor);
    const int operation = (mode == Mode::Shared ? LOCK_SH : LOCK_EX) | (wait ? 0 : LOCK_NB);
    while (::flock(descriptor, operation) != 0) {
        if (errno == EWOULDBLOCK)
            return std::nullopt;
        if (errno != EINTR)
            return storageFailure(say::fileNotLocked, file, errno);
    }
    return std::optional<FileLock>(std::move(lock));
}

FileLock::FileLock(FileLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

FileLock::~FileLock() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

void FileLock::share() {
    ::flock(descriptor_, LOCK_SH);
}

} // namespace leadsheet::app
