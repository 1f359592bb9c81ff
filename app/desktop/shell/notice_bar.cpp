// SPDX-License-Identifier: Apache-2.0
#include "notice_bar.hpp"

#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"

#include <QAccessible>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace leadsheet::desktop {
namespace {

constexpr int kRadius = 6;
constexpr int kPageMargin = 20;
constexpr int kGap = 8; // to what is below

Tone toneOf(NoticeKind kind) {
    switch (kind) {
    case NoticeKind::Good:
        return Tone::Good;
    case NoticeKind::Warn:
        return Tone::Warn;
    case NoticeKind::Bad:
        return Tone::Bad;
    case NoticeKind::Info:
        break;
    }
    return Tone::Info;
}

QLatin1String iconOf(NoticeKind kind) {
    switch (kind) {
    case NoticeKind::Good:
        return QLatin1String("placed");
    case NoticeKind::Warn:
        return QLatin1String("warning");
    case NoticeKind::Bad:
        return QLatin1String("error");
    case NoticeKind::Info:
        break;
    }
    return QLatin1String("info");
}

/// Two buttons stand side by side where that leaves room for the text, else one over the other.
class ButtonsByWidth : public QObject {
public:
    ButtonsByWidth(QWidget* bar, QBoxLayout* buttons)
        : QObject(bar)
        , bar_(bar)
        , buttons_(buttons) {
        bar->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            arrange();
        return QObject::eventFilter(watched, event);
    }

private:
    void arrange() {
        int wanted = 0;
        for (int at = 0; at < buttons_->count(); ++at)
            if (const QWidget* button = buttons_->itemAt(at)->widget(); !button->isHidden())
                wanted += button->sizeHint().width();
        const auto direction = wanted * kMaxForButtons > bar_->width() ? QBoxLayout::TopToBottom
                                                                       : QBoxLayout::LeftToRight;
        if (buttons_->direction() != direction)
            buttons_->setDirection(direction);
    }

    static constexpr int kMaxForButtons = 3; // one part of so many
    QWidget* bar_;
    QBoxLayout* buttons_;
};

} // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent)
    , icon_(new Picture)
    , text_(new QLabel(this))
    , action_(new QPushButton(this))
    , second_(named(new QPushButton(this), "second"))
    , close_(new QToolButton(this)) {
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    close_->setIcon(icon(QLatin1String("close")));
    close_->setAutoRaise(true);
    close_->setToolTip(tr("Close this message"));
    close_->setAccessibleName(tr("Close this message"));
    auto* layout = rowIn(this, -1, {12, 8, 8, 8});
    layout->addWidget(icon_, 0, Qt::AlignVCenter);
    layout->addWidget(text_, 1);
    auto* buttons = new QBoxLayout(QBoxLayout::LeftToRight);
    addAll(buttons, {action_, second_});
    layout->addLayout(buttons);
    layout->setAlignment(buttons, Qt::AlignVCenter);
    new ButtonsByWidth(this, buttons);
    layout->addWidget(close_, 0, Qt::AlignVCenter);
    action_->setAutoDefault(true);
    second_->setAutoDefault(false);
    connect(action_, &QPushButton::clicked, this, &NoticeBar::actionTriggered);
    connect(second_, &QPushButton::clicked, this, &NoticeBar::secondTriggered);
    connect(close_, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    hide();
}

NoticeBar::NoticeBar(const char* name)
    : NoticeBar() {
    setObjectName(QLatin1String(name));
    setClosable(false);
}

void NoticeBar::show(NoticeKind kind, const QString& text, const QString& action,
                     const QString& second) {
    kind_ = kind;
    text_->setText(text);
    action_->setText(action);
    action_->setVisible(!action.isEmpty());
    second_->setText(second);
    second_->setVisible(!second.isEmpty());
    icon_->show(iconOf(kind_), toneOf(kind_));
    update();
    QFrame::show();
    QAccessibleEvent announced(text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&announced);
}

void NoticeBar::keepToPage() {
    setContentsMargins(kPageMargin, 0, kPageMargin, kGap);
}

void NoticeBar::setClosable(bool closable) {
    close_->setVisible(closable);
}

void NoticeBar::focusAction() {
    action_->setFocus(Qt::OtherFocusReason);
}

QString NoticeBar::text() const {
    return text_->text();
}

void NoticeBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(coloursOf(toneOf(kind_), palette()).fill);
    painter.drawRoundedRect(contentsRect(), kRadius, kRadius);
}

} // namespace leadsheet::desktop
