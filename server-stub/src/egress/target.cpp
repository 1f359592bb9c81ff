// SPDX-License-Identifier: Apache-2.0
#include "egress/target.hpp"

#include <algorithm>
#include <charconv>
#include <curl/curl.h>
#include <memory>
#include <optional>

namespace leadsheet::server::egress {
namespace {

constexpr std::size_t kMaxUrlBytes = 2'048;
constexpr unsigned kFlags = CURLU_DISALLOW_USER | CURLU_NON_SUPPORT_SCHEME;

using Refusal = tl::unexpected<std::string>;

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
    std::ranges::transform(host, host.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
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

} // namespace leadsheet::server::egress
