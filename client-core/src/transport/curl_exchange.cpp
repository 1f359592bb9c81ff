// SPDX-License-Identifier: Apache-2.0
#include "transport/curl_exchange.hpp"

#include "call/url.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace leadsheet::detail {

std::unique_ptr<CurlHandle> CurlHandle::make() {
    static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (initialised != CURLE_OK)
        return nullptr;
    std::unique_ptr<CurlHandle> handle(new CurlHandle);
    handle->multi_.reset(curl_multi_init());
    handle->easy_.reset(curl_easy_init());
    return handle->multi_ && handle->easy_ ? std::move(handle) : nullptr;
}

std::unique_ptr<CurlHandle> CurlHandlePool::take() {
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto handle = std::move(idle_.back());
            idle_.pop_back();
            return handle;
        }
    }
    return CurlHandle::make();
}

void CurlHandlePool::giveBack(std::unique_ptr<CurlHandle> handle) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < maxIdle_)
        idle_.push_back(std::move(handle));
}

namespace {

/// An upper bound for one poll; stop requests and sockets end it earlier.
constexpr int kPollMilliseconds = 1000;
constexpr long kReceiveBuffer = 256L * 1024; // pages and files are large

template <class T>
void set(CURL* easy, CURLoption option, T value) {
    curl_easy_setopt(easy, option, value);
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

TransportProblem problemOf(CURLcode code) {
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return TransportProblem::Resolve;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
        return TransportProblem::Proxy;
    case CURLE_COULDNT_CONNECT:
        return TransportProblem::Connect;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return TransportProblem::Tls;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
        return TransportProblem::TlsHandshake;
    case CURLE_SEND_ERROR:
        return TransportProblem::Send;
    case CURLE_OPERATION_TIMEDOUT:
        return TransportProblem::Timeout;
    case CURLE_FILESIZE_EXCEEDED:
        return TransportProblem::TooLarge;
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        return TransportProblem::Receive;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
        return TransportProblem::InvalidRequest;
    default:
        return TransportProblem::Internal;
    }
}

bool environmentNamesProxy() {
    constexpr std::array kNames = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                   "ALL_PROXY"};
    return std::any_of(kNames.begin(), kNames.end(), [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    });
}

/// The proxy that libcurl would take from the environment for this scheme; empty = none.
std::string environmentProxy(bool secure) {
    constexpr std::array kSecure = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
    constexpr std::array kPlain = {"http_proxy", "all_proxy", "ALL_PROXY"};
    const auto first = [](const auto& names) {
        for (const char* name : names)
            if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
                return std::string(value);
        return std::string();
    };
    return secure ? first(kSecure) : first(kPlain);
}

