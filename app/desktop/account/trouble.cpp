// SPDX-License-Identifier: Apache-2.0
#include "trouble.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

struct Said {
    Q_DECLARE_TR_FUNCTIONS(Trouble)
};

struct Words {
    QString what;
    QString fix;
};

QString serverName(const TroubleContext& at) {
    return at.sandbox ? Said::tr("The sandbox") : Said::tr("The server at %1").arg(at.server);
}

/// With the server's own sentence, if it sent one.
QString with(const QString& words, const Error& error) {
    return error.message.empty() ? words : words + QLatin1Char(' ') + say(error.message);
}

Words keyWords(const Error& error, const TroubleContext& at) {
    const QString newKey =
        at.keyTyped ? Said::tr("Copy the whole key from the service again, or have a new one made.")
                    : Said::tr("Store a valid key for this account under Accounts.");
    switch (error.code) {
    case ErrorCode::MissingScope:
        return {with(Said::tr("This key is not allowed to do that."), error),
                Said::tr("Use a key with that scope, or have it added to this one.")};
    case ErrorCode::WrongKeyType:
        return {with(Said::tr("This key is of the wrong type."), error),
                Said::tr("Use a customer key for orders; admin keys are for "
                         "fulfilment only.")};
    case ErrorCode::AccountSuspended:
        return {Said::tr("The account is suspended."), Said::tr("Ask the service's support.")};
    case ErrorCode::ExpiredApiKey:
        return {Said::tr("The key has expired."), newKey};
    case ErrorCode::RevokedApiKey:
        return {Said::tr("The key was revoked."), newKey};
    default:
        return {Said::tr("%1 does not know this key.").arg(serverName(at)), newKey};
    }
}

Words moneyWords(const Error& error) {
    switch (error.code) {
    case ErrorCode::InsufficientCredit:
        return {with(Said::tr("The balance does not cover it."), error),
                Said::tr("Top up the account, or order fewer rows.")};
    case ErrorCode::SpendCapReached:
        return {with(Said::tr("The key's daily spend cap is reached."), error),
                Said::tr("Go on tomorrow, or have the cap of this key raised.")};
    default:
        return {say(error.message), Said::tr("Ask for the prices again and look at them.")};
    }
}

bool isForeignServer(const Error& error) {
    if (error.is(ErrorCode::InvalidResponse) || error.is(ErrorCode::RouteNotFound))
        return true;
    // A proxy's own 502 page is a fault of the network, not a wrong address.
    return error.rawCode.empty() && error.httpStatus >= 300 && error.httpStatus < 500 &&
           error.httpStatus != 408 && error.httpStatus != 425 && error.httpStatus != 429;
}

Words serverWords(const Error& error, const TroubleContext& at) {
    const QString again = Said::tr("Check the network, then try again.");
    if (error.is(ErrorCode::ProxyError))
        return {with(Said::tr("The proxy does not work."), error),
                Said::tr("Check the proxy in the settings.")};
    if (error.is(ErrorCode::TlsError))
        return {with(Said::tr("There is no secure connection to %1.").arg(at.server), error),
                Said::tr("Behind a company proxy that inspects traffic, name "
                         "its certificate in the settings.")};
    if (isForeignServer(error))
        return {Said::tr("%1 answered, but it is not a Leadsheet server.").arg(at.server),
                Said::tr("Check the address. It is the part before /v1, for "
                         "example https://api.example.com")};
    if (error.httpStatus >= 500)
        return {with(Said::tr("%1 has a fault of its own.").arg(serverName(at)), error),
                Said::tr("Wait a little, then try again.")};
    if (error.is(ErrorCode::ClientTimeout))
        return {Said::tr("%1 did not answer in time.").arg(serverName(at)), again};
    if (error.httpStatus >= 400)
        return {with(Said::tr("%1 refused the request.").arg(serverName(at)), error), {}};
    return {with(Said::tr("%1 cannot be reached.").arg(serverName(at)), error), again};
}

Words wordsFor(const Error& error, const TroubleContext& at) {
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
        return {error.rawCode.empty()
                    ? say(error.message)
                    : with(Said::tr("The key's request budget is used up."), error),
                Said::tr("Try again later; nothing is lost.")};
    case ErrorCode::LedgerLocked:
        return {say(error.message),
                Said::tr("Wait until it has finished, or end it there; then try again.")};
    case ErrorCode::StorageFull:
        return {say(error.message), Said::tr("Free some space on that disk, then try again.")};
    case ErrorCode::LedgerDamaged:
        return {say(error.message), Said::tr("Set it aside with the command: leadsheet ledger "
                                             "set-aside")};
    case ErrorCode::LedgerTooNew:
        return {say(error.message), Said::tr("Use the newer version of Leadsheet.")};
    case ErrorCode::Cancelled:
        return {Said::tr("Cancelled."), {}};
    case ErrorCode::StorageError:
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotFound:
        return {say(error.message), {}};
    case ErrorCode::NotImplemented:
        return {Said::tr("%1 cannot do this.").arg(serverName(at)), {}};
    default:
        return serverWords(error, at);
    }
}

} // namespace

Trouble troubleOf(const Error& error, const TroubleContext& at) {
    Words words = wordsFor(error, at);
    Trouble trouble;
    trouble.what = std::move(words.what);
    trouble.fix = std::move(words.fix);
    trouble.code = text(std::string(error.codeName()));
    trouble.requestId = text(error.requestId);
    if (at.moneyAtStake)
        trouble.meaning = Said::tr("No order was sent and nothing was spent.");
    return trouble;
}

Trouble troubleOf(const Error& error, const Connected& at) {
    return troubleOf(error, TroubleContext{text(at.ref.baseUrl), at.sandbox, true});
}

Trouble troubleOf(const app::SheetError& error) {
    Trouble trouble;
    trouble.what = sayWhat(error);
    trouble.fix = say(error.wayOut);
    trouble.code = text(std::string(app::sheetErrorName(error.code)));
    return trouble;
}

QString sentence(const Trouble& trouble) {
    QStringList parts{trouble.what};
    if (!trouble.meaning.isEmpty())
        parts << trouble.meaning;
    if (!trouble.fix.isEmpty())
        parts << trouble.fix;
    QString all = parts.join(QLatin1Char(' '));
    if (!trouble.code.isEmpty())
        all += QStringLiteral(" (%1)").arg(trouble.code);
    return all;
}

QString callTrouble(const Error& error, const Connected& at) {
    return sentence(troubleOf(error, TroubleContext{text(at.ref.baseUrl), at.sandbox}));
}

} // namespace leadsheet::desktop
