// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/private_file.hpp"

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
    /// Closing may report a late write error.
    bool close() { return ::close(std::exchange(value_, -1)) == 0; }

private:
    int value_;
};

tl::unexpected<Error> storageFailure(std::string_view doing, const std::filesystem::path& file,
                                     int reason) {
    const bool full = reason == ENOSPC || reason == EDQUOT;
    std::string message = "Could not " + std::string(doing) + " " + file.string() + ": " +
                          std::generic_category().message(reason) + ".";
    return failure(localError(full ? ErrorCode::StorageFull : ErrorCode::StorageError, message));
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
            return storageFailure("read", file, errno);
        if (count == 0)
            return content;
        content.append(buffer.data(), static_cast<std::size_t>(count));
        if (content.size() > maxBytes)
            return failure(localError(ErrorCode::StorageError,
                                      file.string() + " is larger than it can be (over " +
                                          std::to_string(maxBytes) + " bytes)."));
    }
}

bool writeAll(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t count = ::write(descriptor, content.data(), content.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

Result<struct stat> plainFile(const Descriptor& descriptor, const std::filesystem::path& file) {
    struct stat info {};
    if (::fstat(descriptor.get(), &info) != 0)
        return storageFailure("read", file, errno);
    if (!S_ISREG(info.st_mode))
        return failure(
            localError(ErrorCode::StorageError, file.string() + " is not a plain file."));
    return info;
}

} // namespace

Result<void> makePrivateFolder(const std::filesystem::path& folder) {
    std::error_code ignored;
    if (folder.empty() || std::filesystem::is_directory(folder, ignored))
        return {};
    if (auto parent = makePrivateFolder(folder.parent_path()); !parent)
        return parent;
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return storageFailure("make the folder", folder, errno);
    return {};
}

Result<void> writePrivateFile(const std::filesystem::path& file, std::string_view content) {
    if (auto folder = makePrivateFolder(file.parent_path()); !folder)
        return folder;
    std::string temporary = file.string() + ".XXXXXX";
    Descriptor descriptor(::mkostemp(temporary.data(), O_CLOEXEC)); // mode 0600
    if (descriptor.get() < 0)
        return storageFailure("write", file, errno);
    const bool written = writeAll(descriptor.get(), content) && ::fsync(descriptor.get()) == 0 &&
                         descriptor.close() && ::rename(temporary.c_str(), file.c_str()) == 0;
    if (!written) {
        const int reason = errno;
        ::unlink(temporary.c_str());
        return storageFailure("write", file, reason);
    }
    return {};
}

Result<std::optional<std::string>> readFile(const std::filesystem::path& file,
                                            std::size_t maxBytes) {
    // O_NONBLOCK: opening a pipe must not wait for its writer.
    const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor.get() < 0 && (errno == ENOENT || errno == ENOTDIR))
        return std::nullopt;
    if (descriptor.get() < 0)
        return storageFailure("open", file, errno);
    if (auto info = plainFile(descriptor, file); !info)
        return failure(info.error());
    return readAll(descriptor, file, maxBytes).map([](std::string content) {
        return std::optional<std::string>(std::move(content));
    });
}

Result<std::string> readSecretFile(const std::filesystem::path& file, std::size_t maxBytes) {
    const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor.get() < 0)
        return failure(localError(ErrorCode::InvalidArgument,
                                  "Could not open " + file.string() + ": " +
                                      std::generic_category().message(errno) + "."));
    const auto info = plainFile(descriptor, file);
    if (!info)
        return failure(localError(ErrorCode::InvalidArgument, info.error().message));
    if ((info->st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return failure(localError(ErrorCode::InvalidArgument,
                                  file.string() +
                                      " can be read or changed by others. Make it yours alone "
                                      "first: chmod 600 '" +
                                      file.string() + "'."));
    if (info->st_uid != ::geteuid() && info->st_uid != 0)
        return failure(localError(ErrorCode::InvalidArgument,
                                  file.string() + " belongs to another user, who can read it."));
    return readAll(descriptor, file, maxBytes);
}

Result<std::optional<FileLock>> FileLock::take(const std::filesystem::path& file, Mode mode,
                                               bool wait) {
    if (auto folder = makePrivateFolder(file.parent_path()); !folder)
        return failure(folder.error());
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return storageFailure("open", file, errno);
    FileLock lock(descriptor);
    const int operation = (mode == Mode::Shared ? LOCK_SH : LOCK_EX) | (wait ? 0 : LOCK_NB);
    while (::flock(descriptor, operation) != 0) {
        if (errno == EWOULDBLOCK)
            return std::nullopt;
        if (errno != EINTR)
            return storageFailure("lock", file, errno);
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
