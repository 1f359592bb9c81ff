// SPDX-License-Identifier: Apache-2.0
#include "account_switcher.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../theme/theme.hpp"
#include "../widgets/parts.hpp"
#include "account_session.hpp"
#include "connector.hpp"
#include "keys.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionButton>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace leadsheet::desktop {
namespace {

constexpr int kMargin = 10;
constexpr int kIcon = 20;
constexpr int kIconGap = 8;
constexpr int kFoldedMargin = 6;
constexpr int kArrow = 16; // the style draws it at the right edge
// 60 of the 1,000 requests that the contract gives a key an hour.
constexpr int kBalanceMs = 60'000;

} // namespace

AccountSwitcher::AccountSwitcher(Workspace& workspace, Connector& connector)
    : workspace_(workspace)
    , connector_(connector)
    , menu_(new QMenu(this)) {
    setObjectName(QStringLiteral("accountSwitcher"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    menu_->setObjectName(QStringLiteral("accountMenu"));
    setMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, &AccountSwitcher::fillMenu);
    connect(&workspace.account(), &AccountSession::changed, this, &AccountSwitcher::refresh);
    connect(&workspace.account(), &AccountSession::heard, this, &AccountSwitcher::refresh);
    balance_.setInterval(kBalanceMs);
    connect(&balance_, &QTimer::timeout, this, [this] {
        if (window()->isActiveWindow())
            connector_.refreshBalance();
    });
    refresh();
}

int AccountSwitcher::textWidth(int width) const {
    return width - (kMargin + kIcon + kIconGap) - (kMargin + kArrow);
}

void AccountSwitcher::setFolded(bool folded) {
    folded_ = folded;
    updateGeometry();
    update();
}

// As wide as its widest part: the navigation beside the pages is not a place for long lines.
QSize AccountSwitcher::sizeHint() const {
    constexpr int kNameCharacters = 8; // longer names may be cut
    if (folded_)
        return {kFoldedMargin + kIcon + kArrow, controlHeight(fontMetrics())};
    const QFontMetrics metrics = fontMetrics();
    int words = metrics.averageCharWidth() * kNameCharacters;
    for (const QString& part : {detail_, money_})
        words = std::max(words, metrics.horizontalAdvance(part) + 1);
    const int width = words - textWidth(0);
    return {width, heightForWidth(width)};
}

QSize AccountSwitcher::minimumSizeHint() const {
    return sizeHint();
}

int AccountSwitcher::heightForWidth(int width) const {
    if (folded_)
        return controlHeight(fontMetrics());
    return static_cast<int>(1 + lines(width).size()) * fontMetrics().height() + 2 * kMargin;
}

QStringList AccountSwitcher::lines(int width) const {
    if (money_.isEmpty())
        return {detail_};
    const QString joined = tr("%1 · %2").arg(detail_, money_);
    return fontMetrics().horizontalAdvance(joined) <= textWidth(width)
               ? QStringList{joined}
               : QStringList{detail_, money_};
}

void AccountSwitcher::refresh() {
    const AccountSession& session = workspace_.account();
    const auto connection = session.connection();
    sandbox_ = connection ? connection->sandbox : connector_.sandboxWanted();
    name_ = sandbox_ ? tr("Sandbox") : connector_.profileWanted();
    if (connection && !connection->sandbox)
        name_ = connection->profile;
    money_.clear();
    switch (session.state()) {
    case ConnectionState::None:
        name_ = tr("No account");
        detail_ = tr("Choose one here");
        break;
    case ConnectionState::Connecting:
        detail_ = tr("Connecting…");
        break;
    case ConnectionState::Failed:
        detail_ = tr("Not connected");
        break;
    case ConnectionState::Connected: {
        if (!connection->admin)
            money_ = money(session.figures()->available);
        detail_ = connection->admin         ? tr("fulfilment")
                  : connection->playMoney() ? tr("play money")
                                            : tr("live");
        break;
    }
    }
    const QString below = money_.isEmpty() ? detail_ : tr("%1 · %2").arg(detail_, money_);
    setAccessibleName(tr("Account: %1, %2").arg(name_, below));
    setToolTip(QStringLiteral("%1\n%2").arg(name_, below));
    updateGeometry();
    update();
}

void AccountSwitcher::fillMenu() {
    menu_->clear();
    auto* group = new QActionGroup(menu_);
    const auto connection = workspace_.account().connection();
    for (const app::Profile& profile : connector_.profiles().all) {
        const QString name = desktop::text(profile.name);
        QString label = name;
        label.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* action =
            menu_->addAction(QStringLiteral("%1  (%2)")
                                 .arg(label, profile.accountId.empty()
                                                 ? tr("fulfilment")
                                                 : environmentWord(profile, connection.get())));
        action->setCheckable(true);
        action->setChecked(connection && connection->profile == name);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, name] { connector_.useProfile(name); });
    }
    QAction* sandbox =
        menu_->addAction(desktop::icon(QLatin1String("sandbox")), tr("Sandbox (play money)"));
    sandbox->setCheckable(true);
    sandbox->setChecked(connection && connection->sandbox);
    group->addAction(sandbox);
    connect(sandbox, &QAction::triggered, this, [this] { connector_.useSandbox(); });
    menu_->addSeparator();
    connect(menu_->addAction(desktop::icon(QLatin1String("add")), tr("Add Account…")),
            &QAction::triggered, this, &AccountSwitcher::addWanted);
    connect(menu_->addAction(desktop::icon(QLatin1String("account")), tr("Manage Accounts")),
            &QAction::triggered, this, [this] { workspace_.showAccounts(); });
}

