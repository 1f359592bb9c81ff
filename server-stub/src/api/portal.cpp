// SPDX-License-Identifier: Apache-2.0
#include "api/portal.hpp"

#include "api/context.hpp"
#include "domain/crypto.hpp"
#include "http/callers.hpp"
#include "mcp/endpoint.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
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
    std::optional<std::string_view> whole() const override { return rest_; }

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

namespace {

using contract::ErrorCode;

constexpr std::string_view kStartPath = "/docs";
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";
// Swagger UI draws its icons from data: addresses and reads the document.
constexpr std::string_view kTryPolicy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
// Sandboxes only; whoever wants more accounts has a script that needs no web page.
constexpr int kMaxKeys = 1'000;

const PortalFile* findFile(std::string_view path, bool sandbox) {
    if (path == "/")
        path = kStartPath;
    const PortalPlace place = sandbox ? PortalPlace::Sandbox : PortalPlace::Other;
    const auto files = portalFiles();
    const auto found = std::ranges::find_if(files, [&](const PortalFile& file) {
        return file.path == path && (file.place == PortalPlace::Any || file.place == place);
    });
    return found == files.end() ? nullptr : &*found;
}

/// Pages and what they load have to be of one build: all are asked about before each use.
const FixedText& contentOf(const PortalFile& file) {
    static const std::vector<FixedText> contents = [] {
        std::vector<FixedText> made;
        for (const PortalFile& each : portalFiles()) {
            std::string packed;
            for (const std::string_view piece : each.pieces)
                packed += piece;
            made.emplace_back(std::string(each.contentType), std::move(packed), each.size,
                              std::string(each.tag));
        }
        return made;
    }();
    return contents[static_cast<std::size_t>(&file - portalFiles().data())];
}

void addPolicy(Reply& reply, const PortalFile& file) {
    const bool scripts = file.kind == PortalKind::Try;
    reply.headers.push_back(
        {"Content-Security-Policy", std::string(scripts ? kTryPolicy : kPolicy)});
    // Not none: a form without an Origin would be taken for one of another site.
    reply.headers.push_back({"Referrer-Policy", "same-origin"});
    reply.headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
}

void fill(std::string& text, std::string_view marker, std::string_view value) {
    const std::string wanted = "@@" + std::string(marker) + "@@";
    for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at)) {
        text.replace(at, wanted.size(), value);
        at += value.size();
    }
}

std::string lasting(std::chrono::milliseconds time) {
    const std::int64_t minutes =
        std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::minutes>(time).count());
    constexpr std::int64_t kHour = 60;
    constexpr std::int64_t kDay = 24 * kHour;
    return std::to_string(minutes / kDay) + " d " + std::to_string(minutes % kDay / kHour) + " h " +
           std::to_string(minutes % kHour) + " min";
}

std::string tenthsOfMs(std::chrono::microseconds time) {
    const std::int64_t tenths = (time.count() + 50) / 100;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

/// Shown as it is: nobody may keep it.
Reply madeReply(const PortalFile& file, std::string body) {
    Reply reply;
    reply.contentType = file.contentType;
    reply.body = std::move(body);
    reply.headers.push_back({"Cache-Control", "no-store"});
    addPolicy(reply, file);
    return reply;
}

Reply statusReply(Context& context, const Exchange& exchange, const PortalFile& file) {
    std::string text = contentOf(file).text();
    const auto readable =
        context.store->read([](store::Reader& reader) { return reader.accountCount(); });
    const RequestTotals totals = context.metrics.totals();
    fill(text, "database", readable ? "answers" : "does not answer");
    fill(text, "environment", context.config.environment == "live" ? "live" : "sandbox");
    fill(text, "started", domain::formatTimestamp(context.startedAt));
    fill(text, "uptime", lasting(exchange.now - context.startedAt));
    fill(text, "requests", std::to_string(totals.all));
    fill(text, "succeeded", std::to_string(totals.succeeded));
    fill(text, "refused", std::to_string(totals.refused));
    fill(text, "failed", std::to_string(totals.failed));
    fill(text, "mean", tenthsOfMs(totals.mean));
    fill(text, "asof", domain::formatTimestamp(exchange.now));
    return madeReply(file, std::move(text));
}

Outcome keyReply(Context& context, const Exchange& exchange, const PortalFile& file) {
    const http::Request& request = exchange.request;
    const auto field = [&](std::string_view name) -> std::optional<std::string> {
        const std::string* value = request.header(name);
        return value == nullptr ? std::nullopt : std::optional(*value);
    };
    if (request.headerCount("host") != 1 || request.headerCount("origin") > 1)
        return refuse(ErrorCode::BadRequest, "Send one Host and at most one Origin.");
    const mcp::AccessRules rules{true, {}, {}};
    if (mcp::refusalOf(rules, {field("host"), field("origin")}))
        return refuse(ErrorCode::RouteNotFound,
                      "Keys are made for pages and programs of this computer only.");
    if (context.keysMade.fetch_add(1) >= kMaxKeys)
        return refuse(ErrorCode::Unavailable, "This sandbox has made " + std::to_string(kMaxKeys) +
                                                  " keys. Start it again to make more.");
    const auto key = context.makeKey();
    if (!key)
        return refuse(ErrorCode::Unavailable, "The key could not be made: the database does not "
                                              "take it at the moment. Try again.");
    std::string text = contentOf(file).text();
    // Host is one of this machine's names and a port by now; nothing in it is markup.
    fill(text, "url", (request.tls ? "https://" : "http://") + *request.header("host"));
    fill(text, "key", *key);
    return madeReply(file, std::move(text));
}

} // namespace

StageResult portalStage(Context& context, Exchange& exchange) {
    const http::Request& request = exchange.request;
    const PortalFile* file = findFile(request.path, static_cast<bool>(context.makeKey));
    if (file == nullptr)
        return std::nullopt;
    exchange.portal = true;
    const bool posts = file->kind == PortalKind::Key;
    const std::string allow = posts ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
    if (request.method == "OPTIONS") {
        Reply reply;
        reply.status = 204;
        reply.headers.push_back({"Allow", allow});
        return reply;
    }
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (posts ? request.method != "POST" : !reads) {
        Problem problem{ErrorCode::MethodNotAllowed,
                        request.path + " knows " + allow + ", not " + request.method + ".",
                        {},
                        {},
                        {{"Allow", allow}}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    if (posts)
        return keyReply(context, exchange, *file);
    if (file->kind == PortalKind::Status)
        return statusReply(context, exchange, *file);
    Reply reply = contentOf(*file).reply(request);
    addPolicy(reply, *file);
    return reply;
}

} // namespace leadsheet::server::api
