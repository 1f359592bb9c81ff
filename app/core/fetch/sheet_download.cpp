// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_download.hpp"

#include "fetch/published_url.hpp"
#include "leadsheet/app/display.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "text/names.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace leadsheet::app {

namespace say = messages::sheet;

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