void AccountSwitcher::changeEvent(QEvent* event) {
    QPushButton::changeEvent(event);
    // The window asks for the new size when all of it has the text size.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(
            this, [this] { updateGeometry(); }, Qt::QueuedConnection);
}

void AccountSwitcher::showEvent(QShowEvent* event) {
    QPushButton::showEvent(event);
    balance_.start();
}

void AccountSwitcher::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text.clear();
    style()->drawControl(QStyle::CE_PushButton, &option, &painter, this);
    const QColor mark = sandbox_ ? coloursOf(Tone::Warn, QGuiApplication::palette()).mark
                                 : palette().color(QPalette::ButtonText);
    const QLatin1String picture(sandbox_ ? "sandbox" : "account");
    if (folded_) {
        desktop::icon(picture, mark)
            .paint(&painter, QRect(kFoldedMargin, (height() - kIcon) / 2, kIcon, kIcon));
        return;
    }
    const QStringList below = lines(width());
    const int line = fontMetrics().height();
    const int middle = height() / 2;
    const int top = middle - static_cast<int>(1 + below.size()) * line / 2;
    desktop::icon(picture, mark).paint(&painter, QRect(kMargin, middle - kIcon / 2, kIcon, kIcon));
    const int left = kMargin + kIcon + kIconGap;
    const int wide = textWidth(width());
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::ButtonText));
    painter.drawText(QRect(left, top, wide, line), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(bold).elidedText(name_, Qt::ElideRight, wide));
    painter.setFont(font());
    painter.setPen(sandbox_ ? coloursOf(Tone::Warn, QGuiApplication::palette()).text
                            : palette().color(QPalette::PlaceholderText));
    for (int i = 0; i < below.size(); ++i)
        painter.drawText(QRect(left, top + (i + 1) * line, wide, line),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(below.at(i), Qt::ElideRight, wide));
}

namespace {

constexpr std::chrono::seconds kRefusal{30};

} // namespace

FaultButton::FaultButton(Workspace& workspace, Connector& connector, std::function<void()> crash)
    : workspace_(workspace)
    , connector_(connector)
    , crash_(std::move(crash)) {
    setObjectName(QStringLiteral("faults"));
    setAccessibleName(tr("Try a Fault"));
    setFolded(false);
    setIcon(desktop::icon(QLatin1String("warning")));
    setToolTip(tr("Let something go wrong in the sandbox, and see that nothing is ordered twice"));
    auto* menu = named(new QMenu(this), "faultMenu");
    menu->setToolTipsVisible(true);
    const auto add = [this, menu](const QString& label, const QString& tip) {
        QAction* action = menu->addAction(label);
        action->setToolTip(tip);
        action->setParent(this);
        return action;
    };
    refuse_ = add(tr("Answer 429 for 30 s"),
                  tr("The server refuses everything as too much; a run waits and continues."));
    drop_ = add(tr("Drop the Next Answer"),
                tr("The next order is placed, but its answer is lost; the run asks again with the "
                   "same key."));
    slow_ = add(tr("Slow Network"), tr("Every answer takes two seconds."));
    slow_->setCheckable(true);
    menu->addSeparator();
    QAction* end = add(tr("Crash the App Now…"),
                       tr("Ends this program as a power cut would. Start it again, and continue."));
    setMenu(menu);
    connect(refuse_, &QAction::triggered, this, &FaultButton::refuse);
    connect(drop_, &QAction::triggered, this, &FaultButton::dropNext);
    connect(slow_, &QAction::toggled, this, &FaultButton::slow);
    connect(end, &QAction::triggered, this, &FaultButton::crash);
    refused_.setSingleShot(true);
    connect(&refused_, &QTimer::timeout, this, [this] {
        refuse_->setEnabled(true);
        if (const auto at = workspace_.account().connection(); at && at->sandbox)
            workspace_.notify(NoticeKind::Info, tr("The sandbox answers again."));
    });
    connect(&workspace.account(), &AccountSession::changed, this, &FaultButton::accountChanged);
    accountChanged();
}

void FaultButton::setFolded(bool folded) {
    setText(folded ? QString() : tr("Try a Fault"));
    setProperty("folded", folded);
    style()->unpolish(this);
    style()->polish(this);
}

void FaultButton::accountChanged() {
    const auto connection = workspace_.account().connection();
    setVisible(connection && connection->sandbox && connector_.sandbox() != nullptr);
}

void FaultButton::refuse() {
    connector_.sandbox()->refuseFor(kRefusal);
    refuse_->setEnabled(false);
    refused_.start(kRefusal);
    workspace_.notify(NoticeKind::Warn,
                      tr("For 30 seconds the sandbox answers “too many requests” (429)."));
}

void FaultButton::dropNext() {
    connector_.sandbox()->dropNextAnswer();
    workspace_.notify(NoticeKind::Warn, tr("The next order will be placed, and its answer lost."));
}

void FaultButton::slow(bool on) {
    connector_.sandbox()->setSlow(on);
    workspace_.notify(on ? NoticeKind::Warn : NoticeKind::Info,
                      on ? tr("Every answer of the sandbox now takes two seconds.")
                         : tr("The sandbox answers at once again."));
}

void FaultButton::crash() {
    if (ask(window(), {tr("Crash the App?"),
                       tr("Leadsheet ends at once, as in a power cut: nothing is saved or tidied "
                          "up first. Start it again to see what happened to your orders."),
                       tr("Crash Now"), tr("Do Not Crash")}))
        crash_();
}

void FaultButton::killThisProcess() {
    ::kill(::getpid(), SIGKILL);
}

} // namespace leadsheet::desktop
