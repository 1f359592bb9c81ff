// SPDX-License-Identifier: Apache-2.0
#include "refresh_words.hpp"

#include "../shell/words.hpp"
#include "page_feed.hpp"

#include <QCoreApplication>
#include <QDateTime>

namespace leadsheet::desktop {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Refresh)
};

QString secondsText(WallTime time) {
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count())
        .toString(QStringLiteral("HH:mm:ss"));
}

} // namespace

QStringList refreshWords(const PageFeed& feed) {
    if (!feed.loaded())
        return feed.loading() ? QStringList{Words::tr("Loading…")} : QStringList();
    QStringList words{Words::tr("Refreshed at %1.").arg(secondsText(feed.refreshedAt()))};
    if (const auto next = feed.nextAt())
        words << (feed.pace().slowed
                      ? Words::tr("Refreshing slowly, next at %1: %2 of %3 requests are left.")
                            .arg(secondsText(*next), number(feed.pace().budget.remaining),
                                 number(feed.pace().budget.limit))
                      : Words::tr("Next at %1, or press F5.").arg(secondsText(*next)));
    return words;
}

} // namespace leadsheet::desktop
