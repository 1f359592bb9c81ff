// SPDX-License-Identifier: Apache-2.0
#include "fetch/published_url.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

constexpr std::string_view kGoogleSheets = "https://docs.google.com/spreadsheets/d/";
constexpr std::size_t kLongestName = 120;

// The value of "gid=" in a query or fragment: digits only.
std::string tabId(std::string_view url) {
    const auto at = url.find("gid=");
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = url.substr(at + 4);
    return std::string(rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size())));
}

std::string unescaped(std::string_view text) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 &&
            digit(text[i + 2]) >= 0) {
            out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

// Without folders and characters that no file name should have.
std::string fileNameOf(std::string text) {
    text.erase(0, text.find_last_of("/\\") + 1);
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"'; });
    return text.substr(0, kLongestName);
}

std::string_view parameter(std::string_view header, std::string_view name) {
    const auto at = header.find(name);
    if (at == std::string_view::npos)
        return {};
    std::string_view value = header.substr(at + name.size());
    if (value.starts_with('"'))
        return value.substr(1, value.find('"', 1) - 1);
    return value.substr(0, std::min(value.find_first_of("; "), value.size()));
}

} // namespace

std::string exportUrl(std::string_view url) {
    if (!url.starts_with(kGoogleSheets))
        return std::string(url);
    const std::string_view rest = url.substr(kGoogleSheets.size());
    const auto slash = rest.find('/');
    const std::string_view document = rest.substr(0, slash);
    const std::string_view page =
        slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
    // Published documents ("d/e/…/pub") and exports are what they are.
    if (document == "e" || (!page.empty() && !page.starts_with("edit") &&
                            !page.starts_with("view") && !page.starts_with("htmlview")))
        return std::string(url);
    const std::string tab = tabId(url);
    return std::string(kGoogleSheets) + std::string(document) + "/export?format=csv" +
           (tab.empty() ? "" : "&gid=" + tab);
}

std::string downloadName(std::string_view url, std::string_view contentDisposition) {
    if (const auto wide = parameter(contentDisposition, "filename*=UTF-8''"); !wide.empty())
        if (auto name = fileNameOf(unescaped(wide)); !name.empty())
            return name;
    if (const auto plain = parameter(contentDisposition, "filename="); !plain.empty())
        if (auto name = fileNameOf(std::string(plain)); !name.empty())
            return name;
    std::string_view path = url.substr(0, std::min(url.find_first_of("?#"), url.size()));
    if (const auto host = path.find("://"); host != std::string_view::npos)
        path.remove_prefix(host + 3);
    while (path.ends_with('/'))
        path.remove_suffix(1);
    return fileNameOf(unescaped(path));
}

} // namespace leadsheet::app
