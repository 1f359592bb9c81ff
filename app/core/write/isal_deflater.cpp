// SPDX-License-Identifier: Apache-2.0
#include "write/deflate_engines.hpp"

#include <array>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <vector>

namespace leadsheet::app {
namespace {

constexpr std::uint32_t kLevel = 1;
constexpr std::size_t kStep = std::size_t{64} * 1024;

class IsalDeflater final : public Deflater {
public:
    IsalDeflater()
        : levelBuffer_(ISAL_DEF_LVL1_DEFAULT) {
        restart();
    }

    void restart() override {
        isal_deflate_init(&zip_);
        zip_.level = kLevel;
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

} // namespace

std::unique_ptr<Deflater> makeIsalDeflater() {
    return std::make_unique<IsalDeflater>();
}

} // namespace leadsheet::app
