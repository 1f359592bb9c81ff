// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/transport.hpp"

#include "call/url.hpp"
#include "transport/curl_exchange.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <curl/curl.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace leadsheet {

namespace {

bool sameName(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

std::optional<std::string_view> HttpResponse::header(std::string_view name) const {
    for (const HttpHeader& header : headers)
        if (sameName(header.name, name))
            return std::string_view(header.value);
    return {};
}

std::optional<std::string> HttpResponse::joinedHeader(std::string_view name) const {
    std::optional<std::string> joined;
    for (const HttpHeader& header : headers)
        if (sameName(header.name, name))
            joined = joined ? *joined + ", " + header.value : header.value;
    return joined;
}

Exchange Transport::receive(const HttpRequest& request, ByteSink& sink,
                            const std::stop_token& stop) {
    Exchange whole = send(request, stop);
    if (!whole.response || whole.response->status / 100 != 2)
        return whole;
    if (!sink.write(whole.response->body)) {
        Exchange refused;
        refused.failure.problem = TransportProblem::Cancelled;
        return refused;
    }
    whole.response->body.clear();
    return whole;
}

namespace {

constexpr std::size_t kMaxCaFile = 16UL * 1024 * 1024;
constexpr unsigned char kDerSequence = 0x30;
constexpr std::array<std::string_view, 3> kLabels = {"CERTIFICATE", "X509 CERTIFICATE",
                                                     "TRUSTED CERTIFICATE"};
constexpr std::array<std::string_view, 6> kProxySchemes = {"http",    "https",  "socks4",
                                                           "socks4a", "socks5", "socks5h"};

/// The bytes of base64 text; line breaks and blanks do not count. Empty when it is none.
std::string fromBase64(std::string_view text) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned int bits = 0;
    int held = 0;
    for (const char c : text) {
        if (c == '=' || c == '\n' || c == '\r' || c == ' ' || c == '\t')
            continue;
        const auto digit = kDigits.find(c);
        if (digit == std::string_view::npos)
            return {};
        bits = (bits << 6 | static_cast<unsigned int>(digit)) & 0xFFFFFF;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes += static_cast<char>(static_cast<unsigned char>(bits >> held & 0xFF));
        }
    }
    return bytes;
}

/// Whether the bytes begin with one whole DER sequence, as every certificate does.
bool holdsSequence(std::string_view bytes) {
    const auto at = [&](std::size_t i) {
        return static_cast<unsigned char>(bytes[i]);
    };
    if (bytes.size() < 2 || at(0) != kDerSequence)
        return false;
    std::size_t length = at(1);
    std::size_t header = 2;
    if (length >= 0x80) {
        const std::size_t count = length & 0x7F;
        if (count == 0 || count > 4 || bytes.size() < header + count)
            return false;
        length = 0;
        for (std::size_t i = 0; i < count; ++i)
            length = length << 8 | at(header + i);
        header += count;
    }
    return length > 0 && bytes.size() - header >= length;
}

bool holdsCertificate(std::string_view pem) {
    for (const std::string_view label : kLabels) {
        const std::string begin = "-----BEGIN " + std::string(label) + "-----";
        const std::string end = "-----END " + std::string(label) + "-----";
        for (auto from = pem.find(begin); from != std::string_view::npos;
             from = pem.find(begin, from + 1)) {
            const auto start = from + begin.size();
            const auto stop = pem.find(end, start);
            if (stop != std::string_view::npos &&
                holdsSequence(fromBase64(pem.substr(start, stop - start))))
                return true;
        }
    }
    return false;
}

/// The content, or why there is none in `reason`.
std::string readWhole(const std::string& file, std::string& reason) {
    // O_NONBLOCK: opening a pipe must not wait for its writer.
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        reason = std::strerror(errno);
        return {};
    }
    std::string content;
    struct stat info {};
    if (::fstat(descriptor, &info) != 0)
        reason = std::strerror(errno);
    else if (!S_ISREG(info.st_mode))
        reason = S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a plain file";
    std::array<char, 65536> buffer{};
    while (reason.empty()) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            reason = std::strerror(errno);
        if (count <= 0)
            break;
        content.append(buffer.data(), static_cast<std::size_t>(count));
        if (content.size() > kMaxCaFile)
            reason = "it is larger than 16 MiB";
    }
    ::close(descriptor);
    return content;
}

struct UrlDeleter {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::string part(CURLU* url, CURLUPart what, unsigned int flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url, what, &text, flags) != CURLUE_OK)
        return {};
    std::string copy(text);
    curl_free(text);
    return copy;
}

