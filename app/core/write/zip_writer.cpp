// SPDX-License-Identifier: Apache-2.0
#include "write/zip_writer.hpp"

#include "sheet/zip/checksum.hpp"
#include "sheet/zip/zip_archive.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <array>
#include <vector>
#include <zlib.h>

#ifdef LEADSHEET_HAS_ISAL
#include <isa-l/igzip_lib.h>
#endif

namespace leadsheet::app {

namespace say = messages::container;

namespace {

constexpr std::uint32_t kLocalMagic = 0x04034B50;
constexpr std::uint32_t kDirectoryMagic = 0x02014B50;
constexpr std::uint32_t kEndMagic = 0x06054B50;
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kCrcOffset = 14; // of crc, packed and plain size in a local header
constexpr std::uint16_t kVersionNeeded = 20;
constexpr std::uint16_t kUtf8Flag = 1 << 11;

void put16(std::string& out, std::uint64_t value) {
    out += static_cast<char>(value & 0xFF);
    out += static_cast<char>(value >> 8 & 0xFF);
}

void put32(std::string& out, std::uint64_t value) {
    put16(out, value & 0xFFFF);
    put16(out, value >> 16);
}

tl::unexpected<SheetError> displaced(const ZipEntry& entry) {
    return damagedArchive(say::partMisplaced(quotedPartName(entry.name)));
}

tl::unexpected<SheetError> tooLarge(Message what) {
    return tl::unexpected(SheetError{
        SheetErrorCode::LimitExceeded, {}, {std::move(what)}, {say::writeCsvOrFewer()}, {}});
}

} // namespace

ZipPartInfo ZipPartInfo::like(const ZipEntry& entry) {
    ZipPartInfo part;
    part.name = entry.name;
    part.method = entry.method;
    part.utf8Name = entry.utf8Name;
    part.madeBy = entry.madeBy;
    part.modified = entry.modified;
    part.attributes = entry.attributes;
    return part;
}

ZipWriter::ZipWriter(AtomicFile& file, std::unique_ptr<Deflater> deflater,
                     std::uint64_t maxArchiveBytes)
    : file_(file)
    , deflater_(std::move(deflater))
    , maxArchiveBytes_(maxArchiveBytes) {}

std::string ZipWriter::localHeader(const Listed& listed) const {
    std::string out;
    put32(out, kLocalMagic);
    put16(out, kVersionNeeded);
    put16(out, listed.part.utf8Name ? kUtf8Flag : 0);
    put16(out, listed.part.method);
    put32(out, listed.part.modified);
    put32(out, listed.crc);
    put32(out, listed.packedBytes);
    put32(out, listed.bytes);
    put16(out, listed.part.name.size());
    put16(out, 0);
    return out + listed.part.name;
}

std::string ZipWriter::directoryRecord(const Listed& listed) const {
    std::string out;
    put32(out, kDirectoryMagic);
    put16(out, listed.part.madeBy);
    out += localHeader(listed).substr(sizeof kLocalMagic, kLocalBytes - sizeof kLocalMagic);
    put16(out, 0); // comment
    put16(out, 0); // disk
    put16(out, 0); // internal attributes
    put32(out, listed.part.attributes);
    put32(out, listed.headerOffset);
    return out + listed.part.name;
}

SheetResult<void> ZipWriter::checkRoom(const std::string& partName) const {
    if (file_.size() > maxArchiveBytes_)
        return tooLarge(say::workbookTooLarge(partName));
    if (bytes_ > kMaxPartBytes)
        return tooLarge(say::workbookPartTooLarge(partName));
    return {};
}

SheetResult<void> ZipWriter::put(std::string_view bytes) {
    LEADSHEET_TRY_DONE(file_.write(bytes));
    return checkRoom(parts_.back().part.name);
}

SheetResult<void> ZipWriter::begin(const ZipPartInfo& part) {
    if (parts_.size() == kMaxParts)
        return tooLarge(say::tooManyWorkbookParts());
    Listed listed;
    listed.part = part;
    listed.headerOffset = file_.size();
    parts_.push_back(std::move(listed));
    deflater_->restart();
    bytes_ = 0;
    LEADSHEET_TRY_DONE(put(localHeader(parts_.back())));
    dataOffset_ = file_.size();
    return {};
}

SheetResult<void> ZipWriter::write(std::string_view bytes) {
    if (bytes.empty())
        return {};
    bytes_ += bytes.size();
    Listed& listed = parts_.back();
    if (listed.part.method == kStored) {
        listed.crc = checksumOf(bytes, listed.crc);
        return put(bytes);
    }
    packed_.clear();
    deflater_->add(bytes, false, packed_);
    return put(packed_);
}

SheetResult<void> ZipWriter::end() {
    Listed& listed = parts_.back();
    if (listed.part.method != kStored) {
        packed_.clear();
        deflater_->add({}, true, packed_);
        LEADSHEET_TRY_DONE(put(packed_));
        listed.crc = deflater_->crc();
    }
    listed.bytes = bytes_;
    listed.packedBytes = file_.size() - dataOffset_;
    std::string sizes;
    put32(sizes, listed.crc);
    put32(sizes, listed.packedBytes);
    put32(sizes, listed.bytes);
    return file_.patch(listed.headerOffset + kCrcOffset, sizes);
}

SheetResult<void> ZipWriter::add(const ZipPartInfo& part, std::string_view bytes) {
    LEADSHEET_TRY_DONE(begin(part));
    LEADSHEET_TRY_DONE(write(bytes));
    return end();
}

SheetResult<void> ZipWriter::copy(const InputFile& from, const ZipEntry& entry,
                                  const std::stop_token& stop) {
    if (parts_.size() == kMaxParts)
        return tooLarge(say::tooManyWorkbookParts());
    if (entry.encrypted)
        return tl::unexpected(
            SheetError{SheetErrorCode::PasswordProtected,
                       {},
                       {messages::sheet::partEncrypted(quotedPartName(entry.name))},
                       {messages::sheet::removeWorkbookPassword()},
                       {}});
    std::array<char, kLocalBytes> head{};
    LEADSHEET_TRY(const auto got, from.readAt(entry.headerOffset, head));
    const std::string_view fixed(head.data(), head.size());
    if (got < head.size() || little32(fixed, 0) != kLocalMagic)
        return displaced(entry);
    Listed listed;
    listed.part = ZipPartInfo::like(entry);
    listed.headerOffset = file_.size();
    listed.packedBytes = entry.packedBytes;
    listed.bytes = entry.bytes;
    listed.crc = entry.crc;
    parts_.push_back(listed);
    bytes_ = entry.bytes;
    LEADSHEET_TRY_DONE(put(localHeader(listed)));
    std::uint64_t at = entry.headerOffset + kLocalBytes + little16(fixed, 26) + little16(fixed, 28);
    std::array<char, kReadStep> block{};
    for (std::uint64_t left = entry.packedBytes; left > 0;) {
        if (stop.stop_requested())
            return cancelledError();
        const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size()));
        LEADSHEET_TRY(const auto read, from.readAt(at, std::span(block).first(want)));
        if (read < want)
            return displaced(entry);
        LEADSHEET_TRY_DONE(put({block.data(), want}));
        at += want;
        left -= want;
    }
    return {};
}

