// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_page.hpp"

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"
#include "../submit/command_words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/picture.hpp"
#include "fulfilment_window.hpp"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr double kPictureLines = 2.5;

} // namespace

FulfilmentPage::FulfilmentPage(Workspace& workspace, QWidget* parent)
    : Page(parent)
    , workspace_(workspace) {
    setObjectName(QStringLiteral("fulfilmentPage"));
    auto* words = new QLabel(tr("Orders of customers are worked on in a window of its own, so that "
                                "they are never taken for orders of yours."));
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignCenter);
    auto* button = new QPushButton(icon(QLatin1String("fulfilment")), tr("Open Fulfilment"));
    button->setObjectName(QStringLiteral("openFulfilment"));
    button->setProperty("primary", true);
    button->setAutoDefault(true);
    connect(button, &QPushButton::clicked, this, &FulfilmentPage::openWindow);
    setFocusProxy(button);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(words, 3);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(new Picture(iconName(), {}, kPictureLines), 0, Qt::AlignHCenter);
    layout->addSpacing(10);
    layout->addLayout(row);
    layout->addSpacing(10);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    auto* open = new QAction(icon(iconName()), tr("Open the Fulfilment Window"), this);
    connect(open, &QAction::triggered, this, &FulfilmentPage::openWindow);
    commands_ << open;
}

void FulfilmentPage::openWindow() {
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin)
        return;
    if (window_ == nullptr)
        window_ = new FulfilmentWindow(workspace_, window());
    window_->show();
    window_->raise();
    window_->activateWindow();
}

QString FulfilmentPage::commandLine() const {
    return commandLineOf({QStringLiteral("admin"), QStringLiteral("queue")}, workspace_);
}

QString FulfilmentPage::runningWork() const {
    return window_ != nullptr ? window_->runningWork() : QString();
}

void FulfilmentPage::stopWork() {
    if (window_ != nullptr)
        window_->stopWork();
}

} // namespace leadsheet::desktop
