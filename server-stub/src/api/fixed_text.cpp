// SPDX-License-Identifier: Apache-2.0
#include "api/fixed_text.hpp"

#include "domain/crypto.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <zlib.h>

namespace leadsheet::server::api {

namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;

std::string unpack(const std::string& packed, std::size_t size) {
    std::string source = packed;
    std::string text(size, '\0');
    z_stream stream{};
    if (inflateInit2(&stream, kGzipOnly) != Z_OK)
        throw std::runtime_error("no memory to unpack a page");
    stream.next_in = reinterpret_cast<Bytef*>(source.data());
    stream.avail_in = static_cast<uInt>(source.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    const int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (result != Z_STREAM_END || stream.avail_out != 0)
        throw std::runtime_error("a page is damaged");
    return text;
}

std::string pack(std::string text) {
    z_stream stream{};
    constexpr int kMemoryLevel = 9;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipOnly, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("no memory to compress a document");
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int result = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (result != Z_STREAM_END)
        throw std::runtime_error("a document could not be compressed");
    return packed;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t end = text.find_last_not_of(" \t");
    return end == std::string_view::npos ? std::string_view() : text.substr(begin, end + 1 - begin);
}

/// Calls `each` with the items of a field that is a list, in all its lines, until it says true.
template <class Each>
bool anyItem(const http::Request& request, std::string_view name, Each&& each) {
    for (const http::Header& field : request.headers) {
        if (!http::equalsIgnoreCase(field.name, name))
            continue;
        std::string_view rest = field.value;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            if (each(trimmed(rest.substr(0, end))))
                return true;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return false;
}

/// Whether the client takes gzip. A weight counts only where it is zero, which refuses.
bool takesGzip(const http::Request& request) {
    return anyItem(request, "accept-encoding", [](std::string_view item) {
        const std::size_t end = std::min(item.find(';'), item.size());
        if (!http::equalsIgnoreCase(trimmed(item.substr(0, end)), "gzip"))
            return false;
        const std::size_t weight = item.find("q=", end);
        return weight == std::string_view::npos ||
               item.find_first_of("123456789", weight) != std::string_view::npos;
    });
}

bool isKnown(const http::Request& request, std::string_view tag) {
    return anyItem(request, "if-none-match", [tag](std::string_view item) {
        if (item.starts_with("W/"))
            item.remove_prefix(2);
        return item == "*" || item == tag;
    });
}

/// Bytes that outlive it, a piece at a time.
class Pieces final : public http::BodySource {
public:
    explicit Pieces(std::string_view bytes)
        : rest_(bytes) {}

    State read(std::string& out, std::size_t wanted) override {
        const std::size_t size = std::min(wanted, rest_.size());
        out.append(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return rest_.empty() ? State::End : State::More;
    }

private:
    std::string_view rest_;
};

} // namespace

FixedText::FixedText(std::string contentType, std::string text)
    : contentType_(std::move(contentType))
    , text_(std::move(text))
    , packed_(pack(text_)) {
    constexpr std::size_t kTagLength = 32;
    tag_ = domain::toHex(domain::sha256(text_)).substr(0, kTagLength);
}

FixedText::FixedText(std::string contentType, std::string packed, std::size_t size, std::string tag)
    : contentType_(std::move(contentType))
    , text_(unpack(packed, size))
    , packed_(std::move(packed))
    , tag_(std::move(tag)) {}

Reply FixedText::reply(const http::Request& request) const {
    Reply reply;
    reply.contentType = contentType_;
    const bool gzip = takesGzip(request);
    // The bytes differ, and with them the strong tag.
    const std::string tag = "\"" + tag_ + (gzip ? "-gzip\"" : "\"");
    reply.headers.push_back({"ETag", tag});
    reply.headers.push_back({"Vary", "Accept-Encoding"});
    reply.headers.push_back({"Cache-Control", "no-cache"});
    if (isKnown(request, tag)) {
        reply.status = 304;
        return reply;
    }
    if (gzip)
        reply.headers.push_back({"Content-Encoding", "gzip"});
    const std::string& bytes = gzip ? packed_ : text_;
    reply.stream = std::make_unique<Pieces>(bytes);
    reply.streamLength = bytes.size();
    return reply;
}

} // namespace leadsheet::server::api
