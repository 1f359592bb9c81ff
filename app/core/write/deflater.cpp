// SPDX-License-Identifier: Apache-2.0
#include "write/deflater.hpp"

#include <array>
#include <vector>
#include <zlib.h>

#ifdef LEADSHEET_HAS_ISAL
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#endif

namespace leadsheet::app {
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
            crc_ = crc32_gzip_refl(crc_, data, step.size());
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