bool isProxyAddress(const std::string& text) {
    const std::unique_ptr<CURLU, UrlDeleter> url(curl_url());
    if (!url ||
        std::any_of(text.begin(), text.end(), [](char c) { return c <= 0x20 || c >= 0x7f; }))
        return false;
    // libcurl takes a bare host:port for http.
    const std::string full = text.find("://") == std::string::npos ? "http://" + text : text;
    if (curl_url_set(url.get(), CURLUPART_URL, full.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK)
        return false;
    const std::string scheme = part(url.get(), CURLUPART_SCHEME);
    const std::string path = part(url.get(), CURLUPART_PATH);
    return std::find(kProxySchemes.begin(), kProxySchemes.end(), scheme) != kProxySchemes.end() &&
           !part(url.get(), CURLUPART_HOST).empty() && (path.empty() || path == "/") &&
           part(url.get(), CURLUPART_QUERY).empty() && part(url.get(), CURLUPART_FRAGMENT).empty();
}

} // namespace

std::optional<std::string> caFileProblem(const std::string& file) {
    std::string reason;
    const std::string content = readWhole(file, reason);
    if (!reason.empty())
        return file + " cannot be read: " + reason + ".";
    if (holdsCertificate(content))
        return std::nullopt;
    if (holdsSequence(content))
        return file + " is not in PEM form. Convert it: openssl x509 -inform der -in FILE -out "
                      "ca.pem";
    return file + " holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).";
}

std::optional<std::string> proxyProblem(const std::string& proxy) {
    if (proxy == "none" || isProxyAddress(proxy))
        return std::nullopt;
    // What stands before the last @ may be a password.
    const auto at = proxy.rfind('@');
    const std::string shown = at == std::string::npos ? proxy : proxy.substr(at + 1);
    return "'" + shown +
           "' is not a proxy address. Write it as http://proxy.example.com:3128 (http, https, "
           "socks4, socks4a, socks5 or socks5h), or none.";
}

std::optional<std::string> resolveUrl(const std::string& base, const std::string& reference) {
    const std::unique_ptr<CURLU, UrlDeleter> url(curl_url());
    if (!url || curl_url_set(url.get(), CURLUPART_URL, base.c_str(), 0) != CURLUE_OK)
        return std::nullopt;
    if (!reference.empty() &&
        curl_url_set(url.get(), CURLUPART_URL, reference.c_str(), CURLU_URLENCODE) != CURLUE_OK)
        return std::nullopt;
    curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
    char* text = nullptr;
    if (curl_url_get(url.get(), CURLUPART_URL, &text, 0) != CURLUE_OK)
        return std::nullopt;
    std::string resolved(text);
    curl_free(text);
    return resolved;
}

namespace {

bool tokenCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool isToken(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), tokenCharacter);
}

bool isFieldValue(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return c == '\t' || static_cast<unsigned char>(c) >= 0x80 || (c >= 0x20 && c < 0x7f);
    });
}

/// Why a request must not be sent, or nothing: bad method, URL or header (also attempts to smuggle
/// a second header or request through line breaks), or plain http to another computer.
std::optional<std::string> refuseRequest(const HttpRequest& request,
                                         const TransportOptions& options) {
    if (!isToken(request.method))
        return "the method is not an HTTP token";
    for (const HttpHeader& header : request.headers) {
        if (!isToken(header.name))
            return "a header has an invalid name";
        if (!isFieldValue(header.value))
            return "the header " + header.name + " holds a line break or another control character";
    }
    const auto url = detail::parseBaseUrl(request.url.substr(0, request.url.find('?')));
    if (!url)
        return url.error().message;
    if (std::any_of(request.url.begin(), request.url.end(),
                    [](char c) { return c <= 0x20 || c >= 0x7f || c == '#'; }))
        return "the URL holds a character that must be encoded";
    if (!url->secure && !options.allowPlainHttp && !detail::isLoopbackHost(url->host))
        return "plain http to another computer is not allowed";
    return {};
}

/// Each call runs on a pooled handle in the caller's own thread: no hand-over between threads, and
/// a stop request wakes exactly that call.
class CurlTransport final : public Transport {
public:
    explicit CurlTransport(TransportOptions options)
        : options_(std::move(options))
        , pool_(options_.maxIdleConnections) {}

    Exchange send(const HttpRequest& request, const std::stop_token& stop) override {
        return perform(request, nullptr, stop);
    }

    Exchange receive(const HttpRequest& request, ByteSink& sink,
                     const std::stop_token& stop) override {
        return perform(request, &sink, stop);
    }

private:
    Exchange perform(const HttpRequest& request, ByteSink* sink, const std::stop_token& stop) {
        Exchange refused;
        if (const auto why = refuseRequest(request, options_)) {
            refused.failure.problem = TransportProblem::InvalidRequest;
            refused.failure.detail = *why;
            return refused;
        }
        if (stop.stop_requested()) {
            refused.failure.problem = TransportProblem::Cancelled;
            return refused;
        }
        auto handle = pool_.take();
        if (!handle) {
            refused.failure.detail = "the HTTP library could not be started";
            return refused;
        }
        Exchange exchange = detail::CurlExchange(*handle, options_, request, sink).run(stop);
        pool_.giveBack(std::move(handle));
        return exchange;
    }

    const TransportOptions options_;
    detail::CurlHandlePool pool_;
};

} // namespace

std::shared_ptr<Transport> makeCurlTransport(const TransportOptions& options) {
    return std::make_shared<CurlTransport>(options);
}

} // namespace leadsheet
