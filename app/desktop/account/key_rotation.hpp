// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/workspace.hpp"
#include "account_session.hpp"

#include "leadsheet/model/key.hpp"

#include <QObject>

#include <optional>

namespace leadsheet::desktop {

class KeyRing;
class Settings;

/// Replaces the key of the connected profile by a new one with the same rights. That it was begun,
/// and under which idempotency key, is written down before anything is asked for: a lost answer or
/// the end of the program loses no key, because the same request shows the same secret again. The
/// old key is given up by nobody here; the service ends it after its overlap. GUI thread only.
class KeyRotation : public QObject {
    Q_OBJECT

public:
    KeyRotation(AccountSession& session, Settings& settings, KeyRing& keys,
                QObject* parent = nullptr);

    /// A customer's profile is connected, and nothing of this is under way.
    bool isPossible() const;
    /// Begins, or goes on with what was begun for this key.
    void start();

signals:
    void changed();
    void said(leadsheet::desktop::NoticeKind kind, const QString& text);
    /// The profile has another key now.
    void replaced(const QString& profile);

private:
    struct Answer {
        Result<CreatedKey> made;
        std::optional<std::string> oldEnds;
    };

    void goOn();
    void came(const std::shared_ptr<const Connected>& at, const Answer& answer);
    void failed(const Connected& at, const Error& error);
    QString begun(const Connected& at) const;
    void keepBegun(const Connected& at, const QString& once);
    void forget(const Connected& at);

    AccountSession& session_;
    Settings& settings_;
    KeyRing& keys_;
    Background working_;
};

} // namespace leadsheet::desktop
