// SPDX-License-Identifier: Apache-2.0
#include "sheet/byte_stream.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>

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

} // namespace leadsheet::app
