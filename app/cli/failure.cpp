// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include "leadsheet/text/render.hpp"

namespace leadsheet::cli {
namespace {

struct Words {
    ExitCode exit;
    std::string what;
    std::string fix;
};

std::string serverName(const Circumstances& at) {
    return at.sandbox ? "The sandbox" : "The server at " + at.baseUrl;
}

std::string newKeyFix(const Circumstances& at) {
    if (at.sandbox)
        return "Try the command again. If that does not help: leadsheet sandbox reset";
    if (at.profile.empty())
        return "Check LEADSHEET_API_KEY, --key-file or --key-stdin, whichever you used.";
    return "Store a valid key: leadsheet profile add '" + at.profile + "' --base-url " +
           at.baseUrl + " --replace";
}

bool isForeignServer(const Error& error) {
    if (error.is(ErrorCode::InvalidResponse) || error.is(ErrorCode::RouteNotFound))
        return true;
    // A proxy's own 502 page is a fault of the network, not a wrong address.
    return error.rawCode.empty() && error.httpStatus >= 300 && error.httpStatus < 500 &&
           error.httpStatus != 408 && error.httpStatus != 425 && error.httpStatus != 429;
}

Words keyWords(const Error& error, const Circumstances& at) {
    switch (error.code) {
    case ErrorCode::MissingScope:
        return {ExitCode::Key, "This key is not allowed to do that. " + error.message,
                "Use a key with that scope, or have it added to this one."};
    case ErrorCode::WrongKeyType:
        return {ExitCode::Key, "This key is of the wrong type. " + error.message,
                "Use a customer key for orders; admin keys are for fulfilment only."};
    case ErrorCode::AccountSuspended:
        return {ExitCode::Key, "The account is suspended.", "Ask the service's support."};
    case ErrorCode::ExpiredApiKey:
        return {ExitCode::Key, "The key has expired.", newKeyFix(at)};
    case ErrorCode::RevokedApiKey:
        return {ExitCode::Key, "The key was revoked.", newKeyFix(at)};
    default:
        return {ExitCode::Key, serverName(at) + " does not know this key.", newKeyFix(at)};
    }
}

Words moneyWords(const Error& error) {
    switch (error.code) {
    case ErrorCode::InsufficientCredit:
        return {ExitCode::MoneyGuard, "The balance does not cover it. " + error.message,
                "Top up the account, or order fewer rows with --first N."};
    case ErrorCode::SpendCapReached:
        return {ExitCode::MoneyGuard, "The key's daily spend cap is reached. " + error.message,
                "Go on tomorrow, or have the cap of this key raised."};
    default:
        return {ExitCode::MoneyGuard, error.message, "Look at the price again: leadsheet quote"};
    }
}

Words serverWords(const Error& error, const Circumstances& at) {
    if (error.is(ErrorCode::ProxyError))
        return {ExitCode::Server, error.message + " So nothing reached " + at.baseUrl + ".",
                "Check --proxy, or https_proxy and http_proxy if it is not given; --proxy none "
                "goes without one."};
    if (error.is(ErrorCode::TlsError))
        return {
            ExitCode::Server, "No secure connection to " + at.baseUrl + ". " + error.message,
            "Behind a company proxy that inspects traffic, name its certificate with --ca-file."};
    if (isForeignServer(error))
        return {
            ExitCode::Server,
            at.baseUrl + " answered, but it is not a Leadsheet server" +
                (error.httpStatus != 0 ? " (HTTP " + std::to_string(error.httpStatus) + ")." : "."),
            "Check the base URL. It is the address before /v1, for example "
            "https://api.example.com"};
    if (error.httpStatus >= 500)
        return {ExitCode::Server,
                serverName(at) + " has a fault of its own (HTTP " +
                    std::to_string(error.httpStatus) + "). " + error.message,
                "Wait a little, then give the same command again."};
    if (error.is(ErrorCode::ClientTimeout))
        return {ExitCode::Server, serverName(at) + " did not answer in time.",
                "Check the network, then give the same command again."};
    if (error.is(ErrorCode::ResponseTooLarge))
        return {ExitCode::Server, at.baseUrl + " sent more than any answer holds. " + error.message,
                "Check the base URL. It is the address before /v1, for example "
                "https://api.example.com"};
    if (error.httpStatus >= 400)
        return {ExitCode::Server,
                serverName(at) + " refused the request (HTTP " + std::to_string(error.httpStatus) +
                    "). " + error.message,
                {}};
    return {ExitCode::Server, serverName(at) + " cannot be reached. " + error.message,
            "Check the network and the base URL, then give the same command again."};
}

Words storageWords(const Error& error) {
    switch (error.code) {
    case ErrorCode::LedgerLocked:
        return {ExitCode::Locked, error.message,
                "Wait until it has finished, or end it there; then give this command again."};
    case ErrorCode::StorageFull:
        return {ExitCode::Storage, error.message, "Free some space on that disk, then try again."};
    case ErrorCode::LedgerDamaged:
        return {ExitCode::Storage, error.message, "Set it aside with: leadsheet ledger set-aside"};
    case ErrorCode::LedgerTooNew:
        return {ExitCode::Storage, error.message, "Use the newer version of leadsheet."};
    default:
        return {ExitCode::Storage, error.message, {}};
    }
}

Words wordsFor(const Error& error, const Circumstances& at) {
    switch (error.code) {
    case ErrorCode::MissingApiKey:
    case ErrorCode::InvalidApiKey:
    case ErrorCode::ExpiredApiKey:
    case ErrorCode::RevokedApiKey:
    case ErrorCode::MissingScope:
    case ErrorCode::WrongKeyType:
    case ErrorCode::AccountSuspended:
        return keyWords(error, at);
    case ErrorCode::InsufficientCredit:
    case ErrorCode::SpendCapReached:
    case ErrorCode::PriceGuard:
    case ErrorCode::SpendGuard:
    case ErrorCode::PriceChanged:
    case ErrorCode::QuoteExpired:
        return moneyWords(error);
    case ErrorCode::RateLimited:
        return {ExitCode::LimitReached,
                (error.rawCode.empty() ? "" : "The key's request budget is used up. ") +
                    error.message,
                "Give the same command again later; nothing is lost."};
    case ErrorCode::LedgerLocked:
    case ErrorCode::LedgerDamaged:
    case ErrorCode::LedgerTooNew:
    case ErrorCode::StorageFull:
    case ErrorCode::StorageError:
        return storageWords(error);
    case ErrorCode::Cancelled:
        return {ExitCode::Interrupted, "Interrupted.", {}};
    case ErrorCode::InvalidArgument:
        return {ExitCode::Usage, error.message, {}};
    case ErrorCode::InvalidParameter:
    case ErrorCode::NotFound:
        return {ExitCode::Usage, error.message, {}};
    case ErrorCode::NotImplemented:
        return {ExitCode::Server, serverName(at) + " cannot do this.", {}};
    default:
        return serverWords(error, at);
    }
}

/// " As windows-1252: München, Zürich. As macintosh: ..."
std::string samples(const std::vector<app::EncodingCandidate>& candidates) {
    std::string text;
    for (const app::EncodingCandidate& candidate : candidates) {
        std::string cells;
        for (const std::string& cell : candidate.sampleCells)
            cells += (cells.empty() ? "" : " | ") + cell;
        if (!cells.empty())
            text += " As " + candidate.encoding + ": " + cells + ".";
    }
    return text;
}

} // namespace

Failure explain(const Error& error, const Circumstances& circumstances) {
    Words words = wordsFor(error, circumstances);
    Failure failure;
    failure.exit = words.exit;
    failure.what = std::move(words.what);
    failure.fix = std::move(words.fix);
    failure.code = std::string(error.codeName());
    failure.requestId = error.requestId;
    if (circumstances.moneyAtStake)
        failure.meaning = "No order was sent and nothing was spent.";
    return failure;
}

Failure explain(const app::SheetError& error) {
    using Code = app::SheetErrorCode;
    Failure failure;
    failure.code = std::string(app::sheetErrorName(error.code));
    failure.exit = ExitCode::SheetRefused;
    app::SheetError place = error;
    place.wayOut.clear();
    failure.what = place.message();
    failure.fix = text::render(error.wayOut) + samples(error.candidates);
    failure.meaning = "No order was sent and nothing was spent.";
    switch (error.code) {
    case Code::Cancelled:
        return interruptedFailure();
    case Code::InvalidOption:
    case Code::NoSuchSheet:
        failure.exit = ExitCode::Usage;
        break;
    case Code::OutputExists:
    case Code::OutputIsInput:
    case Code::StorageFull:
    case Code::StorageError:
        failure.exit = ExitCode::Storage;
        failure.meaning = "Orders and the ledger are not touched by this.";
        break;
    default:
        break;
    }
    return failure;
}

Failure usageFailure(std::string what, std::string fix) {
    return {ExitCode::Usage, std::move(what), {}, std::move(fix), "usage", {}};
}

Failure interruptedFailure() {
    return {ExitCode::Interrupted, "Interrupted.", {}, {}, "cancelled", {}};
}

} // namespace leadsheet::cli
