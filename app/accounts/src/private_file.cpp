// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/private_file.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
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

// Not const: the lock changes.
void FileLock::share() { // NOLINT(readability-make-member-function-const)
    ::flock(descriptor_, LOCK_SH);
}

namespace {

constexpr int kNameAttempts = 1000;
constexpr const char* kOwnDescriptors = "/proc/self/fd";

std::string folderOf(const std::filesystem::path& target) {
    return target.has_parent_path() ? target.parent_path().string() : std::string(".");
}

std::string hiddenName(const std::filesystem::path& target, int attempt) {
    return folderOf(target) + "/.leadsheet-" + std::to_string(::getpid()) + "-" +
           std::to_string(attempt) + ".tmp";
}

} // namespace

PrivateDraft::PrivateDraft(std::filesystem::path target, std::string name, int descriptor)
    : target_(std::move(target))
    , name_(std::move(name))
    , descriptor_(descriptor) {}

PrivateDraft::PrivateDraft(PrivateDraft&& other) noexcept
    : target_(std::move(other.target_))
    , name_(std::exchange(other.name_, {}))
    , descriptor_(std::exchange(other.descriptor_, -1)) {}

PrivateDraft::~PrivateDraft() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
    if (!name_.empty())
        ::unlink(name_.c_str());
}

tl::expected<PrivateDraft, int> PrivateDraft::beside(const std::filesystem::path& target) {
    const std::string folder = folderOf(target);
    if (::access(kOwnDescriptors, X_OK) == 0) { // without it no name could be given
        const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        if (unnamed >= 0)
            return PrivateDraft(target, {}, unnamed);
        if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)
            return tl::unexpected(errno);
    }
    std::string name = folder + "/.leadsheet-XXXXXX";
    const int named = ::mkostemp(name.data(), O_CLOEXEC); // mode 0600
    if (named < 0)
        return tl::unexpected(errno);
    return PrivateDraft(target, name, named);
}

int PrivateDraft::write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR)
            return errno;
        bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return 0;
}

int PrivateDraft::linkTo(const std::string& name) const {
    const std::string self = std::string(kOwnDescriptors) + "/" + std::to_string(descriptor_);
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0
                                                                                            : errno;
}

int PrivateDraft::takeName(bool replace) {
    if (name_.empty() && !replace)
        return linkTo(target_.string());
    // A name is only replaced by another name.
    for (int attempt = 0; name_.empty(); ++attempt) {
        std::string name = hiddenName(target_, attempt);
        const int reason = linkTo(name);
        if (reason == 0)
            name_ = std::move(name);
        else if (reason != EEXIST || attempt == kNameAttempts)
            return reason;
    }
    const unsigned how = replace ? 0 : RENAME_NOREPLACE;
    if (::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, target_.c_str(), how) == 0) {
        name_.clear();
        return 0;
    }
    if (replace || (errno != EINVAL && errno != ENOSYS))
        return errno;
    // Unlike rename, link never replaces what came into being meanwhile.
    return ::link(name_.c_str(), target_.c_str()) == 0 ? 0 : errno;
}

int PrivateDraft::publish(bool replace) {
    if (::fsync(descriptor_) != 0)
        return errno;
    if (const int reason = takeName(replace); reason != 0)
        return reason;
    // A name is durable only when the folder is synced as well.
    if (const int folder = ::open(folderOf(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
    return 0;
}

} // namespace leadsheet::app
