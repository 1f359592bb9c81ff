// SPDX-License-Identifier: Apache-2.0
#include "trouble.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/work/cause.hpp"

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
    const QString more = sayPlainly(error.said, error.message);
    return more.isEmpty() ? words : words + QLatin1Char(' ') + more;
}

Words wordsFor(const Error& error, const TroubleContext& at) {
    using work::Cause;
    const QString newKey =
        at.keyTyped ? Said::tr("Copy the whole key from the service again, or have a new one made.")
                    : Said::tr("Store a valid key for this account under Accounts.");
    const QString again = Said::tr("Check the network, then try again.");
    const QString rightAddress = Said::tr("Check the address. It is the part before /v1, for "
                                          "example https://api.example.com");
    if (error.is(ErrorCode::UpstreamError))
        return {with(Said::tr("The fault is the outreach platform's, not this service's."), error),
                Said::tr("Look at the platform's status page, or try again later.")};
    switch (work::causeOf(error)) {
    case Cause::MissingScope:
        return {with(Said::tr("This key is not allowed to do that."), error),
                Said::tr("Use a key with that scope, or have it added to this one.")};
    case Cause::WrongKeyType:
        return {with(Said::tr("This key is of the wrong type."), error),
                Said::tr("Use a customer key for orders; admin keys are for "
                         "fulfilment only.")};
    case Cause::AccountSuspended:
        return {Said::tr("The account is suspended."), Said::tr("Ask the service's support.")};
    case Cause::ExpiredKey:
        return {Said::tr("The key has expired."), newKey};
    case Cause::RevokedKey:
        return {Said::tr("The key was revoked."), newKey};
    case Cause::UnknownKey:
        return {Said::tr("%1 does not know this key.").arg(serverName(at)), newKey};
    case Cause::NoCredit:
        return {with(Said::tr("The balance does not cover it."), error),
                Said::tr("Top up the account, or order fewer rows.")};
    case Cause::SpendCap:
        return {with(Said::tr("The key's daily spend cap is reached."), error),
                Said::tr("Continue tomorrow, or have the cap of this key raised.")};
    case Cause::OtherPrice:
        return {say(error), Said::tr("Ask for the prices again and look at them.")};
    case Cause::RateLimit:
        return {error.rawCode.empty()
                    ? say(error)
                    : with(Said::tr("The key's request budget is used up."), error),
                Said::tr("Try again later; nothing is lost.")};
    case Cause::LedgerLocked:
        return {say(error),
                Said::tr("Wait until it has finished, or end it there; then try again.")};
    case Cause::LedgerDamaged:
        return {say(error), Said::tr("Set it aside with the command: leadsheet ledger "
                                     "set-aside")};
    case Cause::LedgerTooNew:
        return {say(error), Said::tr("Use the newer version of Leadsheet.")};
    case Cause::StorageFull:
        return {say(error), Said::tr("Free some space on that disk, then try again.")};
    case Cause::Cancelled:
        return {Said::tr("Cancelled."), {}};
    case Cause::Storage:
    case Cause::Argument:
    case Cause::NotFound:
        return {say(error), {}};
    case Cause::NotImplemented:
        return {Said::tr("%1 cannot do this.").arg(serverName(at)), {}};
    case Cause::Proxy:
        return {with(Said::tr("The proxy does not work."), error),
                Said::tr("Check the proxy in the settings.")};
    case Cause::Tls:
        return {with(Said::tr("There is no secure connection to %1.").arg(at.server), error),
                Said::tr("Behind a company proxy that inspects traffic, name "
                         "its certificate in the settings.")};
    case Cause::ForeignServer:
        return {Said::tr("%1 answered, but it is not a Leadsheet server.").arg(at.server),
                rightAddress};
    case Cause::ServerFault:
        return {with(Said::tr("%1 has an internal error.").arg(serverName(at)), error),
                Said::tr("Wait a little, then try again.")};
    case Cause::Timeout:
        return {Said::tr("%1 did not answer in time.").arg(serverName(at)), again};
    case Cause::TooLarge:
        return {with(Said::tr("%1 sent more than any answer contains.").arg(serverName(at)), error),
                rightAddress};
    case Cause::Parameter:
    case Cause::Refused:
        return {with(Said::tr("%1 refused the request.").arg(serverName(at)), error), {}};
    case Cause::Broken:
        return {at.sandbox ? Said::tr("The connection to the sandbox broke before the answer "
                                      "was complete.")
                           : Said::tr("The connection to %1 broke before the answer was complete.")
                                 .arg(at.server),
                again};
    case Cause::Unreachable:
        break;
    }
    return {with(Said::tr("%1 cannot be reached.").arg(serverName(at)), error), again};
}

} // namespace

Trouble troubleOf(const Error& error, const TroubleContext& at) {
    Words words = wordsFor(error, at);
    Trouble trouble;
    trouble.what = std::move(words.what);
    trouble.fix = std::move(words.fix);
    trouble.code = text(std::string(error.codeName()));
    trouble.requestId = text(error.requestId);
    trouble.detail = causeIn(error.said);
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
    return all + codeWords(trouble.code, trouble.detail);
}

QString callTrouble(const Error& error, const Connected& at, const QString& more) {
    Trouble trouble = troubleOf(error, TroubleContext{text(at.ref.baseUrl), at.sandbox});
    trouble.fix = (trouble.fix + QLatin1Char(' ') + more).trimmed();
    return sentence(trouble);
}

} // namespace leadsheet::desktop
