// SPDX-License-Identifier: Apache-2.0
#include "run_words.hpp"

#include "../shell/words.hpp"
#include "run_panel.hpp"

namespace leadsheet::desktop {

QString waitSentence(const submit::RunProgress& progress, WallTime now) {
    using submit::Waiting;
    const QString until =
        progress.waitingUntil ? clockText(*progress.waitingUntil, now) : QStringLiteral("…");
    switch (progress.waiting) {
    case Waiting::No:
        return {};
    case Waiting::ForBudget:
        return RunPanel::tr("Waiting for the key's order budget until %1.").arg(until);
    case Waiting::ForLimit:
        return RunPanel::tr("The server asked to wait until %1.").arg(until);
    case Waiting::ForServer:
        return RunPanel::tr("The server is failing; the next try is at %1.").arg(until);
    case Waiting::ForUntoldLimit:
        return RunPanel::tr("The server answered 429 without saying how long to wait; the next "
                            "try is at %1.")
            .arg(until);
    case Waiting::ForRetry:
        return RunPanel::tr("The last rows are tried again at %1.").arg(until);
    case Waiting::ForInFlight:
        return RunPanel::tr("Pausing: the last answers are on their way.");
    }
    return {};
}

QString spentText(const submit::RunTotals& totals, std::optional<std::int64_t> cap,
                  const std::string& currency) {
    const QString held = money(totals.held, currency);
    const QString open = money(totals.atRisk, currency);
    if (!cap)
        return totals.atRisk == 0
                   ? RunPanel::tr("%1 held").arg(held)
                   : RunPanel::tr("%1 held, and up to %2 more for rows whose answer is not known "
                                  "yet")
                         .arg(held, open);
    const QString most = money(*cap, currency);
    return totals.atRisk == 0
               ? RunPanel::tr("%1 of at most %2 held").arg(held, most)
               : RunPanel::tr("%1 of at most %2 held, and up to %3 more for rows whose answer is "
                              "not known yet")
                     .arg(held, most, open);
}

} // namespace leadsheet::desktop
