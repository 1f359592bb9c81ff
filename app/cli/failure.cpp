// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/service.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/work/cause.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::cli;

struct Words {
    ExitCode exit;
    Sentences what;
    Sentences fix;
};

Message serverName(const Circumstances& at) {
    return at.sandbox ? say::sandboxServer() : say::serverAt(at.baseUrl);
}

Message newKeyFix(const Circumstances& at) {
    if (at.sandbox)
        return say::fixSandboxKey();
    if (at.profile.empty())
        return say::fixGivenKey();
    return at.keyGiven ? say::fixGivenKeyOfProfile(at.profile)
                       : say::fixProfileKey(at.profile, at.baseUrl);
}

/// A sentence of this program, then what the error says itself.
Sentences with(Message sentence, const Error& error) {
    return Sentences(std::move(sentence)).add(error);
}

Words wordsFor(const Error& error, const Circumstances& at) {
    using work::Cause;
    switch (work::causeOf(error)) {
    case Cause::MissingScope:
        return {ExitCode::Key, with(say::missingScope(), error), say::fixMissingScope()};
    case Cause::WrongKeyType:
        return {ExitCode::Key, with(say::wrongKeyType(), error), say::fixWrongKeyType()};
    case Cause::AccountSuspended:
        return {ExitCode::Key, messages::service::accountSuspended(), say::askSupport()};
    case Cause::ExpiredKey:
        return {ExitCode::Key, say::keyExpired(), newKeyFix(at)};
    case Cause::RevokedKey:
        return {ExitCode::Key, say::keyRevoked(), newKeyFix(at)};
    case Cause::UnknownKey:
        return {ExitCode::Key, say::keyUnknown(serverName(at)), newKeyFix(at)};
    case Cause::NoCredit:
        return {ExitCode::MoneyGuard, with(say::noCredit(), error), say::fixNoCredit()};
    case Cause::SpendCap:
        return {ExitCode::MoneyGuard, with(say::spendCap(), error), say::fixSpendCap()};
    case Cause::OtherPrice:
        return {ExitCode::MoneyGuard, error, say::fixOtherPrice()};
    case Cause::RateLimit:
        return {ExitCode::LimitReached,
                error.rawCode.empty() ? Sentences(error) : with(say::requestBudget(), error),
                say::fixLater()};
    case Cause::LedgerLocked:
        return {ExitCode::Locked, error, say::fixLedgerLocked()};
    case Cause::LedgerDamaged:
        return {ExitCode::Storage, error, say::fixLedgerDamaged("leadsheet ledger set-aside")};
    case Cause::LedgerTooNew:
        return {ExitCode::Storage, error, say::fixLedgerTooNew()};
    case Cause::StorageFull:
        return {ExitCode::Storage, error, say::fixStorageFull()};
    case Cause::Storage:
        return {ExitCode::Storage, error, {}};
    case Cause::Cancelled:
        return {ExitCode::Interrupted, messages::sheet::interrupted(), {}};
    case Cause::Argument:
    case Cause::Parameter:
    case Cause::NotFound:
        return {ExitCode::Usage, error, {}};
    case Cause::NotImplemented:
        return {ExitCode::Server, say::cannotDoThis(serverName(at)), {}};
    case Cause::Proxy:
        return {ExitCode::Server, Sentences(error).add(say::nothingReachedServer(at.baseUrl)),
                say::fixProxy()};
    case Cause::Tls:
        return {ExitCode::Server, with(say::noSecureConnection(at.baseUrl), error), say::fixTls()};
    case Cause::ForeignServer:
        return {ExitCode::Server,
                error.httpStatus != 0 ? say::foreignServerStatus(at.baseUrl, error.httpStatus)
                                      : say::foreignServer(at.baseUrl),
                say::fixBaseUrl()};
    case Cause::ServerFault:
        return {ExitCode::Server, with(say::serverFault(serverName(at), error.httpStatus), error),
                say::waitAndRepeat()};
    case Cause::Timeout:
        return {ExitCode::Server, say::noAnswerInTime(serverName(at)), say::fixNetwork()};
    case Cause::TooLarge:
        return {ExitCode::Server, with(say::answerTooLarge(at.baseUrl), error), say::fixBaseUrl()};
    case Cause::Refused:
        return {ExitCode::Server,
                with(say::requestRefused(serverName(at), error.httpStatus), error),
                {}};
    case Cause::Broken:
        return {ExitCode::Server, error, say::fixNetwork()};
    case Cause::Unreachable:
        break;
    }
    return {ExitCode::Server, with(say::unreachable(serverName(at)), error), say::fixUnreachable()};
}

/// "As windows-1252: München, Zürich. As macintosh: ..."
Sentences samples(const std::vector<app::EncodingCandidate>& candidates) {
    Sentences text;
    for (const app::EncodingCandidate& candidate : candidates) {
        std::string cells;
        for (const std::string& cell : candidate.sampleCells)
            cells += (cells.empty() ? "" : " | ") + cell;
        if (!cells.empty())
            text.add(say::encodingSample(candidate.encoding, cells));
    }
    return text;
}

/// "Row 12 (line 14), column C:"
Message placed(const app::SheetPlace& place) {
    const bool line = place.line != 0 && place.line != place.row;
    const auto number = static_cast<std::int64_t>(place.line);
    if (place.column == 0) {
        if (place.row != 0)
            return line ? messages::strip::atRowLine(place.row, number)
                        : messages::strip::atRow(place.row);
        return line ? messages::strip::atLine(number) : Message();
    }
    const std::string column = app::columnLetter(place.column - 1);
    if (place.row != 0)
        return line ? messages::strip::atRowLineColumn(place.row, number, column)
                    : messages::strip::atRowColumn(place.row, column);
    return line ? messages::strip::atLineColumn(number, column) : messages::strip::atColumn(column);
}

} // namespace

Sentences sentencesOf(const app::SheetError& error) {
    return Sentences(placed(error.place)).add(error.reason).add(error.wayOut);
}

Failure explain(const Error& error, const Circumstances& circumstances) {
    Words words = wordsFor(error, circumstances);
    Failure failure;
    failure.exit = words.exit;
    failure.what = std::move(words.what);
    failure.fix = std::move(words.fix);
    failure.code = std::string(error.codeName());
    failure.requestId = error.requestId;
    if (circumstances.moneyAtStake)
        failure.meaning = say::nothingSpent();
    return failure;
}

Failure explain(const app::SheetError& error) {
    using Code = app::SheetErrorCode;
    Failure failure;
    failure.code = std::string(app::sheetErrorName(error.code));
    failure.exit = ExitCode::SheetRefused;
    failure.what = Sentences(placed(error.place)).add(error.reason);
    failure.fix = Sentences(error.wayOut).add(samples(error.candidates));
    failure.meaning = say::nothingSpent();
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
        failure.meaning = say::ordersUntouched();
        break;
    default:
        break;
    }
    return failure;
}

Failure usageFailure(Sentences what, Sentences fix) {
    return {ExitCode::Usage, std::move(what), {}, std::move(fix), "usage", {}};
}

Failure interruptedFailure() {
    return {ExitCode::Interrupted, messages::sheet::interrupted(), {}, {}, "cancelled", {}};
}

} // namespace leadsheet::cli