SheetResult<void> ZipWriter::finish() {
    const std::uint64_t start = file_.size();
    for (const Listed& listed : parts_)
        if (auto written = file_.write(directoryRecord(listed)); !written)
            return written;
    const std::uint64_t directoryBytes = file_.size() - start;
    std::string out;
    put32(out, kEndMagic);
    put32(out, 0); // disks
    put16(out, parts_.size());
    put16(out, parts_.size());
    put32(out, directoryBytes);
    put32(out, start);
    put16(out, 0); // comment
    LEADSHEET_TRY_DONE(file_.write(out));
    return checkRoom("directory");
}

namespace {

constexpr int kRawWindow = -15;
constexpr int kMemoryLevel = 8;
constexpr std::size_t kStep = std::size_t{64} * 1024;

class ZlibDeflater final : public Deflater {
public:
    ZlibDeflater() {
        deflateInit2(&zip_, Z_BEST_SPEED, Z_DEFLATED, kRawWindow, kMemoryLevel, Z_DEFAULT_STRATEGY);
    }
    ZlibDeflater(const ZlibDeflater&) = delete;
    ZlibDeflater& operator=(const ZlibDeflater&) = delete;
    ~ZlibDeflater() override { deflateEnd(&zip_); }

    void restart() override {
        deflateReset(&zip_);
        crc_ = 0;
    }

