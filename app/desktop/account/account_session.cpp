// SPDX-License-Identifier: Apache-2.0
#include "account_session.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/work/cause.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace leadsheet::desktop {

AccountSession::~AccountSession() = default;

std::optional<submit::AccountRef> AccountSession::account() const {
    return connection_ ? connection_->ref : wanted_;
}

void AccountSession::become(ConnectionState state, std::shared_ptr<const Connected> connection,
                            std::optional<submit::AccountRef> wanted) {
    const auto before = account();
    const bool meant = state_ == ConnectionState::Connecting &&
                       (state == ConnectionState::Connected || state == ConnectionState::Failed);
    const bool nobody = state_ == ConnectionState::None;
    state_ = state;
    const bool replaced = connection != connection_;
    // A profile that is only renamed is the same connection: what was heard since holds.
    if (!connection)
        figures_.reset();
    else if (!connection_ || connection_->client != connection->client)
        figures_ = connection->account;
    connection_ = std::move(connection);
    wanted_ = std::move(wanted);
    const auto now = account();
    // Whose account the sandbox is, is known only once it is connected.
    const bool same =
        before && now ? submit::isSameAccount(*before, *now) : meant || (!before && !now);
    if (replaced)
        emit connectionLeft();
    if (nobody ? state != ConnectionState::None : !same)
        emit accountLeft();
    emit changed();
}

void AccountSession::hear(const Connected& at, const Account& figures) {
    if (!connection_ || connection_->client != at.client)
        return;
    figures_ = figures;
    emit heard();
}

void AccountSession::setConnecting(std::optional<submit::AccountRef> wanted) {
    become(ConnectionState::Connecting, nullptr, std::move(wanted));
}

void AccountSession::setConnected(std::shared_ptr<const Connected> connection) {
    become(ConnectionState::Connected, std::move(connection), {});
}

void AccountSession::setFailed(const Trouble& trouble) {
    trouble_ = trouble;
    become(ConnectionState::Failed, nullptr, account());
}

void AccountSession::disconnectNow() {
    become(ConnectionState::None, nullptr, {});
}

namespace {

bool isPlain(QChar sign) {
    constexpr QLatin1String kPlain("@%_+=:,./-");
    return (sign.unicode() < 128 && sign.isLetterOrNumber()) || kPlain.contains(sign);
}

} // namespace

