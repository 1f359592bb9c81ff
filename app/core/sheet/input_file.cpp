// SPDX-License-Identifier: Apache-2.0
#include "sheet/input_file.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

tl::unexpected<SheetError> openFailure(const std::filesystem::path& path, int error) {
    const std::string name = "\"" + path.string() + "\"";
    if (error == ENOENT || error == ENOTDIR)
        return tl::unexpected(SheetError{SheetErrorCode::NotFound,
                                         {},
                                         {say::noSuchFile(name)},
                                         {say::checkNameAndFolder()},
                                         {}});
    return tl::unexpected(SheetError{SheetErrorCode::NotReadable,
                                     {},
                                     {say::fileNotOpenable(name, systemReason(error))},
                                     {say::checkAccessAndLocks()},
                                     {}});
}

} // namespace

std::string systemReason(int error) {
    return std::error_code(error, std::generic_category()).message();
}

SheetResult<InputFile> InputFile::open(const std::filesystem::path& path) {
    // O_NONBLOCK keeps the open of a pipe without a writer from hanging; files ignore it.
    InputFile file;
    file.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file.descriptor_ < 0)
        return openFailure(path, errno);
    struct stat info {};
    if (::fstat(file.descriptor_, &info) != 0)
        return openFailure(path, errno);
    if (!S_ISREG(info.st_mode))
        return tl::unexpected(
            SheetError{SheetErrorCode::NotAFile,
                       {},
                       {S_ISDIR(info.st_mode) ? say::pathIsFolder(path.string())
                                              : say::notRegularFile(path.string())},
                       {say::nameSheetFile()},
                       {}});
    file.size_ = static_cast<std::uint64_t>(info.st_size);
    file.modifiedSeconds_ = info.st_mtim.tv_sec;
    file.modifiedNanos_ = info.st_mtim.tv_nsec;
    return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1))
    , size_(other.size_)
    , modifiedSeconds_(other.modifiedSeconds_)
    , modifiedNanos_(other.modifiedNanos_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    size_ = other.size_;
    modifiedSeconds_ = other.modifiedSeconds_;
    modifiedNanos_ = other.modifiedNanos_;
    return *this;
}

InputFile::~InputFile() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

SheetResult<std::size_t> InputFile::readAt(std::uint64_t offset, std::span<char> into) const {
    std::size_t done = 0;
    while (done < into.size()) {
        const auto got = ::pread(descriptor_, into.data() + done, into.size() - done,
                                 static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return tl::unexpected(
                SheetError{SheetErrorCode::NotReadable,
                           {},
                           {say::readingFailedAtByte(static_cast<std::int64_t>(offset + done),
                                                     systemReason(errno))},
                           {say::copyToLocalDisk()},
                           {}});
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

bool InputFile::changed() const {
    struct stat info {};
    return ::fstat(descriptor_, &info) != 0 || static_cast<std::uint64_t>(info.st_size) != size_ ||
           info.st_mtim.tv_sec != modifiedSeconds_ || info.st_mtim.tv_nsec != modifiedNanos_;
}

SheetResult<std::string> readSmallFile(const std::filesystem::path& path, std::uint64_t maxBytes) {
    LEADSHEET_TRY(const auto input, InputFile::open(path));
    if (input.size() > maxBytes)
        return tl::unexpected(
            SheetError{SheetErrorCode::LimitExceeded,
                       {},
                       {say::fileTooLarge(path.filename().string(), displayBytes(maxBytes))},
                       {say::chooseRightFile()},
                       {}});
    std::string content(static_cast<std::size_t>(input.size()), '\0');
    LEADSHEET_TRY(const auto got, input.readAt(0, content));
    content.resize(got);
    return content;
}

} // namespace leadsheet::app
