// SPDX-License-Identifier: Apache-2.0
#include "egress/transfer.hpp"

#include "domain/text_check.hpp"

#include <algorithm>
#include <charconv>
#include <curl/curl.h>
#include <memory>
#include <optional>

namespace leadsheet::server::egress {

namespace {

using Refusal = tl::unexpected<std::string>;

constexpr std::size_t kMaxUrlBytes = 2'048;
constexpr unsigned kFlags = CURLU_DISALLOW_USER | CURLU_NON_SUPPORT_SCHEME;

struct UrlDeleter {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlDeleter>;

struct TextDeleter {
    void operator()(char* text) const { curl_free(text); }
};

std::optional<std::string> part(CURLU* url, CURLUPart what, unsigned flags = 0) {
    char* text = nullptr;
    const CURLUcode code = curl_url_get(url, what, &text, flags);
    const std::unique_ptr<char, TextDeleter> owned(text);
    if (code != CURLUE_OK || text == nullptr)
        return std::nullopt;
    return std::string(text);
}

bool isPlain(std::string_view url) {
    return std::ranges::none_of(url, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= 0x20 || byte == 0x7f || c == '\\';
    });
}

std::string_view withoutBrackets(std::string_view host) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']')
        return host.substr(1, host.size() - 2);
    return host;
}

constexpr std::size_t kMaxHeaderBytes = std::size_t{64} * 1024;

template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
    curl_easy_setopt(easy, option, value);
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string hostAndPort(const Target& target) {
    return target.host + ":" + std::to_string(target.port);
}

} // namespace

tl::expected<Target, std::string> parseTarget(std::string_view url, bool allowHttp) {
    if (url.size() > kMaxUrlBytes)
        return Refusal("The URL is longer than 2,048 bytes.");
    if (!isPlain(url))
        return Refusal("The URL holds white space, a control character or a backslash; percent-"
                       "encode it.");
    // libcurl takes "https:///host" for "https://host"; nobody means that.
    if (url.find(":///") != std::string_view::npos && url.find(":///") < url.find('?'))
        return Refusal("The URL names no host.");
    // It takes "https:/host", too.
    if (const auto host = url.find("://"); host == std::string_view::npos || host > url.find('/'))
        return Refusal("The URL must begin with https://.");
    const Url parsed(curl_url());
    const std::string text(url);
    const CURLUcode code = curl_url_set(parsed.get(), CURLUPART_URL, text.c_str(), kFlags);
    if (code == CURLUE_USER_NOT_ALLOWED)
        return Refusal("The URL must not hold a user name or password.");
    if (code != CURLUE_OK)
        return Refusal(std::string("The URL cannot be read: ") + curl_url_strerror(code) + ".");

    Target target;
    const std::string scheme = part(parsed.get(), CURLUPART_SCHEME).value_or("");
    target.https = scheme == "https";
    if (!target.https && scheme != "http")
        return Refusal("The URL must begin with https://.");
    if (!target.https && !allowHttp)
        return Refusal("The URL must begin with https://; this server does not send over http.");
    std::string host = part(parsed.get(), CURLUPART_HOST).value_or("");
    if (part(parsed.get(), CURLUPART_ZONEID))
        return Refusal("The URL's address must not name a network interface.");
    if (!host.empty() && host.back() == '.')
        host.pop_back();
    host = domain::asciiLower(host);
    if (host.empty() || host.back() == '.')
        return Refusal("The URL names no host.");
    // Set again without its final dot, which also makes odd spellings of numbers usual ones.
    if (curl_url_set(parsed.get(), CURLUPART_HOST, host.c_str(), 0) != CURLUE_OK)
        return Refusal("The URL's host cannot be read.");
    curl_url_set(parsed.get(), CURLUPART_FRAGMENT, nullptr, 0);

    const std::string port = part(parsed.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT).value_or("");
    const auto [end, problem] =
        std::from_chars(port.data(), port.data() + port.size(), target.port);
    if (problem != std::errc() || end != port.data() + port.size() || target.port == 0)
        return Refusal("The URL's port must be from 1 to 65535.");
    target.host = withoutBrackets(host);
    target.url = part(parsed.get(), CURLUPART_URL).value_or("");
    if (target.url.empty())
        return Refusal("The URL cannot be read.");
    return target;
}

Transfer::Transfer(const Request& request, const Target& target, const Address& address,
                   const ClientOptions& options, TransferTimes times)
    : request_(request)
    , target_(target)
    , address_(address)
    , easy_(curl_easy_init()) {
    setUp(options, times);
    setHeaders();
}

Transfer::~Transfer() {
    curl_easy_cleanup(easy_);
    curl_slist_free_all(headers_);
    curl_slist_free_all(connectTo_);
}

