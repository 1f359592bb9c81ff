// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/messages/sheet.hpp"
#include "sheet/byte_stream.hpp"

#include <algorithm>

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

} // namespace leadsheet::app
