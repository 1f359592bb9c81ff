// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/transport.hpp"

#include <curl/curl.h>

namespace leadsheet {
namespace {

struct UrlDeleter {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

} // namespace

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

} // namespace leadsheet