/// Whether libcurl's account of a failed connection ("Failed to connect to HOST port N ...") is
/// about the URL's own host. It is the only place where libcurl tells that it went to a proxy of
/// the environment; an account of another form counts as the server's.
bool failedAtServer(std::string_view account, const std::string& url) {
    constexpr std::string_view kStart = "Failed to connect to ";
    const auto port = account.find(" port ");
    const auto server = parseBaseUrl(url.substr(0, url.find('?')));
    if (!account.starts_with(kStart) || port == std::string_view::npos || !server)
        return true;
    const std::string_view host = account.substr(kStart.size(), port - kStart.size());
    return std::equal(host.begin(), host.end(), server->host.begin(), server->host.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

} // namespace

Exchange CurlExchange::run(const std::stop_token& stop) {
    if (!prepare()) {
        Exchange failed;
        failed.failure.detail = "out of memory";
        return failed;
    }
    const CURLcode code = drive(stop);
    // The handle outlives this exchange.
    set(handle_.easy(), CURLOPT_ERRORBUFFER, static_cast<char*>(nullptr));
    return outcome(code, stop);
}

bool CurlExchange::prepare() {
    CURL* easy = handle_.easy();
    // Keeps live connections, DNS cache and TLS sessions; forgets everything about the request
    // before.
    curl_easy_reset(easy);
    prepareConnection();
    set(easy, CURLOPT_URL, request_.url.c_str());
    if (request_.method == "POST") {
        set(easy, CURLOPT_POST, 1L);
    } else if (request_.method == "GET") {
        set(easy, CURLOPT_HTTPGET, 1L);
    } else {
        if (!request_.body.empty())
            set(easy, CURLOPT_POST, 1L);
        set(easy, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    }
    if (request_.method != "GET" && (request_.method == "POST" || !request_.body.empty())) {
        set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
        set(easy, CURLOPT_POSTFIELDS, request_.body.c_str());
    }
    set(easy, CURLOPT_HEADERFUNCTION, &CurlExchange::onHeader);
    set(easy, CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(easy, CURLOPT_WRITEFUNCTION, &CurlExchange::onBody);
    set(easy, CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(easy, CURLOPT_PREREQFUNCTION, &CurlExchange::onRequest);
    set(easy, CURLOPT_PREREQDATA, static_cast<void*>(this));
    return prepareHeaders();
}

void CurlExchange::prepareConnection() {
    CURL* easy = handle_.easy();
    set(easy, CURLOPT_NOSIGNAL, 1L);
    set(easy, CURLOPT_BUFFERSIZE, kReceiveBuffer);
    set(easy, CURLOPT_ERRORBUFFER, errorText_.data());
    set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.connectTimeout.count()));
    const auto timeout = request_.timeout.count() > 0 ? request_.timeout : options_.callTimeout;
    set(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
    set(easy, CURLOPT_LOW_SPEED_LIMIT, options_.lowSpeedBytesPerSecond);
    set(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(options_.lowSpeedTime.count()));
    set(easy, CURLOPT_TCP_NODELAY, 1L);
    set(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    set(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    set(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    set(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!options_.caFile.empty())
        set(easy, CURLOPT_CAINFO, options_.caFile.c_str());
    prepareProxy();
    if (options_.publicAddressesOnly)
        preparePublicOnly();
    // The answer of a proxy to CONNECT is not the server's.
    set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
}

void CurlExchange::prepareProxy() {
    CURL* easy = handle_.easy();
    const auto url = parseBaseUrl(request_.url.substr(0, request_.url.find('?')));
    const bool local = url && isLoopbackHost(url->host);
    // A company's http_proxy variable must not swallow the server on this very computer.
    if (options_.proxy == "none" || (options_.proxy.empty() && local)) {
        set(easy, CURLOPT_PROXY, "");
    } else if (!options_.proxy.empty()) {
        set(easy, CURLOPT_PROXY, options_.proxy.c_str());
        set(easy, CURLOPT_NOPROXY, "");
    }
}

void CurlExchange::preparePublicOnly() {
    CURL* easy = handle_.easy();
    const auto url = parseBaseUrl(request_.url.substr(0, request_.url.find('?')));
    std::string proxy = options_.proxy == "none" ? std::string() : options_.proxy;
    if (options_.proxy.empty() && url)
        proxy = environmentProxy(url->secure);
    if (url && isLoopbackHost(url->host))
        proxy.clear();
    // Said outright, so that no exception in no_proxy lets the request go where nothing is checked.
    set(easy, CURLOPT_PROXY, proxy.c_str());
    set(easy, CURLOPT_NOPROXY, "");
    // With a proxy the socket goes to the proxy, which may well be in the company's own network.
    if (!proxy.empty())
        return;
    set(easy, CURLOPT_OPENSOCKETFUNCTION, &CurlExchange::onSocket);
    set(easy, CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
}

curl_socket_t CurlExchange::onSocket(void* self, curlsocktype, curl_sockaddr* address) {
    if (!isPublicAddress(&address->addr)) {
        static_cast<CurlExchange*>(self)->addressRefused_ = true;
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool CurlExchange::prepareHeaders() {
    // Expect: 100-continue would cost a round trip before each larger body.
    std::vector<std::string> lines = {"Expect:"};
    for (const HttpHeader& header : request_.headers)
        lines.push_back(header.value.empty() ? header.name + ";"
                                             : header.name + ": " + header.value);
    for (const std::string& line : lines) {
        curl_slist* longer = curl_slist_append(headerList_.get(), line.c_str());
        if (!longer)
            return false;
        if (!headerList_)
            headerList_.reset(longer);
    }
    set(handle_.easy(), CURLOPT_HTTPHEADER, headerList_.get());
    return true;
}

CURLcode CurlExchange::drive(const std::stop_token& stop) {
    CURLM* multi = handle_.multi();
    if (curl_multi_add_handle(multi, handle_.easy()) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    const std::stop_callback wake(stop, [multi] { curl_multi_wakeup(multi); });
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    while (!stop.stop_requested()) {
        int running = 0;
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            break;
        if (running == 0) {
            int left = 0;
            if (const CURLMsg* message = curl_multi_info_read(multi, &left))
                code = message->data.result;
            break;
        }
        if (curl_multi_poll(multi, nullptr, 0, kPollMilliseconds, nullptr) != CURLM_OK)
            break;
    }
    curl_multi_remove_handle(multi, handle_.easy());
    return code;
}

int CurlExchange::onRequest(void* self, char*, char*, int, int) {
    ++static_cast<CurlExchange*>(self)->timesSent_;
    return CURL_PREREQFUNC_OK;
}

Exchange CurlExchange::outcome(CURLcode code, const std::stop_token& stop) {
    Exchange exchange;
    exchange.sentBefore = timesSent_ > 1;
    if (code == CURLE_OK && headerComplete_) {
        // What was done before was done by the first sending of this very request: the caller
        // must not take it for another's.
        if (exchange.sentBefore)
            std::erase_if(response_.headers, [](const HttpHeader& header) {
                return curl_strequal(header.name.c_str(), "Idempotent-Replayed") != 0;
            });
        exchange.response = std::move(response_);
    } else {
        exchange.failure = classify(code, stop);
    }
    return exchange;
}

bool CurlExchange::triedProxy() const {
    if (options_.proxy == "none")
        return false;
    if (options_.proxy.empty())
        return environmentNamesProxy() && !failedAtServer(errorText_.data(), request_.url);
    curl_off_t connected = 0;
    curl_easy_getinfo(handle_.easy(), CURLINFO_CONNECT_TIME_T, &connected);
    return connected == 0;
}

TransportFailure CurlExchange::classify(CURLcode code, const std::stop_token& stop) const {
    TransportFailure failure;
    failure.problem = problemOf(code);
    failure.detail = curl_easy_strerror(code);
    failure.progress = progress();
    long tunnelStatus = 0;
    curl_easy_getinfo(handle_.easy(), CURLINFO_HTTP_CONNECTCODE, &tunnelStatus);
    if (stop.stop_requested() && code == CURLE_ABORTED_BY_CALLBACK) {
        failure.problem = TransportProblem::Cancelled;
        failure.detail.clear();
    } else if (sinkRefused_) {
        failure.problem = TransportProblem::Cancelled;
        failure.detail = "the receiver accepted no more of it";
    } else if (!invalid_.empty()) {
        failure.problem = TransportProblem::Receive;
        failure.detail = invalid_;
    } else if (headerTooLarge_) {
        failure.problem = TransportProblem::TooLarge;
        failure.detail =
            "more than " + std::to_string(options_.maxHeaderBytes) + " bytes of header lines";
    } else if (code == CURLE_OUT_OF_MEMORY && response_.status > 0 && !headerComplete_) {
        failure.problem = TransportProblem::TooLarge; // libcurl's own limit of one line
        failure.detail = "a header line of more than 100 KiB";
    } else if (tooLarge_) {
        failure.problem = TransportProblem::TooLarge;
        failure.detail = "more than " + std::to_string(options_.maxResponseBytes) + " bytes";
    } else if (addressRefused_ && failure.progress == Progress::NothingSent) {
        failure.problem = TransportProblem::InvalidRequest;
        failure.detail = "the host's address is not of the public internet";
    } else if (outOfMemory_) {
        failure.problem = TransportProblem::Internal;
        failure.detail = "out of memory";
    } else if (tunnelStatus >= 300) {
        failure.problem = TransportProblem::Proxy;
        failure.detail = "the proxy answered with status " + std::to_string(tunnelStatus);
    } else if (code == CURLE_OK) {
        failure.problem = TransportProblem::Receive;
        failure.detail = "the answer ended within its header";
    } else if (failure.problem == TransportProblem::InvalidRequest &&
               failure.progress != Progress::NothingSent) {
        failure.problem = TransportProblem::Receive; // what came back is not HTTP
    } else if (failure.problem == TransportProblem::Timeout &&
               failure.progress == Progress::NothingSent) {
        failure.problem = TransportProblem::Connect;
    }
    if (failure.problem == TransportProblem::Connect && triedProxy())
        failure.problem = TransportProblem::Proxy;
    if (failure.problem == TransportProblem::Proxy && tunnelStatus == 0 &&
        errorText_.front() != '\0')
        failure.detail = errorText_.data();
    if (failure.progress == Progress::AnswerCut) {
        failure.status = response_.status;
        failure.headers = response_.headers;
    }
    return failure;
}

Progress CurlExchange::progress() const {
    if (response_.status > 0)
        return Progress::AnswerCut;
    // The byte count alone would take a CONNECT to a proxy for the request.
    long requestBytes = 0;
    curl_off_t readyToSend = 0;
    curl_easy_getinfo(handle_.easy(), CURLINFO_REQUEST_SIZE, &requestBytes);
    curl_easy_getinfo(handle_.easy(), CURLINFO_PRETRANSFER_TIME_T, &readyToSend);
    return requestBytes > 0 && readyToSend > 0 ? Progress::MaybeSent : Progress::NothingSent;
}

std::size_t CurlExchange::onHeader(char* data, std::size_t size, std::size_t count, void* self) {
    auto& exchange = *static_cast<CurlExchange*>(self);
    const std::size_t length = size * count;
    exchange.headerBytes_ += length;
    exchange.headerTooLarge_ = exchange.headerBytes_ > exchange.options_.maxHeaderBytes;
    if (exchange.headerTooLarge_)
        return 0;
    try {
        return exchange.takeHeaderLine({data, length}) ? length : 0;
    } catch (const std::bad_alloc&) {
        exchange.outOfMemory_ = true;
        return 0;
    }
}

bool CurlExchange::takeStatusLine(std::string_view line) {
    long status = 0;
    curl_easy_getinfo(handle_.easy(), CURLINFO_RESPONSE_CODE, &status);
    response_.headers.clear();
    length_.reset();
    // 1xx is not an answer yet: the server may still fail before it acts.
    response_.status = status >= 200 ? static_cast<int>(status) : 0;
    // Without TLS nothing else was agreed on.
    const bool plain = request_.url.starts_with("http:");
    if (plain && !line.starts_with("HTTP/1."))
        invalid_ = "the answer says that it is " + std::string(line.substr(0, line.find(' ')));
    return invalid_.empty();
}

/// Two lengths, or one that is not a number, are how answers are smuggled past a proxy (RFC
/// 9112, 6.3).
bool CurlExchange::takeLength(std::string_view value) {
    constexpr std::size_t kMostDigits = 18;
    const bool number =
        !value.empty() && value.size() <= kMostDigits &&
        std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!number || (length_ && *length_ != value))
        invalid_ = "the answer's Content-Length cannot be trusted: " +
                   (length_ && *length_ != value ? *length_ + " and " : std::string()) +
                   std::string(value.substr(0, kMostDigits));
    length_ = std::string(value);
    return invalid_.empty();
}

bool CurlExchange::takeHeaderLine(std::string_view line) {
    if (line.starts_with("HTTP/"))
        return takeStatusLine(line);
    if (trim(line).empty()) {
        headerComplete_ = response_.status > 0;
        return true;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || response_.status == 0)
        return true;
    HttpHeader header{std::string(line.substr(0, colon)),
                      std::string(trim(line.substr(colon + 1)))};
    const bool isLength = curl_strequal(header.name.c_str(), "Content-Length") != 0;
    if (isLength && !headerComplete_ && !takeLength(header.value))
        return false;
    response_.headers.push_back(std::move(header));
    return true;
}

std::size_t CurlExchange::onBody(char* data, std::size_t size, std::size_t count, void* self) {
    auto& exchange = *static_cast<CurlExchange*>(self);
    const std::size_t length = size * count;
    try {
        return exchange.takeBody({data, length}) ? length : 0;
    } catch (const std::bad_alloc&) {
        exchange.outOfMemory_ = true;
        return 0;
    }
}

bool CurlExchange::takeBody(std::string_view bytes) {
    if (sink_ != nullptr && response_.status / 100 == 2) {
        sinkRefused_ = !sink_->write(bytes);
        return !sinkRefused_;
    }
    std::string& body = response_.body;
    tooLarge_ = bytes.size() > options_.maxResponseBytes - body.size();
    if (!tooLarge_)
        body.append(bytes);
    return !tooLarge_;
}

} // namespace leadsheet::detail
