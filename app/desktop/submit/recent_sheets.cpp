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
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

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
    if (run.alreadyOrdered > 0)
        parts << RecentSheets::tr("%Ln already ordered", nullptr, forPlural(run.alreadyOrdered));
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

namespace {

using namespace std::chrono_literals;

constexpr auto kEvery = 5s;

bool same(const work::WaitingSheet& a, const work::WaitingSheet& b) {
    return a.sheet == b.sheet && a.folder == b.folder && a.why == b.why && a.since == b.since;
}

QString shortFolder(const QString& folder) {
    const QString home = QDir::homePath();
    return folder.startsWith(home + u'/') ? u'~' + folder.mid(home.size()) : folder;
}

} // namespace

WaitingList::WaitingList(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , rows_(new QVBoxLayout) {
    setObjectName(QStringLiteral("waitingSheets"));
    auto* heading = new QLabel(tr("Waiting for your yes"), this);
    heading->setProperty("heading", 2);
    auto* about = new QLabel(tr("These sheets are in watched folders. Open one to see its price "
                                "and order it; the watcher then moves it on."),
                             this);
    about->setWordWrap(true);
    auto* layout = columnIn(this, -1, {0, 8, 0, 0});
    addAll(layout, {heading, about});
    layout->addLayout(rows_);
    again_.setInterval(kEvery);
    connect(&again_, &QTimer::timeout, this, &WaitingList::look);
    // Hidden itself while nothing waits, so its page says when it is looked at.
    if (parent != nullptr)
        parent->installEventFilter(this);
    hide();
}

bool WaitingList::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Show) {
        look();
        again_.start();
    } else if (watched == parent() && event->type() == QEvent::Hide) {
        again_.stop();
    }
    return QWidget::eventFilter(watched, event);
}

void WaitingList::look() {
    if (background_.busy())
        return;
    background_.run([data = workspace_.folders().data](
                        const std::stop_token& stop) { return work::waitingSheets(data, stop); },
                    [this](std::vector<work::WaitingSheet> sheets) { present(std::move(sheets)); });
}

void WaitingList::present(std::vector<work::WaitingSheet> sheets) {
    if (std::equal(sheets.begin(), sheets.end(), shown_.begin(), shown_.end(), same))
        return;
    shown_ = std::move(sheets);
    while (QLayoutItem* item = rows_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const work::WaitingSheet& sheet : shown_)
        rows_->addWidget(makeRow(sheet));
    setVisible(!shown_.empty());
}

QWidget* WaitingList::makeRow(const work::WaitingSheet& sheet) {
    const QString file = text(sheet.sheet.string());
    const QString name = text(sheet.sheet.filename().string());
    const QString since = clockText(sheet.since, wallNow());
    const QString folder = shortFolder(text(sheet.folder.path.string()));
    auto* row = new QWidget(this);
    auto* open = named(new QPushButton(icon(QLatin1String("sheet")), name, row), "waitingSheet");
    open->setFlat(true);
    open->setToolTip(Qt::convertFromPlainText(text(sheet.why), Qt::WhiteSpaceNormal));
    open->setAccessibleName(tr("Open %1, which waits for your yes").arg(name));
    connect(open, &QPushButton::clicked, this, [this, file] { emit sheetChosen(file); });
    QLabel* const where = quietLabel();
    where->setText(sheet.folder.profile.empty()
                       ? tr("in %1, since %2").arg(folder, since)
                       : tr("in %1, for the profile %2, since %3")
                             .arg(folder, text(sheet.folder.profile), since));
    where->setTextFormat(Qt::PlainText);
    auto* layout = rowIn(row);
    layout->addWidget(open);
    layout->addWidget(where, 1);
    return row;
}

} // namespace leadsheet::desktop