void Transfer::setUp(const ClientOptions& options, TransferTimes times) {
    set(easy_, CURLOPT_URL, target_.url.c_str());
    set(easy_, CURLOPT_PATH_AS_IS, 1L);
    set(easy_, CURLOPT_PROTOCOLS_STR, options.allowHttp ? "https,http" : "https");
    set(easy_, CURLOPT_FOLLOWLOCATION, 0L);
    set(easy_, CURLOPT_PROXY, "");
    set(easy_, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set(easy_, CURLOPT_NOSIGNAL, 1L);
    set(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(easy_, CURLOPT_HTTP09_ALLOWED, 0L);
    set(easy_, CURLOPT_CONNECTTIMEOUT_MS,
        static_cast<long>(std::max<long>(times.connect.count(), 1)));
    set(easy_, CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<long>(times.total.count(), 1)));
    set(easy_, CURLOPT_USERAGENT, options.userAgent.c_str());
    if (!options.caFile.empty())
        set(easy_, CURLOPT_CAINFO, options.caFile.c_str());
    // The connection goes to the judged address; name, certificate and Host stay the URL's. The
    // socket is only made for that very address, whatever libcurl believes.
    const std::string numeric = address_.six ? "[" + address_.text() + "]" : address_.text();
    connectTo_ =
        curl_slist_append(nullptr, ("::" + numeric + ":" + std::to_string(target_.port)).c_str());
    set(easy_, CURLOPT_CONNECT_TO, connectTo_);
    set(easy_, CURLOPT_OPENSOCKETFUNCTION, &Transfer::onOpen);
    set(easy_, CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    set(easy_, CURLOPT_HEADERFUNCTION, &Transfer::onHeader);
    set(easy_, CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(easy_, CURLOPT_WRITEFUNCTION, &Transfer::onBody);
    set(easy_, CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(easy_, CURLOPT_PRIVATE, static_cast<void*>(this));
    set(easy_, CURLOPT_FRESH_CONNECT, request_.once ? 1L : 0L);
    set(easy_, CURLOPT_FORBID_REUSE, request_.once ? 1L : 0L);
    if (request_.method == "GET") {
        set(easy_, CURLOPT_HTTPGET, 1L);
    } else if (request_.method == "HEAD") {
        set(easy_, CURLOPT_NOBODY, 1L);
    } else {
        set(easy_, CURLOPT_POST, 1L);
        set(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
        set(easy_, CURLOPT_POSTFIELDS, request_.body.data());
        set(easy_, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    }
}

void Transfer::setHeaders() {
    bool typed = false;
    for (const auto& [name, value] : request_.headers) {
        typed = typed || domain::asciiLower(name) == "content-type";
        // A header without a value is spelled with a semicolon; with a colon libcurl removes it.
        headers_ =
            curl_slist_append(headers_, (value.empty() ? name + ";" : name + ": " + value).c_str());
    }
    if (!typed)
        headers_ = curl_slist_append(headers_, "Content-Type:");
    headers_ = curl_slist_append(headers_, "Expect:");
    set(easy_, CURLOPT_HTTPHEADER, headers_);
}

curl_socket_t Transfer::onOpen(void* self, curlsocktype, curl_sockaddr* address) {
    const auto& transfer = *static_cast<Transfer*>(self);
    const auto wanted = Address::of(&address->addr);
    if (!wanted || *wanted != transfer.address_)
        return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t Transfer::onHeader(char* bytes, std::size_t size, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    const std::string_view line(bytes, size * count);
    transfer.headerBytes_ += line.size();
    if (transfer.headerBytes_ > kMaxHeaderBytes) {
        transfer.headersTooLong_ = true;
        return 0;
    }
    if (line.starts_with("HTTP/")) // after an interim answer the real one begins
        transfer.response_.headers.clear();
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && !line.starts_with("HTTP/"))
        transfer.response_.headers.emplace_back(domain::asciiLower(trimmed(line.substr(0, colon))),
                                                trimmed(line.substr(colon + 1)));
    return line.size();
}

std::size_t Transfer::onBody(char* bytes, std::size_t size, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    const std::size_t room = transfer.request_.maxBodyBytes - transfer.response_.body.size();
    const std::size_t taken = std::min(room, size * count);
    transfer.response_.body.append(bytes, taken);
    transfer.response_.cut = taken < size * count;
    return taken;
}

bool Transfer::mayHaveArrived() const {
    long sent = 0;
    curl_easy_getinfo(easy_, CURLINFO_REQUEST_SIZE, &sent);
    return sent > 0;
}

bool Transfer::neverConnected(CURLcode code) const {
    curl_off_t connected = 0;
    curl_easy_getinfo(easy_, CURLINFO_CONNECT_TIME_T, &connected);
    return !mayHaveArrived() &&
           (code == CURLE_COULDNT_CONNECT || (code == CURLE_OPERATION_TIMEDOUT && connected == 0));
}

Result Transfer::finish(CURLcode code) {
    const bool stoppedReading = code == CURLE_WRITE_ERROR && response_.cut;
    if (code != CURLE_OK && !stoppedReading)
        return tl::make_unexpected(failure(code));
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    response_.status = static_cast<int>(status);
    return std::move(response_);
}

Failure Transfer::failure(CURLcode code) const {
    using Kind = Failure::Kind;
    Failure failed;
    failed.mayHaveArrived = mayHaveArrived();
    const std::string place = hostAndPort(target_);
    switch (code) {
    case CURLE_COULDNT_CONNECT:
        failed.kind = Kind::Connect;
        failed.detail = "The host " + place + " does not accept connections.";
        break;
    case CURLE_OPERATION_TIMEDOUT:
        failed.kind = neverConnected(code) ? Kind::Connect : Kind::Timeout;
        failed.detail = failed.kind == Kind::Connect
                            ? "No connection to " + place + " could be made in time."
                            : "No complete answer arrived in time.";
        break;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
        failed.kind = Kind::Tls;
        failed.detail = "No secure connection to " + place + " could be made. (" +
                        curl_easy_strerror(code) + ")";
        break;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
        failed.kind = Kind::Broken;
        failed.detail = "The answer of " + place + " is not HTTP.";
        break;
    default:
        failed.kind = Kind::Broken;
        failed.detail = headersTooLong_ ? "The headers of the answer are longer than 64 KiB."
                                        : "The connection broke before the answer was complete. (" +
                                              std::string(curl_easy_strerror(code)) + ")";
    }
    return failed;
}

} // namespace leadsheet::server::egress
