// SPDX-License-Identifier: Apache-2.0
#include "sheet/input_digests.hpp"

#include "leadsheet/try.hpp"
#include "sheet/input_file.hpp"
#include "sheet/sha256.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#ifdef LEADSHEET_HAS_ISAL
#include <isa-l/crc64.h>
#else
#include <boost/crc.hpp>
#endif

namespace leadsheet::app {
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
