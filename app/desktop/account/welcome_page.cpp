// SPDX-License-Identifier: Apache-2.0
#include "welcome_page.hpp"

#include "../shell/notice_bar.hpp"
#include "../shell/workspace.hpp"
#include "../widgets/picture.hpp"
#include "../widgets/scroll_area.hpp"
#include "connect_form.hpp"
#include "connector.hpp"
#include "trouble.hpp"

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxWidth = 860;

/// Centred, never wider than is good to read, scrolling where the window is small.
QWidget* centred(QWidget* content) {
    auto* inside = new QWidget;
    content->setMaximumWidth(kMaxWidth);
    auto* layout = new QHBoxLayout(inside);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addWidget(content, 6);
    layout->addStretch(1);
    return pageScroll(inside);
}

} // namespace

WelcomePage::WelcomePage(Workspace& workspace, Connector& connector, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , connector_(connector)
    , stack_(new QStackedWidget) {
    setObjectName(QStringLiteral("welcome"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
    stack_->addWidget(centred(makeChoice()));
    formCard_ = new QFrame;
    formCard_->setProperty("card", true);
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->addStretch(1);
    column->addWidget(formCard_);
    column->addStretch(1);
    stack_->addWidget(centred(middle));
    connect(&workspace.account(), &AccountSession::changed, this, &WelcomePage::refresh);
    refresh();
}

QWidget* WelcomePage::makeChoice() {
    auto* choice = new QWidget;
    auto* layout = new QVBoxLayout(choice);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    auto* title = new QLabel(tr("Order leads from a spreadsheet"));
    title->setProperty("heading", 1);
    title->setWordWrap(true);
    auto* lead =
        new QLabel(tr("One order per row: open a sheet, check it, see the price, place the "
                      "orders. How do you want to begin?"));
    lead->setWordWrap(true);
    message_ = new NoticeBar;
    message_->setObjectName(QStringLiteral("welcomeMessage"));
    message_->setClosable(false);
    sample_ = new QPushButton(tr("Try With Sample Data"));
    sample_->setObjectName(QStringLiteral("welcomeSample"));
    sample_->setProperty("primary", true);
    sample_->setAutoDefault(true);
    connect_ = new QPushButton(tr("Connect an Account"));
    connect_->setObjectName(QStringLiteral("welcomeConnect"));
    connect_->setAutoDefault(true);
    connect(sample_, &QPushButton::clicked, this, [this] { workspace_.trySample(); });
    connect(connect_, &QPushButton::clicked, this, &WelcomePage::showForm);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(16);
    cards->addWidget(
        makeCard(QLatin1String("sandbox"), tr("Sample data"),
                 tr("The whole service runs on this computer, with play money, and a "
                    "sample sheet is opened. No account, no network, and nothing is really "
                    "bought. You can connect an account at any time."),
                 sample_),
        1);
    cards->addWidget(makeCard(QLatin1String("key"), tr("Your account"),
                              tr("You have an address and an API key from the service. The key is "
                                 "tested before it is saved, and goes into the keychain of this "
                                 "computer, never into a file."),
                              connect_),
                     1);
    layout->addStretch(1);
    layout->addWidget(title);
    layout->addWidget(lead);
    layout->addSpacing(12);
    layout->addLayout(cards);
    layout->addWidget(message_);
    layout->addStretch(2);
    return choice;
}

QWidget* WelcomePage::makeCard(QLatin1String picture, const QString& title, const QString& text,
                               QPushButton* button) {
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* image = new Picture(picture, std::nullopt, 2.0);
    auto* heading = new QLabel(title);
    heading->setProperty("heading", 2);
    auto* body = new QLabel(text);
    body->setWordWrap(true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(20, 20, 20, 20);
    layout->setSpacing(10);
    layout->addWidget(image);
    layout->addWidget(heading);
    layout->addWidget(body);
    layout->addStretch(1);
    layout->addWidget(button);
    return card;
}

void WelcomePage::showForm() {
    delete formCard_->layout();
    qDeleteAll(formCard_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* layout = new QVBoxLayout(formCard_);
    layout->setContentsMargins(24, 20, 24, 20);
    auto* title = new QLabel(tr("Connect an account"));
    title->setProperty("heading", 2);
    auto* form = new ConnectForm(connector_, workspace_.settings());
    layout->addWidget(title);
    layout->addWidget(form);
    connect(form, &ConnectForm::cancelled, this, &WelcomePage::showChoice);
    connect(form, &ConnectForm::saved, this, &WelcomePage::showChoice);
    stack_->setCurrentIndex(1);
    form->setFocus();
}

void WelcomePage::showChoice() {
    stack_->setCurrentIndex(0);
    sample_->setFocus();
}

void WelcomePage::refresh() {
    const AccountSession& account = workspace_.account();
    const bool connecting = account.state() == ConnectionState::Connecting;
    sample_->setEnabled(!connecting);
    connect_->setEnabled(!connecting);
    if (account.state() == ConnectionState::Failed)
        message_->show(NoticeKind::Bad, sentence(account.trouble()));
    else if (connecting)
        message_->show(NoticeKind::Info, connector_.sandboxWanted() ? tr("Starting the sandbox…")
                                                                    : tr("Connecting…"));
    else
        message_->hide();
}

void WelcomePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stack_->currentIndex() == 0)
        sample_->setFocus();
}

} // namespace leadsheet::desktop
