// SPDX-License-Identifier: Apache-2.0
#include "key_trouble.hpp"

#include "leadsheet/app/accounts/key_store.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(KeyTrouble)
};

QString reasonOf(const app::KeyStoreError& error) {
    using Kind = app::KeyStoreError::Kind;
    switch (error.kind) {
    case Kind::Refused:
        return Words::tr("The system keychain is locked or refused access.");
    case Kind::Silent:
        return Words::tr("The system keychain did not answer.");
    case Kind::Absent:
        break;
    }
    return Words::tr("There is no system keychain in this session.");
}

} // namespace

Trouble wrongAccount(const QString& profile, const QString& wanted, const QString& found) {
    Trouble trouble;
    trouble.what = Words::tr("The key belongs to account %1, but profile “%2” is for %3.")
                       .arg(found, profile, wanted);
    trouble.meaning = Words::tr("Nothing was changed and nothing was spent.");
    trouble.fix = Words::tr("Use the key of that account, or add another profile for this one.");
    trouble.code = QStringLiteral("wrong_account");
    return trouble;
}

Trouble noKey(const QString& profile, const app::KeyStoreError* error) {
    using Kind = app::KeyStoreError::Kind;
    Trouble trouble;
    trouble.what = error != nullptr
                       ? reasonOf(*error)
                       : Words::tr("There is no key of profile “%1” in the system keychain, or "
                                   "the keychain is locked.")
                             .arg(profile);
    trouble.meaning = Words::tr("Profile “%1” cannot be used without its key.").arg(profile);
    trouble.fix = error != nullptr && error->kind != Kind::Absent
                      ? Words::tr("Unlock the keychain and try again, or enter the key.")
                      : Words::tr("Enter the key.");
    trouble.code = QStringLiteral("no_key");
    return trouble;
}

QString keptForSession(const app::KeyStoreError& error) {
    return Words::tr("%1 The key is kept until you quit and nowhere else; you will be asked for it "
                     "next time.")
        .arg(reasonOf(error));
}

} // namespace leadsheet::desktop
