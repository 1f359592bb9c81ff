// SPDX-License-Identifier: Apache-2.0
#include "write/deflate_engines.hpp"

#include <array>
#include <zlib.h>

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

} // namespace

std::unique_ptr<Deflater> makeZlibDeflater() {
    return std::make_unique<ZlibDeflater>();
}

} // namespace leadsheet::app
