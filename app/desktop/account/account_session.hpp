// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/submit/run.hpp"

#include <QObject>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <optional>

namespace leadsheet::desktop {

class Workspace;

/// What happened, what it means for rows and money, and the one thing to do; each a sentence for
/// the person, `code` in small text.
struct Trouble {
    QString what;
    QString meaning;
    QString fix;
    QString code;
    QString requestId;
    QString detail = {}; ///< what a library said, for those who know it
};

/// A key that the server accepted, and whose account that is. Immutable; safe to hand to other
/// threads. Holding it keeps the sandbox's server alive.
struct Connected {
    std::shared_ptr<const Client> client;
    Account account;
    submit::AccountRef ref;
    QString profile; ///< the person's name for it; empty for the sandbox
    bool sandbox = false;
    bool admin = false;
    std::filesystem::path ledgerFile; ///< the sandbox has its own
    std::shared_ptr<void> server;     ///< the sandbox's, while it runs in this process

    /// Nothing that is ordered here is paid: the built-in sandbox, or a service that says so.
    bool playMoney() const { return sandbox || account.environment == "sandbox"; }
};

enum class ConnectionState { None, Connecting, Connected, Failed };

/// The account that the window works with. Pages react to `changed` and read connection(). GUI
/// thread only; the work of connecting happens beside it.
class AccountSession : public QObject {
    Q_OBJECT

public:
    ~AccountSession() override;

    ConnectionState state() const { return state_; }
    /// Null unless state() is Connected.
    std::shared_ptr<const Connected> connection() const { return connection_; }
    const Trouble& trouble() const { return trouble_; } ///< of Failed
    /// Whose account the window is about: the connected one, or the one that is or was meant to be
    /// connected. Nothing for the sandbox before it is connected.
    std::optional<submit::AccountRef> account() const;

    /// The account with its balance as anybody in the window heard it last, so that all parts of it
    /// show the same; nothing unless Connected.
    const std::optional<Account>& figures() const { return figures_; }
    /// Called by whoever has asked the server; ignored when `at` is not the connection any more.
    void hear(const Connected& at, const Account& figures);

    /// Called by what connects: the sandbox, a profile, the connect dialog.
    void setConnecting(std::optional<submit::AccountRef> wanted = {});
    void setConnected(std::shared_ptr<const Connected> connection);
    void setFailed(const Trouble& trouble);
    void disconnectNow();

signals:
    /// connection() is another one now, or none; comes before changed().
    void connectionLeft();
    /// Another account is shown now, or none: what was said of the one before, or by nobody's
    /// account, goes. Not where a connection is only made, lost or renewed. Comes before changed().
    void accountLeft();
    void changed();
    void heard(); ///< figures() are others, of the same connection

private:
    void become(ConnectionState state, std::shared_ptr<const Connected> connection,
                std::optional<submit::AccountRef> wanted);

    ConnectionState state_ = ConnectionState::None;
    std::shared_ptr<const Connected> connection_;
    std::optional<Account> figures_;
    std::optional<submit::AccountRef> wanted_; ///< while there is no connection
    Trouble trouble_;
};

/// Reads what is shown of the connected account: stopped and dropped when the connection goes,
/// before AccountSession::changed, so that whoever needs it can ask again there.
class AccountReading : public Background {
public:
    explicit AccountReading(const AccountSession& session) {
        connect(&session, &AccountSession::connectionLeft, this, &Background::cancel);
    }
};

/// Does what a person asked for in one account: goes on to its end when another account is shown,
/// but how it ended is not told there.
class AccountActing : public Background {
public:
    explicit AccountActing(const AccountSession& session) {
        connect(&session, &AccountSession::accountLeft, this, &Background::letGo);
    }
};

/// A word as a POSIX shell reads it back: quoted only where needed.
QString shellWord(const QString& word);

/// "leadsheet " and the words, with the options that lead to the same account and folders. Holds no
/// secret.
QString commandLineOf(const QStringList& words, const Workspace& workspace);

/// What was being done when an error came up.
struct TroubleContext {
    QString server; ///< base URL
    bool sandbox = false;
    bool moneyAtStake = false; ///< says that nothing was ordered and nothing was spent
    bool keyTyped = false;     ///< the key is being entered: it can be corrected right here
};

/// An error of the libraries in the words of the window: what happened, what it means, what to do.
Trouble troubleOf(const Error& error, const TroubleContext& at);
/// The same while pricing or placing orders.
Trouble troubleOf(const Error& error, const Connected& at);
Trouble troubleOf(const app::SheetError& error);

/// All parts in one paragraph, for a notice.
QString sentence(const Trouble& trouble);

/// An error of a call that costs nothing, in one paragraph; `more` is said before the code.
QString callTrouble(const Error& error, const Connected& at, const QString& more = {});

} // namespace leadsheet::desktop
