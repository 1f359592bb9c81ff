// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/zip/checksum.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <zlib.h>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

using namespace std::string_view_literals;

constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr int kRawDeflateWindow = -15;
constexpr std::size_t kLocalBytes = 30;
constexpr std::string_view kLocalMagic = "PK\x03\x04"sv;

class ZipEntryStream final : public ByteStream {
public:
    ZipEntryStream(const InputFile& file, const ZipEntry& entry, std::uint64_t maxBytes,
                   std::stop_token stop)
        : file_(file)
        , entry_(entry)
        , maxBytes_(maxBytes)
        , stop_(std::move(stop)) {
        ready_ = inflateInit2(&zip_, kRawDeflateWindow) == Z_OK;
    }
    ZipEntryStream(const ZipEntryStream&) = delete;
    ZipEntryStream& operator=(const ZipEntryStream&) = delete;
    ~ZipEntryStream() override {
        if (ready_)
            inflateEnd(&zip_);
    }

    SheetResult<std::size_t> read(std::span<char> into) override {
        if (failure_)
            return tl::unexpected(*failure_);
        auto got = readChecked(into);
        if (!got)
            failure_ = got.error();
        return got;
    }

    std::uint64_t position() const override { return packedRead_ - zip_.avail_in; }

    SheetResult<void> rewind() override {
        inflateReset(&zip_);
        zip_.avail_in = 0;
        packedRead_ = unpacked_ = 0;
        crc_ = 0;
        deflateEnded_ = checked_ = false;
        failure_.reset();
        return {};
    }

private:
    SheetResult<std::size_t> readChecked(std::span<char> into) {
        if (!dataOffset_)
            LEADSHEET_TRY_DONE(locate());
        std::size_t done = 0;
        while (done < into.size() && !checked_) {
            // One byte more than announced is enough to know, whatever comes behind it.
            const auto wanted =
                std::min<std::uint64_t>(kReadStep - 1, entry_.bytes - unpacked_) + 1;
            const auto step =
                into.subspan(done, std::min(into.size() - done, static_cast<std::size_t>(wanted)));
            const auto got = entry_.method == kStored ? copyStep(step) : inflateStep(step);
            if (!got)
                return got;
            done += *got;
            LEADSHEET_TRY_DONE(account(step.first(*got)));
        }
        return done;
    }

    // The local header only says where the data start; everything else is the directory's word.
    SheetResult<void> locate() {
        if (entry_.encrypted)
            return tl::unexpected(SheetError{SheetErrorCode::PasswordProtected,
                                             {},
                                             {messages::sheet::partEncrypted(name())},
                                             {messages::sheet::removeWorkbookPassword()},
                                             {}});
        if (entry_.duplicated)
            return damagedArchive(say::partTwice(name()));
        if (entry_.method != kStored && entry_.method != kDeflated)
            return damagedArchive(
                say::partMethodUnknown(name(), static_cast<std::int64_t>(entry_.method)));
        if (entry_.bytes > maxBytes_)
            return tooLarge();
        if (!ready_)
            return damagedArchive(say::zipReaderStartFailed());
        std::array<char, kLocalBytes> header{};
        LEADSHEET_TRY(const auto got, file_.readAt(entry_.headerOffset, header));
        const std::string_view local(header.data(), got);
        if (local.size() < kLocalBytes || !local.starts_with(kLocalMagic))
            return damagedArchive(say::partMisplaced(name()));
        const std::uint64_t names = std::uint64_t{little16(local, 26)} + little16(local, 28);
        const std::uint64_t room = entry_.endLimit - entry_.headerOffset - kLocalBytes;
        if (names > room || entry_.packedBytes > room - names)
            return damagedArchive(say::partOverlaps(name()));
        if (entry_.method == kStored && entry_.packedBytes != entry_.bytes)
            return damagedArchive(say::partSizesContradict(name()));
        dataOffset_ = entry_.headerOffset + kLocalBytes + names;
        return {};
    }

