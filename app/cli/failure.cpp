// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include "leadsheet/text/render.hpp"
#include "leadsheet/work/cause.hpp"

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

Words wordsFor(const Error& error, const Circumstances& at) {
    using work::Cause;
    const std::string status = " (HTTP " + std::to_string(error.httpStatus) + ")";
    const std::string rightUrl = "Check the base URL. It is the address before /v1, for example "
                                 "https://api.example.com";
    switch (work::causeOf(error)) {
    case Cause::MissingScope:
        return {ExitCode::Key, "This key is not allowed to do that. " + error.message,
                "Use a key with that scope, or have it added to this one."};
    case Cause::WrongKeyType:
        return {ExitCode::Key, "This key is of the wrong type. " + error.message,
                "Use a customer key for orders; admin keys are for fulfilment only."};
    case Cause::AccountSuspended:
        return {ExitCode::Key, "The account is suspended.", "Ask the service's support."};
    case Cause::ExpiredKey:
        return {ExitCode::Key, "The key has expired.", newKeyFix(at)};
    case Cause::RevokedKey:
        return {ExitCode::Key, "The key was revoked.", newKeyFix(at)};
    case Cause::UnknownKey:
        return {ExitCode::Key, serverName(at) + " does not know this key.", newKeyFix(at)};
    case Cause::NoCredit:
        return {ExitCode::MoneyGuard, "The balance does not cover it. " + error.message,
                "Top up the account, or order fewer rows with --first N."};
    case Cause::SpendCap:
        return {ExitCode::MoneyGuard, "The key's daily spend cap is reached. " + error.message,
                "Continue tomorrow, or have the cap of this key raised."};
    case Cause::OtherPrice:
        return {ExitCode::MoneyGuard, error.message, "Look at the price again: leadsheet quote"};
    case Cause::RateLimit:
        return {ExitCode::LimitReached,
                (error.rawCode.empty() ? "" : "The key's request budget is used up. ") +
                    error.message,
                "Run the same command again later; nothing is lost."};
    case Cause::LedgerLocked:
        return {ExitCode::Locked, error.message,
                "Wait until it has finished, or end it there; then run this command again."};
    case Cause::LedgerDamaged:
        return {ExitCode::Storage, error.message, "Set it aside with: leadsheet ledger set-aside"};
    case Cause::LedgerTooNew:
        return {ExitCode::Storage, error.message, "Use the newer version of leadsheet."};
    case Cause::StorageFull:
        return {ExitCode::Storage, error.message, "Free some space on that disk, then try again."};
    case Cause::Storage:
        return {ExitCode::Storage, error.message, {}};
    case Cause::Cancelled:
        return {ExitCode::Interrupted, "Interrupted.", {}};
    case Cause::Argument:
    case Cause::Parameter:
    case Cause::NotFound:
        return {ExitCode::Usage, error.message, {}};
    case Cause::NotImplemented:
        return {ExitCode::Server, serverName(at) + " cannot do this.", {}};
    case Cause::Proxy:
        return {ExitCode::Server, error.message + " So nothing reached " + at.baseUrl + ".",
                "Check --proxy, or https_proxy and http_proxy if it is not given; --proxy none "
                "goes without one."};
    case Cause::Tls:
        return {
            ExitCode::Server, "No secure connection to " + at.baseUrl + ". " + error.message,
            "Behind a company proxy that inspects traffic, name its certificate with --ca-file."};
    case Cause::ForeignServer:
        return {ExitCode::Server,
                at.baseUrl + " answered, but it is not a Leadsheet server" +
                    (error.httpStatus != 0 ? status : "") + ".",
                rightUrl};
    case Cause::ServerFault:
        return {ExitCode::Server,
                serverName(at) + " has an internal error" + status + ". " + error.message,
                "Wait a little, then run the same command again."};
    case Cause::Timeout:
        return {ExitCode::Server, serverName(at) + " did not answer in time.",
                "Check the network, then run the same command again."};
    case Cause::TooLarge:
        return {ExitCode::Server,
                at.baseUrl + " sent more than any answer contains. " + error.message, rightUrl};
    case Cause::Refused:
        return {ExitCode::Server,
                serverName(at) + " refused the request" + status + ". " + error.message,
                {}};
    case Cause::Unreachable:
        break;
    }
    return {ExitCode::Server, serverName(at) + " cannot be reached. " + error.message,
            "Check the network and the base URL, then run the same command again."};
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
