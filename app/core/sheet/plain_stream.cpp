// SPDX-License-Identifier: Apache-2.0
#include "sheet/byte_stream.hpp"

#include <algorithm>

namespace leadsheet::app {
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

tl::unexpected<SheetError> cancelledError() {
    return tl::unexpected(
        SheetError{SheetErrorCode::Cancelled, {}, "Reading the sheet was stopped.", "", {}});
}

} // namespace leadsheet::app