    // Packed bytes of the next step into `into`; a short read means the file was cut meanwhile.
    SheetResult<std::size_t> readPacked(std::span<char> into) {
        if (stop_.stop_requested())
            return cancelledError();
        const auto left = entry_.packedBytes - packedRead_;
        const auto step =
            into.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, into.size())));
        const auto got = file_.readAt(*dataOffset_ + packedRead_, step);
        if (!got)
            return got;
        if (*got != step.size())
            return damagedArchive(say::fileEndsInPart(name()));
        packedRead_ += *got;
        return got;
    }

    SheetResult<std::size_t> copyStep(std::span<char> step) {
        auto got = readPacked(step);
        deflateEnded_ = packedRead_ == entry_.packedBytes;
        return got;
    }

    SheetResult<std::size_t> inflateStep(std::span<char> step) {
        zip_.next_out = reinterpret_cast<Bytef*>(step.data());
        zip_.avail_out = static_cast<uInt>(step.size());
        while (zip_.avail_out > 0 && !deflateEnded_) {
            if (zip_.avail_in == 0) {
                const auto got = readPacked(input_);
                if (!got)
                    return got;
                zip_.next_in = reinterpret_cast<Bytef*>(input_.data());
                zip_.avail_in = static_cast<uInt>(*got);
            }
            const int state = inflate(&zip_, Z_NO_FLUSH);
            deflateEnded_ = state == Z_STREAM_END;
            // Its last bits may have been taken in with the last byte, and wait for room.
            if (state == Z_BUF_ERROR && zip_.avail_in == 0 && packedRead_ == entry_.packedBytes)
                return damagedArchive(say::partCutOff(name()));
            if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
                return damagedArchive(messages::sheet::packedPartDamaged(
                    name(), static_cast<std::int64_t>(position())));
        }
        return step.size() - zip_.avail_out;
    }

    SheetResult<void> account(std::span<const char> out) {
        unpacked_ += out.size();
        if (unpacked_ > maxBytes_)
            return tooLarge();
        if (unpacked_ > entry_.bytes)
            return damagedArchive(
                say::partLargerThanAnnounced(name(), static_cast<std::int64_t>(entry_.bytes)));
        crc_ = checksumOf({out.data(), out.size()}, crc_);
        if (!deflateEnded_)
            return {};
        if (unpacked_ != entry_.bytes)
            return damagedArchive(say::partSizeDiffers(name(), static_cast<std::int64_t>(unpacked_),
                                                       static_cast<std::int64_t>(entry_.bytes)));
        if (position() != entry_.packedBytes)
            return damagedArchive(say::packedDataEndEarly(name()));
        if (crc_ != entry_.crc)
            return damagedArchive(messages::sheet::partChecksumWrong(name()));
        checked_ = true;
        return {};
    }

    tl::unexpected<SheetError> tooLarge() const {
        return tl::unexpected(
            SheetError{SheetErrorCode::LimitExceeded,
                       {},
                       {say::partTooLarge(name(), static_cast<std::int64_t>(maxBytes_))},
                       {messages::sheet::saveSheetAloneOrSplit()},
                       {}});
    }
    std::string name() const { return quotedPartName(entry_.name); }

    const InputFile& file_;
    ZipEntry entry_;
    std::uint64_t maxBytes_;
    std::stop_token stop_;
    z_stream zip_{};
    bool ready_ = false;
    bool deflateEnded_ = false;
    bool checked_ = false; // the end was reached and everything was as announced
    std::optional<std::uint64_t> dataOffset_;
    std::uint64_t packedRead_ = 0;
    std::uint64_t unpacked_ = 0;
    std::uint32_t crc_ = 0;
    std::optional<SheetError> failure_;
    std::array<char, kReadStep> input_{};
};

} // namespace

std::unique_ptr<ByteStream> openZipEntry(const InputFile& file, const ZipEntry& entry,
                                         std::uint64_t maxBytes, std::stop_token stop) {
    return std::make_unique<ZipEntryStream>(file, entry, maxBytes, std::move(stop));
}

SheetResult<std::string> readZipEntry(const InputFile& file, const ZipEntry& entry,
                                      std::uint64_t maxBytes, const std::stop_token& stop) {
    const auto stream = openZipEntry(file, entry, maxBytes, stop);
    std::string bytes;
    std::string step(kReadStep, '\0');
    for (;;) {
        LEADSHEET_TRY(const auto got, stream->read(step));
        if (got == 0)
            return bytes;
        bytes.append(step, 0, got);
    }
}

} // namespace leadsheet::app
