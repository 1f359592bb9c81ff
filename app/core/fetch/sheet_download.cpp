// SPDX-License-Identifier: Apache-2.0
#include "fetch/sheet_download.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/app/sheet_download.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "text/names.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace leadsheet::app {

namespace say = messages::sheet;

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

namespace {

constexpr std::chrono::minutes kDownloadTime{5};

tl::unexpected<SheetError> refused(SheetErrorCode code, Message reason, Message wayOut) {
    return tl::unexpected(SheetError{code, {}, {std::move(reason)}, {std::move(wayOut)}, {}});
}

std::string hostOf(std::string_view url) {
    const auto start = url.find("://");
    std::string_view rest = start == std::string_view::npos ? url : url.substr(start + 3);
    return std::string(rest.substr(0, std::min(rest.find_first_of("/?#"), rest.size())));
}

tl::unexpected<SheetError> transportError(const TransportFailure& failure,
                                          const std::string& host) {
    switch (failure.problem) {
    case TransportProblem::Cancelled:
        return tl::unexpected(
            SheetError{SheetErrorCode::Cancelled, {}, {say::downloadStopped()}, {}, {}});
    case TransportProblem::TooLarge:
        return refused(SheetErrorCode::LimitExceeded,
                       say::downloadTooLarge(host, displayBytes(kMaxDownloadBytes)),
                       say::downloadInBrowser());
    case TransportProblem::InvalidRequest:
        return refused(SheetErrorCode::NotReadable, say::addressNotFetched(failure.detail),
                       say::downloadInBrowser());
    case TransportProblem::Tls:
        return refused(SheetErrorCode::NotReadable,
                       say::certificateNotTrusted(host, failure.detail), say::waitForOwner());
    case TransportProblem::Resolve:
        return refused(SheetErrorCode::NotFound, say::noSuchComputer(host),
                       say::checkAddressAndNetwork());
    case TransportProblem::Connect:
    case TransportProblem::Proxy:
    case TransportProblem::TlsHandshake:
    case TransportProblem::Send:
    case TransportProblem::Receive:
    case TransportProblem::Timeout:
    case TransportProblem::Internal:
        break;
    }
    return refused(SheetErrorCode::NotReadable, say::fetchFailed(host, failure.detail),
                   say::checkAddressAndNetwork());
}

bool isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

SheetResult<void> acceptable(const HttpResponse& answer, const std::string& host) {
    if (answer.status == 401 || answer.status == 403)
        return refused(SheetErrorCode::NotReadable, say::signInRequired(host, answer.status),
                       say::publishAsCsv());
    if (answer.status == 404 || answer.status == 410)
        return refused(SheetErrorCode::NotFound, say::noSheetAtAddress(host), say::checkAddress());
    if (answer.status != 200)
        return refused(SheetErrorCode::NotReadable, say::statusInsteadOfSheet(host, answer.status),
                       say::tryAgainLater());
    const std::string type = lowerCase(answer.header("Content-Type").value_or(""));
    if (type.starts_with("text/html") || type.starts_with("application/xhtml"))
        return refused(SheetErrorCode::UnsupportedFormat, say::addressShowsWebPage(),
                       say::publishAsCsv());
    if (answer.body.empty())
        return refused(SheetErrorCode::Empty, say::addressGivesEmptyFile(), say::publishAsCsv());
    return {};
}

SheetResult<std::filesystem::path> keep(const std::string& bytes,
                                        const std::filesystem::path& folder) {
    std::string name = (folder / "download-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    int error = file < 0 ? errno : 0;
    std::string_view rest = bytes;
    while (error == 0 && !rest.empty()) {
        const ssize_t count = ::write(file, rest.data(), rest.size());
        if (count < 0 && errno != EINTR)
            error = errno;
        else if (count > 0)
            rest.remove_prefix(static_cast<std::size_t>(count));
    }
    if (file >= 0 && ::close(file) != 0 && error == 0)
        error = errno;
    if (error == 0)
        return std::filesystem::path(name);
    if (file >= 0)
        ::unlink(name.c_str());
    return refused(error == ENOSPC || error == EDQUOT ? SheetErrorCode::StorageFull
                                                      : SheetErrorCode::StorageError,
                   say::downloadNotKept(std::generic_category().message(error)),
                   say::freeSpaceTryAgain());
}

} // namespace

bool isSheetUrl(std::string_view text) {
    const std::string start = lowerCase(text.substr(0, 8));
    return start.starts_with("https://") || start.starts_with("http://");
}

TransportOptions downloadOptions(TransportOptions options, bool allowPrivate) {
    options.maxResponseBytes = kMaxDownloadBytes;
    options.callTimeout = kDownloadTime;
    options.publicAddressesOnly = !allowPrivate;
    options.allowPlainHttp = false;
    return options;
}

SheetResult<DownloadedSheet> downloadSheet(const std::string& url,
                                           const std::filesystem::path& folder,
                                           Transport& transport, std::stop_token stop) {
    auto current = resolveUrl(exportUrl(url), "");
    for (int hops = 0; current; ++hops) {
        const std::string host = hostOf(*current);
        if (host.find('@') != std::string::npos)
            return refused(SheetErrorCode::NotReadable, say::addressHoldsCredentials(),
                           say::useAddressWithoutCredentials());
        HttpRequest request;
        request.method = "GET";
        request.url = *current;
        request.headers = {{"Accept", "text/csv, application/vnd.openxmlformats-officedocument."
                                      "spreadsheetml.sheet, */*;q=0.5"},
                           {"User-Agent", "leadsheet"}};
        Exchange exchange = transport.send(request, stop);
        if (!exchange.response)
            return transportError(exchange.failure, host);
        HttpResponse& answer = *exchange.response;
        if (isRedirect(answer.status)) {
            if (hops == kMaxRedirects)
                return refused(SheetErrorCode::NotReadable, say::tooManyRedirects(kMaxRedirects),
                               say::publishAsCsv());
            current = resolveUrl(*current, std::string(answer.header("Location").value_or("")));
            continue;
        }
        LEADSHEET_TRY_DONE(acceptable(answer, host));
        LEADSHEET_TRY(auto path, keep(answer.body, folder));
        return DownloadedSheet{
            std::move(path),
            downloadName(*current, answer.header("Content-Disposition").value_or("")), *current};
    }
    return refused(SheetErrorCode::NotReadable, say::notWebAddress(),
                   say::copyAddressFromBrowser());
}

} // namespace leadsheet::app
