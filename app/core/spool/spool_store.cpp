// SPDX-License-Identifier: Apache-2.0
#include "spool/spool_store.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace leadsheet::app::detail {

namespace say = messages::sheet;

namespace {

SheetError storeError(int reason, Message what) {
    const bool full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
    return {full ? SheetErrorCode::StorageFull : SheetErrorCode::StorageError,
            {},
            {say::rowsStorageFailed(std::move(what), std::generic_category().message(reason))},
            {full ? say::freeDataDiskOpenAgain() : say::checkDataDisk()},
            {}};
}

int openUnnamed(const std::filesystem::path& folder) {
#ifdef O_TMPFILE
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return file;
#endif
    std::string name = (folder / "rows-XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(name.c_str());
    return named;
}

SheetResult<void> writeAll(int file, std::string_view bytes, std::uint64_t at) {
    while (!bytes.empty()) {
        const ssize_t count = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return tl::unexpected(storeError(errno, say::rowsKept()));
        bytes.remove_prefix(static_cast<std::size_t>(count));
        at += static_cast<std::uint64_t>(count);
    }
    return {};
}

} // namespace

SpoolStore::SpoolStore(std::filesystem::path folder, std::size_t memoryBytes)
    : folder_(std::move(folder))
    , memoryBytes_(memoryBytes) {}

SpoolStore::~SpoolStore() {
    if (file_ >= 0)
        ::close(file_);
}

// What is in memory stays readable from there until all of it is in the file.
SheetResult<void> SpoolStore::moveToFile() {
    const int file = openUnnamed(folder_);
    if (file < 0)
        return tl::unexpected(storeError(errno, say::rowsKept()));
    if (auto written = writeAll(file, memory_, 0); !written) {
        ::close(file);
        return written;
    }
    const std::lock_guard lock(mutex_);
    file_ = file;
    memory_ = std::string();
    return {};
}

SheetResult<std::uint64_t> SpoolStore::append(std::string_view bytes) {
    const std::uint64_t at = size_;
    if (file_ < 0 && size_ + bytes.size() > memoryBytes_)
        LEADSHEET_TRY_DONE(moveToFile());
    if (file_ >= 0) {
        LEADSHEET_TRY_DONE(writeAll(file_, bytes, at));
    } else {
        const std::lock_guard lock(mutex_);
        memory_.append(bytes);
    }
    size_ += bytes.size();
    return at;
}

SheetResult<std::string> SpoolStore::read(std::uint64_t at, std::size_t size) const {
    {
        const std::lock_guard lock(mutex_);
        if (file_ < 0)
            return memory_.substr(at, size);
    }
    std::string bytes(size, '\0');
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count =
            ::pread(file_, bytes.data() + done, size - done, static_cast<off_t>(at + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return tl::unexpected(storeError(count < 0 ? errno : EIO, say::rowsReadBack()));
        done += static_cast<std::size_t>(count);
    }
    return bytes;
}

std::size_t SpoolStore::memoryUsed() const {
    const std::lock_guard lock(mutex_);
    return memory_.capacity();
}

} // namespace leadsheet::app::detail
