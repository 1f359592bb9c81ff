// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "operator_act.hpp"

#include <QString>

#include <vector>

namespace leadsheet::desktop {

/// What an act will do, said before it is done.
struct ActPreview {
    std::vector<AdminOrder> orders; ///< the ones whose state allows it
    QString effect;                 ///< how many orders and what becomes of the money
    QString caution;                ///< what a careful operator should know; empty = nothing
    QString button;                 ///< "Refund $240.00 for 3 Orders"
};
ActPreview previewOf(const ActWish& wish, const std::vector<AdminOrder>& chosen);

/// "Refund…", for the button that leads to the preview.
QString actLabel(OperatorAct act);
/// "Refund Orders", over the preview.
QString actTitle(OperatorAct act);
/// What is to be typed, or empty.
QString textLabel(OperatorAct act);
QLatin1String actIcon(OperatorAct act);

} // namespace leadsheet::desktop
