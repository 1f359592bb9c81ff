// SPDX-License-Identifier: Apache-2.0
#include "write/atomic_file.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/sha256.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

constexpr std::size_t kBufferBytes = 1 << 18; // still in the cache when hashed and written
constexpr std::size_t kHashBytes = std::size_t{64} * 1024;
constexpr int kNameAttempts = 1000;

SheetError storageFailure(const std::filesystem::path& target, int error) {
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        return {SheetErrorCode::StorageFull,
                {},
                {say::noRoomToWrite(target.string()), say::nothingHalfWritten()},
                {say::freeSpaceWriteAgain()},
                {}};
    return {SheetErrorCode::StorageError,
            {},
            {say::fileNotWritable(target.string(), systemReason(error))},
            {say::chooseWritableFolder()},
            {}};
}

std::filesystem::path folderOf(const std::filesystem::path& target) {
    return target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
}

} // namespace

struct AtomicFile::Impl {
    std::filesystem::path target;
    std::string temporary;
    int descriptor = -1;
    std::string buffer;
    std::uint64_t flushed = 0; ///< bytes before the buffer
    int failure = 0;
    std::optional<Sha256> hash; ///< of the bytes before the buffer

    ~Impl() {
        if (descriptor >= 0)
            ::close(descriptor);
        if (!temporary.empty())
            ::unlink(temporary.c_str());
    }

    bool flush() {
        std::size_t done = 0;
        while (failure == 0 && done < buffer.size()) {
            const auto put = ::write(descriptor, buffer.data() + done, buffer.size() - done);
            if (put < 0 && errno != EINTR)
                failure = errno;
            else if (put > 0)
                done += static_cast<std::size_t>(put);
        }
        flushed += done;
        if (hash)
            hash->add(std::string_view(buffer).substr(0, done));
        buffer.clear();
        return failure == 0;
    }

    bool overwrite(std::uint64_t offset, std::string_view bytes) {
        hash.reset();
        while (failure == 0 && !bytes.empty()) {
            const auto put =
                ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (put < 0 && errno != EINTR)
                failure = errno;
            if (put > 0) {
                offset += static_cast<std::uint64_t>(put);
                bytes.remove_prefix(static_cast<std::size_t>(put));
            }
        }
        return failure == 0;
    }

    // A rename is durable only when the folder is synced as well.
    void syncFolder() const {
        const int folder = ::open(folderOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0)
            return;
        ::fsync(folder);
        ::close(folder);
    }

    SheetResult<void> sync() {
        if (!flush() || ::fsync(descriptor) != 0)
            return tl::unexpected(storageFailure(target, failure != 0 ? failure : errno));
        return {};
    }

    SheetResult<void> rename() {
        if (::rename(temporary.c_str(), target.c_str()) != 0)
            return tl::unexpected(storageFailure(target, errno));
        temporary.clear();
        syncFolder();
        return {};
    }
};

AtomicFile::AtomicFile(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

SheetResult<void> AtomicFile::save(const std::filesystem::path& target, std::string_view text) {
    LEADSHEET_TRY(auto file, create(target));
    LEADSHEET_TRY_DONE(file.write(text));
    return file.commit();
}

SheetResult<AtomicFile> AtomicFile::create(const std::filesystem::path& target,
                                           const std::filesystem::path& like) {
    auto impl = std::make_unique<Impl>();
    impl->target = target;
    // Beside the target, since a rename cannot cross file systems. The name is free at the first
    // try unless a crash left one behind.
    for (int attempt = 0; impl->descriptor < 0 && attempt < kNameAttempts; ++attempt) {
        impl->temporary = (folderOf(target) / (".leadsheet-" + std::to_string(::getpid()) + "-" +
                                               std::to_string(attempt) + ".tmp"))
                              .string();
        impl->descriptor =
            ::open(impl->temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (impl->descriptor < 0 && errno != EEXIST)
            break;
    }
    if (impl->descriptor < 0) {
        const int error = errno;
        impl->temporary.clear();
        return tl::unexpected(storageFailure(target, error));
    }
    struct stat existing {};
    if (::stat(target.c_str(), &existing) == 0) {
        // Others may give a file away only to groups of their own; then it stays theirs.
        if (::fchown(impl->descriptor, existing.st_uid, existing.st_gid) != 0) [[maybe_unused]]
            const int kept = ::fchown(impl->descriptor, static_cast<uid_t>(-1), existing.st_gid);
        ::fchmod(impl->descriptor, existing.st_mode & 0777);
    } else if (!like.empty() && ::stat(like.c_str(), &existing) == 0) {
        ::fchmod(impl->descriptor, existing.st_mode & 0666);
    }
    return AtomicFile(std::move(impl));
}

SheetResult<void> AtomicFile::write(std::string_view bytes) {
    impl_->buffer.append(bytes);
    if (impl_->buffer.size() >= kBufferBytes && !impl_->flush())
        return tl::unexpected(storageFailure(impl_->target, impl_->failure));
    return {};
}

std::uint64_t AtomicFile::size() const {
    return impl_->flushed + impl_->buffer.size();
}

SheetResult<void> AtomicFile::patch(std::uint64_t offset, std::string_view bytes) {
    if (offset >= impl_->flushed) {
        const auto at = static_cast<std::ptrdiff_t>(offset - impl_->flushed);
        std::copy(bytes.begin(), bytes.end(), impl_->buffer.begin() + at);
        return {};
    }
    if (!impl_->flush() || !impl_->overwrite(offset, bytes))
        return tl::unexpected(storageFailure(impl_->target, impl_->failure));
    return {};
}

void AtomicFile::hashAsWritten() {
    impl_->hash.emplace();
}

SheetResult<std::string> AtomicFile::sha256() {
    if (!impl_->flush())
        return tl::unexpected(storageFailure(impl_->target, impl_->failure));
    if (impl_->hash) {
        std::string text = impl_->hash->finish();
        impl_->hash.reset();
        return text;
    }
    Sha256 hash;
    std::array<char, kHashBytes> block{};
    for (std::uint64_t at = 0; at < impl_->flushed;) {
        const auto got =
            ::pread(impl_->descriptor, block.data(), block.size(), static_cast<off_t>(at));
        if (got == 0 || (got < 0 && errno != EINTR))
            return tl::unexpected(storageFailure(impl_->target, got == 0 ? EIO : errno));
        if (got < 0)
            continue;
        hash.add({block.data(), static_cast<std::size_t>(got)});
        at += static_cast<std::uint64_t>(got);
    }
    return hash.finish();
}

SheetResult<void> AtomicFile::sync() {
    return impl_->sync();
}

SheetResult<void> AtomicFile::commit() {
    if (auto finished = impl_->sync(); !finished)
        return finished;
    return impl_->rename();
}

SheetResult<void> AtomicFile::commitKeeping(const std::filesystem::path& backup) {
    if (auto finished = impl_->sync(); !finished)
        return finished;
    // A second name for the old bytes: at no moment is the sheet missing.
    if (::link(impl_->target.c_str(), backup.c_str()) != 0) {
        std::error_code error;
        std::filesystem::copy_file(impl_->target, backup, error);
        if (error)
            return tl::unexpected(storageFailure(backup, error.value()));
    }
    return impl_->rename();
}

} // namespace leadsheet::app