    void add(std::string_view bytes, bool last, std::string& out) override {
        do {
            const std::string_view step = bytes.substr(0, kStep);
            bytes.remove_prefix(step.size());
            // zlib only reads the input, its type predates const.
            zip_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(step.data()));
            zip_.avail_in = static_cast<uInt>(step.size());
            // With a null pointer zlib would begin a new check sum.
            if (!step.empty())
                crc_ = ::crc32(crc_, zip_.next_in, zip_.avail_in);
            run(last && bytes.empty() ? Z_FINISH : Z_NO_FLUSH, out);
        } while (!bytes.empty());
    }

    std::uint32_t crc() const override { return static_cast<std::uint32_t>(crc_); }

private:
    void run(int flush, std::string& out) {
        do {
            zip_.next_out = reinterpret_cast<Bytef*>(block_.data());
            zip_.avail_out = static_cast<uInt>(block_.size());
            deflate(&zip_, flush);
            out.append(block_.data(), block_.size() - zip_.avail_out);
        } while (zip_.avail_out == 0);
    }

    z_stream zip_{};
    uLong crc_ = 0;
    std::array<char, kStep> block_{};
};

#ifdef LEADSHEET_HAS_ISAL
class IsalDeflater final : public Deflater {
public:
    IsalDeflater()
        : levelBuffer_(ISAL_DEF_LVL1_DEFAULT) {
        restart();
    }

    void restart() override {
        isal_deflate_init(&zip_);
        zip_.level = 1;
        zip_.level_buf = levelBuffer_.data();
        zip_.level_buf_size = static_cast<std::uint32_t>(levelBuffer_.size());
        zip_.gzip_flag = IGZIP_DEFLATE;
        zip_.flush = NO_FLUSH;
        crc_ = 0;
    }

    void add(std::string_view bytes, bool last, std::string& out) override {
        do {
            const std::string_view step = bytes.substr(0, kStep);
            bytes.remove_prefix(step.size());
            // ISA-L only reads the input.
            auto* data = reinterpret_cast<std::uint8_t*>(const_cast<char*>(step.data()));
            crc_ = checksumOf(step, crc_);
            zip_.next_in = data;
            zip_.avail_in = static_cast<std::uint32_t>(step.size());
            zip_.end_of_stream = last && bytes.empty() ? 1 : 0;
            run(out);
        } while (!bytes.empty());
    }

    std::uint32_t crc() const override { return crc_; }

private:
    void run(std::string& out) {
        do {
            zip_.next_out = block_.data();
            zip_.avail_out = static_cast<std::uint32_t>(block_.size());
            isal_deflate(&zip_);
            out.append(reinterpret_cast<const char*>(block_.data()),
                       block_.size() - zip_.avail_out);
        } while (zip_.avail_out == 0);
    }

    isal_zstream zip_{};
    std::vector<std::uint8_t> levelBuffer_;
    std::uint32_t crc_ = 0;
    std::array<std::uint8_t, kStep> block_{};
};
#endif

} // namespace

std::unique_ptr<Deflater> makeDeflater(DeflateEngine engine) {
    if (engine == DeflateEngine::Zlib)
        return std::make_unique<ZlibDeflater>();
#ifdef LEADSHEET_HAS_ISAL
    return std::make_unique<IsalDeflater>();
#else
    return nullptr;
#endif
}

std::unique_ptr<Deflater> makeDeflater() {
    auto fastest = makeDeflater(DeflateEngine::Isal);
    return fastest != nullptr ? std::move(fastest) : makeDeflater(DeflateEngine::Zlib);
}

} // namespace leadsheet::app
