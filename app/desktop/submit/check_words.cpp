// SPDX-License-Identifier: Apache-2.0
#include "check_words.hpp"

#include "../phrases/say.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"
#include "check_step.hpp"

namespace leadsheet::desktop {

QString summaryOfCheck(const CheckFindings& found) {
    QStringList parts{CheckStep::tr("%Ln row(s) ready", nullptr, forPlural(found.summary.ready))};
    parts << leftOutParts(found.known);
    if (found.summary.blocked > 0)
        parts << CheckStep::tr("%Ln need(s) a fix", nullptr, forPlural(found.summary.blocked));
    return parts.join(QStringLiteral(", "));
}

QString continueAfterCheck(const CheckFindings& found) {
    if (found.isAllKnown())
        return found.known.areAllOrdered() ? CheckStep::tr("Continue to Price: All Already Ordered")
                                           : CheckStep::tr("Continue to Price");
    return CheckStep::tr("Continue to Price With %Ln Row(s)", nullptr,
                         forPlural(found.summary.ready));
}

std::optional<std::pair<NoticeKind, QString>> noticeOfCheck(const CheckFindings& found) {
    if (found.notCompared)
        return std::pair(NoticeKind::Warn,
                         CheckStep::tr("What was ordered before could not be looked up, so "
                                       "ordered rows count as ready. %1")
                             .arg(say(*found.notCompared)));
    const bool ordered = found.isAllKnown() && found.known.areAllOrdered();
    if (found.isAllKnown() && !ordered)
        return std::pair(NoticeKind::Info,
                         CheckStep::tr("No row is new. On Price you can order changed rows, and "
                                       "those whose order has ended."));
    if (ordered && found.summary.blocked == 0)
        return std::pair(NoticeKind::Info,
                         CheckStep::tr("Every row was ordered before. Price shows the orders, and "
                                       "can order rows once more."));
    if (ordered)
        return std::pair(NoticeKind::Warn, CheckStep::tr("What can be ordered was ordered before. "
                                                         "The other rows need a fix."));
    if (found.summary.ready == 0)
        return std::pair(NoticeKind::Warn,
                         CheckStep::tr("No row can be ordered yet. Fix at least one of them, or go "
                                       "back and map the columns differently."));
    return std::nullopt;
}

} // namespace leadsheet::desktop
