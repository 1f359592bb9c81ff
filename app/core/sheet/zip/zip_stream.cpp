// SPDX-License-Identifier: Apache-2.0
#include "sheet/zip/little_endian.hpp"
#include "sheet/zip/zip_archive.hpp"
#include "sheet/zip/zip_errors.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <zlib.h>

namespace leadsheet::app {
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
            if (const auto found = locate(); !found)
                return tl::unexpected(found.error());
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
            if (const auto within = account(step.first(*got)); !within)
                return tl::unexpected(within.error());
        }
        return done;
    }

    // The local header only says where the data start; everything else is the directory's word.
    SheetResult<void> locate() {
        if (entry_.encrypted)
            return tl::unexpected(SheetError{SheetErrorCode::PasswordProtected,
                                             {},
                                             "The part " + name() + " of the file is encrypted.",
                                             "Remove the password and save the workbook again.",
                                             {}});
        if (entry_.duplicated)
            return damagedArchive("The file has the part " + name() + " twice.");
        if (entry_.method != kStored && entry_.method != kDeflated)
            return damagedArchive("The part " + name() + " is packed by method " +
                                  std::to_string(entry_.method) + ", which no workbook uses.");
        if (entry_.bytes > maxBytes_)
            return tooLarge();
        if (!ready_)
            return damagedArchive("The ZIP reader could not be started.");
        std::array<char, kLocalBytes> header{};
        const auto got = file_.readAt(entry_.headerOffset, header);
        if (!got)
            return tl::unexpected(got.error());
        const std::string_view local(header.data(), *got);
        if (local.size() < kLocalBytes || !local.starts_with(kLocalMagic))
            return damagedArchive("The part " + name() + " is not where the ZIP directory says.");
        const std::uint64_t names = std::uint64_t{little16(local, 26)} + little16(local, 28);
        const std::uint64_t room = entry_.endLimit - entry_.headerOffset - kLocalBytes;
        if (names > room || entry_.packedBytes > room - names)
            return damagedArchive("The part " + name() + " overlaps another one.");
        if (entry_.method == kStored && entry_.packedBytes != entry_.bytes)
            return damagedArchive("The sizes of the part " + name() + " contradict each other.");
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
            return damagedArchive("The file ends in the middle of the part " + name() + ".");
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
                return damagedArchive("The part " + name() + " ends in the middle.");
            if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
                return damagedArchive("The part " + name() + " is damaged near byte " +
                                      std::to_string(position()) + " of its packed data.");
        }
        return step.size() - zip_.avail_out;
    }

    SheetResult<void> account(std::span<const char> out) {
        unpacked_ += out.size();
        if (unpacked_ > maxBytes_)
            return tooLarge();
        if (unpacked_ > entry_.bytes)
            return damagedArchive("The part " + name() + " unpacks to more than the " +
                                  std::to_string(entry_.bytes) + " bytes it announces.");
        crc_ = static_cast<std::uint32_t>(
            crc32_z(crc_, reinterpret_cast<const Bytef*>(out.data()), out.size()));
        if (!deflateEnded_)
            return {};
        if (unpacked_ != entry_.bytes)
            return damagedArchive("The part " + name() + " unpacks to " +
                                  std::to_string(unpacked_) + " bytes instead of the " +
                                  std::to_string(entry_.bytes) + " it announces.");
        if (position() != entry_.packedBytes)
            return damagedArchive("The packed data of the part " + name() +
                                  " end before the size it announces.");
        if (crc_ != entry_.crc)
            return damagedArchive("The check sum of the part " + name() + " is wrong.");
        checked_ = true;
        return {};
    }

    tl::unexpected<SheetError> tooLarge() const {
        return tl::unexpected(SheetError{SheetErrorCode::LimitExceeded,
                                         {},
                                         "The part " + name() +
                                             " of the file unpacks to more than " +
                                             std::to_string(maxBytes_) + " bytes.",
                                         "Save the sheet you need as a workbook of its own, or in "
                                         "several smaller ones.",
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
        const auto got = stream->read(step);
        if (!got)
            return tl::unexpected(got.error());
        if (*got == 0)
            return bytes;
        bytes.append(step, 0, *got);
    }
}

} // namespace leadsheet::app
