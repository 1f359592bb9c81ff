// SPDX-License-Identifier: Apache-2.0
#include "waiting_list.hpp"

#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"

#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace leadsheet::desktop {
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(heading);
    layout->addWidget(about);
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
    auto* open = new QPushButton(icon(QLatin1String("sheet")), name, row);
    open->setObjectName(QStringLiteral("waitingSheet"));
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
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(open);
    layout->addWidget(where, 1);
    return row;
}

} // namespace leadsheet::desktop