QString shellWord(const QString& word) {
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), isPlain))
        return word;
    QString quoted = word;
    quoted.replace(QLatin1String("'"), QLatin1String("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString commandLineOf(const QStringList& words, const Workspace& workspace) {
    QStringList line{QStringLiteral("leadsheet")};
    for (const QString& word : words)
        line << shellWord(word);
    if (const auto connection = workspace.account().connection()) {
        if (connection->sandbox)
            line << QStringLiteral("--sandbox");
        else if (!connection->profile.isEmpty())
            line << QStringLiteral("--profile") << shellWord(connection->profile);
    }
    if (workspace.folders().config == workspace.folders().data)
        line << QStringLiteral("--data-dir")
             << shellWord(QString::fromStdString(workspace.folders().data.string()));
    return line.join(QLatin1Char(' '));
}

namespace {

struct TroubleSaid {
    Q_DECLARE_TR_FUNCTIONS(Trouble)
};

struct Words {
    QString what;
    QString fix;
};

QString serverName(const TroubleContext& at) {
    return at.sandbox ? TroubleSaid::tr("The sandbox")
                      : TroubleSaid::tr("The server at %1").arg(at.server);
}

/// With the server's own sentence, if it sent one.
QString with(const QString& words, const Error& error) {
    const QString more = sayPlainly(error.said, error.message);
    return more.isEmpty() ? words : words + QLatin1Char(' ') + more;
}

Words wordsFor(const Error& error, const TroubleContext& at) {
    using work::Cause;
    const QString newKey =
        at.keyTyped
            ? TroubleSaid::tr("Copy the whole key from the service again, or have a new one made.")
            : TroubleSaid::tr("Store a valid key for this account under Accounts.");
    const QString again = TroubleSaid::tr("Check the network, then try again.");
    const QString rightAddress =
        TroubleSaid::tr("Check the address. It is the part before /v1, for "
                        "example https://api.example.com");
    if (error.is(ErrorCode::UpstreamError))
        return {with(TroubleSaid::tr("The fault is the outreach platform's, not this service's."),
                     error),
                TroubleSaid::tr("Look at the platform's status page, or try again later.")};
    switch (work::causeOf(error)) {
    case Cause::MissingScope:
        return {with(TroubleSaid::tr("This key is not allowed to do that."), error),
                TroubleSaid::tr("Use a key with that scope, or have it added to this one.")};
    case Cause::WrongKeyType:
        return {with(TroubleSaid::tr("This key is of the wrong type."), error),
                TroubleSaid::tr("Use a customer key for orders; admin keys are for "
                                "fulfilment only.")};
    case Cause::AccountSuspended:
        return {TroubleSaid::tr("The account is suspended."),
                TroubleSaid::tr("Ask the service's support.")};
    case Cause::ExpiredKey:
        return {TroubleSaid::tr("The key has expired."), newKey};
    case Cause::RevokedKey:
        return {TroubleSaid::tr("The key was revoked."), newKey};
    case Cause::UnknownKey:
        return {TroubleSaid::tr("%1 does not know this key.").arg(serverName(at)), newKey};
    case Cause::NoCredit:
        return {with(TroubleSaid::tr("The balance does not cover it."), error),
                TroubleSaid::tr("Top up the account, or order fewer rows.")};
    case Cause::SpendCap:
        return {with(TroubleSaid::tr("The key's daily spend cap is reached."), error),
                TroubleSaid::tr("Continue tomorrow, or have the cap of this key raised.")};
    case Cause::OtherPrice:
        return {say(error), TroubleSaid::tr("Ask for the prices again and look at them.")};
    case Cause::RateLimit:
        return {error.rawCode.empty()
                    ? say(error)
                    : with(TroubleSaid::tr("The key's request budget is used up."), error),
                TroubleSaid::tr("Try again later; nothing is lost.")};
    case Cause::LedgerLocked:
        return {say(error),
                TroubleSaid::tr("Wait until it has finished, or end it there; then try again.")};
    case Cause::LedgerDamaged:
        return {say(error), TroubleSaid::tr("Set it aside with the command: leadsheet ledger "
                                            "set-aside")};
    case Cause::LedgerTooNew:
        return {say(error), TroubleSaid::tr("Use the newer version of Leadsheet.")};
    case Cause::StorageFull:
        return {say(error), TroubleSaid::tr("Free some space on that disk, then try again.")};
    case Cause::Cancelled:
        return {TroubleSaid::tr("Cancelled."), {}};
    case Cause::Storage:
    case Cause::Argument:
    case Cause::NotFound:
        return {say(error), {}};
    case Cause::NotImplemented:
        return {TroubleSaid::tr("%1 cannot do this.").arg(serverName(at)), {}};
    case Cause::Proxy:
        return {with(TroubleSaid::tr("The proxy does not work."), error),
                TroubleSaid::tr("Check the proxy in the settings.")};
    case Cause::Tls:
        return {with(TroubleSaid::tr("There is no secure connection to %1.").arg(at.server), error),
                TroubleSaid::tr("Behind a company proxy that inspects traffic, name "
                                "its certificate in the settings.")};
    case Cause::ForeignServer:
        return {TroubleSaid::tr("%1 answered, but it is not a Leadsheet server.").arg(at.server),
                rightAddress};
    case Cause::ServerFault:
        return {with(TroubleSaid::tr("%1 has an internal error.").arg(serverName(at)), error),
                TroubleSaid::tr("Wait a little, then try again.")};
    case Cause::Timeout:
        return {TroubleSaid::tr("%1 did not answer in time.").arg(serverName(at)), again};
    case Cause::TooLarge:
        return {with(TroubleSaid::tr("%1 sent more than any answer contains.").arg(serverName(at)),
                     error),
                rightAddress};
    case Cause::Parameter:
    case Cause::Refused:
        return {with(TroubleSaid::tr("%1 refused the request.").arg(serverName(at)), error), {}};
    case Cause::Broken:
        return {at.sandbox
                    ? TroubleSaid::tr("The connection to the sandbox broke before the answer "
                                      "was complete.")
                    : TroubleSaid::tr("The connection to %1 broke before the answer was complete.")
                          .arg(at.server),
                again};
    case Cause::Unreachable:
        break;
    }
    return {with(TroubleSaid::tr("%1 cannot be reached.").arg(serverName(at)), error), again};
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
        trouble.meaning = TroubleSaid::tr("No order was sent and nothing was spent.");
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
