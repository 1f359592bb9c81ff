// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_download.hpp"

#include "fetch/published_url.hpp"
#include "leadsheet/app/display.hpp"
#include "text/names.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace leadsheet::app {
namespace {

constexpr std::chrono::minutes kDownloadTime{5};
constexpr std::string_view kPublish =
    "Publish the sheet as CSV (in Google Sheets: File > Share > Publish to web > CSV) and use that "
    "address, or download it and open the file.";

tl::unexpected<SheetError> refused(SheetErrorCode code, std::string reason,
                                   std::string_view wayOut) {
    return tl::unexpected(SheetError{code, {}, std::move(reason), std::string(wayOut), {}});
}

std::string hostOf(std::string_view url) {
    const auto start = url.find("://");
    std::string_view rest = start == std::string_view::npos ? url : url.substr(start + 3);
    return std::string(rest.substr(0, std::min(rest.find_first_of("/?#"), rest.size())));
}

tl::unexpected<SheetError> transportError(const TransportFailure& failure,
                                          const std::string& host) {
    constexpr std::string_view kAgain = "Check the address and the network, then try again.";
    switch (failure.problem) {
    case TransportProblem::Cancelled:
        return refused(SheetErrorCode::Cancelled, "The download was stopped.", "");
    case TransportProblem::TooLarge:
        return refused(SheetErrorCode::LimitExceeded,
                       "What " + host + " sends is larger than " + displayBytes(kMaxDownloadBytes) +
                           ".",
                       "Download the sheet in a browser and open the file.");
    case TransportProblem::InvalidRequest:
        return refused(SheetErrorCode::NotReadable,
                       "The address is not fetched: " + failure.detail + ".",
                       "Download the sheet in a browser and open the file.");
    case TransportProblem::Tls:
        return refused(SheetErrorCode::NotReadable,
                       "The certificate of " + host + " cannot be trusted: " + failure.detail + ".",
                       "Do not use the sheet until its owner has mended this.");
    case TransportProblem::Resolve:
        return refused(SheetErrorCode::NotFound, "There is no computer named " + host + ".",
                       kAgain);
    default:
        return refused(SheetErrorCode::NotReadable,
                       "The sheet could not be fetched from " + host + ": " + failure.detail + ".",
                       kAgain);
    }
}

bool isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

SheetResult<void> acceptable(const HttpResponse& answer, const std::string& host) {
    if (answer.status == 401 || answer.status == 403)
        return refused(SheetErrorCode::NotReadable,
                       host + " does not show this sheet without signing in (status " +
                           std::to_string(answer.status) + ").",
                       kPublish);
    if (answer.status == 404 || answer.status == 410)
        return refused(SheetErrorCode::NotFound, host + " has no sheet at this address.",
                       "Check the address.");
    if (answer.status != 200)
        return refused(SheetErrorCode::NotReadable,
                       host + " answered with status " + std::to_string(answer.status) +
                           " instead of a sheet.",
                       "Try again later.");
    const std::string type = lowerCase(answer.header("Content-Type").value_or(""));
    if (type.starts_with("text/html") || type.starts_with("application/xhtml"))
        return refused(SheetErrorCode::UnsupportedFormat,
                       "The address shows a web page, not a sheet.", kPublish);
    if (answer.body.empty())
        return refused(SheetErrorCode::Empty, "The address gives an empty file.", kPublish);
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
    return refused(
        error == ENOSPC || error == EDQUOT ? SheetErrorCode::StorageFull
                                           : SheetErrorCode::StorageError,
        "The downloaded sheet could not be kept: " + std::generic_category().message(error) + ".",
        "Free some space, then try again.");
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
            return refused(SheetErrorCode::NotReadable,
                           "The address holds a user name or password.",
                           "Use an address without them.");
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
                return refused(SheetErrorCode::NotReadable,
                               "The address leads on more than " + std::to_string(kMaxRedirects) +
                                   " times.",
                               kPublish);
            current = resolveUrl(*current, std::string(answer.header("Location").value_or("")));
            continue;
        }
        if (auto good = acceptable(answer, host); !good)
            return tl::unexpected(good.error());
        auto path = keep(answer.body, folder);
        if (!path)
            return tl::unexpected(path.error());
        return DownloadedSheet{
            *std::move(path),
            downloadName(*current, answer.header("Content-Disposition").value_or("")), *current};
    }
    return refused(SheetErrorCode::NotReadable, "The address is no web address.",
                   "Copy it from the browser, starting with https://.");
}

} // namespace leadsheet::app
