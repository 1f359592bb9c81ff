// SPDX-License-Identifier: Apache-2.0
#include "recent_sheets.hpp"

#include "../account/account_session.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"

#include "leadsheet/work/run_ledger.hpp"

#include <QDateTime>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kShown = 5;

QString dayText(WallTime time, WallTime now) {
    const auto dateOf = [](WallTime at) {
        return QDateTime::fromMSecsSinceEpoch(
                   std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch())
                       .count())
            .date();
    };
    const QDate day = dateOf(time);
    const QDate today = dateOf(now);
    if (day == today)
        return RecentSheets::tr("Today");
    return language().toString(day, day.year() == today.year()
                                        ? RecentSheets::tr("d MMM", "a day of this year")
                                        : RecentSheets::tr("d MMM yyyy", "a day"));
}

} // namespace

QString pastWords(const work::SheetPast& past, WallTime now) {
    const work::RunSummary& run = past.summary;
    QStringList parts{dayText(past.at, now),
                      RecentSheets::tr("%Ln placed", nullptr, forPlural(run.placed))};
    if (run.toFix > 0)
        parts << RecentSheets::tr("%Ln to fix", nullptr, forPlural(run.toFix));
    if (run.toAnswer > 0)
        parts << RecentSheets::tr("%Ln to answer", nullptr, forPlural(run.toAnswer));
    if (run.unknown > 0)
        parts << RecentSheets::tr("%Ln with unknown outcome", nullptr, forPlural(run.unknown));
    if (run.toRetry > 0)
        parts << RecentSheets::tr("%Ln to retry", nullptr, forPlural(run.toRetry));
    if (run.notSent > 0)
        parts << RecentSheets::tr("%Ln not sent", nullptr, forPlural(run.notSent));
    return parts.join(QStringLiteral(", "));
}

RecentSheets::RecentSheets(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , list_(columnIn(this, 2)) {
    auto* heading = new QLabel(tr("Opened before"));
    heading->setProperty("heading", 2);
    list_->addWidget(heading);
    hide();
    connect(&workspace.settings(), &Settings::changed, this, &RecentSheets::refresh);
    connect(&workspace.account(), &AccountSession::changed, this, &RecentSheets::look);
    refresh();
}

void RecentSheets::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    look();
}

void RecentSheets::refresh() {
    const QStringList sheets = workspace_.settings().recentSheets().mid(0, kShown);
    if (sheets == sheets_)
        return;
    sheets_ = sheets;
    said_.clear();
    fill(Pasts(static_cast<std::size_t>(sheets.size())));
    setVisible(!sheets.isEmpty());
    look();
}

/// Asks the ledger; its figures are those that the command line shows.
void RecentSheets::look() {
    const auto connection = workspace_.account().connection();
    reading_.cancel();
    if (!isVisible() || sheets_.isEmpty())
        return;
    if (!connection || connection->admin) {
        fill(Pasts(static_cast<std::size_t>(sheets_.size())));
        return;
    }
    std::vector<std::string> sheets;
    for (const QString& sheet : std::as_const(sheets_))
        sheets.push_back(sheet.toStdString());
    reading_.run(
        [connection, sheets](const std::stop_token&) -> Pasts {
            const auto ledger = work::openToRead(connection->ledgerFile);
            auto past = ledger ? work::pastOf(*ledger, connection->ref, sheets)
                               : Result<Pasts>(Pasts(sheets.size()));
            // Nothing is said of what cannot be read; the first use of the ledger says why.
            return past ? *std::move(past) : Pasts(sheets.size());
        },
        [this](const Pasts& pasts) { fill(pasts); });
}

void RecentSheets::fill(const Pasts& pasts) {
    QStringList said;
    for (const auto& past : pasts)
        said << (past ? pastWords(*past, wallNow()) : QString());
    if (said == said_)
        return;
    said_ = said;
    while (list_->count() > 1) {
        QLayoutItem* item = list_->takeAt(1);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (qsizetype i = 0; i < sheets_.size(); ++i) {
        const QString sheet = sheets_.at(i);
        auto* line = new QWidget;
        auto* row = rowIn(line, 8);
        auto* link = new QPushButton(icon(QLatin1String("sheet")), QFileInfo(sheet).fileName());
        link->setToolTip(sheet);
        link->setAccessibleName(tr("Open %1").arg(sheet));
        link->setAccessibleDescription(said.at(i));
        link->setFlat(true);
        connect(link, &QPushButton::clicked, this, [this, sheet] { emit chosen(sheet); });
        auto* words = quietLabel("recentPast");
        words->setText(said.at(i));
        row->addWidget(link);
        row->addWidget(words, 1);
        list_->addWidget(line);
    }
}

} // namespace leadsheet::desktop
