// SPDX-License-Identifier: Apache-2.0
#include "backlog_panel.hpp"

#include "../orders/order_words.hpp"
#include "../widgets/flow_layout.hpp"

#include "leadsheet/timestamp.hpp"

#include <QDateTimeEdit>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

// Messages are kept for 30 days, by the service's clock; an hour less bears a clock that is wrong.
constexpr auto kKept = std::chrono::hours(30 * 24 - 1);
constexpr int kRedeliverDays = 1;

QDateTime localTime(WallTime time) {
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count());
}

} // namespace

BacklogPanel::BacklogPanel(QWidget* parent)
    : QFrame(parent)
    , words_(new QLabel)
    , since_(new QDateTimeEdit)
    , send_(new QPushButton)
    , only_(new QPushButton(tr("Enable for New Messages Only")))
    , cancel_(new QPushButton(tr("Cancel"))) {
    setObjectName(QStringLiteral("backlogPanel"));
    setProperty("card", true);
    words_->setObjectName(QStringLiteral("backlogWords"));
    words_->setWordWrap(true);
    words_->setTextFormat(Qt::PlainText);
    since_->setObjectName(QStringLiteral("backlogSince"));
    since_->setAccessibleName(tr("Since"));
    since_->setCalendarPopup(true);
    since_->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    send_->setObjectName(QStringLiteral("backlogSend"));
    send_->setProperty("primary", true);
    only_->setObjectName(QStringLiteral("backlogOnly"));
    cancel_->setObjectName(QStringLiteral("backlogCancel"));
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    flow->addWidget(new QLabel(tr("Since")));
    flow->addWidget(since_);
    for (QPushButton* button : {send_, only_, cancel_}) {
        button->setAutoDefault(true);
        flow->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 14, 10);
    layout->addWidget(words_);
    layout->addWidget(row);
    connect(send_, &QPushButton::clicked, this, &BacklogPanel::sendWanted);
    connect(only_, &QPushButton::clicked, this, &BacklogPanel::enableOnlyWanted);
    connect(cancel_, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void BacklogPanel::open(const QString& words, const QString& send) {
    words_->setText(words);
    send_->setText(send);
    const QDateTime now = localTime(wallNow());
    since_->setMinimumDateTime(localTime(wallNow() - kKept));
    since_->setMaximumDateTime(now);
    setBusy(false);
    show();
    since_->setFocus();
}

void BacklogPanel::askBeforeEnabling(const QString& webhook) {
    open(tr("What arose while %1 was disabled was held back and is kept for 30 days. It can be "
            "sent now, together with what failed before; or only new messages are sent, and what "
            "was held back can still be sent later.")
             .arg(webhook),
         tr("Enable and Send What Was Held Back"));
    only_->show();
    since_->setDateTime(since_->minimumDateTime());
}

void BacklogPanel::askForRedelivery(const QString& webhook) {
    open(tr("Everything that was not delivered to %1 since this moment is sent again, with the "
            "same webhook-id: a program that has a message already knows it by that.")
             .arg(webhook),
         tr("Redeliver All Failed"));
    only_->hide();
    since_->setDateTime(localTime(wallNow()).addDays(-kRedeliverDays));
}

void BacklogPanel::setBusy(bool busy) {
    for (QWidget* control : std::initializer_list<QWidget*>{since_, send_, only_})
        control->setEnabled(!busy);
}

std::string BacklogPanel::since() const {
    const WallTime chosen{std::chrono::milliseconds(since_->dateTime().toMSecsSinceEpoch())};
    return formatTimestamp(std::max(chosen, wallNow() - kKept));
}

} // namespace leadsheet::desktop
