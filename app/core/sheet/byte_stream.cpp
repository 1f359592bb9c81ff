// SPDX-License-Identifier: Apache-2.0
#include "sheet/byte_stream.hpp"

#include "sheet/sha256.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zlib.h>

#ifdef LEADSHEET_HAS_ISAL
#include <isa-l/crc64.h>
#else
#include <boost/crc.hpp>
#endif

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

class PlainStream final : public ByteStream {
public:
    PlainStream(const InputFile& file, std::stop_token stop)
        : file_(file)
        , stop_(std::move(stop)) {}

    SheetResult<std::size_t> read(std::span<char> into) override {
        std::size_t done = 0;
        while (done < into.size()) {
            if (stop_.stop_requested())
                return cancelledError();
            const auto step = into.subspan(done, std::min(kReadStep, into.size() - done));
            const auto got = file_.readAt(offset_, step);
            if (!got)
                return got;
            done += *got;
            offset_ += *got;
            if (*got < step.size())
                break;
        }
        return done;
    }

    std::uint64_t position() const override { return offset_; }

    SheetResult<void> rewind() override {
        offset_ = 0;
        return {};
    }

private:
    const InputFile& file_;
    std::stop_token stop_;
    std::uint64_t offset_ = 0;
};

} // namespace

std::unique_ptr<ByteStream> makePlainStream(const InputFile& file, std::stop_token stop) {
    return std::make_unique<PlainStream>(file, std::move(stop));
}

bool mayContain(ByteStream& stream, std::string_view word) {
    std::string window;
    std::string block(kReadStep, '\0');
    for (;;) {
        const auto got = stream.read(block);
        if (!got)
            return true;
        if (*got == 0)
            return false;
        // UTF-16 has zero bytes wherever its letters are those of the word.
        if (window.empty() && std::string_view(block).substr(0, 4).find('\0') != std::string::npos)
            return true;
        window.append(block, 0, *got);
        if (window.find(word) != std::string::npos)
            return true;
        window.erase(0, window.size() - std::min(window.size(), word.size()));
    }
}

tl::unexpected<SheetError> cancelledError() {
    return tl::unexpected(
        SheetError{SheetErrorCode::Cancelled, {}, {say::sheetReadingStopped()}, {}, {}});
}

namespace {

constexpr int kGzipWindow = 15 + 16; // largest window, gzip wrapper only

SheetError damaged(Message reason) {
    return {SheetErrorCode::DamagedFile,
            {},
            {std::move(reason)},
            {messages::sheet::fetchGzipAgain()},
            {}};
}

class GzipStream final : public ByteStream {
public:
    GzipStream(const InputFile& file, const SheetLimits& limits, std::stop_token stop)
        : file_(file)
        , limits_(limits)
        , stop_(std::move(stop)) {
        ready_ = inflateInit2(&zip_, kGzipWindow) == Z_OK;
    }
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;
    ~GzipStream() override {
        if (ready_)
            inflateEnd(&zip_);
    }

    SheetResult<std::size_t> read(std::span<char> into) override {
        if (!ready_)
            return tl::unexpected(damaged(messages::container::gzipReaderStartFailed()));
        zip_.next_out = reinterpret_cast<Bytef*>(into.data());
        zip_.avail_out = static_cast<uInt>(std::min(into.size(), kReadStep));
        const std::size_t room = zip_.avail_out;
        while (zip_.avail_out > 0 && !finished_) {
            if (zip_.avail_in == 0) {
                LEADSHEET_TRY(const auto got, refill());
                if (got == 0 && !betweenMembers_)
                    return tl::unexpected(damaged(messages::sheet::gzipTruncated()));
                if (got == 0)
                    break;
            }
            if (betweenMembers_ && !nextMember())
                break;
            LEADSHEET_TRY_DONE(inflateStep());
        }
        const std::size_t done = room - zip_.avail_out;
        LEADSHEET_TRY_DONE(checkLimits(into.first(done)));
        return done;
    }

    std::uint64_t position() const override { return offset_ - zip_.avail_in; }

    SheetResult<void> rewind() override {
        inflateReset(&zip_);
        zip_.avail_in = 0;
        offset_ = inflated_ = withoutRow_ = 0;
        betweenMembers_ = finished_ = false;
        return {};
    }

private:
    SheetResult<std::size_t> refill() {
        if (stop_.stop_requested())
            return cancelledError();
        const auto got = file_.readAt(offset_, input_);
        if (!got)
            return got;
        offset_ += *got;
        zip_.next_in = reinterpret_cast<Bytef*>(input_.data());
        zip_.avail_in = static_cast<uInt>(*got);
        return got;
    }

    // Trailing bytes that do not start another member are padding, as gzip itself treats them.
    bool nextMember() {
        if (*zip_.next_in != 0x1f) {
            finished_ = true;
            return false;
        }
        inflateReset(&zip_);
        betweenMembers_ = false;
        return true;
    }

