// SPDX-License-Identifier: Apache-2.0
#include "account_session.hpp"

#include "../shell/workspace.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::desktop {

AccountSession::AccountSession(QObject* parent)
    : QObject(parent) {}

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

} // namespace leadsheet::desktop
