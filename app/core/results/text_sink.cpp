// SPDX-License-Identifier: Apache-2.0
#include "results/text_sink.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/transcoder.hpp"

#include <array>
#include <optional>
#include <string>
#include <zlib.h>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

constexpr int kGzipWindow = 15 + 16;
constexpr int kGzipMemory = 8;

} // namespace

struct TextSink::Impl {
    AtomicFile* file = nullptr;
    std::optional<Encoder> encoder;
    std::string encoded;
    bool gzip = false;
    z_stream zip{};

    ~Impl() {
        if (gzip)
            deflateEnd(&zip);
    }

    SheetResult<void> put(std::string_view bytes, int flush) {
        if (!gzip)
            return file->write(bytes);
        std::array<char, 64 * 1024> out{};
        // zlib only reads the input, its type predates const.
        zip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        zip.avail_in = static_cast<uInt>(bytes.size());
        do {
            zip.next_out = reinterpret_cast<Bytef*>(out.data());
            zip.avail_out = static_cast<uInt>(out.size());
            deflate(&zip, flush);
            LEADSHEET_TRY_DONE(file->write({out.data(), out.size() - zip.avail_out}));
        } while (zip.avail_out == 0);
        return {};
    }
};

TextSink::TextSink(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
TextSink::TextSink(TextSink&&) noexcept = default;
TextSink& TextSink::operator=(TextSink&&) noexcept = default;
TextSink::~TextSink() = default;

SheetResult<TextSink> TextSink::create(AtomicFile& file, const TextDialect& dialect, bool gzip) {
    auto impl = std::make_unique<Impl>();
    impl->file = &file;
    if (dialect.encoding != "UTF-8") {
        impl->encoder = Encoder::create(dialect.encoding);
        if (!impl->encoder)
            return tl::unexpected(SheetError{SheetErrorCode::UnknownEncoding,
                                             {},
                                             {say::encodingNotWritable(dialect.encoding)},
                                             {messages::sheet::saveAsCsvUtf8()},
                                             {}});
    }
    if (gzip)
        impl->gzip = deflateInit2(&impl->zip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow,
                                  kGzipMemory, Z_DEFAULT_STRATEGY) == Z_OK;
    TextSink sink(std::move(impl));
    if (dialect.byteOrderMark)
        if (auto mark = sink.write("\xEF\xBB\xBF"); !mark)
            return tl::unexpected(mark.error());
    return sink;
}

SheetResult<void> TextSink::write(std::string_view text) {
    if (!impl_->encoder)
        return impl_->put(text, Z_NO_FLUSH);
    impl_->encoded.clear();
    impl_->encoder->encode(text, impl_->encoded);
    return impl_->put(impl_->encoded, Z_NO_FLUSH);
}

SheetResult<void> TextSink::finish() {
    return impl_->gzip ? impl_->put({}, Z_FINISH) : SheetResult<void>();
}

} // namespace leadsheet::app
