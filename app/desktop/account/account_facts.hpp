// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proof.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"

#include <QList>
#include <QPair>

class QWidget;

namespace leadsheet::desktop {

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
