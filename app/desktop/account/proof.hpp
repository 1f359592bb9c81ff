// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "account_session.hpp"

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/accounts/profile_store.hpp"
#include "leadsheet/ids.hpp"

#include <QList>
#include <QPair>

#include <stop_token>
#include <string>
#include <vector>

class QWidget;

namespace leadsheet::app {
class Sandbox;
}

namespace leadsheet::desktop {

/// How to reach servers outside this computer.
struct Network {
    std::string proxy;  ///< address, "none", or empty for the system's
    std::string caFile; ///< PEM; empty = the system's only
};

/// An address and a key that work together, and what they open.
struct Proof {
    std::string baseUrl;
    ApiKey key;
    Connected connected; ///< without profile name and ledger file
    std::vector<BudgetStatus> budgets;
};

/// Asks the server whose key this is (GET /v1/account, and the budgets, which are free). An admin
/// key has no account of its own: the budgets prove it. A key that is just being typed is asked for
/// again where it fails. Blocks; any thread.
tl::expected<Proof, Trouble> proveKey(const std::string& baseUrl, const ApiKey& key,
                                      const Network& network, const std::stop_token& stop,
                                      bool keyTyped);

/// Starts the sandbox in `sandbox` unless it runs, and connects to it. Blocks; any thread.
tl::expected<Proof, Trouble> proveSandbox(std::shared_ptr<app::Sandbox>& sandbox,
                                          const app::AppFolders& folders,
                                          const std::stop_token& stop);

/// Makes one account of what the ledger knows of this one under other addresses, where there is
/// such. A ledger that is in use is left alone: whoever holds it next does it. Blocks.
void identifyAccount(const std::filesystem::path& ledgerFile, const submit::AccountRef& account);

/// What a key opens, as pairs of a name and a value for the person.
using Facts = QList<QPair<QString, QString>>;
Facts factsOf(const Proof& proof);

/// Fills an empty widget with them, one a line, values selectable.
void showFacts(QWidget& widget, const Facts& facts);

/// "live", "sandbox" and so on as the person reads it.
QString environmentWord(const std::string& environment);
/// What the service says of a profile's environment; while `connection` is another's or null, what
/// it said when the profile was made.
QString environmentWord(const app::Profile& profile, const Connected* connection);

} // namespace leadsheet::desktop
