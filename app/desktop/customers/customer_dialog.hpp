// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../dialogs/form_dialog.hpp"

#include "leadsheet/ids.hpp"
#include "leadsheet/model/admin.hpp"
#include "leadsheet/model/key.hpp"
#include "leadsheet/resource/admin.hpp"

#include <QJsonObject>
#include <QString>

#include <optional>
#include <type_traits>
#include <utility>

class QLineEdit;

namespace leadsheet::desktop {

class NoticeBar;
class Settings;

/// Acts that were sent and not answered, by address, kind and what they are done to. The
/// idempotency key is written down with what was asked before anything leaves: the same again, also
/// after the end of the program, is done once at most, and a new key's secret is shown again. Never
/// holds a secret. GUI thread only.
class BegunActs {
public:
    /// `settings` must live as long as this.
    BegunActs(Settings& settings, const QString& address);

    /// What was asked; nothing = all was answered. `act` and `subject` hold no blanks.
    std::optional<QJsonObject> find(const QString& act, const QString& subject) const;
    /// The key to send it under: that of an act of the same content that was not answered, else a
    /// new one, which takes its place.
    IdempotencyKey begin(const QString& act, const QString& subject, const QJsonObject& content);
    /// It was answered.
    void end(const QString& act, const QString& subject);

private:
    QString lineStart(const QString& act, const QString& subject) const;
    QJsonObject kept(const QString& act, const QString& subject) const;
    void keep(const QString& start, const QString& line);

    Settings& settings_;
    QString address_;
};

/// Whose service a dialog works on, where it keeps what was begun, and over which window it stands.
struct DialogPlace {
    std::shared_ptr<const Connected> connection;
    Settings& settings;
    QWidget* parent;
};

/// One thing that an operator does to an account or a key: what it will do is said first, one
/// button sends it, and the dialog stays until the service has answered. What was not answered is
/// sent again under the same idempotency key, from here or when it is opened again.
class CustomerDialog : public FormDialog {
    Q_OBJECT

public:
    /// Something is on its way, or a secret is shown that was not stored yet.
    bool busy() const { return background_.busy() || secretShown_; }
    void reject() override;

signals:
    /// It was done: accounts or keys are others now, and the sentence says so.
    void acted(const QString& words);

protected:
    /// `act` is the idempotency key's word, `subject` the id of what it is done to.
    CustomerDialog(const DialogPlace& place, const QString& act, const QString& subject);

    /// From above to below; close with finish().
    void setHead(const QString& title, const QString& whom);
    FieldForm& form() { return *form_; }
    QLineEdit* addField(const QString& label, const char* name, const QString& value = {});
    void finish();

    virtual FormWords words() const = 0;
    virtual void confirm() = 0;
    /// After every change of what words() depends on.
    void refresh();
    /// What was asked for the last time, if no answer came; finish() says so.
    const std::optional<QJsonObject>& unanswered() const { return unanswered_; }
    const Connected& at() const { return *connection_; }

    /// `work(client, key, call)` beside the GUI thread; `done(answer)` when the service did it.
    template <class Work, class Done>
    void send(const QJsonObject& content, Work work, Done done) {
        begin();
        background_.run(
            [connection = connection_, key = begun_.begin(act_, subject_, content),
             work = std::move(work)](const std::stop_token& stop) {
                return work(*connection->client, key, callUntil(stop));
            },
            [this, done = std::move(done)](auto answer) mutable {
                if (!answer)
                    failed(answer.error());
                else
                    hand(answer, done);
            });
    }
    /// It is done; closes.
    void succeed(const QString& words);
    /// It is done; the secret stays until the person has stored it.
    void showSecret(const CreatedKey& made, const QString& words);

private:
    template <class Answer, class Done>
    static void hand(Answer& answer, Done& done) {
        if constexpr (std::is_void_v<typename Answer::value_type>)
            done();
        else
            done(*std::move(answer));
    }
    void begin();
    void failed(const Error& error);

    std::shared_ptr<const Connected> connection_;
    BegunActs begun_;
    QString act_;
    QString subject_;
    std::optional<QJsonObject> unanswered_;
    bool maybeDone_ = false;
    bool secretShown_ = false;
    bool finished_ = false; ///< there is a form that can be asked and told
    FieldForm* form_ = nullptr;
    NoticeBar* trouble_ = nullptr;
    Background background_;
};

/// Makes an account, or gives one another name.
CustomerDialog* nameDialog(const DialogPlace& place, const std::optional<AdminAccount>& account);
/// Adds to what an account can spend. The service knows no way to take it back.
CustomerDialog* creditDialog(const DialogPlace& place, const AdminAccount& account);
/// Suspends an account, or reinstates it.
CustomerDialog* standingDialog(const DialogPlace& place, const AdminAccount& account);
/// Makes a key of an account, and shows its secret once.
CustomerDialog* newKeyDialog(const DialogPlace& place, const AdminAccount& account);
/// Replaces a key by a new one of the same rights, whose secret is shown once.
CustomerDialog* rotateKeyDialog(const DialogPlace& place, const AdminAccount& account,
                                const KeyRecord& key);
CustomerDialog* revokeKeyDialog(const DialogPlace& place, const AdminAccount& account,
                                const KeyRecord& key);

} // namespace leadsheet::desktop