    SheetResult<void> inflateStep() {
        const int state = inflate(&zip_, Z_NO_FLUSH);
        if (state == Z_STREAM_END) {
            betweenMembers_ = true;
            return {};
        }
        if (state == Z_OK || (state == Z_BUF_ERROR && zip_.avail_in == 0))
            return {};
        return tl::unexpected(
            damaged(messages::sheet::gzipDamagedAtByte(static_cast<std::int64_t>(position()))));
    }

    SheetResult<void> checkLimits(std::span<const char> out) {
        inflated_ += out.size();
        const auto end = std::find(out.rbegin(), out.rend(), '\n');
        const auto bare = std::find(out.rbegin(), end, '\r');
        const auto since = static_cast<std::uint64_t>(std::min(end, bare) - out.rbegin());
        withoutRow_ = since == out.size() ? withoutRow_ + since : since;
        if (inflated_ <= limits_.maxInflatedBytes && withoutRow_ <= limits_.maxInflatedWithoutRow)
            return {};
        return tl::unexpected(
            SheetError{SheetErrorCode::LimitExceeded,
                       {},
                       {withoutRow_ > limits_.maxInflatedWithoutRow
                            ? messages::container::gzipWithoutLineEnd(
                                  static_cast<std::int64_t>(limits_.maxInflatedWithoutRow >> 20))
                            : messages::container::gzipTooLarge(
                                  static_cast<std::int64_t>(limits_.maxInflatedBytes >> 20))},
                       {messages::container::unpackAndSplit()},
                       {}});
    }

    const InputFile& file_;
    SheetLimits limits_;
    std::stop_token stop_;
    z_stream zip_{};
    bool ready_ = false;
    bool betweenMembers_ = false;
    bool finished_ = false;
    std::uint64_t offset_ = 0;
    std::uint64_t inflated_ = 0;
    std::uint64_t withoutRow_ = 0;
    std::array<char, kReadStep> input_{};
};

} // namespace

std::unique_ptr<ByteStream> makeGzipStream(const InputFile& file, const SheetLimits& limits,
                                           std::stop_token stop) {
    return std::make_unique<GzipStream>(file, limits, std::move(stop));
}

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

namespace {

/// CRC-64/XZ.
class Crc64 {
public:
#ifdef LEADSHEET_HAS_ISAL
    void add(std::string_view bytes) {
        sum_ = crc64_ecma_refl(sum_, reinterpret_cast<const unsigned char*>(bytes.data()),
                               bytes.size());
    }
    std::uint64_t sum() const {
        return sum_;
    }

private:
    std::uint64_t sum_ = 0;
#else
    void add(std::string_view bytes) {
        sum_.process_bytes(bytes.data(), bytes.size());
    }
    std::uint64_t sum() const {
        return sum_.checksum();
    }

private:
    static constexpr std::uint64_t kAllBits = ~std::uint64_t{0};
    boost::crc_optimal<64, 0x42F0E1EBA9EA3693, kAllBits, kAllBits, true, true> sum_;
#endif
};

std::string hexOf(std::uint64_t number) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
        text += kDigits[number >> static_cast<unsigned>(shift) & 15U];
    return text;
}

} // namespace

struct InputDigester::Sums {
    std::optional<Sha256> sha256;
    std::optional<Crc64> mark;
};

InputDigester::InputDigester(const SheetOptions& options) {
    if (!options.hashInput && !options.markInput)
        return;
    sums_ = std::make_unique<Sums>();
    if (options.hashInput)
        sums_->sha256.emplace();
    if (options.markInput)
        sums_->mark.emplace();
}

InputDigester::~InputDigester() = default;

void InputDigester::add(std::string_view bytes) {
    if (sums_ == nullptr)
        return;
    if (sums_->sha256)
        sums_->sha256->add(bytes);
    if (sums_->mark)
        sums_->mark->add(bytes);
}

InputDigests InputDigester::finish() {
    InputDigests digests;
    if (sums_ != nullptr && sums_->sha256)
        digests.sha256 = sums_->sha256->finish();
    if (sums_ != nullptr && sums_->mark)
        digests.mark = hexOf(sums_->mark->sum());
    return digests;
}

SheetResult<InputDigests> streamDigests(ByteStream& stream, const SheetOptions& options) {
    if (!options.hashInput && !options.markInput)
        return InputDigests();
    InputDigester digester(options);
    std::vector<char> block(kReadStep);
    for (;;) {
        LEADSHEET_TRY(const auto got, stream.read(block));
        if (got == 0)
            return digester.finish();
        digester.add({block.data(), got});
    }
}

SheetResult<std::string> fileSha256(const std::filesystem::path& path, std::stop_token stop) {
    LEADSHEET_TRY(const auto file, InputFile::open(path));
    SheetOptions options;
    options.hashInput = true;
    LEADSHEET_TRY(auto digests, streamDigests(*makePlainStream(file, std::move(stop)), options));
    return std::move(digests.sha256);
}

} // namespace leadsheet::app
